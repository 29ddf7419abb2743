"""`croupier room bet`, `deal`, `act`, `call-off`, …: a round, from its bets to its mistakes."""

from typing import Annotated, Any

import typer

from croupier.cli.input import write_json
from croupier.cli.options import AsJson, pairs
from croupier.cli.room.acts import ActOptions, ProposalOptions, Then
from croupier.cli.room.arguments import BANK, Amount, Bank, By, Reason, RoundNumber, Seat, TableName
from croupier.cli.room.felt import show
from croupier.desk.room.acts import Outcome
from croupier.desk.room.bank import looked_into
from croupier.desk.room.own_words import OwnWords
from croupier.desk.room.show import RoundView, after_act, own_hand
from croupier.errors import IllegalWager, RuleError
from croupier.money import Cents, dollars, parse_dollars
from croupier.room.people.matters import Correction
from croupier.room.tables.state import Seated

TypedWord = Annotated[
    str, typer.Option("--word", help="Up to 40 characters of your own; random bits follow them.")
]


def open_bets(
    name: TableName,
    within: Annotated[int, typer.Argument(metavar="SECONDS", help="From 5 to 600.")],
    how: ActOptions,
) -> None:
    """Take bets and words for the next round for a limited time.

    The round is dealt when the time is up; or sooner, once every seat that is not sitting out
    or leaving has bet (at poker: committed to a word).

    Example: [bold]croupier room open-bets "table 7" 20 --by dee[/bold]
    """
    how.do("open_bets", name, within)


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

    The word stays on this machine until the bets are closed; then `room open-word` sends it. A new
    bet replaces the last one.

    Example: [bold]croupier room bet "table 7" 3 ante=5,prime=5 --by pam[/bold]
    """
    wagers = {} if stakes.strip() == "none" else stakes_of(stakes, seat)
    own = _words(how, name, seat).for_bet(word, betting=bool(wagers))
    how.do("bet", name, seat, wagers, own.given, shoe=own.house)


def word(name: TableName, seat: Seat, *, word: TypedWord = "", how: ActOptions) -> None:
    """A player commits to a word for the next shuffle: at poker, or where the dealer takes bets.

    Example: [bold]croupier room word "table 9" 2 --by pam[/bold]
    """
    own = _words(how, name, seat).to_commit(word)
    how.do("word", name, seat, own.given, shoe=own.house)


def open_word(name: TableName, seat: Seat, how: ActOptions) -> None:
    """Open the word stored on this machine, once the dealer has closed the bets.

    Example: [bold]croupier room open-word "table 7" 3 --by pam[/bold]
    """
    how.do("open_word", name, seat, _words(how, name, seat).to_open())


def _words(how: ActOptions, name: str, seat: int) -> OwnWords:
    return OwnWords(how.bank, name, seat, how.by, how.key)


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


def deal(
    name: TableName,
    bets: Annotated[
        list[str] | None,
        typer.Argument(metavar="SEAT:WAGER=DOLLARS,…", help="The bets of each seat; poker: none."),
    ] = None,
    *,
    open_within: Annotated[
        int | None,
        typer.Option(metavar="SECONDS", help="How long to wait for words; 30 if left out."),
    ] = None,
    how: ActOptions,
) -> None:
    """Take the bets, with those that players made themselves, and deal up to the first choice.

    If players have committed to words, this closes the bets. Once the words are open, or their time
    is up, the same command without bets deals the cards.

    Example: [bold]croupier room deal "table 7" 1:ante=5 3:ante=10,prime=5 --by dee[/bold]
    """
    stakes = [seat_bet(written) for written in bets or ()]
    if len(dict(stakes)) < len(stakes):
        raise RuleError("a seat is named twice; write all its bets together", "command/bad")
    more: dict[str, Any] = {} if open_within is None else {"within": open_within}
    how.do("deal", name, dict(stakes), then=then_shown(how), **more)


def act(
    name: TableName,
    seat: Seat,
    action: Annotated[
        str, typer.Argument(help="What the seat does: 'raise 2x'; in poker 'raise 8' means to $8.")
    ],
    how: ActOptions,
) -> None:
    """Act at a seat; after the last choice the round is settled and paid.

    Example: [bold]croupier room act "table 7" 3 "raise 2x" --by pam[/bold]
    """
    how.do("act", name, seat, action, then=then_shown(how, seat))


def time_out(
    name: TableName,
    seat: Seat,
    version: Annotated[int, typer.Argument(help="The round's version, as room show prints it.")],
    how: ActOptions,
) -> None:
    """A player's time has run out: fold, check or refuse for them, whichever costs nothing.

    If the round has moved on in the meantime, nothing is done.

    Example: [bold]croupier room time-out "table 7" 3 14 --by dee[/bold]
    """
    how.do("time_out", name, seat, version, then=then_shown(how, seat))


def hand(name: TableName, seat: Seat, by: By, bank: Bank = BANK, as_json: AsJson = False) -> None:
    """A player looks at their own cards; nobody else may.

    Example: [bold]croupier room hand "table 7" 3 --by pam[/bold]
    """
    with looked_into(bank) as store:
        own = own_hand(store, by, name, seat)
    if as_json:
        write_json({"table": name, **own.data})
    else:
        show(own.round, seat)


def acknowledge(name: TableName, seat: Seat, how: ActOptions) -> None:
    """A supervisor has seen the large wins of a seat: they are paid.

    Example: [bold]croupier room acknowledge "table 7" 3 --by flo[/bold]
    """
    how.do("acknowledge", name, seat)


def sit_out(name: TableName, seat: Seat, how: ActOptions) -> None:
    """A player keeps seat and chips, is dealt no more rounds and not waited for.

    Example: [bold]croupier room sit-out 9 3 --by pam[/bold]
    """
    how.do("sit_out", name, seat)


def sit_in(
    name: TableName,
    seat: Seat,
    *,
    post: Annotated[
        bool,
        typer.Option("--post", help="Post what is owed, instead of waiting for the big blind."),
    ] = False,
    how: ActOptions,
) -> None:
    """A player is dealt in again, and stays if they were about to leave.

    At poker they post missed blinds or wait for the big blind.

    Example: [bold]croupier room sit-in 9 3 --post --by pam[/bold]
    """
    how.do("sit_in", name, seat, post=post)


def leave(name: TableName, seat: Seat, how: ActOptions) -> None:
    """Leave a seat with all its chips, which go to the player's deposit; during a round, after it.

    Example: [bold]croupier room leave 7 3 --by pam[/bold]
    """
    how.do("leave", name, seat)


def then_shown(how: ActOptions, seat: int | None = None) -> Then:
    """`seat`: the seat that acts; only its own player is shown its cards."""

    def then(done: Outcome) -> dict[str, object]:
        now = after_act(done, seat)
        if not isinstance(now, RoundView):
            return {} if now is None else now._asdict()
        if not how.as_json:
            show(now.round, now.seat, now.held)
        return {**now.data, "held": [one._asdict() for one in now.held]}

    return then


def seat_text(seated: Seated | None) -> str:
    """Shown next to a seat's player, if there is something to say."""
    if seated is None:
        return ""
    parts = ["out"] if seated.sits_out else []
    parts += ["leaves after the round"] if seated.leaves else []
    if seated.owes:
        parts.append("owes blinds, posts" if seated.posts else "owes blinds")
    return f" ({', '.join(parts)})" if parts else ""


