"""What the rounds of a table have in common, made ready for table/lean.py: steps, texts, openings.

How events are written is not stated again: each is written once with nothing in it, and cut there.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from croupier.cards.card import text
from croupier.money import Cents
from croupier.rules.felt import Felt
from croupier.rules.vocabulary import (
    Choose,
    Collect,
    Deal,
    Game,
    Place,
    Reveal,
    Settle,
    Step,
    always,
    program,
)
from croupier.table.events import (
    DEALER,
    Acted,
    Collected,
    Dealt,
    Event,
    Revealed,
    Settled,
    to_json,
    written,
)
from croupier.table.lean import (
    Bets,
    LeanRound,
    LeanSpot,
    Line,
    NotSo,
    Opening,
    Play,
    Settlement,
)
from croupier.table.round import listed, opened, opening
from croupier.table.settling import results_of
from croupier.table.source import Deck
from croupier.table.table import Table

CUT = "\0"  # JSON has it escaped
BETS = re.compile(r'"[^"]*":\{[^{}]*\}')  # a seat and its wagers, as they are written
MOST_KEPT = 20_000  # bets of a table, and what was settled for them; then they are forgotten


class Seating(NamedTuple):
    """What the rounds of some seats have in common, whatever they bet."""

    lines: tuple[tuple[Line, str], ...]  # and the wager without which there is no such line
    most: int  # cards that these may deal


class LeanTable:
    """A table, and what its rounds have in common."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.head = written(to_json(opening(table, {}))).removesuffix("{}}")  # up to the wagers
        self.openings: dict[str, Opening] = {}  # by how the wagers are written
        self.bets: dict[str, Bets] = {}  # by how those of a seat are
        self.seatings: dict[tuple[int, ...], Seating] = {}
        self.plays: dict[tuple[int, int], Play] = {}  # by which step it is, and the seat

    def opening(self, wagers: str) -> Opening:
        """The opening with these wagers, as they are written in its event."""
        found = self.openings.get(wagers)
        if found is None:
            if len(self.openings) >= MOST_KEPT:
                self.openings.clear()
            found = self.openings[wagers] = self._opening(wagers)
        return found

    def _opening(self, wagers: str) -> Opening:
        by_seat = BETS.findall(wagers)
        if f"{{{','.join(by_seat)}}}" != wagers:
            raise NotSo(wagers)
        bets = tuple([self.bets.get(one) or self._bets(one) for one in by_seat])
        seats = tuple([one.seat for one in bets])
        seating = self.seatings.get(seats) or self._seating(seats)
        lines = [
            line for line, name in seating.lines if not name or name in bets[line.place].wagers
        ]
        return Opening(f"{self.head}{wagers}}}", bets, tuple(lines), seating.most)

    def _bets(self, text: str) -> Bets:
        """If the table takes them, and writes them so."""
        told = {int(seat): stakes for seat, stakes in json.loads(f"{{{text}}}").items()}
        state = opened(self.table, Deck(()), opening(self.table, told))
        (spot,) = state.spots
        if written(to_json(state.events[0])) != f"{self.head}{{{text}}}}}":
            raise NotSo(text)
        if len(self.bets) >= MOST_KEPT:
            self.bets.clear()
        found = self.bets[text] = Bets(spot.seat, spot.wagers, tuple(spot.wagers.items()))
        return found

    def _seating(self, seats: tuple[int, ...]) -> Seating:
        """If the table has these seats, and writes them in this order, which is theirs."""
        self.table.check_seats(seats)
        event = written(to_json(opening(self.table, {seat: {} for seat in seats})))
        in_order = ",".join(f'"{seat}":{{}}' for seat in seats)
        if event != f"{self.head}{{{in_order}}}}}" or seats != tuple(sorted(seats)):
            raise NotSo(in_order)
        line = program(self.table.game.flow, len(seats))
        lines = [self._line(step, place, seats) for step, place in line]
        most = sum(step.cards for step, _ in line if isinstance(step, Deal))
        found = self.seatings[seats] = Seating(tuple(lines), most)
        return found

    def _line(self, step: Step, place: int, seats: tuple[int, ...]) -> tuple[Line, str]:
        seat = DEALER if place < 0 else seats[place]
        which = id(step), seat  # steps are not hashed by what they say; the game keeps them
        if which not in self.plays:
            self.plays[which] = _play(self.table, step, seat)
        return Line(max(place, 0), self.plays[which]), _needed(self.table.game, step)


def _needed(game: Game, step: Step) -> str:
    """The wager that a settlement is about, if it cannot be made later in the round."""
    if not isinstance(step, Settle):
        return ""
    wager = game.wager(step.wagers[0])
    return "" if wager is None or wager.follows else wager.name


