"""Rounds: dealt, acted in, settled; large wins acknowledged; misdeals and dead hands."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

from croupier.bank.act import Event
from croupier.errors import RuleError, shown
from croupier.games.registry import rules_hash
from croupier.money import Cents
from croupier.room.cage.cash_postings import ACKNOWLEDGED, moved_by
from croupier.room.meters.meters import Fed, called_off, fed
from croupier.room.people.roles import check_may
from croupier.room.requests.decisions import decision
from croupier.room.state.hall import AnyTable, Asked, Hall, Step
from croupier.room.state.step import told
from croupier.room.tables.bets import (
    OPEN_WITHIN,
    Bets,
    bets_closed,
    check_bets,
    check_idle,
    dealt_words,
    not_sooner,
    words_in,
)
from croupier.room.tables.payouts import felts, large_wins, played_again, postings, taken_back
from croupier.room.tables.poker_state import OpenPoker
from croupier.room.tables.shoes import and_one, told_at_end
from croupier.room.tables.state import HIT, LARGE, ROUND, Held, OpenTable, body
from croupier.room.tables.words import dealt_body, mixed
from croupier.table.events import to_json
from croupier.table.round import Round, deal
from croupier.table.shoe import Shoe, after_round, is_finished, new_shoe, source
from croupier.table.shoe import dealt as dealt_cards
from croupier.table.source import Deck

SomeTable = TypeVar("SomeTable", OpenTable, OpenPoker)
CALLED_OFF, DEAD, EXPOSED, WORD = "called off", "dead hand", "exposed card", "word"
MISDEAL, FOULED = "misdeal", "fouled-deck"
CAUSES = (MISDEAL, FOULED, "exposed", "wrong-count", "other")  # why a round is called off


def check_deal(hall: Hall, asked: Asked, state: AnyTable) -> None:
    """That a round or a hand may begin."""
    check_may(hall.floor.people, asked.by, "deal")
    check_idle(state)


def check_act(hall: Hall, asked: Asked, state: AnyTable, seat: int) -> None:
    """The player who sits there, or somebody for them."""
    own = state.seats.get(seat) == asked.by
    check_may(hall.floor.people, asked.by, "act at their own seat" if own else "act for a player")


def check_dealt_so(state: AnyTable) -> None:
    """A round that was dealt under other rules is shown and may be called off, and no more."""
    if state.rules != rules_hash():
        raise RuleError(
            f"table {state.name}: its round was dealt under rules {state.rules[:12]}; these are "
            f"{rules_hash()[:12]}: finish it with the program that dealt it, or call it off",
            "room/rules",
        )


def check_call_off(hall: Hall, asked: Asked, state: AnyTable, reason: str, cause: str) -> None:
    check_may(hall.floor.people, asked.by, "call off a round")
    if state.round is None and not state.before.stands:
        raise RuleError(f"table {state.name}: there is no round to call off", "room/round")
    if not reason.strip():
        raise RuleError("say why the round is called off", "room/reason")
    if cause not in CAUSES:
        raise RuleError(f"cause {shown(cause)}; known: {', '.join(CAUSES)}", "room/cause")


@decision("deal", "croupier.room.play.dealt")
def dealt(
    hall: Hall,
    asked: Asked,
    name: str,
    bets: Mapping[int, Mapping[str, int]],
    *,
    within: int = OPEN_WITHIN,
) -> Step:
    """The bets are closed, and the round is dealt up to the first choice.

    `bets` are those that the dealer states, beside what players bet themselves. Where a seat has
    committed to a word, that closes the bets; once the words are opened, or were not `within` so
    many seconds, the same without bets deals the cards.
    """
    state = hall.banked(name)
    check_deal(hall, asked, state)
    if state.before.closed is not None:
        if bets:
            raise closed_already(state)
        return not_sooner(_dealt(hall, asked, state, state.before.closed.bets), state)
    made = _with_own(state, bets)
    if words_in(state, made):
        check_bets(hall, state, made)
        return bets_closed(state, asked, made, within)
    return _dealt(hall, asked, state, made)


def closed_already(state: AnyTable) -> RuleError:
    return RuleError(
        f"table {state.name}: the bets are closed; deal without naming any", "room/bets"
    )


def _with_own(state: OpenTable, bets: Mapping[int, Mapping[str, int]]) -> Bets:
    """Those that the dealer states, and the players' own."""
    for seat in sorted(bets):
        if seat not in state.seats:
            raise RuleError(f"table {state.name}: nobody sits at seat {seat}", "room/seat")
        if seat in state.before.bets:
            raise RuleError(
                f"table {state.name} seat {seat}: {state.seats[seat]} has bet themselves; leave it"
                " out",
                "room/bets",
            )
    return {**bets, **state.before.bets}


