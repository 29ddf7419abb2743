"""`croupier room deal`, `act`, `hand`, `acknowledge`, `sit-out` and `sit-in`: rounds are played."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any

import typer

from croupier.bank.ledger import Posting, Reason
from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.room.answers import Answer, Outcome, do, players_at
from croupier.cli.room.arguments import BANK, Bank, By, Key, Seat, TableName
from croupier.cli.room.bank import looked_into
from croupier.cli.room.bets import bets_closed_answer, seat_bet, withheld
from croupier.cli.room.felt import seen, show
from croupier.errors import IllegalAction, Refused, RuleError
from croupier.games.registry import POKER
from croupier.money import Cents, dollars
from croupier.room.books.recall import doing, recall
from croupier.room.cage.accounts import chips_of, felt_of, held_of
from croupier.room.people.roles import NotAllowed, called
from croupier.room.requests.decisions import decision
from croupier.room.room import Room
from croupier.room.state.hall import Asked, Hall, KnownTable, Step
from croupier.room.tables.bets import OPEN_WITHIN
from croupier.room.tables.poker import hand_acted, hand_dealt, sat_in, sat_out
from croupier.room.tables.poker_state import OpenPoker
from croupier.room.tables.poker_words import as_typed, in_chips
from croupier.room.tables.rounds import acknowledged, acted, dealt
from croupier.room.tables.words import BETS_CLOSED
from croupier.table.poker.hand import Hand
from croupier.table.poker.missed_blinds import debt_text
from croupier.table.round import Round

Bets = Sequence[tuple[int, Mapping[str, Cents]]]
Moved = dict[str, int]
WORDS = {  # in this order
    "bet": "bet {}",
    "lost": "lost {}",
    "won": "won {}",
    "returned": "got {} back",
    "held": "won {}, which waits for a supervisor",
}
POKERS = {**WORDS, "bet": "put in {}"}  # a call is no bet
BETS = {Reason.WAGER: "bet", Reason.WAGER_LOST: "lost", Reason.WAGER_RETURNED: "returned"}


def deal(
    name: TableName,
    bets: Annotated[
        list[str] | None,
        typer.Argument(metavar="SEAT:WAGER=DOLLARS,…", help="The bets of each seat; poker: none."),
    ] = None,
    by: By = "",
    open_within: Annotated[
        int | None,
        typer.Option(metavar="SECONDS", help="So long words are waited for; 30 if left out."),
    ] = None,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Take the bets, with those that players made themselves, and deal up to the first choice.

    Where players have committed to words, this closes the bets. When the words are open, or their
    time has passed, the same without bets deals the cards.

    Example: [bold]croupier room deal "table 7" 1:ante=5 3:ante=10,prime=5 --by dee[/bold]
    """
    stated = [seat_bet(written) for written in bets or ()]

    if len({seat for seat, _ in stated}) < len(stated):
        raise RuleError("a seat is named twice; write all its bets together", "command/bad")
    more = {} if open_within is None else {"within": open_within}
    played(bank, by, key, any_dealt, name, dict(stated), as_json=as_json, **more)


