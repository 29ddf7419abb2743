"""A trainer: deals the choices that a player gets wrong most, and says at once what was right.

Every choice follows from the seed of the training and its name, so nothing but these is stored.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from croupier import fair
from croupier.bots.players import luck
from croupier.cards.card import DECK
from croupier.desk.coach import Advice, Valued, advice, kind_of_action, rule_to_remember
from croupier.errors import BadRecord, RuleError
from croupier.money import Cents
from croupier.odds.figures import fraction
from croupier.table.round import Round, deal
from croupier.table.source import Deck
from croupier.table.table import Table
from croupier.table.view import View, view

SEAT, STAKE = 1, Cents(1_000)  # the first bet
CANDIDATES = 4  # fresh choices, of which one is asked
AGAIN = 3  # one question in so many is one that was answered wrong, …
REST = 3  # … after so many others
MISSED_KEPT = 40


class QuestionKind(NamedTuple):
    """Choices that are alike: where they are made, and what is best there."""

    choice: str
    best: str


class KindScore(NamedTuple):
    kind: QuestionKind
    asked: int
    wrong: int

    @property
    def weight(self) -> int:
        """From 10 for what is always right to 100 for what is always wrong; 55 if never asked."""
        return 10 + 90 * (self.wrong + 1) // (self.asked + 2)


class Missed(NamedTuple):
    """A choice that was answered wrong, and not yet right since."""

    deal: str
    asked: int  # how many had been asked by then


class Question(NamedTuple):
    """A choice of one seat, alone at the table."""

    deal: str  # its name; it is dealt from this and the seed
    again: bool  # whether it was answered wrong before
    round: Round
    advice: Advice
    kind: QuestionKind


class Marked(NamedTuple):
    """What was right."""

    option: Valued
    best: tuple[str, ...]

    @property
    def right(self) -> bool:
        return not self.option.cost


@dataclass(frozen=True, slots=True)
class Training:
    """A player's record at one game, kept between sittings."""

    seed: str
    asked: int = 0
    right: int = 0
    streak: int = 0  # right answers without a wrong one, now
    longest: int = 0
    cost: Fraction = Fraction(0)  # in cents, for a first bet of `STAKE`
    kinds: tuple[KindScore, ...] = ()
    missed: tuple[Missed, ...] = ()

    @property
    def accuracy(self) -> Fraction:
        return Fraction(self.right, self.asked) if self.asked else Fraction(0)

    @property
    def cost_per_hundred(self) -> Fraction:
        return self.cost * 100 / self.asked if self.asked else Fraction(0)

    def score(self, kind: QuestionKind) -> KindScore:
        return next((one for one in self.kinds if one.kind == kind), KindScore(kind, 0, 0))

    @property
    def weakest(self) -> list[KindScore]:
        """The kinds that were answered wrong, the weakest first."""
        wrong = [one for one in self.kinds if one.wrong]
        return sorted(wrong, key=lambda one: (-Fraction(one.wrong, one.asked), one.kind))


def new_training() -> Training:
    return Training(fair.new_secret(1).hex()[:32])


def next_question(table: Table, training: Training) -> Question:
    """The same as long as the record is the same."""
    lucky = luck(f"{training.seed}/{training.asked}")
    rested = [one for one in training.missed if training.asked - one.asked > REST]
    if rested and lucky.randrange(AGAIN) == 0:
        old = question(table, training.seed, rested[lucky.randrange(len(rested))].deal)
        if old is not None:
            return old._replace(again=True)
    fresh = list(_fresh(table, training))
    weights = [training.score(one.kind).weight for one in fresh]
    return fresh[place_of(weights, lucky.randrange(sum(weights)))]


def place_of(weights: Sequence[int], drawn: int) -> int:
    """Which place a number below their sum falls into: each as often as its weight says."""
    for place, weight in enumerate(weights):
        if drawn < weight:
            return place
        drawn -= weight
    raise AssertionError("the number drawn is not below the sum of the weights")


def _fresh(table: Table, training: Training) -> Iterator[Question]:
    """A round may be dealt that offers no choice; then the next one is taken."""
    found = number = 0
    while found < CANDIDATES:
        one = question(table, training.seed, f"{training.asked}.{number}")
        number += 1
        if one is not None:
            found += 1
            yield one


