"""The coach: what every choice of a seat is worth, and what its decisions have cost.

It is given what the seat sees and nothing else, so it cannot know more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from croupier.cards.card import Card
from croupier.desk.coaching.costs import ROUNDS_AN_HOUR, Prices
from croupier.errors import RuleError
from croupier.money import Cents
from croupier.odds.position import Position, option_values, reminder
from croupier.table.poker.table import PokerTable
from croupier.table.table import Table
from croupier.table.view import SeenCards, SpotView, View

NONE = Fraction(0)


class Valued(NamedTuple):
    """An option, and what the round's main bets are expected to bring, in cents."""

    action: str
    net: Fraction
    cost: Fraction  # what it gives up against the best option


class Advice(NamedTuple):
    """The options of one choice, in the order in which the table offers them."""

    seat: int
    choice: str
    version: int  # of the round: a later one may be about another choice
    options: tuple[Valued, ...]

    @property
    def best(self) -> tuple[str, ...]:
        return tuple(option.action for option in self.options if not option.cost)

    @property
    def net(self) -> Fraction:
        """Of the best option."""
        return max(option.net for option in self.options)

    def of(self, action: str) -> Valued:
        return next(option for option in self.options if option.action == action)


def check_allowed(table: Table | PokerTable) -> None:
    """Refused where the house forbids the coach, as card rooms forbid devices."""
    if not table.coach:
        raise RuleError("this table does not allow the coach", "coach/forbidden")


def advice(table: Table, seen: View) -> Advice:
    """What each option is worth to the seat whose view this is; refused unless it is to act."""
    check_allowed(table)
    if seen.seat is None or seen.turn != seen.seat:
        raise RuleError("it is not this seat's turn, so there is nothing to advise", "coach/turn")
    at = position(seen)
    unit = at.wagers[table.game.wagers[0].name]
    worths = [(action.name, action.net * unit) for action in option_values(table, at)]
    most = max(net for _, net in worths)
    options = tuple(Valued(name, net, most - net) for name, net in worths)
    return Advice(seen.seat, seen.choice, seen.version, options)


def rule_to_remember(table: Table, seen: View) -> str:
    """The rule of the game's list of medium length that applies, in words; empty if there is none.

    Finding the lists takes a while the first time, so it is asked for separately.
    """
    check_allowed(table)
    return reminder(table, position(seen))


def position(seen: View) -> Position:
    """The choice as the mathematics takes it. Cards face down are left out."""
    own = _own(seen)
    others = [card for spot in seen.spots if spot is not own for card in _cards_of(spot)]
    return Position(
        choice=seen.choice,
        legal=seen.legal,
        hands=tuple(_shown(hand) for hand in own.hands),
        up=_shown(seen.dealer),
        offer=next(iter(_shown(own.offer)), None),
        rack=_shown(own.rack),
        seen=tuple(others),
        wagers=own.wagers,
        choices=own.choices,
    )


def _own(seen: View) -> SpotView:
    return next(spot for spot in seen.spots if spot.seat == seen.seat)


def _cards_of(spot: SpotView) -> Iterator[Card]:
    for cards in (*spot.hands, spot.offer, spot.rack):
        yield from _shown(cards)


def _shown(cards: SeenCards) -> tuple[Card, ...]:
    return tuple(card for card in cards if card is not None)


class AdvisedAct(NamedTuple):
    """A choice that was made, and what the coach thought of it."""

    advice: Advice
    action: str

    @property
    def cost(self) -> Fraction:
        return self.advice.of(self.action).cost


class Habit(NamedTuple):
    """A mistake by its kind: what was done, and what was better."""

    choice: str
    action: str
    better: str
    times: int
    cost: Fraction


@dataclass(frozen=True, slots=True)
class Mistakes:
    """The decisions of a sitting, added up."""

    decisions: int = 0
    mistakes: int = 0
    cost: Fraction = NONE
    habits: tuple[Habit, ...] = ()  # every kind of mistake, the most expensive first

    def after(self, made: Iterable[AdvisedAct]) -> "Mistakes":
        made = list(made)
        wrong = [decision for decision in made if decision.cost]
        return Mistakes(
            self.decisions + len(made),
            self.mistakes + len(wrong),
            self.cost + sum((decision.cost for decision in wrong), NONE),
            _habits(self.habits, wrong),
        )


def _habits(before: Iterable[Habit], wrong: Iterable[AdvisedAct]) -> tuple[Habit, ...]:
    times: Counter[tuple[str, str, str]] = Counter()
    costs: dict[tuple[str, str, str], Fraction] = {}
    for *kind, many, cost in (*before, *map(_habit, wrong)):
        key = (kind[0], kind[1], kind[2])
        times[key] += many
        costs[key] = costs.get(key, NONE) + cost
    habits = [Habit(*key, times[key], cost) for key, cost in costs.items()]
    return tuple(sorted(habits, key=lambda habit: (-habit.cost, habit[:3])))


def _habit(decision: AdvisedAct) -> Habit:
    advised = decision.advice
    did, better = kind_of_action(decision.action), kind_of_action(advised.best[0])
    return Habit(
        advised.choice, did, better if better != did else f"another {did}", 1, decision.cost
    )


def kind_of_action(action: str) -> str:
    """A split is counted by its shape, whatever its cards."""
    hands = action.split(" / ")
    if len(hands) == 1:
        return action
    return "split of " + " and ".join(str(len(hand.split())) for hand in hands)


class NotedAct(NamedTuple):
    """A choice that nobody has judged yet."""

    round: int  # of the sitting, from 1
    table: Table
    seen: View
    action: str

    def judged(self) -> AdvisedAct:
        return AdvisedAct(advice(self.table, self.seen), self.action)


@dataclass
class Coach:
    """How much a player wants to hear at a sitting, and the decisions that the coach has seen."""

    mode: str = "off"  # on: after each round; warn: before a costly choice as well
    made: tuple[AdvisedAct, ...] = ()  # in this round
    tally: Mistakes = field(default_factory=Mistakes)
    notes: list[NotedAct] = field(default_factory=list)  # made while it was off
    prices: Prices | None = None  # of the table's wagers, once they are counted
    an_hour: int = ROUNDS_AN_HOUR  # how many rounds are played

    def sees(self, advised: Advice, action: str) -> None:
        self.made += (AdvisedAct(advised, action),)

    def ends_round(self) -> tuple[AdvisedAct, ...]:
        """The round's decisions, now part of the tally."""
        made, self.made = self.made, ()
        self.tally = self.tally.after(made)
        return made


def in_cents(worth: Fraction) -> Cents:
    """Rounded to the nearest cent, for display only."""
    return Cents(round(worth))
