"""Rounds: dealt, acted in, settled; large wins acknowledged; misdeals and dead hands."""

from collections.abc import Mapping
from dataclasses import replace

from croupier.bank.act import Event
from croupier.errors import RuleError, shown
from croupier.money import Cents
from croupier.room.by_hand import ACKNOWLEDGED, moved_by
from croupier.room.hall import AnyTable, Asked, Hall, Step
from croupier.room.meters import Fed, called_off, fed
from croupier.room.payouts import felts, large_wins, played_again, postings, taken_back
from croupier.room.people import check_may
from croupier.room.table_state import HIT, LARGE, ROUND, Held, OpenTable, body
from croupier.room.told import told
from croupier.rules.registry import rules_hash
from croupier.table.events import to_json
from croupier.table.round import Round, deal
from croupier.table.shoe import Shoe, after_round, is_finished, new_shoe, source

CALLED_OFF, DEAD, EXPOSED, WORD = "called off", "dead hand", "exposed card", "word"
MISDEAL, FOULED = "misdeal", "fouled-deck"
CAUSES = (MISDEAL, FOULED, "exposed", "wrong-count", "other")  # why a round is called off


def check_deal(hall: Hall, asked: Asked, state: AnyTable) -> None:
    """That a round or a hand may begin."""
    check_may(hall.floor.people, asked.by, "deal")
    if state.round is not None:
        raise RuleError(f"table {state.name}: its round is not over yet", "room/round")
    if state.rules != rules_hash():
        raise RuleError(
            f"table {state.name} was opened under rules {state.rules[:12]}; these are "
            f"{rules_hash()[:12]}: close it and open it again",
            "room/rules",
        )


def check_act(hall: Hall, asked: Asked, state: AnyTable, seat: int) -> None:
    """The player who sits there, or somebody for them."""
    own = state.seats.get(seat) == asked.by
    check_may(hall.floor.people, asked.by, "act at their own seat" if own else "act for a player")


def check_call_off(hall: Hall, asked: Asked, state: AnyTable, reason: str, cause: str) -> None:
    check_may(hall.floor.people, asked.by, "call off a round")
    if state.round is None:
        raise RuleError(f"table {state.name}: there is no round to call off", "room/round")
    if not reason.strip():
        raise RuleError("say why the round is called off", "room/reason")
    if cause not in CAUSES:
        raise RuleError(f"cause {shown(cause)}; known: {', '.join(CAUSES)}", "room/cause")


def dealt(hall: Hall, asked: Asked, name: str, bets: Mapping[int, Mapping[str, int]]) -> Step:
    """The bets are put down and the round is dealt, up to the first choice."""
    state = hall.banked(name)
    check_deal(hall, asked, state)
    empty = sorted(seat for seat in bets if seat not in state.seats)
    if empty:
        raise RuleError(f"table {name}: nobody sits at seat {empty[0]}", "room/seat")
    begun = replace(state, rounds=state.rounds + 1)
    return _played(hall, begun, asked, None, deal(state.table, bets, source(state.shoe)))


def acted(
    hall: Hall, asked: Asked, name: str, seat: int, action: str, version: int | None = None
) -> Step:
    """A choice at a seat; `version` is that of the round it answers."""
    state = hall.banked(name)
    check_act(hall, asked, state, seat)
    if state.round is None:
        raise RuleError(f"table {name}: there is no round to act in", "room/round")
    return _played(hall, state, asked, state.round, state.round.act(seat, action, version=version))


def word_added(hall: Hall, asked: Asked, name: str, word: str) -> Step:
    """A word of a player's is mixed into the shuffle of the next round."""
    state = hall.table(name)
    check_may(hall.floor.people, asked.by, "add a word to the shuffle")
    if state.round is not None:
        raise RuleError(f"table {name}: the cards are dealt already", "room/round")
    shoe = state.shoe.mixed_with(asked.by, word)
    event = Event(WORD, body({"by": asked.by, "word": word}))
    return told(replace(state, shoe=shoe), asked, [event])


def acknowledged(hall: Hall, asked: Asked, name: str, seat: int) -> Step:
    """A supervisor has seen the large wins of a seat: they are paid."""
    state = hall.banked(name)
    check_may(hall.floor.people, asked.by, "acknowledge a large win")
    if state.round is not None:
        raise RuleError(f"table {name}: wait for the end of the round", "room/round")
    waiting = [held for held in state.held if held.seat == seat]
    if not waiting:
        raise RuleError(f"table {name} seat {seat}: no win waits", "room/held")
    cents = Cents(sum(held.cents for held in waiting))
    rows = [held._asdict() for held in waiting]
    said = {"by": asked.by, "seat": seat, "cents": cents, "wins": rows}
    paid = replace(state, held=tuple(held for held in state.held if held.seat != seat))
    moved = moved_by(ACKNOWLEDGED, name, asked.id, said)
    return told(paid, asked, [Event(ACKNOWLEDGED, body(said))], moved)


