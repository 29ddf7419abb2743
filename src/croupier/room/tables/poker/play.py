"""Poker tables: opening, deals, acts and mistakes.

The decisions that house-banked tables share are in rounds.py.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from croupier.bank.act import Event
from croupier.bank.ledger import Posting, Purpose
from croupier.cards.card import Card, text
from croupier.errors import IllegalAction, RuleError
from croupier.money import Cents
from croupier.room.names import BET, act_id, chips_of, felt_of, posting_id, pot_of, rake_id, tray_of
from croupier.room.own_limits.stakes import OwnParts, may_play
from croupier.room.state.hall import Actor, Hall, Transition, table_transition
from croupier.room.tables import mistakes
from croupier.room.tables.bets import begun, bets_closed, check_window, in_window
from croupier.room.tables.opening import NewTable
from croupier.room.tables.payouts import taken_back
from croupier.room.tables.poker.amounts import in_chips
from croupier.room.tables.poker.state import OpenPoker, new_deck
from croupier.room.tables.shoes import end_of_shoe
from croupier.room.tables.state import ROUND, TIMED_OUT, body
from croupier.room.tables.words import dealt_body, words_of
from croupier.table.opening import Bets
from croupier.table.poker import record as poker_record
from croupier.table.poker.deal import Dealing, deal, debt_text
from croupier.table.poker.events import Awarded, HandEvent, Posted, Raked, Returned, SeatActed
from croupier.table.poker.hand import Hand
from croupier.table.poker.record import to_json
from croupier.table.poker.table import PokerTable
from croupier.table.shoe import NewSecret, source


def opening(name: str, table: PokerTable, new_secret: NewSecret) -> NewTable:
    """The house wins only the rake."""
    return NewTable(OpenPoker(name, table, new_deck(new_secret), {}, {}))


class PokerPlay(NamedTuple):
    state: OpenPoker

    def deal(self, hall: Hall, actor: Actor, bets: Bets, within: int) -> Transition:
        """Antes, blinds and cards, for all seats that are ready or for those named in `bets`.

        A seat is named with an empty bet: its position decides what it posts.
        """
        state = self.state
        if any(bets.values()):
            raise RuleError(f"table {state.name} plays poker: name no bets", "room/game")
        able = [seat for seat in state.ready if may_play(hall, actor, state, seat)]
        dealing = _dealing(state, able, list(bets) or None)
        ready = state.dealing(able).seats if state.before.window else ()
        missing = [seat for seat in ready if seat not in state.before.words]
        check_window(state, actor, missing, stated=False)
        if words_of(state.before.words, dealing.seats):
            _hand(state.opened_by(actor.keys), dealing)  # raises what the deal would refuse
            step = bets_closed(hall, state, actor, {seat: {} for seat in dealing.seats}, within)
        else:
            step = _dealt(hall, actor, state, dealing)
        return in_window(step, state, missing, stated=False)

    def deal_closed(self, hall: Hall, actor: Actor, bets: Bets) -> Transition:
        return _dealt(hall, actor, self.state, self.state.dealing(bets))

    def act(
        self, hall: Hall, actor: Actor, seat: int, action: str, version: int | None
    ) -> Transition:
        """`action` names an amount in dollars: `raise $8` is a raise to $8."""
        state, hand = self._going_on(actor)
        try:
            after = hand.act(seat, in_chips(hand, seat, action), version=version)
        except IllegalAction as refused:
            if refused.code != "action/cards" or state.seats.get(seat) == actor.by:
                raise
            # Otherwise somebody acting for a player could find out their cards one by one.
            message = f"seat {seat} does not hold all of these cards"
            raise IllegalAction(message, refused.code) from None
        return _played(hall, state, actor, hand, after)

    def time_out(self, hall: Hall, actor: Actor, seat: int, version: int) -> Transition:
        state, hand = self._going_on(actor)
        after = hand.act(seat, hand.otherwise, version=version)
        return _played(hall, state, actor, hand, after, said=TIMED_OUT)

    def call_off(self, hall: Hall, actor: Actor, reason: str, cause: str) -> Transition:
        """Every posting is reversed, and the button does not move."""
        state, hand = self.state, self.state.round
        mistakes.check_call_off(hall, actor, state, reason, cause)
        if hand is None:
            return mistakes.bets_called_off(hall, state, actor, reason, cause, new_deck())
        again = played_again(state.name, state.rounds, state.table, None, to_json(hand))
        off, said = mistakes.shoe_off(state, actor, state.rounds, reason, cause, new_deck())
        moved = taken_back(moved for _, moved in again)
        events, cleared = [Event(mistakes.CALLED_OFF, body(said))], felts(state.name, hand)
        step = table_transition(replace(off, round=None), actor, events, moved, cleared=cleared)
        return OwnParts(hall, actor).end(state, moved).join(step)

    def dead_hand(
        self, hall: Hall, actor: Actor, seat: int, reason: str, forfeit: bool
    ) -> Transition:
        """The hand is folded, even out of turn; its chips stay in the pot."""
        state, hand = self._going_on(actor)
        after = hand.void(seat)
        return _played(
            hall,
            state,
            actor,
            hand,
            after,
            mistakes.dead_event(actor, state, seat, reason, forfeit=True),
        )

    def exposed(self, hall: Hall, actor: Actor, seat: int, number: int, reason: str) -> Transition:
        """During the deal the card is replaced, or it is a misdeal; later the hand stands."""
        state, hand = self.state, self.state.round
        assert hand is not None
        held = hand.held[seat] if seat in hand.in_hand else ()
        if number not in range(1, len(held) + 1):
            raise RuleError(
                f"table {state.name}: card {number} of seat {seat}, which holds {len(held)} cards",
                "room/exposed",
            )
        card = text((held[number - 1],))
        if hand.is_misdeal(seat, number):
            reason = f"seat {seat}, {card}: {reason}"
            return self.call_off(hall, actor, reason, mistakes.CARD_EXPOSED)
        if not hand.untouched:
            return mistakes.stands(state, actor, seat, number, card, reason)
        event = mistakes.exposed_event(actor, state, seat, number, card, mistakes.REPLACED, reason)
        state, hand = self._going_on(actor)
        return _played(hall, state, actor, hand, hand.expose(seat, number), event)

    def _going_on(self, actor: Actor) -> tuple[OpenPoker, Hand]:
        """The table and its hand, with the cards to come."""
        state = self.state.opened_by(actor.keys)
        assert state.round is not None
        return state, state.round


def _dealing(state: OpenPoker, able: Sequence[int], seats: Collection[int] | None) -> Dealing:
    """To the seats named, or to all that are ready and `able` under their players' own limits."""
    name = state.name
    playing = able if seats is None else sorted(set(seats))
    absent = [seat for seat in playing if seat not in state.ready]
    if absent:
        raise RuleError(
            f"table {name} seat {absent[0]} cannot play: it takes a player with chips who does not "
            "sit out or leave",
            "room/seat",
        )
    if len(playing) < 2:
        raise RuleError(f"table {name}: {len(playing)} to play; a hand takes two", "room/seat")
    dealing = state.dealing(playing)
    if seats is None and len(able) < len(state.ready):
        dealing = state.dealing(dealing.seats)  # as if the dealer had named them
    waiting = [seat for seat in playing if seat not in dealing.seats]
    if waiting and seats is not None:
        raise RuleError(
            f"table {name} seat {waiting[0]} owes {debt_text(state.blinds.owed[waiting[0]])}: it "
            "posts, once the button has passed it, or waits for the big blind",
            "room/blinds",
        )
    return dealing


