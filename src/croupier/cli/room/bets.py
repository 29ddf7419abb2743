"""`croupier room bet`, `word` and `open-word`: what players do before the deal."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any

import typer

from croupier import fair
from croupier.cli.options import AsJson, pairs
from croupier.cli.play.kept_words import about, keep, kept, place_of
from croupier.cli.room.answers import Answer, Outcome, do
from croupier.cli.room.arguments import BANK, Bank, By, Key, Seat, TableName
from croupier.cli.room.bank import looked_into
from croupier.errors import IllegalWager, RuleError
from croupier.money import Cents, dollars, parse_dollars
from croupier.room.room import Room
from croupier.room.state.hall import AnyTable, KnownTable
from croupier.room.tables.bets import bet_made, word_kept, word_opened
from croupier.room.tables.words import BETS_CLOSED, Before, words_json

TypedWord = Annotated[
    str, typer.Option("--word", help="Up to 40 characters of your own; random bits follow them.")
]


def bet(
    name: TableName,
    seat: Seat,
    stakes: Annotated[
        str, typer.Argument(metavar="WAGER=DOLLARS,…", help="The bet; `none` takes it back.")
    ],
    by: By,
    word: TypedWord = "",
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """A player bets at their own seat, and commits to a word for the shuffle.

    The word stays on this machine until the bets are closed; then `room open-word` sends it.
    Another bet takes the place of the last one.

    Example: [bold]croupier room bet "table 7" 3 ante=5,prime=5 --by pam[/bold]
    """
    made = {} if stakes.strip() == "none" else stakes_of(stakes, seat)

    # A bet with a word; without one, if the shoe is in use, or the bet is taken back.
    def shoe_now() -> str:
        shoe = _table(bank, name).shoe
        if word and shoe.first:
            raise RuleError(
                f"table {name}: cards of this shoe are dealt already, so it takes no word any"
                " more; bet without --word",
                "room/words",
            )
        return shoe.commitment if made and not shoe.first else ""

    house = about(place_of(bank, name, seat, by), key, shoe_now)
    given = _commitment(bank, by, name, seat, house, word) if house else ""
    said = _said(_bet_words, house)
    do(bank, by, key, bet_made, name, seat, made, given, said=said, as_json=as_json, shoe=house)


def word(
    name: TableName,
    seat: Seat,
    by: By,
    word: TypedWord = "",
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """A player commits to a word for the next shuffle: at poker, or where the dealer takes bets.

    Example: [bold]croupier room word "table 9" 2 --by pam[/bold]
    """
    place = place_of(bank, name, seat, by)
    house = about(place, key, lambda: _table(bank, name).shoe.commitment)
    given = _commitment(bank, by, name, seat, house, word)
    said = _said(_kept_words, house)
    do(bank, by, key, word_kept, name, seat, given, said=said, as_json=as_json, shoe=house)


def open_word(
    name: TableName, seat: Seat, by: By, bank: Bank = BANK, key: Key = "", as_json: AsJson = False
) -> None:
    """Open the word stored on this machine, once the dealer has closed the bets.

    Example: [bold]croupier room open-word "table 7" 3 --by pam[/bold]
    """
    place = place_of(bank, name, seat, by)
    house = about(place, key, lambda: _table(bank, name).shoe.commitment)
    opened = kept(place, house)
    said = _said(_opened_words, house)
    do(bank, by, key, word_opened, name, seat, opened, said=said, as_json=as_json)


def _table(bank: str, name: str) -> AnyTable:
    with looked_into(bank) as store:
        return Room(store).hall.table(name)


def _commitment(bank: str, by: str, name: str, seat: int, house: str, typed: str) -> str:
    own = keep(place_of(bank, name, seat, by), house, typed)
    return fair.word_commitment(house, seat, by, own)


def _said(
    words: Callable[[Outcome, dict[str, Any]], str], house: str
) -> Callable[[Outcome], Answer]:
    """With the house's commitment, which it had before the bet and cannot change after it."""

    def answer(act: Outcome) -> Answer:
        text = words(act, act.body["events"][0])
        if not house:
            return Answer(text)
        return Answer(f"{text}\nThe house is committed to {house}", {"commitment": house})

    return answer