def act(
    name: TableName,
    seat: Seat,
    action: Annotated[
        str,
        typer.Argument(help="What the seat does: 'raise 2x'; in poker 'raise 8' means to $8."),
    ],
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Act at a seat; after the last choice the round is settled and paid.

    Example: [bold]croupier room act "table 7" 3 "raise 2x" --by pam[/bold]
    """
    typed = as_typed(action)
    played(bank, by, key, any_acted, name, seat, typed, seat=seat, as_json=as_json)


def hand(name: TableName, seat: Seat, by: By, bank: Bank = BANK, as_json: AsJson = False) -> None:
    """A player looks at their own cards; nobody else may.

    Example: [bold]croupier room hand "table 7" 3 --by pam[/bold]
    """
    with looked_into(bank) as store:
        table = Room(store).hall.table(name)
    if seat not in table.seats:
        raise RuleError(f"table {name}: nobody sits at seat {seat}", "room/seat")
    if table.seats[seat] != by:
        raise NotAllowed(
            f"Only the player at seat {seat} of table {name} may look at its cards; that is not "
            f"{called(by)}."
        )
    if table.round is None:
        raise RuleError(
            f"table {name} is between rounds; there are no cards to look at", "room/round"
        )
    if not table.plays(seat):
        raise RuleError(f"table {name} seat {seat} is not in this round", "room/round")
    if as_json:
        write_json({"table": name, "round": table.rounds, **seen(table.round, seat)})
    else:
        show(table.round, seat)


def acknowledge(
    name: TableName, seat: Seat, by: By, bank: Bank = BANK, key: Key = "", as_json: AsJson = False
) -> None:
    """A supervisor has seen a win above 3,000 dollars: it is paid.

    Example: [bold]croupier room acknowledge "table 7" 3 --by flo[/bold]
    """
    do(bank, by, key, acknowledged, name, seat, said=acknowledgment_answer, as_json=as_json)


def sit_out(
    name: TableName, seat: Seat, by: By, bank: Bank = BANK, key: Key = "", as_json: AsJson = False
) -> None:
    """Poker: a player keeps seat and chips, and is dealt no more hands.

    Example: [bold]croupier room sit-out 9 3 --by pam[/bold]
    """
    do(bank, by, key, sat_out, name, seat, said=sit_out_answer, as_json=as_json)


def sit_in(
    name: TableName,
    seat: Seat,
    by: By,
    post: Annotated[
        bool,
        typer.Option("--post", help="Post what is owed, instead of waiting for the big blind."),
    ] = False,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Poker: a player is dealt in again, posting missed blinds or waiting for the big blind.

    Example: [bold]croupier room sit-in 9 3 --post --by pam[/bold]
    """
    do(bank, by, key, sat_in, name, seat, said=sit_in_answer, as_json=as_json, post=post)


@decision("deal", "croupier.cli.room_play.any_dealt")
def any_dealt(
    hall: Hall,
    asked: Asked,
    name: str,
    bets: Mapping[int, Mapping[str, int]],
    *,
    within: int = OPEN_WITHIN,
) -> Step:
    """A hand of poker needs no bets: all who are ready are dealt in."""
    if isinstance(hall.table(name), OpenPoker):
        return hand_dealt(hall, asked, name, list(bets) or None, within=within)
    return dealt(hall, asked, name, bets, within=within)


def deal_answer(act: Outcome) -> Answer:
    if act.body["events"][0]["event"] == BETS_CLOSED:
        return bets_closed_answer(act)
    answer, held_back = play_answer(act), withheld(act.body)
    if not held_back:
        return answer
    return Answer(f"{answer.text} Words withheld: {', '.join(held_back)}.", answer.moved)


@decision("act", "croupier.cli.room_play.any_acted")
def any_acted(hall: Hall, asked: Asked, name: str, seat: int, action: str) -> Step:
    """In poker, with the dollars that were typed as the engine's chips."""
    table = hall.table(name)
    if not isinstance(table, OpenPoker):
        return acted(hall, asked, name, seat, action)
    chips = action if table.round is None else in_chips(table.round, seat, action)
    try:
        return hand_acted(hall, asked, name, seat, chips)
    except IllegalAction as refused:
        if refused.code != "action/cards" or table.seats.get(seat) == asked.by:
            raise
        # Who acts for a player could ask for their cards one by one.
        message = f"seat {seat} does not hold all of these cards"
        raise IllegalAction(message, refused.code) from None


def played(
    bank: str,
    by: str,
    key: str,
    decide: Callable[..., Step],
    name: str,
    *about: object,
    seat: int | None = None,
    as_json: bool,
    **more: Any,
) -> None:
    """`seat`: the one that is acted for; its player is shown its cards, anybody else is not."""

    def then(room: Room) -> dict[str, object]:
        table = room.hall.tables[name]
        if table.before.closed is not None:
            return {"commitment": room.hall.table(name).shoe.commitment}
        state, players = _latest(room, table)
        if state is None:
            return {}
        own = seat if seat is not None and players.get(seat) == by else None
        if not as_json:
            show(state, own, table.held)
        held = [one._asdict() for one in table.held]
        return {"round": table.rounds, **seen(state, own), "held": held}

    said = deal_answer
    do(bank, by, key, decide, name, *about, said=said, as_json=as_json, then=then, **more)


def _latest(room: Room, table: KnownTable) -> tuple[Round | Hand | None, Mapping[int, str]]:
    """The round in progress or the last one, and who plays or played in it."""
    if table.round is not None:
        return table.round, table.seats
    try:
        last = recall(room.store, table.name, table.rounds)
    except Refused:  # an old act is sent again, and other rules hold now: it is done all the same
        return None, {}
    return last.round, last.players


def play_answer(act: Outcome) -> Answer:
    """A round or a hand is dealt, or acted in, perhaps to its end."""
    body, players = act.body, players_at(act)
    seats = {seat: moved for seat in players if (moved := _of_seat(act, seat))}
    rake = sum(one.cents for one in act.done.postings if one.reason is Reason.RAKE)
    what = _what(body["events"][0])
    point = "," if what.startswith("seat") else ":"
    text = [f"Table {act.table}, round {body['number']}{point} {what}."]
    words = POKERS if act.room.hall.tables[act.table].game_id in POKER else WORDS
    text += [
        f"Seat {seat}, {players[seat]}: {_words(moved, words)}." for seat, moved in seats.items()
    ]
    text += [f"The house took a rake of {dollars(rake)}."] if rake else []
    named = {str(seat): {"player": players[seat], **moved} for seat, moved in seats.items()}
    return Answer(" ".join(text), {"seats": named, **({"rake": rake} if rake else {})})


def _what(first: dict[str, Any]) -> str:
    """What was done; the faces of discards stay hidden."""
    if first["event"] == "discarded":
        count = len(first["cards"].split())
        cards = {0: "nothing", 1: "1 card"}.get(count, f"{count} cards")
        return f"seat {first['seat']}: discard {cards}"
    return doing(first)


def _words(moved: Moved, words: Mapping[str, str]) -> str:
    return ", ".join(words[way].format(dollars(cents)) for way, cents in moved.items())


def _of_seat(act: Outcome, seat: int) -> Moved:
    cents = dict.fromkeys(WORDS, 0)
    for way, posting in _ways(act, seat):
        cents[way] += posting.cents
    return {way: amount for way, amount in cents.items() if amount}


def _ways(act: Outcome, seat: int) -> Iterator[tuple[str, Posting]]:
    chips, felt, held = (of(act.table, seat) for of in (chips_of, felt_of, held_of))
    for posting in act.done.postings:
        if posting.reason in BETS:
            if {chips, felt} & {posting.debit, posting.credit}:
                yield BETS[posting.reason], posting
        elif posting.credit == held:
            yield "held", posting
        elif posting.credit == chips:
            yield "won", posting


def acknowledgment_answer(act: Outcome) -> Answer:
    said = act.body
    seat, cents = said["seat"], said["cents"]
    player = players_at(act).get(seat, "")
    wagers = ", ".join(won["wager"] for won in said["wins"])
    text = f"Seat {seat}, {player}, is paid {dollars(cents)}, won with the {wagers}."
    return Answer(text, {"seat": seat, "player": player, "paid": cents, "wins": said["wins"]})


def sit_out_answer(act: Outcome) -> Answer:
    said = act.body
    return Answer(f"{said['player']} sits out at seat {said['seat']} of table {act.table}.")


def sit_in_answer(act: Outcome) -> Answer:
    """What they owe is as it is now: an act that is sent again may be old."""
    said = act.body
    text = f"{said['player']} sits in at seat {said['seat']} of table {act.table}."
    debt = act.room.hall.poker(act.table).blinds.owed.get(said["seat"])
    if debt is None:
        return Answer(text)
    if said.get("post"):
        how = "posted as soon as they are not between the button and the big blind"
    else:
        how = "cleared when the big blind comes to them"
    return Answer(f"{text} They owe {debt_text(debt)}, {how}.")


def seat_text(state: OpenPoker, seat: int) -> str:
    """Beside a seat's player, if there is something to say."""
    parts = ["out"] if seat in state.out else []
    if seat in state.blinds.owed:
        parts.append("owes blinds, posts" if seat in state.blinds.posting else "owes blinds")
    return f" ({', '.join(parts)})" if parts else ""


def seat_json(state: OpenPoker, seat: int) -> dict[str, object]:
    return {
        "sits_out": seat in state.out,
        "owes": sorted(state.blinds.owed.get(seat, ())),
        "posts": seat in state.blinds.posting,
    }
