"""`croupier room bet`, `word` and `open-word`: what players do before the deal."""

from typing import Annotated

import typer

from croupier import fair
from croupier.cli.options import pairs
from croupier.cli.room.answers import ActOptions
from croupier.cli.room.arguments import Seat, TableName
from croupier.desk.room.acts import Answer, Outcome, Says
from croupier.desk.room.bank import looked_into
from croupier.desk.room.bets import bet_answer, open_word_answer, word_answer
from croupier.desk.room.own_words import about, keep, kept, place_of
from croupier.errors import IllegalWager, RuleError
from croupier.money import Cents, dollars, parse_dollars
from croupier.room.room import Room
from croupier.room.state.hall import AnyTable

TypedWord = Annotated[
    str, typer.Option("--word", help="Up to 40 characters of your own; random bits follow them.")
]


def bet(
    name: TableName,
    seat: Seat,
    stakes: Annotated[
        str, typer.Argument(metavar="WAGER=DOLLARS,…", help="The bet; `none` takes it back.")
    ],
    *,
    word: TypedWord = "",
    how: ActOptions,
) -> None:
    """A player bets at their own seat, and commits to a word for the shuffle.

    The word stays on this machine until the bets are closed; then `room open-word` sends it.
    Another bet takes the place of the last one.

    Example: [bold]croupier room bet "table 7" 3 ante=5,prime=5 --by pam[/bold]
    """
    wagers = {} if stakes.strip() == "none" else stakes_of(stakes, seat)

    # A bet with a word; without one, if the shoe is in use, or the bet is taken back.
    def shoe_now() -> str:
        shoe = _table(how.bank, name).shoe
        if word and shoe.first:
            raise RuleError(
                f"table {name}: cards of this shoe are dealt already, so it takes no word any"
                " more; bet without --word",
                "room/words",
            )
        return shoe.commitment if wagers and not shoe.first else ""

    house = about(place_of(how.bank, name, seat, how.by), how.key, shoe_now)
    given = _commitment(how, name, seat, house, word) if house else ""
    said = _with_commitment(bet_answer, house)
    how.do("bet", name, seat, wagers, given, said=said, shoe=house)


def word(name: TableName, seat: Seat, *, word: TypedWord = "", how: ActOptions) -> None:
    """A player commits to a word for the next shuffle: at poker, or where the dealer takes bets.

    Example: [bold]croupier room word "table 9" 2 --by pam[/bold]
    """
    house = _shoe(how, name, seat)
    given = _commitment(how, name, seat, house, word)
    how.do("word", name, seat, given, said=_with_commitment(word_answer, house), shoe=house)


def open_word(name: TableName, seat: Seat, how: ActOptions) -> None:
    """Open the word stored on this machine, once the dealer has closed the bets.

    Example: [bold]croupier room open-word "table 7" 3 --by pam[/bold]
    """
    house = _shoe(how, name, seat)
    opened = kept(place_of(how.bank, name, seat, how.by), house)
    how.do("open_word", name, seat, opened, said=_with_commitment(open_word_answer, house))


def _shoe(how: ActOptions, name: str, seat: int) -> str:
    """The commitment of the shoe that the act is about."""
    place = place_of(how.bank, name, seat, how.by)
    return about(place, how.key, lambda: _table(how.bank, name).shoe.commitment)


def _table(bank: str, name: str) -> AnyTable:
    with looked_into(bank) as store:
        return Room(store).hall.table(name)


def _commitment(how: ActOptions, name: str, seat: int, house: str, typed: str) -> str:
    own = keep(place_of(how.bank, name, seat, how.by), house, typed)
    return fair.word_commitment(house, seat, how.by, own)


def _with_commitment(answer: Says, house: str) -> Says:
    """With the house's commitment, which it had before the bet and cannot change after it."""

    def says(act: Outcome) -> Answer:
        text = answer(act).text
        if not house:
            return Answer(text)
        return Answer(f"{text}\nThe house is committed to {house}", {"commitment": house})

    return says


def seat_bet(written: str) -> tuple[int, dict[str, Cents]]:
    """`3:ante=10,prime=5`: a seat and its wagers."""
    seat, colon, rest = written.partition(":")
    if not (colon and seat.isdecimal() and all("=" in part for part in rest.split(","))):
        raise RuleError(f"bets {written!r}; write SEAT:WAGER=DOLLARS,WAGER=DOLLARS", "command/bad")
    return int(seat), stakes_of(rest, seat)


def stakes_of(written: str, seat: object) -> dict[str, Cents]:
    """`ante=10,prime=5`: the wagers of a seat."""
    parts = written.split(",")
    if not all("=" in part for part in parts):
        raise RuleError(f"a bet of {written!r}; write WAGER=DOLLARS,WAGER=DOLLARS", "command/bad")
    stakes = {name: parse_dollars(value) for name, value in pairs(parts, written).items()}
    for wager, stake in stakes.items():
        if stake <= 0:
            raise IllegalWager(f"seat {seat}: {wager} {dollars(stake)}; a wager is more than $0")
    return stakes