def round_called_off(
    hall: Hall, asked: Asked, name: str, reason: str, cause: str = MISDEAL
) -> Step:
    """A misdeal: every posting of the round is reversed, and new cards are shuffled.

    Wagers of it that were settled and paid already are reversed with it: a round that cannot stand
    cannot stand in part.
    """
    state = hall.banked(name)
    check_call_off(hall, asked, state, reason, cause)
    now = state.round
    assert now is not None
    deck = source(state.shoe)
    again = played_again(name, state.rounds, state.table, deck, now.events)
    kept = tuple(held for held in state.held if held.round != state.rounds)
    shoe = new_shoe(state.table)
    said = off_body(asked, state.rounds, reason, cause, shoe)
    meters = called_off(hall, state, now)
    return told(
        replace(state, round=None, shoe=shoe, held=kept),
        asked,
        [Event(CALLED_OFF, body(said))],
        (*taken_back(moved for _, moved in again), *meters.postings),
        cleared=felts(name, now),
        also=meters.parts,
        meters=meters.meters,
    )


def check_dead(hall: Hall, asked: Asked, state: AnyTable, reason: str) -> None:
    check_may(hall.floor.people, asked.by, "declare a hand dead")
    if state.round is None:
        raise RuleError(
            f"table {state.name}: no hand is in play; a payment of a past round can be corrected",
            "room/round",
        )
    if not reason.strip():
        raise RuleError("say why the hand is dead", "room/reason")


def hand_dead(
    hall: Hall, asked: Asked, name: str, seat: int, reason: str, *, forfeit: bool = False
) -> Step:
    """A hand with too many or too few cards, exposed or mixed: the round goes on without it.

    The fault is the house's, and what is not settled is returned; unless the player forfeits it.
    """
    state = hall.banked(name)
    check_dead(hall, asked, state, reason)
    now = state.round
    assert now is not None
    after = now.void(seat, forfeit=forfeit)
    dead = Event(DEAD, body(dead_body(asked, state, seat, reason, forfeit)))
    return _played(hall, state, asked, now, after, dead)


def dead_body(
    asked: Asked, state: AnyTable, seat: int, reason: str, forfeit: bool
) -> dict[str, object]:
    """What the log is told of a dead hand, beside what the round tells."""
    return {
        "by": asked.by,
        "number": state.rounds,
        "seat": seat,
        "player": state.seats[seat],
        "forfeit": forfeit,
        "reason": reason,
    }


def off_body(asked: Asked, number: int, reason: str, cause: str, shoe: Shoe) -> dict[str, object]:
    """What is told of a round that is called off."""
    return {
        "by": asked.by,
        "number": number,
        "cause": cause,
        "reason": reason,
        "shoe": shoe.to_json(),
    }


def _played(
    hall: Hall,
    state: OpenTable,
    asked: Asked,
    before: Round | None,
    after: Round,
    *more: Event,
) -> Step:
    """The round's new events and what they moved; after the last of them, the next shoe."""
    known = 0 if before is None else len(before.events)
    said: dict[str, object] = {
        "by": asked.by,
        "number": state.rounds,
        "opened": state.opened,
        "events": [to_json(event) for event in after.events[known:]],
    }
    meters = fed(hall, state, before, after)
    held = (*large_wins(state.rounds, before, after), *meters.held)
    shoe = state.shoe
    if after.over:
        shoe = _next_shoe(state, after)
        said["shoe"] = shoe.to_json()
    return told(
        replace(state, round=None if after.over else after, shoe=shoe, held=(*state.held, *held)),
        asked,
        [Event(ROUND, body(said)), *more, *_notable(held, meters)],
        (*postings(state.name, state.rounds, before, after), *meters.postings),
        cleared=felts(state.name, after) if after.over else (),
        also=meters.parts,
        meters=meters.meters,
    )


def _next_shoe(state: OpenTable, after: Round) -> Shoe:
    shoe = after_round(state.shoe, after)
    return new_shoe(state.table) if is_finished(shoe, state.table) else shoe


def _notable(held: tuple[Held, ...], meters: Fed) -> list[Event]:
    large = [Event(LARGE, body(one._asdict())) for one in held]
    return large + [Event(HIT, body(one._asdict())) for one in meters.hits]
