"""A plain solver of any game for one seat: it walks the game's own flow, one event at a time.

Nothing is shared with the fast solvers except the rules. The dealer's cards that are face down are
unknown (None) until the dealer turns them, so no choice can depend on them: chance enters when a
card is first seen. Every result is a whole count of equally likely deals.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, lcm, prod
from typing import Any, NamedTuple

from croupier.rules.felt import Face, FeltHand
from croupier.rules.vocabulary import Choose, Deal, Option, Reveal, Settle
from croupier.table.events import DEALER, Dealt, RoundEvent
from croupier.table.round import Play, Round, begun, lacking
from croupier.table.source import Deck
from croupier.table.table import Table

SEAT = 1
Order = Callable[[Sequence[Option]], Sequence[Option]]


class Outcome(NamedTuple):
    """How a round may end, from some state on."""

    paid: tuple[tuple[str, int, int], ...] = ()  # wager, net in cents, percent of a meter
    bet: tuple[str, ...] = ()  # wagers made by choices
    actions: tuple[tuple[str, str], ...] = ()  # choice, action

    def net(self, wagers: Sequence[str]) -> int:
        return sum(net for wager, net, _ in self.paid if wager in wagers)


class Spread(NamedTuple):
    """How many of equally likely deals end in each way."""

    total: int
    counts: Mapping[Outcome, int]

    def sum(self, value: Callable[[Outcome], int]) -> Fraction:
        return Fraction(sum(value(way) * count for way, count in self.counts.items()), self.total)

    def shares(self, value: Callable[[Outcome], Any]) -> dict[Any, Fraction]:
        shares: dict[Any, Fraction] = {}
        for way, count in self.counts.items():
            shares[value(way)] = shares.get(value(way), Fraction(0)) + Fraction(count, self.total)
        return shares


def less_first(options: Sequence[Option]) -> Sequence[Option]:
    """Fold, then what bets nothing, then bets from the smallest up."""
    return sorted(options, key=lambda way: (way.name != "fold", way.bet != "", way.times))


def solve(
    table: Table,
    wagers: Mapping[str, int],
    deck: Sequence[int],
    wanted: Sequence[str],
    *,
    order: Order = less_first,
) -> Spread:
    """All ends of a round under the best play for the wanted wagers' net.

    Of two actions with the same worth, the first in the order.
    """
    first = begun(table, {SEAT: wagers}, Deck(()))
    return Solver(Counter(deck), tuple(wanted), order).of(first)


class Solver:
    def __init__(self, stock: Counter[int], wanted: tuple[str, ...], order: Order) -> None:
        self.stock, self.wanted, self.order = stock, wanted, order
        self.known: dict[object, Spread] = {}

    def of(self, state: Round) -> Spread:
        if state.over:
            return Spread(1, {Outcome(): 1})
        if isinstance(state.program[state.cursor][0], Settle):
            return self.next(state)
        key = memory(state)
        if key not in self.known:
            self.known[key] = self.next(state)
        return self.known[key]

    def next(self, state: Round) -> Spread:
        step, place, *_ = state.program[state.cursor]
        match step:
            case Choose():
                return self.best(state)
            case Deal(face=Face.DOWN) if place < 0:
                hidden = Dealt(DEALER, (None,) * step.cards, step.face, step.place)
                return self.of(after(state, hidden))
            case Deal():
                seat = DEALER if place < 0 else SEAT
                return average(
                    (ways, self.of(after(state, Dealt(seat, cards, step.face, step.place))))
                    for cards, ways in packets(self.left(state), lacking(step, state.spots[place]))
                )
            case Reveal() if place < 0 and None in state.dealer.cards:
                return self.turned(state)
        event = self.settled(state) if None in state.dealer.cards else Play(state).next_event()
        following = self.of(after(state, event))
        results = getattr(event, "results", ())
        paid = tuple((each.wager, each.net, each.meter_percent) for each in results)
        return first(following, Outcome(paid=paid))

    def turned(self, state: Round) -> Spread:
        missing = state.dealer.cards.count(None)  # type: ignore[arg-type]
        return average(
            (ways, self.of(turned(state, cards)))
            for cards, ways in packets(self.left(state), missing)
        )

    def settled(self, state: Round) -> RoundEvent:
        """An event before the dealer's cards are seen: it must be the same whatever they are."""
        left = sorted(self.left(state).elements())
        event, other = (
            Play(turned(state, tuple(cards))).next_event() for cards in (left, reversed(left))
        )
        assert event[:2] == other[:2], f"{event} looks at cards that nobody has seen"
        return event

    def best(self, state: Round) -> Spread:
        choice = state.choice
        assert choice is not None
        found: Spread | None = None
        for option in self.order(state.options):
            following = first(
                self.of(chosen(state, option)),
                Outcome(
                    bet=(option.bet,) if option.bet else (),
                    actions=((choice.name, shape(option)),),
                ),
            )
            if found is None or self.worth(following) > self.worth(found):
                found = following
        assert found is not None
        return found

    def worth(self, spread: Spread) -> Fraction:
        return spread.sum(lambda way: way.net(self.wanted))

    def left(self, state: Round) -> Counter[int]:
        (spot,) = state.spots
        hands = (card for hand in spot.hands for card in hand.cards)
        shown = Counter([*hands, *spot.offer, *spot.rack, *state.dealer.cards])
        del shown[None]  # type: ignore[arg-type]
        assert shown <= self.stock
        return self.stock - shown


