"""A round of any house-banked game: a cursor over the game's flow, from choice to choice.

A round is never changed: an act gives a new one, and a refused act gives none. Every step that
applies makes one event, so a state is exactly what its events add up to.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from croupier.cards.card import check_copies, parse
from croupier.errors import BadCards, BadRecord, IllegalAction, IllegalWager, StaleAction, shown
from croupier.games.registry import rules_hash
from croupier.money import Cents
from croupier.rules.felt import DEAD_HAND, Face, Felt, Hand, Result, Spot
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
    always,
    program,
)
from croupier.table.events import (
    DEALER,
    Acted,
    Collected,
    Dealt,
    Event,
    Opened,
    Revealed,
    Voided,
)
from croupier.table.settling import settlement
from croupier.table.source import Source
from croupier.table.spots import dealer_after, spot_after, spot_after_choice, stake_of
from croupier.table.table import Table

Program = tuple[tuple[Step, int], ...]


class Round(NamedTuple):
    table: Table
    source: Source
    program: Program
    spots: tuple[Spot, ...]
    dealer: Hand
    cursor: int
    events: tuple[Event, ...]

    @property
    def version(self) -> int:
        """Grows with every event; an act may say which version it answers."""
        return len(self.events)

    @property
    def over(self) -> bool:
        return self.cursor == len(self.program)

    @property
    def choice(self) -> Choose | None:
        """The choice that the round waits for."""
        if self.over:
            return None
        step = self.program[self.cursor][0]
        return step if isinstance(step, Choose) else None

    @property
    def turn(self) -> int | None:
        """The seat that is to act."""
        return None if self.choice is None else self.spots[self.program[self.cursor][1]].seat

    @property
    def legal(self) -> tuple[str, ...]:
        """Every action that the seat to act may take, and nothing else."""
        return tuple([option.name for option in self.options])

    @property
    def announced(self) -> tuple[str, ...]:
        """What may be said of it to the whole table: nothing, where it would name hidden cards."""
        if self.turn is None:
            return ()
        hand = self.spot(self.turn).hands[0]
        names_cards = any(option.split is not None for option in self.options)
        return () if names_cards and set(hand.faces) != {Face.UP} else self.legal

    @property
    def options(self) -> tuple[Option, ...]:
        choice = self.choice
        if choice is None:
            return ()
        felt = self.felt(self.program[self.cursor][1])
        may = [way for way in listed(choice, felt) if is_legal(self.table, felt, way)]
        return tuple(may)

    @property
    def results(self) -> dict[int, dict[str, Result]]:
        return {spot.seat: dict(spot.results) for spot in self.spots}

    def spot(self, seat: int) -> Spot:
        return next(spot for spot in self.spots if spot.seat == seat)

    def felt(self, place: int) -> Felt:
        return Felt(self.spots[place], self.dealer, self.spots, self.table.options)

    def act(self, seat: int, action: str, *, version: int | None = None) -> "Round":
        """The round after this seat's action, played on to the next choice or to the end."""
        where = f"{self.table.game.id} event {self.version} seat {seat}"
        if version is not None and version != self.version:
            raise StaleAction(f"{where}: {action!r} answers event {version}; look again, then act")
        if self.over:
            raise IllegalAction(f"{where}: {action!r}; the round is over, nothing is legal")
        if seat != self.turn:
            raise IllegalAction(
                f"{where}: {action!r}; it is seat {self.turn}'s turn"
                + (f" (legal there: {', '.join(self.announced)})" if self.announced else ""),
                "action/not_your_turn",
            )
        option = named(self.options, action)
        if option is None:
            raise IllegalAction(f"{where}: {action!r}; legal: {', '.join(self.legal)}")
        return _played_on(_chosen(self, option))

    def void(self, seat: int, *, forfeit: bool = False) -> "Round":
        """The round after this seat's hand was declared dead, whoever's turn it is.

        Wagers that are not settled yet are returned; or lost, if the player forfeits them. The seat
        has no further part in the round, and its cards are out of it.
        """
        where = f"{self.table.game.id} event {self.version} seat {seat}"
        if self.over:
            raise IllegalAction(f"{where}: a dead hand; the round is over", "action/over")
        if seat not in [spot.seat for spot in self.spots]:
            raise IllegalAction(f"{where}: a dead hand; it is not in the round", "action/seat")
        event = _voiding(self.table.game, self.spot(seat), forfeit)
        if not event.results:
            raise IllegalAction(
                f"{where}: a dead hand; all its wagers are settled, and they stand", "action/seat"
            )
        return _played_on(_voided(self, event))