def _dealt(hall: Hall, actor: Actor, state: OpenPoker, dealing: Dealing) -> Transition:
    own = OwnParts(hall, actor).dealt(state, {seat: {} for seat in dealing.seats})
    state, words = begun(state, actor)
    hand = _hand(state, dealing)
    return _played(hall, state, actor, None, hand, said=dealt_body(words), own=own)


def _hand(state: OpenPoker, dealing: Dealing) -> Hand:
    at, seats, posts = dealing
    stacks = {seat: state.stacks[seat] for seat in seats}
    return deal(state.table, stacks, at, source(state.shoe).cards, posts)


def _played(
    hall: Hall,
    state: OpenPoker,
    actor: Actor,
    before: Hand | None,
    after: Hand,
    *more: Event,
    said: Mapping[str, object] = MappingProxyType({}),
    own: OwnParts | None = None,
) -> Transition:
    """The hand's new events and postings; after the last act, the next shuffle."""
    known = 0 if before is None else before.version
    said = {
        **said,
        "number": state.rounds,
        "opened": state.opened,
        "by": actor.by,
        "events": to_json(after, known),
    }
    now = replace(state, round=after)
    if after.over:
        now = replace(state.after_hand(after.positions, after.in_hand), shoe=new_deck())
        said |= {"shoe": now.shoe.published(), **end_of_shoe(state.shoe, actor.keys)}
    moved = postings(state.name, state.rounds, before, after)
    stacks = now.with_money(moved).stacks
    assert all(stacks.get(seat, 0) == after.stacks[seat] for seat in after.in_hand), (
        "the books move other chips than the hand"
    )
    cleared = felts(state.name, after) if after.over else ()
    own = own or OwnParts(hall, actor)
    if after.over:
        own.end(state, moved)
    events = [Event(ROUND, body(said)), *more]
    return own.join(table_transition(now, actor, events, moved, cleared=cleared))


