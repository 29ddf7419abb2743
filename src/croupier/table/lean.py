"""A round played again, fast: for whoever has its record, and asks whether the rules make the same.

The flow, the facts, the settlements and the tests of bets and options are those of table/round.py;
but the state is changed in place, and what happens is told at once as the text that is written
down. So this answers in a fraction of the time, and only yes: where its text is not what was
written, or anything else is strange (any exception at all), ask the table's own engine.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, cast

from croupier.cards.card import Card
from croupier.money import Cents
from croupier.rules.felt import Felt, Hand, Result, Spot
from croupier.rules.vocabulary import Option, Split
from croupier.table.round import is_legal
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


class LeanSpot(LeanHand):
    """A spot that changes, and its own first hand; rules read it as they read a `Spot`."""

    __slots__ = ("bets", "choices", "hands", "offer", "results", "seat", "wagers")

    dead = False  # a round with a dead hand is for the engine

    def __init__(self, bets: Bets) -> None:
        self.cards = ()
        self.hands: list[LeanHand] = [self]
        self.bets = bets
        self.seat = bets.seat
        self.wagers = bets.wagers  # shared with other rounds, so never changed in place
        self.offer: tuple[Card, ...] = ()
        self.choices: dict[str, str] = {}
        self.results: dict[str, Result] = {}

    def split(self, hands: Split) -> None:
        self.cards, second = hands
        self.hands = [self, LeanHand(second)]


Play = Callable[["LeanRound", LeanSpot, Felt], None]


class Line(NamedTuple):
    """A step of the program, made ready: what it does, if it applies, at a spot."""

    place: int  # of the spot
    play: Play


class Opening(NamedTuple):
    """Bets that a table takes."""

    text: str  # of the opening event
    bets: tuple[Bets, ...]
    lines: tuple[Line, ...]
    most: int  # cards that these lines may deal


class Settlement:
    """What a kernel returned for certain stakes of a seat; the same one is the same object."""

    __slots__ = ("by_wager", "results", "seat", "text")

    def __init__(self, seat: int, results: tuple[Result, ...], text: str) -> None:
        self.seat = seat
        self.results = results
        self.by_wager = {result.wager: result for result in results}
        self.text = text  # of the event, after its facts


class Act(NamedTuple):
    """What came of the bets, or of one player's choice, up to the next choice or the end."""

    known: int  # events before it
    told: list[str]  # its events
    made: tuple[Bets, ...]  # of seats that made wagers
    settled: list[Settlement]


class LeanRound:
    """A whole round, by the bets and the actions of its record."""

    __slots__ = ("actions", "acts", "cards", "dealer", "dealt", "settled", "spots", "table", "told")

    def __init__(
        self, table: Table, opening: Opening, deck: Sequence[int], actions: Iterable[str]
    ) -> None:
        _, bets, lines, most = opening
        self.table = table
        self.cards = cast(tuple[Card, ...], tuple(deck[:most]))
        self.actions = iter(actions)
        self.dealt = 0
        self.dealer = LeanHand()
        self.spots = spots = [LeanSpot(made) for made in bets]
        self.acts: list[Act] = []
        self.begin_act(0, opening.text, bets)
        # What lies there changes, and the felts show it: they are laid once.
        all_spots = cast(tuple[Spot, ...], tuple(spots))
        dealer, options = cast(Hand, self.dealer), table.options
        felts = [Felt(spot, dealer, all_spots, options) for spot in all_spots]
        for place, play in lines:
            play(self, spots[place], felts[place])
        if next(self.actions, None) is not None:
            raise NotSo("acts after the end")

    def begin_act(self, known: int, event: str, made: tuple[Bets, ...]) -> None:
        self.told = [event]
        self.settled: list[Settlement] = []
        self.acts.append(Act(known, self.told, made, self.settled))

    def take(self, count: int) -> tuple[Card, ...]:
        end = self.dealt + count
        cards = self.cards[self.dealt : end]
        if len(cards) < count:
            raise NotSo("the cards do not last")
        self.dealt = end
        return cards
