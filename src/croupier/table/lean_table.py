"""What the rounds of a table have in common, made ready for table/lean.py: steps, texts, openings.

How events are written is not stated again: each is written once with nothing in it, and cut there.
"""

import json
from collections.abc import Mapping
from typing import NamedTuple

from croupier.cards.card import text
from croupier.money import Cents
from croupier.rules.felt import Felt, Result
from croupier.rules.vocabulary import Choose, Deal, Place, Reveal, Settle, Step, always
from croupier.table.events import (
    DEALER,
    Acted,
    Dealt,
    Event,
    Revealed,
    Settled,
    to_json,
    written,
)
from croupier.table.lean import Bets, Choice, LeanRound, LeanSpot, Line, NotSo, Opening, Play
from croupier.table.round import Program, opened, opening, results_of
from croupier.table.source import Deck
from croupier.table.table import Table

CUT = "\0"  # JSON has it escaped
Made = tuple[tuple[int, frozenset[str]], ...]  # the names of wagers, by seat
MOST_KEPT = 20_000  # of a table's openings and results; then they are forgotten


class LeanTable:
    """A table, and what its rounds have in common."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.head = written(to_json(opening(table, {}))).removesuffix("{}}")  # up to the wagers
        self.openings: dict[str, Opening] = {}
        self.lines: dict[Made, tuple[Line, ...]] = {}  # by the wagers of each seat

    def opening(self, wagers: str) -> Opening:
        """The opening with these wagers, as they are written in its event."""
        found = self.openings.get(wagers)
        if found is None:
            if len(self.openings) >= MOST_KEPT:
                self.openings.clear()
            found = self.openings[wagers] = self._opening(wagers)
        return found

    def _opening(self, wagers: str) -> Opening:
        told = {int(seat): stakes for seat, stakes in json.loads(wagers).items()}
        state = opened(self.table, Deck(()), opening(self.table, told))
        event = written(to_json(state.events[0]))
        if event != f"{self.head}{wagers}}}":
            raise NotSo(wagers)
        bets = [Bets(spot.seat, spot.wagers, tuple(spot.wagers.items())) for spot in state.spots]
        names = tuple((spot.seat, frozenset(spot.wagers)) for spot in state.spots)
        if names not in self.lines:
            self.lines[names] = _lines(self.table, state.program, names)
        return Opening(event, tuple(bets), self.lines[names])


def _lines(table: Table, program: Program, made: Made) -> tuple[Line, ...]:
    return tuple(
        _line(table, step, max(place, 0), DEALER if place < 0 else made[place][0])
        for step, place in program
        if not isinstance(step, Settle) or _may_be(table, step.wagers[0], made[place][1])
    )


def _may_be(table: Table, name: str, made: frozenset[str]) -> bool:
    """Whether a wager is made, or may still be."""
    wager = table.game.wager(name)
    return name in made or wager is None or wager.follows


def _line(table: Table, step: Step, place: int, seat: int) -> Line:
    when = None if step.when is always else step.when
    match step:
        case Deal():
            return Line(place, "", when, _deal(step, seat), None)
        case Reveal():
            return Line(place, "", when, _reveal(seat), None)
        case Settle():
            return Line(place, step.wagers[0], when, _settle(table, step, seat), None)
        case Choose():
            begin, end = _cut(Acted(seat, step.name, ""), '""')
            return Line(place, "", when, None, Choice(step, begin, end))


def _deal(step: Deal, seat: int) -> Play:
    begin, end = _cut(Dealt(seat, (), step.face, step.place), '""')
    count, up_to, at, is_offer = step.cards, step.up_to, step.place.value, step.place is Place.OFFER

    def to_dealer(state: LeanRound, spot: LeanSpot, felt: Felt) -> None:
        cards = state.take(count)
        state.dealer.cards += cards
        state.told.append(f"{begin}{text(cards)}{end}")

    def to_seat(state: LeanRound, spot: LeanSpot, felt: Felt) -> None:
        if is_offer:
            spot.offer = cards = state.take(count)
        else:
            hand = spot.hands[at]
            lacking = count - len(hand.cards) if up_to else count
            if not lacking:
                return
            cards = state.take(lacking)
            hand.cards += cards
        state.told.append(f"{begin}{text(cards)}{end}")

    return to_dealer if seat == DEALER else to_seat


def _reveal(seat: int) -> Play:
    begin, end = _cut(Revealed(seat, ()), '""')

    def play(state: LeanRound, spot: LeanSpot, felt: Felt) -> None:
        hands = [state.dealer] if seat == DEALER else spot.hands
        cards = text([card for hand in hands for card in hand.cards])
        state.told.append(f"{begin}{cards}{end}")

    return play


class _Shown(NamedTuple):
    """What a kernel returned for certain stakes, ready to be put down and told."""

    results: tuple[Result, ...]
    by_wager: dict[str, Result]
    by_seat: tuple[tuple[int, Result], ...]
    text: str  # of the event, after its facts


def _settle(table: Table, step: Settle, seat: int) -> Play:
    begin, *_ = _cut(Settled(seat, (), ()), "[]")
    tables = tuple(table.steps(key) for key, _ in step.tables)
    facts = tuple(fact.of for fact in step.facts)
    kernel, wagers = step.kernel, step.wagers
    known: dict[tuple[object, ...], _Shown] = {}

    def shown(units: tuple[int, ...], stakes: Mapping[str, Cents]) -> _Shown:
        results = results_of(step, units, stakes)
        event = written(to_json(Settled(seat, results, ())))
        by_wager = {result.wager: result for result in results}
        by_seat = tuple((seat, result) for result in results)
        return _Shown(results, by_wager, by_seat, event.removeprefix(begin))

    def play(state: LeanRound, spot: LeanSpot, felt: Felt) -> None:
        read = [fact(felt) for fact in facts]
        units = kernel(*read, *tables)
        key = (units, *map(spot.wagers.get, wagers))
        found = known.get(key)
        if found is None:
            if len(known) >= MOST_KEPT:
                known.clear()
            found = known[key] = shown(units, spot.wagers)
        results, by_wager, by_seat, rest = found
        spot.results.update(by_wager)
        state.results += by_seat
        state.told.append(f"{begin}{','.join(map(_fact, read))}{rest}")
        settled = state.settled
        settled[seat] = settled[seat] + results if seat in settled else results

    return play


def _fact(value: object) -> str:
    if type(value) is int:
        return str(value)
    if type(value) is bool:
        return "true" if value else "false"
    return json.dumps(value, separators=(",", ":"))


def _cut(event: Event, empty: str) -> tuple[str, ...]:
    """An event as it is written, cut in the middle of all that is still empty."""
    opens, closes = empty[0], empty[1]
    whole = written(to_json(event)).replace(empty, f"{opens}{CUT}{closes}")
    return tuple(whole.split(CUT))