# Money. A seat's stack is its chips account. Chips that it bets (antes, blinds, calls, raises)
# moves to its felt. When the hand is over, uncalled chips go back and the rest of every felt goes
# into the pot, which pays the rake and the winners: both end at zero.


def felts(table: str, hand: Hand) -> tuple[str, ...]:
    """The accounts that must be at zero when the hand is over."""
    return (*(felt_of(table, seat) for seat in hand.in_hand), pot_of(table))


def postings(table: str, number: int, before: Hand | None, after: Hand) -> tuple[Posting, ...]:
    """The postings of one act: chips put in and, after the last act, chips paid out.

    Ids derive from the hand's number and its events so far, so the same act has the same ids.
    """
    known = 0 if before is None else before.version
    act = act_id(table, number, known)
    paid = _paid(table, act, after) if after.over else ()
    return (*_put_in(table, act, after.events[known:]), *paid)


def played_again(
    name: str,
    number: int,
    table: PokerTable,
    deck: Sequence[Card] | None,
    record: Sequence[Mapping[str, Any]],
) -> Iterator[tuple[Hand, tuple[Posting, ...]]]:
    """Replays a hand: the hand after each act, and the postings that act must have made.

    Stacks, positions and acts come from the record (table/poker/record.py), and so do the cards if
    there is no deck; the caller compares the result with the record.
    """
    before = None
    for hand in poker_record.played_again(record, deck, table):
        yield hand, postings(name, number, before, hand)
        before = hand


def _put_in(table: str, act: str, new: Sequence[HandEvent]) -> Iterator[Posting]:
    made: dict[int, dict[str, int]] = {}
    for event in new:
        if isinstance(event, Posted):
            made.setdefault(event.seat, {})[event.what] = event.chips
        elif isinstance(event, SeatActed) and event.chips:
            made.setdefault(event.seat, {})[event.action] = event.chips
    for seat, parts in made.items():
        chips, felt, cents = chips_of(table, seat), felt_of(table, seat), Cents(sum(parts.values()))
        yield Posting(
            posting_id(act, seat, BET), chips, felt, cents, Purpose.WAGER, ", ".join(parts)
        )


def _paid(table: str, act: str, hand: Hand) -> Iterator[Posting]:
    pot = pot_of(table)
    back = {event.seat: event.chips for event in hand.events if isinstance(event, Returned)}
    for seat in hand.in_hand:
        felt, returned = felt_of(table, seat), Cents(back.get(seat, 0))
        called = Cents(hand.paid[seat] - returned)
        if returned:
            to, why = chips_of(table, seat), Purpose.WAGER_RETURNED
            yield Posting(posting_id(act, seat, "back"), felt, to, returned, why, "uncalled")
        if called:
            yield Posting(posting_id(act, seat, "pot"), felt, pot, called, Purpose.POT)
    won: dict[int, dict[str, int]] = {}
    for event in hand.events:
        if isinstance(event, Awarded) and event.chips:
            won.setdefault(event.seat, {})[f"pot {event.pot} {event.half}"] = event.chips
        elif isinstance(event, Raked):
            yield Posting(rake_id(act), pot, tray_of(table), Cents(event.chips), Purpose.RAKE)
    for seat, parts in won.items():
        cents, memo = Cents(sum(parts.values())), ", ".join(parts)
        yield Posting(
            posting_id(act, seat, "won"), pot, chips_of(table, seat), cents, Purpose.POT, memo
        )
