"""A round of any house-banked game: a cursor over the game's flow, from choice to choice.

A `Round` is immutable: an act returns a new one or is refused. Within an act, one working copy is
changed in place. Every step that applies produces one event, so a state is exactly the sum of its
events.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, cast

from croupier.cards.card import check_copies
from croupier.errors import BadCards, BadRecord, IllegalAction, StaleAction
from croupier.money import Cents
from croupier.rules.felt import DEAD_HAND, Face, Felt, FeltHand, Result, Spot, new
from croupier.rules.vocabulary import (
    Choose,
    Collect,
    Deal,
    Game,
    Option,
    Place,
    Reveal,
    Settle,
    Step,
)
from croupier.table.events import (
    DEALER,
    Acted,
    Collected,
    Dealt,
    Opened,
    Revealed,
    RoundEvent,
    Voided,
)
from croupier.table.opening import Bets, Opening, Program, opening, opening_event
from croupier.table.source import Source
from croupier.table.spots import OpenHand, OpenSpot, named, option_named, options_of, settlement
from croupier.table.table import Table


class Round(NamedTuple):
    table: Table
    source: Source
    program: Program
    spots: tuple[Spot, ...]
    dealer: FeltHand
    cursor: int
    events: tuple[RoundEvent, ...]
    options: tuple[Option, ...]  # legal for the seat to act

    @property
    def version(self) -> int:
        """Grows with every event; an act may name the version that it answers."""
        return len(self.events)

    @property
    def over(self) -> bool:
        return self.cursor == len(self.program)

    @property
    def choice(self) -> Choose | None:
        """The choice that the round is waiting for."""
        step = None if self.over else self.program[self.cursor][0]
        return step if isinstance(step, Choose) else None

    @property
    def turn(self) -> int | None:
        """The seat that is to act."""
        if self.cursor == len(self.program):
            return None
        step, place, _, _, _ = self.program[self.cursor]
        return self.spots[place].seat if type(step) is Choose else None

    @property
    def legal(self) -> tuple[str, ...]:
        """Every action that the seat to act may take, and nothing else."""
        return tuple([option.name for option in self.options])

    @property
    def otherwise(self) -> str:
        """The action taken for the seat to act on a timeout: legal, and never a wager."""
        choice = self.choice
        assert choice is not None, "nobody is to act"
        return choice.default(self.options).name

    @property
    def announced(self) -> tuple[str, ...]:
        """The legal actions as announced to the table; empty if they would reveal hidden cards."""
        if self.turn is None:
            return ()
        hand = self.spot(self.turn).hands[0]
        names_cards = any(option.split is not None for option in self.options)
        return () if names_cards and set(hand.faces) != {Face.UP} else self.legal

    @property
    def wagers(self) -> tuple[Mapping[str, Cents], ...]:
        """What each seat has bet."""
        return tuple([spot.wagers for spot in self.spots])

    @property
    def results(self) -> dict[int, dict[str, Result]]:
        return {spot.seat: dict(spot.results) for spot in self.spots}

    def spot(self, seat: int) -> Spot:
        return next(spot for spot in self.spots if spot.seat == seat)

    def act(self, seat: int, action: str, *, version: int | None = None) -> "Round":
        """The round after this seat's action, played on to the next choice or to the end."""
        if version not in (None, self.version):
            raise self.refusal(seat, action, version)
        play = Play(self)
        play.act(seat, action)
        return play.frozen()

    def refusal(
        self, seat: int, action: str, version: int | None = None, *, own: bool = True
    ) -> IllegalAction | StaleAction:
        """The error for an action that is not accepted. Unless it is the player's `own`, it lists
        only what is announced: what is legal may name hidden cards.
        """
        where = f"{self.table.game.id} event {self.version} seat {seat}"
        if version is not None and version != self.version:
            return StaleAction(f"{where}: {action!r} answers event {version}; look again, then act")
        if self.over:
            return IllegalAction(f"{where}: {action!r}; the round is over, nothing is legal")
        if seat != self.turn:
            return IllegalAction(
                f"{where}: {action!r}; it is seat {self.turn}'s turn"
                + (f" (legal there: {', '.join(self.announced)})" if self.announced else ""),
                "action/not_your_turn",
            )
        may = self.legal if own else self.announced
        listed = f"legal: {', '.join(may)}" if may else "only the player may see what is legal"
        return IllegalAction(f"{where}: {action!r}; {listed}")

    def void(self, seat: int, *, forfeit: bool = False) -> "Round":
        """The round after this seat's hand was declared dead, whoever's turn it is.

        Unsettled wagers are returned, or lost if the player forfeits them. The seat and its cards
        take no further part in the round.
        """
        play = Play(self)
        play.void(seat, forfeit=forfeit)
        return play.frozen()


