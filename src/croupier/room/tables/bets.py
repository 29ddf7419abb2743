"""Before the deal: players bet at their own seats, commit to words, and open them.

Only the player at the seat can do this. The dealer closes the bets (room/tables/rounds.py,
room/tables/poker/play.py); no money moves before the deal.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TypeVar

from croupier import fair
from croupier.bank.act import Event
from croupier.errors import IllegalWager, RuleError, shown
from croupier.fair import Word
from croupier.games.registry import rules_hash
from croupier.money import dollars
from croupier.room.meters.meters import fed
from croupier.room.names import chips_of
from croupier.room.own_limits.stakes import OwnParts
from croupier.room.people.roles import check_may
from croupier.room.state.hall import Actor, AnyTable, Hall, Transition, decision, table_transition
from croupier.room.tables import words as fairness
from croupier.room.tables.poker.state import OpenPoker
from croupier.room.tables.state import ROUND, OpenTable, body
from croupier.table.opening import Bets
from croupier.table.round import begun as round_begun
from croupier.table.source import Deck

OPEN_WITHIN = 30  # seconds for opening words, by default …
LEAST_WITHIN, MOST_WITHIN = 15, 600  # … and the allowed range
LEAST_LEFT = 10  # seconds that must be left when the closing is written
LEAST_OPEN, MOST_OPEN = 5, 600  # seconds for betting …
LEAST_OPEN_LEFT = 3  # … and that must be left when the opening is written
LONGEST_WORD = fair.LONGEST_TYPED + 1 + 32  # the typed word, a separator and 128 random bits in hex

SomeTable = TypeVar("SomeTable", OpenTable, OpenPoker)


@decision("open_bets")
def bets_opened(hall: Hall, actor: Actor, name: str, within: int) -> Transition:
    """Takes bets and words for the next round during `within` seconds.

    The round is dealt after that, or as soon as every active seat has bet (at poker: committed to a
    word). If nobody has bet, bets may be opened again.
    """
    state = hall.table(name)
    check_may(hall.floor.people, actor.by, "deal")
    check_idle(state)
    _check_not_closed(state)
    window = state.before.window
    if window is not None and not state.before.is_late(actor.now):
        left = seconds_left(window.until, actor.now)
        raise RuleError(f"table {name}: bets are open already; {left} left", "room/bets")
    if window is not None and state.before.bets:
        raise RuleError(f"table {name}: the bets are made; deal the round", "room/bets")
    if not LEAST_OPEN <= within <= MOST_OPEN:
        raise RuleError(
            f"bets are opened for {LEAST_OPEN} to {MOST_OPEN} seconds, not {within}", "room/bets"
        )
    until = actor.now + 1000 * within
    row = {"event": fairness.BETS_OPENED, "number": state.rounds + 1, "until": until}
    step = _before_deal(state, actor, row)
    last = until - 1000 * LEAST_OPEN_LEFT
    return step._replace(act=replace(step.act, since=actor.now, until=last))


@decision("bet", "croupier.room.bets.bet_made")
def bet_made(
    hall: Hall,
    actor: Actor,
    name: str,
    seat: int,
    stakes: Mapping[str, int],
    word_commitment: str = "",
    *,
    shoe: str = "",
) -> Transition:
    """A player's bet for the next round, or a change of it; empty stakes take it back.

    In the first round of a shoe it may come with the commitment of a word, one for each seat.
    `shoe` is the house's commitment that the word was chosen for.
    """
    state = hall.banked(name)
    _check_own(hall, actor, state, seat)
    _check_shoe(state, shoe)
    _check_keeps(state, seat, word_commitment)
    if stakes:
        check_plays(state, seat)
        check_bets(hall, state, {seat: stakes})
    elif seat not in state.before.bets:
        raise RuleError(f"table {name} seat {seat}: there is no bet to take back", "room/bets")
    row = {**_row(fairness.BET, state, seat), "stakes": dict(stakes), "commitment": word_commitment}
    own = OwnParts(hall, actor).bet(state, {seat: stakes})
    return own.join(_before_deal(state, actor, row))


@decision("word", "croupier.room.bets.word_kept")
def word_kept(
    hall: Hall, actor: Actor, name: str, seat: int, word_commitment: str, *, shoe: str = ""
) -> Transition:
    """A player's commitment to a word without a bet: at poker, or if the dealer states the bets."""
    state = hall.table(name)
    _check_own(hall, actor, state, seat)
    _check_shoe(state, shoe)
    if not word_commitment:
        raise _no_commitment(word_commitment)
    _check_keeps(state, seat, word_commitment)
    return _before_deal(
        state, actor, {**_row(fairness.WORD_KEPT, state, seat), "commitment": word_commitment}
    )