def _dealt(hall: Hall, asked: Asked, state: OpenTable, bets: Bets) -> Step:
    words = () if state.before.closed is None else dealt_words(state, asked)
    state = state.opened_by(asked.keys)
    shoe = mixed(state.shoe, words)
    before = state.before.dealt(words, shoe.first)
    begun = replace(state, rounds=state.rounds + 1, shoe=shoe, before=before)
    after = deal(state.table, bets, source(shoe))
    return _played(hall, begun, asked, None, after, said=dealt_body(words))


@decision("act", "croupier.room.play.acted")
def acted(
    hall: Hall, asked: Asked, name: str, seat: int, action: str, version: int | None = None
) -> Step:
    """A choice at a seat; `version` is that of the round it answers."""
    state = hall.banked(name)
    check_act(hall, asked, state, seat)
    if state.round is None:
        raise RuleError(f"table {name}: there is no round to act in", "room/round")
    check_dealt_so(state)
    state = state.opened_by(asked.keys)
    now = state.round
    assert now is not None
    return _played(hall, state, asked, now, now.act(seat, action, version=version))


@decision("add_word", "croupier.room.play.word_added")
def word_added(hall: Hall, asked: Asked, name: str, word: str) -> Step:
    """As it was done in older books, where the last to speak could choose the shuffle."""
    raise RuleError(
        "nobody adds a word in plain any more: a player commits to one with the bet (room bet,"
        " room word) and opens it when the bets are closed (room open-word)",
        "room/words",
    )


@decision("acknowledge", "croupier.room.play.acknowledged")
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


@decision("call_off", "croupier.room.play.round_called_off")
def round_called_off(
    hall: Hall, asked: Asked, name: str, reason: str, cause: str = MISDEAL
) -> Step:
    """A misdeal: every posting of the round is reversed, and new cards are shuffled.

    The shoe is opened, for nobody may choose in secret which shuffles are played; and a round whose
    key is lost can still be called off, by the cards that were told.
    Wagers of it that were settled and paid already are reversed with it: a round that cannot stand
    cannot stand in part.
    """
    state = hall.banked(name)
    check_call_off(hall, asked, state, reason, cause)
    now = state.round
    if now is None:
        return bets_called_off(state, asked, reason, cause, new_shoe(state.table))
    deck = Deck(dealt_cards(now))
    again = played_again(name, state.rounds, state.table, deck, now.events)
    kept = tuple(held for held in state.held if held.round != state.rounds)
    off, said = shoe_off(state, asked, state.rounds, reason, cause, new_shoe(state.table))
    meters = called_off(hall, state, now)
    return told(
        replace(off, round=None, held=kept),
        asked,
        [Event(CALLED_OFF, body(said))],
        (*taken_back(moved for _, moved in again), *meters.postings),
        cleared=felts(name, now),
        also=meters.parts,
        meters=meters.meters,
    )


def bets_called_off(state: SomeTable, asked: Asked, reason: str, cause: str, shoe: Shoe) -> Step:
    """Before a card is dealt: no money has moved, and the words were for the shoe that goes."""
    off, said = shoe_off(state, asked, state.rounds + 1, reason, cause, shoe)
    now = replace(off, before=state.before.called_off())
    return told(now, asked, [Event(CALLED_OFF, body(said))])


def check_dead(hall: Hall, asked: Asked, state: AnyTable, reason: str) -> None:
    check_may(hall.floor.people, asked.by, "declare a hand dead")
    if state.round is None:
        raise RuleError(
            f"table {state.name}: no hand is in play; a payment of a past round can be corrected",
            "room/round",
        )
    check_dealt_so(state)
    if not reason.strip():
        raise RuleError("say why the hand is dead", "room/reason")


@decision("dead_hand", "croupier.room.play.hand_dead")
def hand_dead(
    hall: Hall, asked: Asked, name: str, seat: int, reason: str, *, forfeit: bool = False
) -> Step:
    """A hand with too many or too few cards, exposed or mixed: the round goes on without it.

    The fault is the house's, and what is not settled is returned; unless the player forfeits it.
    """
    state = hall.banked(name)
    check_dead(hall, asked, state, reason)
    state = state.opened_by(asked.keys)
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


def shoe_off(
    state: SomeTable, asked: Asked, number: int, reason: str, cause: str, shoe: Shoe
) -> tuple[SomeTable, dict[str, object]]:
    """The table with another shoe; and what is told: why, and the secret of the one that goes."""
    said = {
        "by": asked.by,
        "number": number,
        "cause": cause,
        "reason": reason,
        "shoe": shoe.told(),
        **told_at_end(state.shoe, asked.keys),
    }
    return replace(state, shoe=shoe, abandoned=and_one(state.abandoned, asked.by, cause)), said


def _played(
    hall: Hall,
    state: OpenTable,
    asked: Asked,
    before: Round | None,
    after: Round,
    *more: Event,
    said: Mapping[str, object] = MappingProxyType({}),
) -> Step:
    """The round's new events and what they moved; after the last of them, the next shoe."""
    known = 0 if before is None else len(before.events)
    said = {
        **said,
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
        said["shoe"] = shoe.told()
        if shoe.commitment != state.shoe.commitment:
            said |= told_at_end(state.shoe, asked.keys)
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