def call_off(
    name: TableName,
    *,
    reason: Reason,
    cause: Annotated[
        str, typer.Option(help="misdeal, fouled-deck, exposed, wrong-count or other.")
    ] = "misdeal",
    how: ActOptions,
) -> None:
    """A misdeal or a fouled deck: every bet is returned, and new cards are shuffled.

    Example: [bold]croupier room call-off "table 7" --reason "two 9d" --cause fouled-deck --by flo
    [/bold]
    """
    how.do("call_off", name, reason, cause)


def dead_hand(
    name: TableName,
    seat: Seat,
    *,
    reason: Reason,
    forfeit: Annotated[
        bool, typer.Option("--forfeit", help="The player's fault: the wagers are lost.")
    ] = False,
    how: ActOptions,
) -> None:
    """Declare a hand dead: unsettled bets are returned, and the round goes on without it.

    Example: [bold]croupier room dead-hand "table 7" 3 --reason "six cards" --by flo[/bold]
    """
    how.do("dead_hand", name, seat, reason, forfeit=forfeit, then=then_shown(how))


def exposed(
    name: TableName,
    seat: Annotated[int, typer.Argument(help="The seat's number; 0 is the dealer.")],
    number: Annotated[int, typer.Argument(metavar="CARD", help="Which of its cards, from 1.")],
    reason: Reason,
    how: ActOptions,
) -> None:
    """Rule on a card exposed by mistake: the hand stands, the card is replaced, or misdeal.

    Example: [bold]croupier room exposed "table 9" 3 2 --reason "it flashed" --by flo[/bold]
    """
    how.do("exposed", name, seat, number, reason)


def correct(
    name: TableName,
    number: RoundNumber,
    seat: Seat,
    wager: Annotated[str, typer.Argument(help="The wager that was paid wrongly.")],
    amount: Amount,
    to: Annotated[str, typer.Option(metavar="player|house", help="Who gets it.")],
    reason: Reason,
    how: ProposalOptions,
) -> None:
    """Propose to correct one payment of a finished round.

    The money moves between the house and the player's deposit when a second person approves it:
    room second.

    Example: [bold]croupier room correct 7 12 3 ante 5 --to player --by flo
    --reason "paid 4, not 9"[/bold]
    """
    how.propose(Correction(name, number, seat, wager, parse_dollars(amount), to, reason))