class Mark(NamedTuple):
    """Where a round stood before an act: enough to tell what the act did."""

    version: int
    wagers: tuple[Mapping[str, Cents], ...]  # of each seat


class Play:
    """A mutable round with a single owner, changed in place by every accepted act.

    Freeze it to keep a state or to pass it on.
    """

    __slots__ = (
        *("_options", "cursor", "dealer", "events", "felts"),
        *("program", "source", "spots", "table"),
    )

    def __init__(self, state: Round) -> None:
        self.table, self.source, self.program = state.table, state.source, state.program
        self.events, self.cursor = list(state.events), state.cursor
        self._options: tuple[Option, ...] | None = state.options
        self.dealer = OpenHand(*state.dealer)
        self.spots = [OpenSpot(spot) for spot in state.spots]
        # Felts refer to the mutable spots, so they are built once and stay current.
        seated, dealer = cast(tuple[Spot, ...], tuple(self.spots)), cast(FeltHand, self.dealer)
        self.felts = [Felt(spot, dealer, seated, state.table.options) for spot in seated]

    @property
    def version(self) -> int:
        return len(self.events)

    @property
    def over(self) -> bool:
        return self.cursor == len(self.program)

    def mark(self) -> Mark:
        return new(Mark, (len(self.events), self.wagers))

    @property
    def wagers(self) -> tuple[Mapping[str, Cents], ...]:
        return tuple([spot.wagers for spot in self.spots])

    def act(self, seat: int, action: str) -> None:
        """This seat's action, played on to the next choice or to the end."""
        option = self._named(seat, action)
        if option is None:
            raise self.frozen().refusal(seat, action)
        self.choose(option)
        self.go_on()

    def _named(self, seat: int, action: str) -> Option | None:
        """The legal option that a seat names, if it is the seat's turn."""
        if self.cursor == len(self.program):
            return None
        step, place, _, _, _ = self.program[self.cursor]
        if type(step) is not Choose or seat != self.spots[place].seat:
            return None
        if self._options is not None:
            return named(self._options, action)
        return option_named(self.table, step, self.felts[place], action)

    @property
    def otherwise(self) -> str:
        """The action taken for the seat to act on a timeout; empty if no seat is to act."""
        step = None if self.over else self.program[self.cursor][0]
        return step.default(self.options()).name if isinstance(step, Choose) else ""

    def void(self, seat: int, *, forfeit: bool = False) -> None:
        """This seat's hand is declared dead, and the round played on."""
        where = f"{self.table.game.id} event {self.version} seat {seat}"
        if self.over:
            raise IllegalAction(f"{where}: a dead hand; the round is over", "action/over")
        if seat not in [spot.seat for spot in self.spots]:
            raise IllegalAction(f"{where}: a dead hand; it is not in the round", "action/seat")
        (spot,) = [spot for spot in self.spots if spot.seat == seat]
        event = _voiding(self.table.game, spot, forfeit)
        if not event.results:
            raise IllegalAction(
                f"{where}: a dead hand; all its wagers are settled, and they stand", "action/seat"
            )
        self._void(event)
        self.go_on()

    def frozen(self) -> Round:
        return Round(
            self.table,
            self.source,
            self.program,
            tuple([spot.frozen() for spot in self.spots]),
            self.dealer.frozen(),
            self.cursor,
            tuple(self.events),
            self.options(),
        )

    def options(self) -> tuple[Option, ...]:
        """The options of the seat to act."""
        if self._options is None:
            self._options = self._legal()
        return self._options

    def _legal(self) -> tuple[Option, ...]:
        if self.cursor == len(self.program):
            return ()
        step, place, _, _, _ = self.program[self.cursor]
        if type(step) is not Choose:
            return ()
        return options_of(self.table, step, self.felts[place])

    def go_on(self) -> None:
        """Runs all steps that need no player, up to the next choice or the end."""
        program, end = self.program, len(self.program)
        while self.cursor < end:
            step, place, _, _, _ = program[self.cursor]
            if type(step) is Choose:
                return
            self._tell(self._event(step, place), place)

    def _event(self, step: Step, place: int) -> RoundEvent:
        """The event of a step that needs no choice."""
        if type(step) is Settle:
            return settlement(self.table, step, self.felts[place], self._felts)
        seat = DEALER if place < 0 else self.spots[place].seat
        if type(step) is Deal:
            count = lacking(step, self.spots[place]) if step.up_to else step.cards
            cards = self.source.take(self.events, seat, count)
            return new(Dealt, (seat, cards, step.face, step.place))
        if type(step) is Reveal:
            hands = (self.dealer,) if place < 0 else self.spots[place].hands
            return new(Revealed, (seat, tuple([card for hand in hands for card in hand.cards])))
        assert type(step) is Collect, f"{step} needs a player"
        return Collected(seat, self.spots[place].hands[step.hand].cards, Place(step.hand))

    def next_event(self) -> RoundEvent:
        """The event of the step at the cursor."""
        return self._event(*self.program[self.cursor][:2])

    def _felts(self, step: Settle) -> list[Felt]:
        """The felts of the spots that this step settles, in order of settlement."""
        return [self.felts[line[1]] for line in self.program if line[0] is step]

    def tell(self, event: RoundEvent) -> None:
        """Applies an event of the step at the cursor, and moves the cursor on."""
        self._tell(event, self.program[self.cursor][1])

    def _tell(self, event: RoundEvent, place: int) -> None:
        (self.dealer if place < 0 else self.spots[place]).change(event)
        self.events.append(event)
        self.seek(self.cursor + 1)

    def choose(self, option: Option) -> None:
        """The seat to act takes a legal option."""
        step, place, _, _, _ = self.program[self.cursor]
        assert isinstance(step, Choose)
        spot = self.spots[place]
        spot.choose(self.table.game, step, option)
        self.events.append(new(Acted, (spot.seat, step.name, option.name)))
        self.seek(self.cursor + 1)

    def _void(self, event: Voided) -> None:
        """Voids a hand; the pending choice stays, unless it was the dead hand's."""
        place = [spot.seat for spot in self.spots].index(event.seat)
        self.spots[place].change(event)
        self.events.append(event)
        self.seek(self.cursor)

    def seek(self, cursor: int) -> None:
        """Moves the cursor to the first step from there on that applies."""
        program, spots, felts, end = self.program, self.spots, self.felts, len(self.program)
        self._options = None  # a card or a chip was moved
        while cursor < end:
            step, place, wager, when, fills = program[cursor]
            if place < 0:  # a dealer's step depends on the dealer alone
                if when is None or when(felts[0]):
                    break
            else:
                spot = spots[place]
                if (
                    not spot.dead
                    and (not wager or (wager in spot.wagers and wager not in spot.results))
                    and (when is None or when(felts[place]))
                    and not (fills and type(step) is Deal and lacking(step, spot) <= 0)
                ):
                    break
            cursor += 1
        self.cursor = cursor

    def retell(self, event: RoundEvent) -> None:
        """Replays a recorded event; refuses one that the current step could not have produced."""
        if self.cursor == len(self.program):
            raise BadRecord(f"{event} comes after the end of the round", "record/event")
        step, place, _, _, _ = self.program[self.cursor]
        seat = DEALER if place < 0 else self.spots[place].seat
        if isinstance(step, Choose):
            if self._rechosen(step, event, seat):
                return
        elif isinstance(step, Deal) and isinstance(event, Dealt):
            shape = (event.seat, event.face, event.place, len(event.cards))
            if shape == (seat, step.face, step.place, lacking(step, self.spots[place])):
                return self.tell(event)
        elif not isinstance(step, Deal) and event == self.next_event():
            return self.tell(event)
        raise BadRecord(
            f"{event} where the round came to {type(step).__name__} at seat {seat}", "record/event"
        )

    def _rechosen(self, choice: Choose, event: RoundEvent, seat: int) -> bool:
        """Replays an event of this choice, or a dead hand; False if it is neither."""
        if isinstance(event, Voided):
            for spot in self.spots:
                if spot.seat == event.seat:
                    must = _voiding(self.table.game, spot, event.forfeit)
                    if event == must and event.results:
                        self._void(event)
                        return True
        elif isinstance(event, Acted) and (event.seat, event.choice) == (seat, choice.name):
            for option in self.options():
                if option.name == event.action:
                    self.choose(option)
                    return True
        return False


