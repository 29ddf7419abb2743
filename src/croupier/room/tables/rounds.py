"""The decisions of a round, at either kind of table: the deal, acts, and mistakes."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from croupier.bank.act import Event
from croupier.errors import RuleError
from croupier.money import Cents
from croupier.room.cage.cash_postings import ACKNOWLEDGED, moved_by
from croupier.room.people.roles import check_may
from croupier.room.state.hall import Actor, Hall, Transition, decision, table_transition
from croupier.room.tables.bets import OPEN_WITHIN, check_act, check_idle, not_sooner
from croupier.room.tables.kinds import play_at
from croupier.room.tables.mistakes import MISDEAL, check_dealt_so, check_ruling
from croupier.room.tables.state import body

NO_BETS: Mapping[int, Mapping[str, int]] = MappingProxyType({})


@decision(
    "deal",
    "croupier.room.play.dealt",
    "croupier.cli.room_play.any_dealt",
    "croupier.room.poker_play.hand_dealt",
)
def dealt(
    hall: Hall,
    actor: Actor,
    name: str,
    bets: Mapping[int, Mapping[str, int]] = NO_BETS,
    *,
    within: int = OPEN_WITHIN,
) -> Transition:
    """Closes the bets and deals the round up to the first choice.

    `bets` are stated by the dealer, in addition to those that players made themselves; at poker
    they name the seats to deal in, if not all. If a seat has committed to a word, this only closes
    the bets; once all words are open, or after `within` seconds, a second call without bets deals.
    """
    state = hall.table(name)
    check_may(hall.floor.people, actor.by, "deal")
    check_idle(state)
    play, closed = play_at(state), state.before.closed
    if closed is None:
        return play.deal(hall, actor, bets, within)
    if bets:
        raise RuleError(f"table {name}: the bets are closed; deal without naming any", "room/bets")
    return not_sooner(play.deal_closed(hall, actor, closed.bets), state)


@decision(
    "act",
    "croupier.room.play.acted",
    "croupier.cli.room_play.any_acted",
    "croupier.room.poker_play.hand_acted",
)
def acted(
    hall: Hall, actor: Actor, name: str, seat: int, action: str, version: int | None = None
) -> Transition:
    """A choice at a seat, at poker in dollars; `version` is that of the round it responds to."""
    state = hall.table(name)
    check_act(hall, actor, state, seat)
    if state.round is None:
        raise RuleError(f"table {name}: there is no {state.round_word} to act in", "room/round")
    check_dealt_so(state)
    return play_at(state).act(hall, actor, seat, action, version)


@decision("time_out")
def timed_out(hall: Hall, actor: Actor, name: str, seat: int, version: int) -> Transition:
    """The player's time has run out: makes the default choice, which costs nothing.

    The rules define it (`otherwise`): usually a fold, at poker a check if that is free. The caller
    keeps the clock. `version` is that of the round, so that two clocks do not act twice.
    """
    state = hall.table(name)
    check_may(hall.floor.people, actor.by, "act for a player")
    if state.round is None:
        raise RuleError(f"table {name}: no {state.round_word} is in progress", "room/round")
    check_dealt_so(state)
    return play_at(state).time_out(hall, actor, seat, version)


@decision("add_word", "croupier.room.play.word_added")
def word_added(hall: Hall, actor: Actor, name: str, word: str) -> Transition:
    """Only in older books: there, the last person to add a word could choose the shuffle."""
    raise RuleError(
        "nobody adds a word in plain any more: a player commits to one with the bet (room bet,"
        " room word) and opens it when the bets are closed (room open-word)",
        "room/words",
    )


@decision("acknowledge", "croupier.room.play.acknowledged")
def acknowledged(hall: Hall, actor: Actor, name: str, seat: int) -> Transition:
    """A supervisor has seen a seat's large wins, which are now paid."""
    state = hall.banked(name)
    check_may(hall.floor.people, actor.by, "acknowledge a large win")
    if state.round is not None:
        raise RuleError(f"table {name}: wait for the end of the round", "room/round")
    waiting = [held for held in state.held if held.seat == seat]
    if not waiting:
        raise RuleError(f"table {name} seat {seat}: no win waits", "room/held")
    cents = Cents(sum(held.cents for held in waiting))
    rows = [held._asdict() for held in waiting]
    said = {"by": actor.by, "seat": seat, "cents": cents, "wins": rows}
    paid = replace(state, held=tuple(held for held in state.held if held.seat != seat))
    moved = moved_by(ACKNOWLEDGED, name, actor.id, said)
    return table_transition(paid, actor, [Event(ACKNOWLEDGED, body(said))], moved)


@decision(
    "call_off",
    "croupier.room.play.round_called_off",
    "croupier.cli.room_play.any_called_off",
    "croupier.room.poker_play.hand_called_off",
)
def round_called_off(
    hall: Hall, actor: Actor, name: str, reason: str, cause: str = MISDEAL
) -> Transition:
    """After a misdeal or with a fouled deck: the round is void."""
    return play_at(hall.table(name)).call_off(hall, actor, reason, cause)


@decision(
    "dead_hand",
    "croupier.room.play.hand_dead",
    "croupier.cli.room_play.any_dead",
    "croupier.room.poker_play.poker_dead",
)
def hand_dead(
    hall: Hall, actor: Actor, name: str, seat: int, reason: str, *, forfeit: bool = False
) -> Transition:
    """A hand with a wrong number of cards, exposed or mixed up: the round continues without it."""
    state = hall.table(name)
    nothing = "no hand is in play; a payment of a past round can be corrected"
    doing, why = "declare a hand dead", "why the hand is dead"
    check_ruling(hall, actor, state, doing, nothing, reason, why)
    return play_at(state).dead_hand(hall, actor, seat, reason, forfeit)


@decision("exposed", "croupier.room.exposed.card_exposed")
def card_exposed(
    hall: Hall, actor: Actor, name: str, seat: int, number: int, reason: str
) -> Transition:
    """The `number`-th card of a seat was turned over; seat 0 is the dealer."""
    state = hall.table(name)
    doing, why = "rule on an exposed card", "how the card was exposed"
    check_ruling(hall, actor, state, doing, "no cards are in play", reason, why)
    return play_at(state).exposed(hall, actor, seat, number, reason)