def deal(table: Table, wagers: Mapping[int, Mapping[str, int]], source: Source) -> Round:
    """A new round: the bets are checked, then it is played on to the first choice."""
    return _played_on(opened(table, source, opening(table, wagers)))


def rebuild(table: Table, source: Source, events: Iterable[Event]) -> Round:
    """The round that these events tell; events that this table could not have seen are refused."""
    told = list(events)
    if not told or not isinstance(told[0], Opened):
        raise BadRecord("a round begins with its opening event", "record/event")
    first = told[0]
    expected = opening(table, first.wagers)
    if first != expected:
        raise BadRecord(
            f"the events were made at {first.game} with {dict(first.posted)}, "
            f"{dict(first.options)} under rules {first.rules[:12]}; this is {expected.game} "
            f"with {dict(expected.posted)}, {dict(expected.options)} under {expected.rules[:12]}",
            "record/table",
        )
    state = opened(table, source, first)
    for event in told[1:]:
        state = _told(state, event)
    dealt = [card for event in told if isinstance(event, Dealt) for card in event.cards]
    try:
        check_copies(dealt, table.game.decks)
    except BadCards as wrong:
        raise BadRecord(wrong.message, "record/event") from wrong
    return state


def named(options: Sequence[Option], action: str) -> Option | None:
    """The option that an action names; the cards of a split may be written in any order."""
    wanted = " ".join(action.split()).casefold()
    for option in options:
        if option.name.casefold() == wanted:
            return option
    halves = wanted.replace("|", "/").split("/")
    if len(halves) == 2:
        try:
            asked = {frozenset(parse(half)) for half in halves}
        except BadCards:
            return None
        for option in options:
            if option.split is not None and {frozenset(half) for half in option.split} == asked:
                return option
    return None


def opening(table: Table, wagers: Mapping[int, Mapping[str, int]]) -> Opened:
    for seat, made in wagers.items():
        if type(seat) is not int or not isinstance(made, Mapping):
            raise IllegalWager(
                f"seat {shown(seat)}: {shown(made)}; say which wagers it makes, by their names"
            )
    stakes = {
        seat: {name: Cents(stake) for name, stake in wagers[seat].items()}
        for seat in sorted(wagers)
    }
    return Opened(table.game.id, rules_hash(), table.posted_ids, dict(table.options), stakes)


def opened(table: Table, source: Source, first: Opened) -> Round:
    """The state before the first step that applies, if the bets are ones that the table takes."""
    table.check_seats(first.wagers)
    for seat, stakes in first.wagers.items():
        table.check_stakes(seat, stakes)
    spots = tuple(Spot(seat, first.wagers[seat]) for seat in sorted(first.wagers))
    line = program(table.game.flow, len(spots))
    cursor = _next_step(table, line, spots, Hand(), 0)
    return Round(table, source, line, spots, Hand(), cursor, (first,))


def _played_on(state: Round) -> Round:
    """Everything that needs no player, up to the next choice or the end."""
    line = state.program
    while state.cursor < len(line) and not isinstance(line[state.cursor][0], Choose):
        state = _applied(state, _next_event(state))
    return state


def _next_event(state: Round) -> Event:
    step, place = state.program[state.cursor]
    seat = DEALER if place < 0 else state.spots[place].seat
    match step:
        case Deal():
            cards = state.source.take(state.events, seat, _lacking(step, state.spots, place))
            return Dealt(seat, cards, step.face, step.place)
        case Reveal():
            hands = (state.dealer,) if place < 0 else state.spots[place].hands
            return Revealed(seat, tuple([card for hand in hands for card in hand.cards]))
        case Collect():
            cards = state.spots[place].hands[step.hand].cards
            return Collected(seat, cards, Place(step.hand))
        case Settle():
            return settlement(state.table, step, place, state.felt, lambda: _places(state, step))
        case Choose():
            raise AssertionError(f"{step.name} needs a player")


def _places(state: Round, step: Settle) -> list[int]:
    """Of the spots that this step settles, in the order of settlement."""
    return [place for one, place in state.program if one is step]


def listed(choice: Choose, felt: Felt) -> tuple[Option, ...]:
    return choice.options(felt) if callable(choice.options) else choice.options


def is_legal(table: Table, felt: Felt, option: Option) -> bool:
    """A wager outside the table's limits cannot be made, so its option is not legal."""
    if option.when is not always and not option.when(felt):
        return False
    return not option.bet or takes(table, option.bet, stake_of(table.game, felt.spot, option))