def deal(table: Table, wagers: Bets, source: Source) -> Round:
    """A new round: the bets are checked, then it is played on to the first choice."""
    return play(table, opening(table, wagers), source).frozen()


def play(table: Table, opened: Opening, source: Source) -> Play:
    """A new mutable round, played on to the first choice."""
    begun = _begun(table, opened, source)
    begun.go_on()
    return begun


def begun(table: Table, wagers: Bets, source: Source) -> Round:
    """The round before its first step; refuses bets that the table does not accept."""
    return _begun(table, opening(table, wagers), source).frozen()


def _begun(table: Table, opened: Opening, source: Source) -> Play:
    event, _, spots, line = opened
    begun = Play(Round(table, source, line, spots, FeltHand(), 0, (event,), ()))
    begun.seek(0)
    return begun


def rebuild(table: Table, source: Source, events: Iterable[RoundEvent]) -> Round:
    """Rebuilds a round from its events; refuses events that this table could not have produced."""
    record = list(events)
    if not record or not isinstance(record[0], Opened):
        raise BadRecord("a round begins with its opening event", "record/event")
    first = record[0]
    expected = opening_event(table, first.wagers)
    if first != expected:
        raise BadRecord(
            f"the events were made at {first.game} with {dict(first.posted)}, "
            f"{dict(first.options)} under rules {first.rules[:12]}; this is {expected.game} "
            f"with {dict(expected.posted)}, {dict(expected.options)} under {expected.rules[:12]}",
            "record/table",
        )
    again = _begun(table, opening(table, first.wagers), source)
    for event in record[1:]:
        again.retell(event)
    dealt = [card for event in record if isinstance(event, Dealt) for card in event.cards]
    try:
        check_copies(dealt, table.game.decks)
    except BadCards as wrong:
        raise BadRecord(wrong.message, "record/event") from wrong
    return again.frozen()


def lacking(step: Deal, spot: Spot | OpenSpot) -> int:
    """How many cards a deal adds to a spot, or to the dealer, who always gets the full count."""
    if not step.up_to:
        return step.cards
    return step.cards - len(spot.hands[step.place.value].cards)


def _voiding(game: Game, spot: OpenSpot, forfeit: bool) -> Voided:
    """The event that voids a spot's unsettled wagers, in the game's order."""
    left = [one.name for one in game.wagers if one.name in spot.wagers.keys() - spot.results.keys()]
    stakes = [(wager, spot.wagers[wager]) for wager in left]
    return Voided(
        spot.seat,
        forfeit,
        tuple(
            Result(wager, stake, Cents(-stake if forfeit else 0), DEAD_HAND)
            for wager, stake in stakes
        ),
    )
