"""`croupier room deal`, `act` and `call-off`, in rounds and in hands of poker."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from croupier.cli.room.bets import closed, withheld
from croupier.cli.room.felt import seen, show
from croupier.cli.room.round_said import called_off, played
from croupier.cli.room.run import act as do
from croupier.cli.room.said import Answer, Outcome
from croupier.errors import IllegalAction, Refused, RuleError
from croupier.money import Cents
from croupier.room.books.recall import recall
from croupier.room.requests.decisions import decision
from croupier.room.room import Room
from croupier.room.state.hall import Asked, Hall, KnownTable, Step
from croupier.room.tables.bets import OPEN_WITHIN
from croupier.room.tables.poker import hand_acted, hand_called_off, hand_dealt, poker_dead
from croupier.room.tables.poker_state import OpenPoker
from croupier.room.tables.poker_words import as_typed, in_chips
from croupier.room.tables.rounds import MISDEAL, acted, dealt, hand_dead, round_called_off
from croupier.room.tables.words import BETS_CLOSED
from croupier.table.poker.hand import Hand
from croupier.table.round import Round

Bets = Sequence[tuple[int, Mapping[str, Cents]]]


def deal(
    bank: str,
    by: str,
    key: str,
    name: str,
    bets: Bets,
    within: int | None = None,
    *,
    as_json: bool,
) -> None:
    if len({seat for seat, _ in bets}) < len(bets):
        raise RuleError("a seat is named twice; write all its bets together", "command/bad")
    more = {} if within is None else {"within": within}
    _played(bank, by, key, any_dealt, name, dict(bets), as_json=as_json, **more)


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


def dealt_or_closed(act: Outcome) -> Answer:
    if act.body["events"][0]["event"] == BETS_CLOSED:
        return closed(act)
    answer, held_back = played(act), withheld(act.body)
    if not held_back:
        return answer
    return Answer(f"{answer.text} Words withheld: {', '.join(held_back)}.", answer.moved)


def act(bank: str, by: str, key: str, name: str, seat: int, action: str, *, as_json: bool) -> None:
    typed = as_typed(action)
    _played(bank, by, key, any_acted, name, seat, typed, seat=seat, as_json=as_json)


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


def call_off(
    bank: str, by: str, key: str, name: str, reason: str, cause: str, *, as_json: bool
) -> None:
    do(bank, by, key, any_called_off, name, reason, cause, said=called_off, as_json=as_json)


@decision("call_off", "croupier.cli.room_play.any_called_off")
def any_called_off(hall: Hall, asked: Asked, name: str, reason: str, cause: str = MISDEAL) -> Step:
    poker = isinstance(hall.table(name), OpenPoker)
    return (hand_called_off if poker else round_called_off)(hall, asked, name, reason, cause)


def dead_hand(
    bank: str, by: str, key: str, name: str, seat: int, reason: str, *, forfeit: bool, as_json: bool
) -> None:
    _played(bank, by, key, any_dead, name, seat, reason, forfeit, as_json=as_json)


@decision("dead_hand", "croupier.cli.room_play.any_dead")
def any_dead(hall: Hall, asked: Asked, name: str, seat: int, reason: str, forfeit: bool) -> Step:
    """At poker it is always lost: there the chips are the other players'."""
    if isinstance(hall.table(name), OpenPoker):
        return poker_dead(hall, asked, name, seat, reason)
    return hand_dead(hall, asked, name, seat, reason, forfeit=forfeit)


def _played(
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

    said = dealt_or_closed
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