def _bet_words(act: Outcome, row: dict[str, Any]) -> str:
    where = f"seat {row['seat']} of table {act.table}"
    if not row["stakes"]:
        return f"{row['player']} takes back the bet at {where}."
    word = " and has committed to a word" if row["commitment"] else ""
    return f"{row['player']} bets {stakes_text(row['stakes'])} at {where}{word}."


def _kept_words(act: Outcome, row: dict[str, Any]) -> str:
    return f"{row['player']} has committed to a word at seat {row['seat']} of table {act.table}."


def _opened_words(act: Outcome, row: dict[str, Any]) -> str:
    text = f"{row['player']} has opened the word of seat {row['seat']} at table {act.table}."
    return f"{text} {_waits(act)}"


def bets_closed_answer(act: Outcome) -> Answer:
    """The bets are closed: whose word is waited for, and who has none."""
    row = act.body["events"][0]
    assert row["event"] == BETS_CLOSED
    seats = [
        f"seat {one['seat']}, {one['player']}: "
        + ", ".join(
            part
            for part in (
                stakes_text(row["bets"][str(one["seat"])]),
                "word to be opened" if one["commitment"] else "no word",
            )
            if part
        )
        for one in row["words"]
    ]
    text = f"Table {act.table}: the bets are closed; {'; '.join(seats)}. {_waits(act)}"
    told = {name: row[name] for name in ("bets", "words", "until")}
    return Answer(text, {"closed": told})


def _waits(act: Outcome) -> str:
    """For which words, as it is now."""
    state = act.room.hall.tables[act.table]
    before = state.before
    if before.closed is None:
        return "The cards are dealt."
    if before.missing:
        left = max(0, -(-(before.closed.until - act.room.store.clock()) // 1000))
        who = missing_text(before)
        return f"Waiting for {who}, {left} seconds at most; then: room deal {act.table}"
    return f"All words are open; now: room deal {act.table}"


def withheld(dealt: dict[str, Any]) -> list[str]:
    """Whose words a dealing act was without."""
    words = dealt.get("words", ())
    return [fair.who(one["seat"], one["player"]) for one in words if one["word"] is None]


def missing_text(before: Before) -> str:
    return ", ".join(fair.who(word.seat, word.player) for word in before.missing)


def stakes_text(stakes: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {dollars(cents)}" for name, cents in stakes.items())


def seat_bets(before: Before, seat: int) -> str:
    """Beside a seat's player: the bet and the word that stand there."""
    parts = [f"bets {stakes_text(before.bets[seat])}"] if seat in before.bets else []
    if seat in before.words:
        parts.append("word kept" if before.words[seat].word is None else "word opened")
    return f" ({', '.join(parts)})" if parts else ""


def words_said(table: str, before: Before) -> Iterator[str]:
    """Of a table: whose words are waited for, which the last shuffle had, and which it had not."""
    if before.closed is not None and before.missing:
        yield f"Table {table}: waiting for the words of {missing_text(before)}"
    if before.last:
        words = [fair.who(word.seat, word.player) for word in before.last if word.word is not None]
        without = [fair.who(word.seat, word.player) for word in before.last if word.word is None]
        held_back = f"; withheld by {', '.join(without)}" if without else ""
        yield f"Table {table}, last shuffle: words of {', '.join(words) or 'nobody'}{held_back}"
    if before.withheld:
        times = ", ".join(f"{player} {count}" for player, count in before.withheld.items())
        yield f"Table {table}, words withheld so far: {sum(before.withheld.values())} ({times})"


def before_json(state: KnownTable) -> dict[str, object]:
    """What stands before the deal; what the last shuffle was made with; what was held back."""
    before = state.before
    kept_now = [before.words[seat] for seat in sorted(before.words)]
    return {
        "bets": {str(seat): dict(stakes) for seat, stakes in sorted(before.bets.items())},
        "words": words_json(kept_now),
        "bets_closed": before.closed is not None,
        "words_until": None if before.closed is None else before.closed.until,
        "last_words": words_json(before.last),
        "withheld": dict(before.withheld),
    }


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