@decision("open_word", "croupier.room.bets.word_opened")
def word_opened(hall: Hall, actor: Actor, name: str, seat: int, word: str) -> Transition:
    """The word that a player committed to, once the bets are closed."""
    state = hall.table(name)
    _check_player(hall, actor, state, seat)
    kept = state.before.words.get(seat)
    if kept is None:
        raise RuleError(f"table {name} seat {seat}: no word is kept there", "room/words")
    if not state.before.is_closed(seat):
        why = "it is opened once the dealer has closed the bets, and the seat is dealt in"
        raise RuleError(f"table {name} seat {seat}: {why}", "room/words")
    if kept.word is not None:
        raise RuleError(f"table {name} seat {seat}: the word is opened already", "room/words")
    if not is_word(word):
        raise RuleError(f"a word has 1 to {LONGEST_WORD} characters that can be seen", "room/words")
    if fair.word_commitment(state.shoe.commitment, seat, kept.player, word) != kept.commitment:
        raise RuleError(
            f"table {name} seat {seat}: that is not the word which {kept.player} committed to",
            "room/words",
        )
    return _before_deal(state, actor, {**_row(fairness.WORD_OPENED, state, seat), "word": word})


def is_word(word: object) -> bool:
    return isinstance(word, str) and 0 < len(word) <= LONGEST_WORD and word.isprintable()


def check_idle(state: AnyTable) -> None:
    """The table must be between rounds, and open under these rules."""
    if state.round is not None:
        raise RuleError(f"table {state.name}: its round is not over yet", "room/round")
    if state.rules != rules_hash():
        raise RuleError(
            f"table {state.name} was opened under rules {state.rules[:12]}; these are "
            f"{rules_hash()[:12]}: close it and open it again",
            "room/rules",
        )


def check_act(hall: Hall, actor: Actor, state: AnyTable, seat: int) -> None:
    """The player at the seat, or someone acting for them."""
    own = state.seats.get(seat) == actor.by
    check_may(hall.floor.people, actor.by, "act at their own seat" if own else "act for a player")


def check_plays(state: AnyTable, seat: int) -> None:
    """The seat must take part in the next round."""
    if seat not in state.active:
        does = "is leaving" if seat in state.leaving else "sits out"
        raise RuleError(
            f"table {state.name} seat {seat} {does}; sit in first (room sit-in)", "room/seat"
        )


def check_bets(hall: Hall, state: OpenTable, bets: Bets) -> None:
    """Refuses early what the deal would refuse, and bets above a seat's chips."""
    following = replace(state, rounds=state.rounds + 1)
    fed(hall, following, None, round_begun(state.table, bets, Deck(())))
    for seat, stakes in bets.items():
        cents, chips = sum(stakes.values()), hall.balance(chips_of(state.name, seat))
        if cents > chips:
            raise IllegalWager(
                f"table {state.name} seat {seat} bets {dollars(cents)}; it has {dollars(chips)}",
                "wager/chips",
            )


def bets_closed(hall: Hall, state: AnyTable, actor: Actor, bets: Bets, within: int) -> Transition:
    """Closes the bets; from now on, committed words may be opened."""
    if not LEAST_WITHIN <= within <= MOST_WITHIN:
        raise RuleError(
            f"words are opened within {LEAST_WITHIN} to {MOST_WITHIN} seconds, not {within}",
            "room/words",
        )
    words, until = state.before.words, actor.now + 1000 * within
    listed = [
        {
            "seat": seat,
            "player": state.seats[seat],
            "commitment": words[seat].commitment if seat in words else None,
        }
        for seat in sorted(bets)
    ]
    stakes = {str(seat): dict(bets[seat]) for seat in sorted(bets)}
    row = {"event": fairness.BETS_CLOSED, "bets": stakes, "words": listed, "until": until}
    own = OwnParts(hall, actor).bet(state, bets)
    step = _before_deal(state, actor, row)
    return own.join(step._replace(act=replace(step.act, until=until - 1000 * LEAST_LEFT)))


def begun(state: SomeTable, actor: Actor) -> tuple[SomeTable, tuple[Word, ...]]:
    """The table at the start of its next round: the shoe unsealed, with the words mixed in."""
    words = _dealt_words(state, actor)
    state = state.opened_by(actor.keys)
    before = state.before.dealt(words, state.shoe.first)
    shoe = fairness.mixed(state.shoe, words)
    return replace(state, rounds=state.rounds + 1, shoe=shoe, before=before), words


def _dealt_words(state: AnyTable, actor: Actor) -> tuple[Word, ...]:
    """The words for a deal with closed bets: all are opened, or their time has passed."""
    before = state.before
    if before.closed is None:
        return ()
    if before.missing and actor.now < before.closed.until:
        waits = ", ".join(fair.who(word.seat, word.player) for word in before.missing)
        left = seconds_left(before.closed.until, actor.now)
        raise RuleError(
            f"table {state.name} waits for the words of {waits}; {left} left", "room/words"
        )
    return before.dealt_in