def _play(table: Table, step: Step, seat: int) -> Play:
    match step:
        case Settle():
            return _settle(table, step, seat)
        case Deal():
            play = _deal(step, seat)
        case Reveal():
            play = _reveal(seat)
        case Collect():
            play = _collect(step, seat)
        case Choose():
            play = _choose(table, step, seat)
    return play if step.when is always else _when(step.when, play)


def _when(applies: Callable[[Felt], bool], play: Play) -> Play:
    def perhaps(state: LeanRound, spot: LeanSpot, felt: Felt) -> None:
        if applies(felt):
            play(state, spot, felt)

    return perhaps


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

    def dealers(state: LeanRound, spot: LeanSpot, felt: Felt) -> None:
        state.told.append(f"{begin}{text(state.dealer.cards)}{end}")

    def seats(state: LeanRound, spot: LeanSpot, felt: Felt) -> None:
        cards = text([card for hand in spot.hands for card in hand.cards])
        state.told.append(f"{begin}{cards}{end}")

    return dealers if seat == DEALER else seats


def _collect(step: Collect, seat: int) -> Play:
    begin, end = _cut(Collected(seat, (), Place(step.hand)), '""')
    at = step.hand

    def play(state: LeanRound, spot: LeanSpot, felt: Felt) -> None:
        hand = spot.hands[at]
        state.told.append(f"{begin}{text(hand.cards)}{end}")
        hand.cards = ()

    return play


def _choose(table: Table, step: Choose, seat: int) -> Play:
    begin, end = _cut(Acted(seat, step.name, ""), '""')
    secure, at = table.game.secure, step.hand

    def play(state: LeanRound, spot: LeanSpot, felt: Felt) -> None:
        """As `spot_after_choice`: chips and cards move."""
        action = next(state.actions, "")
        for option in listed(step, felt):
            if option.name == action and (option.when is always or option.when(felt)):
                break
        else:
            raise NotSo(action)
        made: tuple[Bets, ...] = ()
        if option.bet:
            spot.bets = bets = spot.bets.with_bet(table, felt, option)
            spot.wagers, made = bets.wagers, (bets,)
        if option.keeps:
            spot.cards += spot.offer
        if option.mucks:
            spot.hands[at].cards = ()
        if option.split is not None:
            spot.split(option.split)
        spot.offer = ()
        spot.choices[step.name] = action
        if not secure(felt.spot):
            raise NotSo(action)
        last = state.acts[-1]
        state.begin_act(last.known + len(last.told), f"{begin}{action}{end}", made)

    return play


class _OfStakes(dict[tuple[int, ...], Settlement]):
    """By what the kernel returns."""

    def __init__(self, step: Settle, seat: int, begin: str, wagers: Mapping[str, Cents]) -> None:
        super().__init__()
        self.step, self.seat, self.begin, self.wagers = step, seat, begin, wagers

    def __missing__(self, units: tuple[int, ...]) -> Settlement:
        results = results_of(self.step, units, self.wagers)
        event = written(to_json(Settled(self.seat, results, ())))
        self[units] = found = Settlement(self.seat, results, event.removeprefix(self.begin))
        return found


class _Settlements(dict[Bets, _OfStakes]):
    """Of a step at a seat; bets that are alike in its wagers have the same."""

    def __init__(self, step: Settle, seat: int, begin: str) -> None:
        super().__init__()
        self.step, self.seat, self.begin = step, seat, begin
        self.by_stakes: dict[tuple[Cents | None, ...], _OfStakes] = {}

    def __missing__(self, bets: Bets) -> _OfStakes:
        if len(self) >= MOST_KEPT:
            self.clear()
            self.by_stakes.clear()
        stakes = tuple(map(bets.wagers.get, self.step.wagers))
        if stakes not in self.by_stakes:
            self.by_stakes[stakes] = _OfStakes(self.step, self.seat, self.begin, bets.wagers)
        self[bets] = found = self.by_stakes[stakes]
        return found


def _settle(table: Table, step: Settle, seat: int) -> Play:
    begin, *_ = _cut(Settled(seat, (), ()), "[]")
    tables = tuple(table.steps(key) for key, _ in step.tables)
    facts = tuple(fact.of for fact in step.facts)
    kernel, wager = step.kernel, step.wagers[0]
    when = None if step.when is always else step.when
    known = _Settlements(step, seat, begin)

    def play(state: LeanRound, spot: LeanSpot, felt: Felt) -> None:
        if wager not in spot.wagers or wager in spot.results:
            return
        if when is not None and not when(felt):
            return
        read = []
        for fact in facts:  # a comprehension is one call more
            read.append(fact(felt))
        found = known[spot.bets][kernel(*read, *tables)]
        spot.results.update(found.by_wager)
        state.settled.append(found)
        state.told.append(f"{begin}{','.join(map(_fact, read))}{found.text}")

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
