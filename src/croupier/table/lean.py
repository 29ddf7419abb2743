"""A round played again, fast: for whoever has its record, and asks whether the rules make the same.

The flow, the facts, the settlements and the tests of bets and options are those of table/round.py;
but the state is changed in place, and what happens is told at once as the text that is written
down. So this answers in a fraction of the time, and only yes: where its text is not what was
written, or anything else is strange (any exception at all), ask the table's own engine.
"""

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple, cast

from croupier.cards.card import Card, text
from croupier.money import Cents
from croupier.rules.felt import Felt, Hand, Result, Spot
from croupier.rules.paytable import Steps
from croupier.rules.vocabulary import Choose, Deal, Option, Place, Reveal, Settle, Step, always
from croupier.table.events import DEALER, Acted, Dealt, Event, Revealed, Settled, to_json, written
from croupier.table.round import Program, is_legal, listed, opened, opening, results_of
from croupier.table.source import Deck
from croupier.table.spots import stake_of
from croupier.table.table import Table

CUT = "\0"  # JSON has it escaped
MOST_KEPT = 20_000  # of a table's openings and results; then they are forgotten


class NotSo(Exception):
    """The round cannot have gone as it is written, as far as can be seen here."""


class LeanHand:
    """A hand whose cards are all that is known of it: who sees them is no matter of the rules."""

    __slots__ = ("cards",)

    def __init__(self, cards: tuple[Card, ...] = ()) -> None:
        self.cards = cards


class LeanSpot:
    """A spot that changes; rules read it as they read a `Spot`."""

    __slots__ = ("choices", "hands", "offer", "results", "seat", "wagers")

    def __init__(self, seat: int, wagers: Mapping[str, Cents]) -> None:
        self.seat = seat
        self.wagers = wagers  # shared with other rounds, so never changed in place
        self.hands = [LeanHand()]
        self.offer: tuple[Card, ...] = ()
        self.choices: dict[str, str] = {}
        self.results: dict[str, Result] = {}

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.hands[0].cards


class Line(NamedTuple):
    """A step of the program at a place, with all that does not depend on cards."""

    step: Step
    place: int  # of the spot that it looks at
    seat: int
    when: Callable[[Felt], bool] | None
    wager: str  # that a settlement is about
    play: "Play | None"  # None: a player is to choose
    told: tuple[str, ...]  # its event, cut where what is not known yet is put in
    tables: tuple[Steps, ...]
    number: int  # of the step, whatever the seat


Play = Callable[["LeanRound", Line, LeanSpot, Felt], None]


class Opening(NamedTuple):
    """Bets that a table takes."""

    text: str  # of the opening event
    wagers: tuple[tuple[int, Mapping[str, Cents]], ...]
    lines: tuple[Line, ...]