def takes(table: Table, bet: str, stake: Cents) -> bool:
    """Whether a wager that a choice makes is within the table's limits."""
    wager = table.game.wager(bet)
    assert wager is not None, f"{table.game.id} has no wager {bet!r}"
    least = table.limits.minimums.get(wager.name, 0)  # the house's own; it follows a checked bet
    return least <= stake <= table.limits.most(wager)


def _lacking(step: Deal, spots: Sequence[Spot], place: int) -> int:
    if not step.up_to:
        return step.cards
    return step.cards - len(spots[place].hands[step.place.value].cards)


def _next_step(
    table: Table, line: Program, spots: tuple[Spot, ...], dealer: Hand, cursor: int
) -> int:
    """The place in the line of the first step, from the cursor on, that applies."""
    for at in range(cursor, len(line)):
        step, place = line[at]
        spot = spots[max(place, 0)]  # the dealer's steps look at the dealer alone
        if spot.dead and place >= 0:
            continue
        if isinstance(step, Settle) and (
            step.wagers[0] not in spot.wagers or step.wagers[0] in spot.results
        ):
            continue
        # Most steps always apply: to lay a felt for each would take most of the time here.
        if step.when is not always and not step.when(Felt(spot, dealer, spots, table.options)):
            continue
        if isinstance(step, Deal) and step.up_to and _lacking(step, spots, place) == 0:
            continue
        return at
    return len(line)


def _applied(state: Round, event: Event) -> Round:
    """The state after an event of the step under the cursor, if it is no choice."""
    place = state.program[state.cursor][1]
    if place < 0:
        return _moved(state, event, state.spots, dealer_after(state.dealer, event))
    changed = spot_after(state.spots[place], event)
    return _moved(state, event, _with_spot(state, place, changed), state.dealer)


def _chosen(state: Round, option: Option) -> Round:
    """The state after the seat to act chose a legal option."""
    step, place = state.program[state.cursor]
    assert isinstance(step, Choose)
    spot = state.spots[place]
    changed = spot_after_choice(state.table.game, spot, step, option)
    event = Acted(spot.seat, step.name, option.name)
    return _moved(state, event, _with_spot(state, place, changed), state.dealer)


def _voiding(game: Game, spot: Spot, forfeit: bool) -> Voided:
    """What a dead hand does to the wagers of a spot that are not settled, in the game's order."""
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


def _voided(state: Round, event: Voided) -> Round:
    """The choice that the round waits for stays, unless it was the dead hand's."""
    place = [spot.seat for spot in state.spots].index(event.seat)
    spots = _with_spot(state, place, spot_after(state.spots[place], event))
    cursor = _next_step(state.table, state.program, spots, state.dealer, state.cursor)
    return state._replace(spots=spots, cursor=cursor, events=(*state.events, event))


def _with_spot(state: Round, place: int, changed: Spot) -> tuple[Spot, ...]:
    return (*state.spots[:place], changed, *state.spots[place + 1 :])


def _moved(state: Round, event: Event, spots: tuple[Spot, ...], dealer: Hand) -> Round:
    """An event of the step under the cursor is added, the cursor goes to what applies next."""
    cursor = _next_step(state.table, state.program, spots, dealer, state.cursor + 1)
    events = (*state.events, event)
    return Round(state.table, state.source, state.program, spots, dealer, cursor, events)


def _told(state: Round, event: Event) -> Round:
    """The state after a recorded event, if the step under the cursor could have made it."""
    if state.over:
        raise BadRecord(f"{event} comes after the end of the round", "record/event")
    step, place = state.program[state.cursor]
    seat = DEALER if place < 0 else state.spots[place].seat
    if isinstance(step, Choose):
        if isinstance(event, Voided) and any(spot.seat == event.seat for spot in state.spots):
            must = _voiding(state.table.game, state.spot(event.seat), event.forfeit)
            if event == must and event.results:
                return _voided(state, event)
        elif isinstance(event, Acted) and (event.seat, event.choice) == (seat, step.name):
            felt = state.felt(place)
            for option in listed(step, felt):
                if option.name == event.action and is_legal(state.table, felt, option):
                    return _chosen(state, option)
    elif isinstance(step, Deal) and isinstance(event, Dealt):
        shape = (event.seat, event.face, event.place, len(event.cards))
        if shape == (seat, step.face, step.place, _lacking(step, state.spots, place)):
            return _applied(state, event)
    elif not isinstance(step, Deal) and event == _next_event(state):
        return _applied(state, event)
    raise BadRecord(
        f"{event} where the round came to {type(step).__name__} at seat {seat}", "record/event"
    )