def seconds_left(until: int, now: int) -> str:
    left = -(-(until - now) // 1000)
    return "1 second is" if left == 1 else f"{left} seconds are"


def check_window(state: AnyTable, actor: Actor, missing: Collection[int], *, stated: bool) -> None:
    """A deal waits for seats that may still bet, and takes no stated bets when time is up."""
    before = state.before
    if before.window is not None and before.is_early(actor.now) and missing:
        left = seconds_left(before.window.until, actor.now)
        seats = ", ".join(map(str, sorted(missing)))
        raise RuleError(
            f"table {state.name}: bets are open, and {left} left; the seats that the deal waits"
            f" for: {seats}",
            "room/bets",
        )
    if before.is_late(actor.now) and stated:
        raise RuleError(
            f"table {state.name}: the time for bets is over; deal without naming any", "room/bets"
        )


def in_window(
    step: Transition, state: AnyTable, missing: Collection[int], *, stated: bool
) -> Transition:
    """Makes the result of `check_window` a precondition of writing the deal."""
    window, act = state.before.window, step.act
    if window is None:
        return step
    if missing:
        act = replace(act, since=max(window.until, act.since or 0))
    elif stated:
        until = window.until if act.until is None else min(act.until, window.until)
        act = replace(act, until=until)
    return step._replace(act=act)


def not_sooner(step: Transition, state: AnyTable) -> Transition:
    """A deal that leaves out a committed word may not be written before its time has passed.

    Both times are the store's; this guards against a clock that is set back in between.
    """
    closed = state.before.closed
    if closed is None or not state.before.missing:
        return step
    return step._replace(act=replace(step.act, since=max(closed.until, step.act.since or 0)))


def _check_own(hall: Hall, actor: Actor, state: AnyTable, seat: int) -> None:
    _check_player(hall, actor, state, seat)
    check_idle(state)
    _check_not_closed(state)
    if state.before.is_late(actor.now):
        raise RuleError(
            f"table {state.name}: the time for bets is over; bet again after the round",
            "room/bets",
        )


def _check_not_closed(state: AnyTable) -> None:
    if state.before.closed is not None:
        raise RuleError(
            f"table {state.name}: the bets are closed; bet again after the round", "room/bets"
        )


def _check_player(hall: Hall, actor: Actor, state: AnyTable, seat: int) -> None:
    check_may(hall.floor.people, actor.by, "bet and keep a word at their own seat")
    if state.seats.get(seat) != actor.by:
        sits = state.seats.get(seat)
        raise RuleError(
            f"table {state.name} seat {shown(seat)}: {f'{sits} sits' if sits else 'nobody sits'}"
            f" there, not {actor.by}; only who sits there bets and keeps a word",
            "room/seat",
        )


def _check_shoe(state: AnyTable, shoe: str) -> None:
    """A word committed to for another shoe could not be opened."""
    if shoe and shoe != state.shoe.commitment:
        raise RuleError(
            f"table {state.name} has another shoe now, committed to {state.shoe.commitment}; bet"
            " again",
            "room/shoe",
        )


def _check_keeps(state: AnyTable, seat: int, commitment: str) -> None:
    if not commitment:
        return
    if not fairness.is_commitment(commitment):
        raise _no_commitment(commitment)
    if state.shoe.first:
        raise RuleError(
            f"table {state.name}: cards of this shoe are dealt already, so it takes no word any "
            "more; bet without one, and keep a word after the next shuffle",
            "room/words",
        )
    kept = state.before.words.get(seat)
    if kept is not None and kept.commitment != commitment:
        raise RuleError(
            f"table {state.name} seat {seat}: {kept.player} has committed to a word for this shoe"
            " already; it cannot be another",
            "room/words",
        )


def _no_commitment(given: str) -> RuleError:
    return RuleError(
        f"{shown(given)} is not the commitment of a word: 64 hex digits, as fair.py makes it",
        "room/words",
    )


def _row(event: str, state: AnyTable, seat: int) -> dict[str, object]:
    return {"event": event, "seat": seat, "player": state.seats[seat]}


def _before_deal(state: AnyTable, actor: Actor, row: Mapping[str, object]) -> Transition:
    """No money moves. Changes (not additions) write a snapshot, so that restarts stay short."""
    said, before = {"by": actor.by, "events": [row]}, state.before
    again = row["event"] in (fairness.BET, fairness.WORD_KEPT) and (
        row["seat"] in before.bets or row["seat"] in before.words
    )
    again |= row["event"] == fairness.BETS_OPENED and before.window is not None
    now = replace(state, before=before.after(row))
    step = table_transition(now, actor, [Event(ROUND, body(said))], with_snapshot=again)
    if before.window is None or row["event"] not in (fairness.BET, fairness.WORD_KEPT):
        return step
    return step._replace(act=replace(step.act, until=before.window.until))