def after(state: Round, event: RoundEvent) -> Round:
    """The round after an event of the next step, and nothing more."""
    play = Play(state)
    play.tell(event)
    return play.frozen()


def chosen(state: Round, option: Option) -> Round:
    """The round after one of its options, and nothing more."""
    play = Play(state)
    play.choose(option)
    return play.frozen()


def turned(state: Round, cards: Sequence[int]) -> Round:
    """The round with these cards for the dealer's unknown ones."""
    turn = iter(cards)
    told = tuple(next(turn) if card is None else card for card in state.dealer.cards)
    return state._replace(dealer=FeltHand(told, state.dealer.faces))


def shape(option: Option) -> str:
    """The action; for a split, how many cards go to each hand."""
    return option.name if option.split is None else "/".join(str(len(h)) for h in option.split)


def memory(state: Round) -> object:
    """Everything that may matter from here on: neither a hand's order nor past payments do."""
    (spot,) = state.spots
    ahead = (step for step, *_ in state.program[state.cursor :])
    all_dealt = None not in state.dealer.cards and not any(isinstance(s, Deal) for s in ahead)
    return (
        state.cursor,
        tuple(tuple(sorted(hand.cards)) for hand in spot.hands),
        spot.offer,
        () if all_dealt else tuple(sorted(spot.rack)),
        state.dealer.cards,
        tuple(spot.wagers),
        tuple(spot.results),
        tuple(name for name in spot.choices.values() if "/" not in name),
    )


def packets(left: Counter[int], count: int) -> list[tuple[tuple[int, ...], int]]:
    """Every set of that many of the cards left, and in how many ways it is dealt."""
    kinds = sorted(left.elements())
    if len(set(kinds)) == len(kinds):
        return [(cards, 1) for cards in combinations(kinds, count)]
    return [
        (cards, prod(comb(left[card], many) for card, many in Counter(cards).items()))
        for cards in sorted(set(combinations(kinds, count)))
    ]


def average(branches: Any) -> Spread:
    """Chance: each branch in as many ways as it says."""
    told = list(branches)
    scale = lcm(*(spread.total for _, spread in told))
    counts: dict[Outcome, int] = {}
    for ways, (total, outcomes) in told:
        for way, count in outcomes.items():
            counts[way] = counts.get(way, 0) + count * ways * (scale // total)
    return Spread(scale * sum(ways for ways, _ in told), counts)


def first(after: Spread, now: Outcome) -> Spread:
    """What happens now, before all that may come after it."""
    if now == Outcome():
        return after
    return Spread(
        after.total,
        {
            Outcome(now.paid + way.paid, now.bet + way.bet, now.actions + way.actions): count
            for way, count in after.counts.items()
        },
    )
