"""A round played again, fast: for whoever has its record, and asks whether the rules make the same.

The flow, the facts, the settlements and the tests of bets and options are those of table/round.py;
but the state is changed in place, and what happens is told at once as the text that is written
down. So this answers in a fraction of the time, and only yes: where its text is not what was
written, or anything else is strange (any exception at all), ask the table's own engine.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from croupier.cards.card import Card
from croupier.money import Cents
from croupier.rules.felt import Felt, Hand, Result, Spot
from croupier.rules.vocabulary import Choose, Option, always
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


Stakes = tuple[tuple[str, Cents], ...]


class Bets:
    """What a seat has wagered, and what may come of it: all rounds that begin so share it."""

    __slots__ = ("after", "made", "seat", "wagers")

    def __init__(self, seat: int, wagers: Mapping[str, Cents], made: Stakes) -> None:
        self.seat = seat
        self.wagers = wagers
        self.made = made  # the newest of them
        self.after: dict[tuple[str, int], Bets] = {}

    def with_bet(self, table: Table, felt: Felt, option: Option) -> "Bets":
        """After an option that makes a wager; one that is not legal is not so."""
        found = self.after.get((option.bet, option.times))
        if found is None:
            if not is_legal(table, felt, option):
                raise NotSo(option.name)
            stake = stake_of(table.game, felt.spot, option)
            found = Bets(self.seat, {**self.wagers, option.bet: stake}, ((option.bet, stake),))
            self.after[option.bet, option.times] = found
        return found


class LeanSpot:
    """A spot that changes; rules read it as they read a `Spot`."""

    __slots__ = ("bets", "choices", "hands", "offer", "results", "seat", "wagers")

    def __init__(self, bets: Bets) -> None:
        self.bets = bets
        self.seat = bets.seat
        self.wagers = bets.wagers  # shared with other rounds, so never changed in place
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
    bets: tuple[Bets, ...]
    lines: tuple[Line, ...]


class Act(NamedTuple):
    """What came of the bets, or of one player's choice, up to the next choice or the end."""

    known: int  # events before it
    told: list[str]  # its events
    made: tuple[Bets, ...]  # of seats that made wagers
    settled: dict[int, tuple[Result, ...]]  # by seat


class LeanRound:
    """A whole round, by the bets and the actions of its record."""

    __slots__ = ("acts", "dealer", "dealt", "deck", "results", "settled", "spots", "table", "told")

    def __init__(
        self, table: Table, opening: Opening, deck: Sequence[int], actions: Iterable[str]
    ) -> None:
        self.table = table
        self.deck = deck
        self.dealt = 0
        self.dealer = LeanHand()
        self.spots = [LeanSpot(bets) for bets in opening.bets]
        self.results: list[tuple[int, Result]] = []  # with their seats
        self.acts: list[Act] = []
        self._begin_act(0, opening.text, opening.bets)
        self._play(opening.lines, iter(actions))

    def _begin_act(self, known: int, event: str, made: tuple[Bets, ...]) -> None:
        self.told = [event]
        self.settled: dict[int, tuple[Result, ...]] = {}
        self.acts.append(Act(known, self.told, made, self.settled))

    def _play(self, lines: tuple[Line, ...], actions: Iterator[str]) -> None:
        spots = self.spots
        # What lies there changes, and the felts show it: they are laid once.
        all_spots = cast(tuple[Spot, ...], tuple(spots))
        dealer, options = cast(Hand, self.dealer), self.table.options
        felts = [Felt(spot, dealer, all_spots, options) for spot in all_spots]
        for place, wager, when, play, choice in lines:
            spot = spots[place]
            if wager and (wager not in spot.wagers or wager in spot.results):
                continue
            felt = felts[place]
            if when is None or when(felt):
                if play is not None:
                    play(self, spot, felt)
                elif choice is not None:
                    self._choose(choice, spot, felt, next(actions, ""))
        if next(actions, None) is not None:
            raise NotSo("acts after the end")

    def _choose(self, choice: Choice, spot: LeanSpot, felt: Felt, action: str) -> None:
        """As `spot_after_choice`: chips and cards move."""
        for option in listed(choice.step, felt):
            if option.name == action and (option.when is always or option.when(felt)):
                break
        else:
            raise NotSo(action)
        made: tuple[Bets, ...] = ()
        if option.bet:
            spot.bets = bets = spot.bets.with_bet(self.table, felt, option)
            spot.wagers, made = bets.wagers, (bets,)
        if option.keeps:
            spot.hands[0].cards += spot.offer
        if option.mucks:
            spot.hands[choice.step.hand].cards = ()
        if option.split is not None:
            spot.hands = [LeanHand(half) for half in option.split]
        spot.offer = ()
        spot.choices[choice.step.name] = action
        if not self.table.game.secure(felt.spot):
            raise NotSo(action)
        last = self.acts[-1]
        self._begin_act(last.known + len(last.told), f"{choice.begin}{action}{choice.end}", made)

    def take(self, count: int) -> tuple[Card, ...]:
        cards = cast(tuple[Card, ...], tuple(self.deck[self.dealt : self.dealt + count]))
        if len(cards) < count:
            raise NotSo("the cards do not last")
        self.dealt += count
        return cards