class LeanTable:
    """A table, and what its rounds have in common."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.head = written(to_json(opening(table, {}))).removesuffix("{}}")  # up to the wagers
        self.openings: dict[str, Opening] = {}
        self.lines: dict[tuple[int, ...], tuple[Line, ...]] = {}  # by the seats that play
        self.numbers: dict[int, int] = {}  # of the steps
        self.settled: dict[tuple[object, ...], tuple[tuple[Result, ...], str]] = {}

    def opening(self, wagers: str) -> Opening:
        """The opening with these wagers, as they are written in its event."""
        found = self.openings.get(wagers)
        if found is None:
            found = self._opening(wagers)
            if len(self.openings) >= MOST_KEPT:
                self.openings.clear()
            self.openings[wagers] = found
        return found

    def _opening(self, wagers: str) -> Opening:
        bets = {int(seat): stakes for seat, stakes in json.loads(wagers).items()}
        state = opened(self.table, Deck(()), opening(self.table, bets))
        event = written(to_json(state.events[0]))
        if event != f"{self.head}{wagers}}}":
            raise NotSo(wagers)
        seats = tuple(spot.seat for spot in state.spots)
        if seats not in self.lines:
            self.lines[seats] = self._lines(state.program, seats)
        stakes = tuple((spot.seat, spot.wagers) for spot in state.spots)
        return Opening(event, stakes, self.lines[seats])

    def _lines(self, program: Program, seats: tuple[int, ...]) -> tuple[Line, ...]:
        return tuple(
            _line(
                self.table,
                step,
                place,
                DEALER if place < 0 else seats[place],
                self.numbers.setdefault(id(step), len(self.numbers)),
            )
            for step, place in program
        )

    def results(
        self, line: Line, units: tuple[int, ...], stakes: Mapping[str, Cents]
    ) -> tuple[tuple[Result, ...], str]:
        """What a kernel returned, in cents, and how that is written."""
        step = cast(Settle, line.step)
        key = (line.number, units, *[stakes.get(wager) for wager in step.wagers])
        found = self.settled.get(key)
        if found is None:
            results = results_of(step, units, stakes)
            event = written(to_json(Settled(line.seat, results, ())))
            begin, middle, end = line.told
            if len(self.settled) >= MOST_KEPT:
                self.settled.clear()
            cut = event[len(begin) + len(middle) : len(event) - len(end)]
            found = self.settled[key] = results, cut
        return found


class LeanRound:
    def __init__(self, table: LeanTable, opening: Opening, deck: tuple[Card, ...]) -> None:
        self.table = table
        self.deck = deck
        self.dealt = 0
        self.lines = opening.lines
        self.cursor = 0
        self.known = 0  # events before the act
        self.told = [opening.text]  # the events of the act
        self.made = opening.wagers  # in the act, by seat
        self.settled: dict[int, tuple[Result, ...]] = {}  # in the act, by seat
        self.results: list[tuple[int, Result]] = []  # in the round, with their seats
        self.dealer = LeanHand()
        self.spots = tuple([LeanSpot(seat, wagers) for seat, wagers in opening.wagers])
        spots, dealer = cast(tuple[Spot, ...], self.spots), cast(Hand, self.dealer)
        options = table.table.options
        self.felts = [Felt(spot, dealer, spots, options) for spot in spots]
        self._play_on()

    @property
    def over(self) -> bool:
        return self.cursor == len(self.lines)

    def act(self, action: str) -> None:
        """The seat to act takes this action, written as its option is."""
        if self.over:
            raise NotSo(action)
        line = self.lines[self.cursor]
        step, spot, felt = cast(Choose, line.step), self.spots[line.place], self.felts[line.place]
        for option in listed(step, felt):
            if option.name == action and is_legal(self.table.table, felt, option):
                break
        else:
            raise NotSo(action)
        begin, end = line.told
        self.known += len(self.told)
        self.told = [f"{begin}{action}{end}"]
        self.made, self.settled = (), {}
        self._choose(step, spot, option)
        self.cursor += 1
        self._play_on()

    def _choose(self, step: Choose, spot: LeanSpot, option: Option) -> None:
        game = self.table.table.game
        if option.bet:
            stake = stake_of(game, cast(Spot, spot), option)
            spot.wagers = {**spot.wagers, option.bet: stake}
            self.made = ((spot.seat, {option.bet: stake}),)
        if option.keeps:
            spot.hands[0].cards += spot.offer
        if option.mucks:
            spot.hands[step.hand].cards = ()
        if option.split is not None:
            spot.hands = [LeanHand(half) for half in option.split]
        spot.offer = ()
        spot.choices[step.name] = option.name
        if not game.secure(cast(Spot, spot)):
            raise NotSo(option.name)

    def _play_on(self) -> None:
        """Everything that needs no player, up to the next choice or the end."""
        lines, spots, felts = self.lines, self.spots, self.felts
        for at in range(self.cursor, len(lines)):
            line = lines[at]
            spot, felt = spots[line.place], felts[line.place]
            if line.wager and (line.wager not in spot.wagers or line.wager in spot.results):
                continue
            if line.when is not None and not line.when(felt):
                continue
            if line.play is None:
                self.cursor = at
                return
            line.play(self, line, spot, felt)
        self.cursor = len(lines)

    def take(self, count: int) -> tuple[Card, ...]:
        cards = self.deck[self.dealt : self.dealt + count]
        if len(cards) < count:
            raise NotSo("the cards do not last")
        self.dealt += count
        return cards


def _dealt_to_dealer(state: LeanRound, line: Line, spot: LeanSpot, felt: Felt) -> None:
    cards = state.take(cast(Deal, line.step).cards)
    state.dealer.cards += cards
    begin, end = line.told
    state.told.append(f"{begin}{text(cards)}{end}")


def _dealt_to_seat(state: LeanRound, line: Line, spot: LeanSpot, felt: Felt) -> None:
    step = cast(Deal, line.step)
    if step.place is Place.OFFER:
        spot.offer = cards = state.take(step.cards)
    else:
        hand = spot.hands[step.place.value]
        count = step.cards - len(hand.cards) if step.up_to else step.cards
        if count == 0:
            return
        cards = state.take(count)
        hand.cards += cards
    begin, end = line.told
    state.told.append(f"{begin}{text(cards)}{end}")


def _revealed(state: LeanRound, line: Line, spot: LeanSpot, felt: Felt) -> None:
    hands = [state.dealer] if line.seat == DEALER else spot.hands
    begin, end = line.told
    cards = text([card for hand in hands for card in hand.cards])
    state.told.append(f"{begin}{cards}{end}")


def _settled(state: LeanRound, line: Line, spot: LeanSpot, felt: Felt) -> None:
    step = cast(Settle, line.step)
    facts = [fact.of(felt) for fact in step.facts]
    units = step.kernel(*facts, *line.tables)
    results, shown = state.table.results(line, units, spot.wagers)
    for result in results:
        spot.results[result.wager] = result
        state.results.append((line.seat, result))
    begin, middle, end = line.told
    known = ",".join([_fact(fact) for fact in facts])
    state.told.append(f"{begin}{known}{middle}{shown}{end}")
    state.settled[line.seat] = state.settled.get(line.seat, ()) + results


def _fact(value: object) -> str:
    return str(value) if type(value) is int else json.dumps(value, separators=(",", ":"))


def _line(table: Table, step: Step, place: int, seat: int, number: int) -> Line:
    play: Play | None = None
    tables: tuple[Steps, ...] = ()
    wager = ""
    match step:
        case Deal():
            play = _dealt_to_dealer if seat == DEALER else _dealt_to_seat
            told = _cut(Dealt(seat, (), step.face, step.place), '""')
        case Reveal():
            play, told = _revealed, _cut(Revealed(seat, ()), '""')
        case Choose():
            told = _cut(Acted(seat, step.name, ""), '""')
        case Settle():
            play, told, wager = _settled, _cut(Settled(seat, (), ()), "[]"), step.wagers[0]
            tables = tuple(table.steps(key) for key, _ in step.tables)
    when = None if step.when is always else step.when
    return Line(step, max(place, 0), seat, when, wager, play, told, tables, number)


def _cut(event: Event, empty: str) -> tuple[str, ...]:
    """An event as it is written, cut in the middle of all that is still empty."""
    opens, closes = empty[0], empty[1]
    whole = written(to_json(event)).replace(empty, f"{opens}{CUT}{closes}")
    return tuple(whole.split(CUT))
