"""Rule lists: strategies short enough for a person to memorize, found by search.

A list is read from the top: the first rule decides whose condition holds and whose action is legal
there. All figures of a list are whole numbers; only the search rounds, and to whole numbers too, so
that it finds the same list on every machine.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.kernels.arrays import Bools, Floats
from croupier.kernels.compiled import LOW, whole_sum
from croupier.progress import tracked

Worths = NDArray[np.object_]

WHOLE = 2.0**46  # sums of whole numbers up to this are exact in a float, in any order
AT_ONCE = 1 << 22  # entries of the table of conditions processed at once
SWEEPS = 6
OTHERWISE = -1


class Condition(NamedTuple):
    """A rule's condition: in words, and where it holds among the situations."""

    words: str
    holds: Bools


class Choice(NamedTuple):
    """A decision. `worth` is the worth of each action in each situation, over all rounds."""

    actions: tuple[str, ...]
    worth: Worths  # situations × actions
    legal: Bools


class Rule(NamedTuple):
    """An index into the conditions, and one into the actions. The last rule has no condition."""

    condition: int
    action: int


Rules = tuple[Rule, ...]


def decided(rules: Rules, conditions: Sequence[Condition], legal: Bools) -> NDArray[np.int64]:
    """The action that a list takes in each situation."""
    action = np.full(len(legal), rules[-1].action, np.int64)
    for rule in reversed(rules[:-1]):
        action[conditions[rule.condition].holds & legal[:, rule.action]] = rule.action
    return action


def worth(choice: Choice, action: NDArray[np.int64]) -> int:
    """The worth of these actions over all situations."""
    rows = np.arange(len(choice.worth))
    if not choice.legal[rows, action].all():
        raise ValueError("a rule list ends in an action that the rules do not always allow")
    return int(choice.worth[rows, action].sum())


def best_worth(choice: Choice) -> int:
    """The worth of the best legal action of every situation."""
    return sum(
        max(each for each, legal in zip(row, allowed, strict=True) if legal)
        for row, allowed in zip(choice.worth, choice.legal, strict=True)
    )


def exact_sums(group: NDArray[np.int64], values: NDArray[np.int64], size: int) -> Worths:
    """The values summed by group, however large the sums."""
    high, low = np.zeros(size, np.int64), np.zeros(size, np.int64)
    np.add.at(high, group, values >> 32)
    np.add.at(low, group, values & LOW)
    sums = [whole_sum(*parts) for parts in zip(high.tolist(), low.tolist(), strict=True)]
    return np.array(sums, np.object_)


def regrets(choice: Choice) -> Floats:
    """What each action loses to the best one, in whole numbers that a float adds up exactly."""
    values = choice.worth.astype(np.float64)
    best = np.where(choice.legal, values, -np.inf).max(axis=1, keepdims=True)
    lost = np.where(choice.legal, best - values, 0)
    scaled = np.rint(lost * (WHOLE / max(lost.max(axis=1).sum(), 1.0)))
    regret: Floats = np.where(choice.legal, scaled, 0)
    return regret


class RuleSearch:
    """Greedy insertion anywhere in the list, revisiting each rule after every insertion."""

    def __init__(self, choice: Choice, conditions: Sequence[Condition]) -> None:
        regret, holds = regrets(choice), np.stack([each.holds for each in conditions])
        # Situations that no condition distinguishes are merged.
        key = np.packbits(np.vstack([holds, choice.legal.T]).T, axis=1)
        _, group = np.unique(key, axis=0, return_inverse=True)
        size = int(group.max()) + 1
        self.regret = np.zeros((size, regret.shape[1]))
        np.add.at(self.regret, group.ravel(), regret)
        first = np.zeros(size, np.int64)
        first[group.ravel()[::-1]] = np.arange(len(group.ravel()))[::-1]
        self.holds: Bools = np.ascontiguousarray(holds[:, first])
        self.legal = choice.legal[first]

    def places(self, rules: Rules) -> NDArray[np.int64]:
        """The rule that decides each situation."""
        place = np.full(len(self.regret), len(rules) - 1, np.int64)
        for at in reversed(range(len(rules) - 1)):
            place[self.holds[rules[at].condition] & self.legal[:, rules[at].action]] = at
        return place

    def cost(self, rules: Rules) -> float:
        actions = np.array([rule.action for rule in rules])
        rows = np.arange(len(self.regret))
        return float(self.regret[rows, actions[self.places(rules)]].sum())

    def longer(self, rules: Rules) -> Rules:
        """The list with one more rule: the simplest of those that save nearly the most."""
        place = self.places(rules)
        actions = np.array([rule.action for rule in rules])
        now = self.regret[np.arange(len(self.regret)), actions[place]]
        saved = np.stack(
            [
                np.where((place >= at) & self.legal[:, action], now - self.regret[:, action], 0)
                for at in range(len(rules))
                for action in range(self.regret.shape[1])
            ],
            axis=1,
        )
        best, column = np.empty(len(self.holds)), np.empty(len(self.holds), np.int64)
        for start, part in self._parts():
            gains = part @ saved
            best[start : start + len(part)] = gains.max(axis=1)
            column[start : start + len(part)] = gains.argmax(axis=1)
        # The simplest conditions come first: takes the first one that leaves hardly more lost.
        left = now.sum() - best
        hardly = min(left.min() / 32, best.max() / 8)
        found = int(np.argmax(left <= left.min() + hardly))
        at, action = divmod(int(column[found]), self.regret.shape[1])
        return (*rules[:at], Rule(found, action), *rules[at:])

    def _parts(self) -> Iterator[tuple[int, Floats]]:
        step = max(1, AT_ONCE // self.holds.shape[1])
        for start in range(0, len(self.holds), step):
            yield start, self.holds[start : start + step].astype(np.float64)

    def polished(self, rules: Rules) -> Rules:
        """Removes each rule and inserts the best one, until that saves nothing."""
        cost = self.cost(rules)
        for _ in range(SWEEPS):
            before = cost
            for at in range(len(rules)):
                for other in self._instead(rules, at):
                    if self.cost(other) < cost:
                        rules, cost = other, self.cost(other)
            if cost == before:
                break
        return rules

    def _instead(self, rules: Rules, at: int) -> Iterator[Rules]:
        if at < len(rules) - 1:
            yield self.longer((*rules[:at], *rules[at + 1 :]))
        else:
            yield from self._defaults(rules[:-1])

    def _defaults(self, rules: Rules) -> Iterator[Rules]:
        """The list with each action that is always legal as its last resort."""
        for action in np.nonzero(self.legal.all(axis=0))[0]:
            yield (*rules, Rule(OTHERWISE, int(action)))

    def lists(self, most: int) -> list[Rules]:
        """The best list found of one rule, of two, and so on."""
        rules: Rules = min(self._defaults(()), key=self.cost)
        found = [rules]
        for _ in tracked("rules", range(1, most), most - 1):
            longer = self.polished(self.longer(rules))
            if self.cost(longer) < self.cost(rules):
                rules = longer
            found.append(rules)
        return found