def question(table: Table, seed: str, name: str) -> Question | None:
    """The choice of that name: the first, second or third of a round that is played best so far;
    None if the round offers none.
    """
    lucky = luck(f"{seed}/{name}")
    cards = list(DECK) * table.game.decks
    lucky.shuffle(cards)
    bets = table.completed({table.game.wagers[0].name: STAKE})
    state, left, found = deal(table, {SEAT: bets}, Deck(tuple(cards))), lucky.randrange(3), None
    while not state.over:
        advised = advice(table, view(state, SEAT))
        if len(advised.options) > 1 and len(advised.best) < len(advised.options):
            kind = QuestionKind(advised.choice, kind_of_action(advised.best[0]))
            found = Question(name, False, state, advised, kind)
            if not left:
                break
            left -= 1
        state = state.act(SEAT, advised.best[0])
    return found


def answered(training: Training, asked: Question, action: str) -> tuple[Training, Marked]:
    """The record with this answer, and what was right."""
    option = next((one for one in asked.advice.options if one.action == action), None)
    if option is None:
        legal = ", ".join(one.action for one in asked.advice.options)
        raise RuleError(f"{action!r} is not a choice here; legal: {legal}", "action/not_legal")
    marked = Marked(option, asked.advice.best)
    streak = training.streak + 1 if marked.right else 0
    before = training.score(asked.kind)
    score = KindScore(asked.kind, before.asked + 1, before.wrong + (not marked.right))
    others = (one for one in training.kinds if one.kind != asked.kind)
    return replace(
        training,
        asked=training.asked + 1,
        right=training.right + marked.right,
        streak=streak,
        longest=max(streak, training.longest),
        cost=training.cost + option.cost,
        kinds=tuple(sorted((*others, score))),
        missed=_missed(training, asked, marked),
    ), marked


def _missed(training: Training, asked: Question, marked: Marked) -> tuple[Missed, ...]:
    others = tuple(one for one in training.missed if one.deal != asked.deal)
    if marked.right:
        return others
    return (*others, Missed(asked.deal, training.asked))[-MISSED_KEPT:]


class SeenQuestion(NamedTuple):
    """A question without the cards that the seat does not see."""

    deal: str
    again: bool
    seen: View
    advice: Advice


def seen_question(asked: Question) -> SeenQuestion:
    return SeenQuestion(asked.deal, asked.again, view(asked.round, SEAT), asked.advice)


class Trained(NamedTuple):
    """A step of a training: what was answered, and what is asked next."""

    training: Training
    before: SeenQuestion | None  # that was answered
    marked: Marked | None
    rule: str  # to remember; empty if it was not wanted
    question: SeenQuestion


def trained(table: Table, training: Training, answer: str | None, *, rules: bool) -> Trained:
    """`rules`: whether the rule to remember is told; finding the list takes a while at first."""
    if answer is None:
        asked = seen_question(next_question(table, training))
        return Trained(training, None, None, "", asked)
    before = next_question(table, training)
    training, marked = answered(training, before, answer)
    rule = rule_to_remember(table, view(before.round, SEAT)) if rules else ""
    following = seen_question(next_question(table, training))
    return Trained(training, seen_question(before), marked, rule, following)


def training_to_json(training: Training) -> dict[str, Any]:
    return {
        "seed": training.seed,
        "asked": training.asked,
        "right": training.right,
        "streak": training.streak,
        "longest": training.longest,
        "cost": fraction(training.cost),
        "kinds": [[*one.kind, one.asked, one.wrong] for one in training.kinds],
        "missed": [list(one) for one in training.missed],
    }


def training_from_json(written: Mapping[str, Any]) -> Training:
    """BadRecord or a ValueError, KeyError or TypeError if it is not one."""
    kinds = tuple(
        KindScore(QuestionKind(str(choice), str(best)), _count(asked), _count(wrong))
        for choice, best, asked, wrong in written["kinds"]
    )
    missed = tuple(Missed(str(name), _count(asked)) for name, asked in written["missed"])
    names = ("asked", "right", "streak", "longest")
    asked, right, streak, longest = (_count(written[name]) for name in names)
    cost = Fraction(written["cost"])
    read = Training(str(written["seed"]), asked, right, streak, longest, cost, kinds, missed)
    if sum(one.asked for one in kinds) != asked or not streak <= longest <= right <= asked:
        raise BadRecord("its numbers do not add up", "record/saved")
    return read


def _count(number: object) -> int:
    if type(number) is not int or number < 0:
        raise BadRecord(f"{number!r} is not a count", "record/saved")
    return number
