"""A hand of poker as money: what its new events move between chips, felt, pot and tray.

A seat's stack is its chips account. What it puts in (antes, blinds, calls, bets, raises) moves to
its felt. When the hand is over, uncalled chips go back and the rest of every felt goes into the
pot, out of which come the rake and what the winners were awarded: nothing is left in either.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from croupier.bank.ledger import Posting, Reason
from croupier.cards.card import Card
from croupier.money import Cents
from croupier.room.names import BET, act_id, chips_of, felt_of, posting_id, pot_of, rake_id, tray_of
from croupier.table.poker import record as poker_record
from croupier.table.poker.events import Acted, Awarded, Event, Posted, Raked, Returned
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import PokerTable


def felts(table: str, hand: Hand) -> tuple[str, ...]:
    """The accounts that must be at zero when the hand is over."""
    return (*(felt_of(table, seat) for seat in hand.in_hand), pot_of(table))


def postings(table: str, number: int, before: Hand | None, after: Hand) -> tuple[Posting, ...]:
    """What one act moved: what it put in, then, if it was the last, what everybody gets.

    Ids are made of the hand's number and its events so far, so the same act gives the same ones.
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
    told: Sequence[Mapping[str, Any]],
) -> Iterator[tuple[Hand, tuple[Posting, ...]]]:
    """A hand dealt and acted once more: the hand after each act, and what it must have moved.

    It is played by the stacks, positions and acts that were told (as table/poker/record.py writes
    them), and without a deck by the cards; whether it then tells the same is for whoever asked to
    compare.
    """
    before = None
    for hand in poker_record.played_again(told, deck, table):
        yield hand, postings(name, number, before, hand)
        before = hand


def _put_in(table: str, act: str, new: Sequence[Event]) -> Iterator[Posting]:
    made: dict[int, dict[str, int]] = {}
    for event in new:
        if isinstance(event, Posted):
            made.setdefault(event.seat, {})[event.what] = event.chips
        elif isinstance(event, Acted) and event.chips:
            made.setdefault(event.seat, {})[event.action] = event.chips
    for seat, parts in made.items():
        chips, felt, cents = chips_of(table, seat), felt_of(table, seat), Cents(sum(parts.values()))
        yield Posting(
            posting_id(act, seat, BET), chips, felt, cents, Reason.WAGER, ", ".join(parts)
        )


def _paid(table: str, act: str, hand: Hand) -> Iterator[Posting]:
    pot = pot_of(table)
    back = {event.seat: event.chips for event in hand.events if isinstance(event, Returned)}
    for seat in hand.in_hand:
        felt, returned = felt_of(table, seat), Cents(back.get(seat, 0))
        called = Cents(hand.paid[seat] - returned)
        if returned:
            to, why = chips_of(table, seat), Reason.WAGER_RETURNED
            yield Posting(posting_id(act, seat, "back"), felt, to, returned, why, "uncalled")
        if called:
            yield Posting(posting_id(act, seat, "pot"), felt, pot, called, Reason.POT)
    won: dict[int, dict[str, int]] = {}
    for event in hand.events:
        if isinstance(event, Awarded) and event.chips:
            won.setdefault(event.seat, {})[f"pot {event.pot} {event.half}"] = event.chips
        elif isinstance(event, Raked):
            yield Posting(rake_id(act), pot, tray_of(table), Cents(event.chips), Reason.RAKE)
    for seat, parts in won.items():
        cents, memo = Cents(sum(parts.values())), ", ".join(parts)
        yield Posting(
            posting_id(act, seat, "won"), pot, chips_of(table, seat), cents, Reason.POT, memo
        )
