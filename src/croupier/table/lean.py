"""A round played again, fast: for whoever has its record, and asks whether the rules make the same.

The flow, the facts, the settlements and the tests of bets and options are those of table/round.py;
but the state is changed in place, and what happens is told at once as the text that is written
down. So this answers in a fraction of the time, and only yes: where its text is not what was
written, or anything else is strange (any exception at all), ask the table's own engine.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, cast

from croupier.cards.card import Card
from croupier.money import Cents
from croupier.rules.felt import Felt, Hand, Result, Spot
from croupier.rules.vocabulary import Choose, Option
from croupier.table.round import is_legal, listed
from croupier.table.spots import stake_of
from croupier.table.table import Table


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


Play = Callable[["LeanRound", LeanSpot, Felt], None]


class Choice(NamedTuple):
    step: Choose
    begin: str  # of its event, up to the action
    end: str


class Line(NamedTuple):
    """A step of the program at a place, with all that does not depend on cards."""

    place: int  # of the spot that it looks at
    wager: str  # that a settlement is about
    when: Callable[[Felt], bool] | None
    play: Play | None
    choice: Choice | None  # instead: a player is to choose


class Opening(NamedTuple):
    """Bets that a table takes."""

    text: str  # of the opening event
    wagers: tuple[tuple[int, Mapping[str, Cents]], ...]
    lines: tuple[Line, ...]


class LeanRound:
    __slots__ = (
        "cursor",
        "dealer",
        "dealt",
        "deck",
        "felts",
        "known",
        "lines",
        "made",
        "over",
        "results",
        "settled",
        "spots",
        "table",
        "told",
    )

    def __init__(self, table: Table, opening: Opening, deck: tuple[Card, ...]) -> None:
        self.table = table
        self.deck = deck
        self.dealt = 0
        self.lines = opening.lines
        self.cursor = 0
        self.over = False
        self.known = 0  # events before the act
        self.told = [opening.text]  # the events of the act
        self.made = opening.wagers  # in the act, by seat
        self.settled: dict[int, tuple[Result, ...]] = {}  # in the act, by seat
        self.results: list[tuple[int, Result]] = []  # in the round, with their seats
        self.dealer = LeanHand()
        self.spots = [LeanSpot(seat, wagers) for seat, wagers in opening.wagers]
        self.felts = _felts(self.spots, self.dealer, table)
        self._play_on()

    def act(self, action: str) -> None:
        """The seat to act takes this action, written as its option is."""
        place, _, _, _, choice = self.lines[self.cursor]
        if self.over or choice is None:
            raise NotSo(action)
        felt = self.felts[place]
        for option in listed(choice.step, felt):
            if option.name == action and is_legal(self.table, felt, option):
                break
        else:
            raise NotSo(action)
        self.known += len(self.told)
        self.told = [f"{choice.begin}{action}{choice.end}"]
        self.made, self.settled = (), {}
        self._choose(choice.step, self.spots[place], option, felt)
        self.cursor += 1
        self._play_on()

    def _choose(self, step: Choose, spot: LeanSpot, option: Option, felt: Felt) -> None:
        """As `spot_after_choice`: chips and cards move."""
        if option.bet:
            stake = stake_of(self.table.game, felt.spot, option)
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
        if not self.table.game.secure(felt.spot):
            raise NotSo(option.name)

    def _play_on(self) -> None:
        """Everything that needs no player, up to the next choice or the end."""
        lines, spots, felts, at = self.lines, self.spots, self.felts, self.cursor
        for place, wager, when, play, _ in lines[at:] if at else lines:
            spot = spots[place]
            if not wager or (wager in spot.wagers and wager not in spot.results):
                felt = felts[place]
                if when is None or when(felt):
                    if play is None:
                        self.cursor = at
                        return
                    play(self, spot, felt)
            at += 1
        self.over = True

    def take(self, count: int) -> tuple[Card, ...]:
        cards = self.deck[self.dealt : self.dealt + count]
        if len(cards) < count:
            raise NotSo("the cards do not last")
        self.dealt += count
        return cards


def _felts(spots: list[LeanSpot], dealer: LeanHand, table: Table) -> list[Felt]:
    """What lies there changes, and the felts show it: they are laid once."""
    all_spots = cast(tuple[Spot, ...], tuple(spots))
    return [Felt(spot, cast(Hand, dealer), all_spots, table.options) for spot in all_spots]
