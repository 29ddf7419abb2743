"""Strategies for people: the words match the counts, and the cost is the solver's, exactly."""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from random import Random
from statistics import pstdev

import numpy as np
import pytest

from croupier.cards.card import DECK, RANKS, Card, mask, text
from croupier.cards.hands import best_four, card_points, points, three_card
from croupier.cards.scales import FOUR, RANK_PLURALS
from croupier.games.four_card_buyout import exact as four_card_buyout
from croupier.games.four_card_buyout import guide as buyout
from croupier.games.four_card_prime import exact as four_card_prime
from croupier.games.four_card_prime import guide as prime
from croupier.games.four_card_split import guide as strategy_split
from croupier.games.four_card_split.exact import counted, pays_of, scores_of
from croupier.games.four_card_split.loops.count import counted_worth
from croupier.games.four_card_split.loops.states import UpcardStates
from croupier.games.four_card_split.rules import instant_winner
from croupier.odds.solve import State, values
from croupier.odds.strategy.guides import Playbook, Stage, lists_of, strategies_of
from croupier.odds.strategy.search import (
    OTHERWISE,
    Choice,
    Condition,
    Rule,
    RuleSearch,
    decided,
    worth,
)
from croupier.table.table import open_table

PRIME, ULTIMATE, V2 = "four-card-prime", "ultimate-4-card-buyout", "4-card-split-v2"


# ---- the search


def some_choice(seed: int) -> tuple[Choice, list[Condition]]:
    lucky = Random(seed)
    size, actions = 30, 3
    worths = np.array([[lucky.randrange(-50, 50) for _ in range(actions)] for _ in range(size)])
    legal = np.array([[True, *(lucky.random() < 0.8 for _ in range(2))] for _ in range(size)])
    conditions = [
        Condition(str(n), np.array([lucky.random() < 0.4 for _ in range(size)])) for n in range(12)
    ]
    return Choice(("a", "b", "c"), worths.astype(object), legal), conditions


def followed(choice: Choice, conditions: list[Condition], rules: tuple[Rule, ...]) -> int:
    """A list read row by row, as a person reads it."""
    total = 0
    for row in range(len(choice.worth)):
        for rule in rules:
            asked = rule.condition == OTHERWISE or conditions[rule.condition].holds[row]
            if asked and choice.legal[row, rule.action]:
                total += choice.worth[row, rule.action]
                break
    return total


@pytest.mark.parametrize("seed", range(5))
def test_one_more_rule_is_nearly_the_best_possible(seed: int) -> None:
    choice, conditions = some_choice(seed)
    rules = (Rule(3, 1), Rule(5, 2), Rule(OTHERWISE, 0))
    search = RuleSearch(choice, conditions)
    longer = search.longer(rules)
    every = [
        followed(choice, conditions, (*rules[:at], Rule(condition, action), *rules[at:]))
        for at, condition, action in product(range(3), range(12), range(3))
    ]
    now, found = followed(choice, conditions, rules), followed(choice, conditions, longer)
    assert found == worth(choice, decided(longer, conditions, choice.legal))
    assert max(every) > now, "this seed has nothing to find"
    assert found - now >= (max(every) - now) * Fraction(7, 8)


@pytest.mark.parametrize("seed", range(5))
def test_longer_lists_never_bring_less(seed: int) -> None:
    choice, conditions = some_choice(seed)
    brought = [
        followed(choice, conditions, rules) for rules in RuleSearch(choice, conditions).lists(8)
    ]
    assert brought == sorted(brought) and brought[-1] > brought[0]


def test_a_rule_that_is_not_allowed_is_skipped() -> None:
    legal = np.array([[True, False], [True, True]])
    condition = Condition("always", np.array([True, True]))
    taken = decided((Rule(0, 1), Rule(OTHERWISE, 0)), [condition], legal)
    assert taken.tolist() == [0, 1]


def test_what_a_rule_left_out_costs_is_the_cost_of_the_list_without_it() -> None:
    choice, conditions = some_choice(7)
    best = sum(
        max(value for value, may in zip(row, legal, strict=True) if may)
        for row, legal in zip(choice.worth, choice.legal, strict=True)
    )
    book = Playbook((Stage("one", conditions),), 30, best, lambda later: choice)
    (found,) = lists_of(book, [4])
    rules = tuple(
        Rule(OTHERWISE if not line.condition else int(line.condition), "abc".index(line.action))
        for line in found.lines
    )
    assert found.cost == Fraction(best - followed(choice, conditions, rules), 30)
    for place, line in enumerate(found.lines[:-1]):
        fewer = (*rules[:place], *rules[place + 1 :])
        assert line.without == Fraction(best - followed(choice, conditions, fewer), 30)


# ---- reading rules as a person does

NAMES = {plural: rank for rank, plural in enumerate(RANK_PLURALS)}


def upcard_reading(words: str, up: int) -> bool | None:
    if words == "the upcard is a 2":
        return up == 0
    if words == "the upcard is an ace":
        return up == 12
    if found := re.fullmatch(r"the upcard is (.) or (lower|higher)", words):
        rank = RANKS.index(found[1])
        return up <= rank if found[2] == "lower" else up >= rank
    return None


def prime_reading(words: str, cards: tuple[Card, ...], up: int) -> bool:
    score = best_four(mask(cards))
    name = FOUR.words(score)
    ranks = sorted((card % 13 for card in cards), reverse=True)
    matched = ranks.count(up)
    paired = [rank for rank in ranks if ranks.count(rank) == 2]
    only_pair = name.startswith("pair")
    if (upcard := upcard_reading(words, up)) is not None:
        return upcard
    if words.startswith("you hold"):
        return {"a": matched > 0, "two": matched > 1, "no": matched == 0}[words.split()[2]]
    if words.startswith("your pair"):
        side = {"higher": 1, "no lower": 2, "lower": 3}[words[13:].split(" than")[0]]
        return only_pair and (paired[0] > up, paired[0] >= up, paired[0] < up)[side - 1]
    better = not only_pair and not re.match(r"\w+ high", name)
    if found := re.fullmatch(r"(.)-(.) high or better", words):
        two = [RANKS.index(found[1]), RANKS.index(found[2])]
        return better or only_pair or ranks[:2] >= two
    found = re.fullmatch(r"a pair of (\w+)(?: with (.) kicker)? or better", words)
    assert found or words.endswith(" or better"), words
    if not found:
        shape = words.removesuffix(" or better")
        ladder = ["two pair", "straight", "flush", "three", "straight flush", "four"]
        heads = [head for head in ladder if name.startswith(head)]
        assert shape in {"two pair", "straight", "flush", "three of a kind", "straight flush",
                         "four of a kind"}, words  # fmt: skip
        wanted = ladder.index(shape.split(" of ")[0])
        return bool(heads) and ladder.index(heads[-1]) >= wanted
    if not only_pair:
        return better
    kickers = [rank for rank in ranks if rank != paired[0]]
    kicker = RANKS.index(found[2]) if found[2] else -1
    return (paired[0], kickers[0]) >= (NAMES[found[1]], kicker)


def prime_deals(count: int) -> list[tuple[tuple[Card, ...], Card]]:
    lucky = Random(5)
    deals = [lucky.sample(DECK, 6) for _ in range(count)]
    return [(tuple(cards[:5]), Card(cards[5])) for cards in deals]


def test_prime_situations_hold_every_hand_and_the_solver_s_wins() -> None:
    seen = prime.situations()
    assert int(seen.hands.sum()) == 52 * comb(51, 5)
    counts = four_card_prime.counted(open_table(PRIME))
    for place in range(0, len(counts.scores), 97):
        here = seen.score == counts.scores[place]
        assert int(seen.hands[here].sum()) == counts.held[place]
        wins = int(counts.beaten[place] + counts.copied[place])
        assert int((seen.beaten + seen.copied)[here].sum()) == wins


def test_prime_conditions_hold_where_their_words_say() -> None:
    seen = prime.situations()
    house = open_table(PRIME)
    conditions = prime.conditions_of(seen, prime.choice_of(house, seen))
    rows = {
        key: row
        for row, key in enumerate(
            zip(seen.score.tolist(), seen.up.tolist(), seen.matched.tolist(), strict=True)
        )
    }
    lucky = Random(6)
    for cards, up in prime_deals(150):
        matched = sum(card % 13 == up % 13 for card in cards)
        row = rows[best_four(mask(cards)), up % 13, matched]
        for condition in lucky.sample(conditions, 40):
            told = all(
                prime_reading(part, cards, up % 13) for part in condition.words.split(" and ")
            )
            assert told == condition.holds[row], (text(cards), text([up]), condition.words)


def test_prime_lists_cost_what_a_plain_reading_loses() -> None:
    house = open_table(PRIME)
    found = strategies_of(house, [2, 4])
    seen = prime.situations()
    choice = prime.choice_of(house, seen)
    conditions = prime.conditions_of(seen, choice)
    places = {condition.words: place for place, condition in enumerate(conditions)}
    total = int(seen.hands.sum()) * comb(46, 5)
    for strategy, size in zip(found, (2, 4), strict=True):
        assert len(strategy.lines) == size
        rules = tuple(
            Rule(places.get(line.condition, OTHERWISE), choice.actions.index(line.action))
            for line in strategy.lines
        )
        net = Fraction(followed(choice, conditions, rules), total)
        assert strategy.cost == four_card_prime.net(house) - net > 0
    assert strategies_of(house, [2, 4]) == found, "what is kept is what was found"


# ---- Buyout


@cache
def one_deck() -> buyout.OfferSituations:
    return buyout.situations(1)


def test_buyout_choices_add_up_to_the_solver_s_net() -> None:
    seen = one_deck()
    best = total = 0
    for up in seen.upcards:
        bought = buyout.bought(up, seen, None)[:, None]
        best += int((np.maximum(up.passed * (seen.unseen - 4), bought) * up.rounds).sum())
        total += int(up.rounds.sum()) * seen.outcomes
    assert Fraction(best, total) == four_card_buyout.net(open_table(ULTIMATE))


def third_reading(words: str, two: list[Card], offer: Card, up: int) -> bool:
    faces = sorted((card_points(card) for card in (*two, offer)), reverse=True)
    number = int(found[0]) if (found := re.findall(r"\d+", words)) else 0
    told: dict[str, Callable[[], bool]] = {
        "it makes N points or more": lambda: points((*two, offer)) >= number,
        "it makes fewer than N points": lambda: points((*two, offer)) < number,
        "the highest of the three cards counts N or more": lambda: faces[0] >= number,
        "the highest of the three cards counts less than N": lambda: faces[0] < number,
        "the second highest counts N or more": lambda: faces[1] >= number,
        "the second highest counts less than N": lambda: faces[1] < number,
    }
    upcard = upcard_reading(words, up)
    return told[re.sub(r"\d+", "N", words)]() if upcard is None else upcard


def fourth_reading(words: str, three: list[Card], offer: Card, up: int) -> bool:
    kept, made = points(three), points((*three, offer))
    number = int(found[0]) if (found := re.findall(r"\d+", words)) else 0
    told = {
        "it makes N points or more": made >= number,
        "it makes fewer than N points": made < number,
        "you have N points or more": kept >= number,
        "you have fewer than N points": kept < number,
        "it adds points": made > kept,
        "it adds nothing": made == kept,
        "it adds N points or more": made - kept >= number,
        "it adds less than N": made - kept < number,
    }
    upcard = upcard_reading(words, up)
    return told[re.sub(r"\d+", "N", words)] if upcard is None else upcard


def test_buyout_conditions_hold_where_their_words_say() -> None:
    seen = one_deck()
    conditions = (
        buyout.third_conditions(seen, buyout.third_choice(seen, None)),
        buyout.fourth_conditions(seen, buyout.fourth_choice(seen)),
    )
    third = {tuple(row): place for place, row in enumerate(seen.third.tolist())}
    fourth = {tuple(row): place for place, row in enumerate(seen.fourth.tolist())}
    lucky = Random(8)
    for _ in range(120):
        up, offer, *cards = (Card(card) for card in lucky.sample(DECK, 5))
        two = cards[:2]
        faces = sorted((card_points(card) for card in (*two, offer)), reverse=True)
        row = third[up % 13, points((*two, offer)), faces[0], faces[1]]
        for condition in lucky.sample(conditions[0], 30):
            parts = condition.words.split(" and ")
            told = all(third_reading(part, two, offer, up % 13) for part in parts)
            assert told == condition.holds[row], condition.words
        row = fourth[up % 13, points(cards), points((*cards, offer))]
        for condition in lucky.sample(conditions[1], 30):
            parts = condition.words.split(" and ")
            told = all(fourth_reading(part, cards, offer, up % 13) for part in parts)
            assert told == condition.holds[row], condition.words


# ---- 4 Card Split

SPLIT_READING: dict[str, Callable[[list[int], bool, int], bool]] = {
    # By the ranks of the hand from the highest, whether it is of one suit, and the upcard's rank.
    "a single card": lambda ranks, _, up: len(ranks) == 1,
    "a single ace": lambda ranks, _, up: ranks == [12],
    "a single face card": lambda ranks, _, up: len(ranks) == 1 and ranks[0] in (9, 10, 11),
    "a pair": lambda ranks, _, up: pair_in(ranks) >= 0,
    "a pair with a third card": lambda ranks, _, up: len(ranks) == 3 and pair_in(ranks) >= 0,
    "a pair of jacks or better": lambda ranks, _, up: pair_in(ranks) >= 9,
    "two cards of a suit": lambda ranks, suited, up: len(ranks) == 2 and suited,
    "two cards no more than one apart (such as 7-8 or 7-9)": lambda ranks, _, up: (
        apart(ranks) in (1, 2)
    ),
    "two adjacent ranks (such as 7-8)": lambda ranks, _, up: apart(ranks) == 1,
    "two of a suit no more than one apart": lambda ranks, suited, up: (
        suited and apart(ranks) in (1, 2)
    ),
    "no pair, with an ace": lambda ranks, _, up: pair_in(ranks) < 0 and 12 in ranks,
    "no pair, king high or better": lambda ranks, _, up: pair_in(ranks) < 0 and ranks[0] >= 11,
    "no pair, queen high or better": lambda ranks, _, up: pair_in(ranks) < 0 and ranks[0] >= 10,
    "a single queen, or two cards with one": lambda ranks, _, up: (
        len(ranks) < 3 and ranks.count(10) == 1
    ),
    "three cards, ace high": lambda ranks, _, up: (
        len(ranks) == 3 and pair_in(ranks) < 0 and ranks[0] == 12
    ),
    "a pair higher than the upcard": lambda ranks, _, up: pair_in(ranks) > up,
    "no pair, and the upcard is higher": lambda ranks, _, up: pair_in(ranks) < 0 and up > ranks[0],
    "no pair, and the upcard is as high or higher": lambda ranks, _, up: (
        pair_in(ranks) < 0 and up >= ranks[0]
    ),
    "no pair, and the upcard is an ace": lambda ranks, _, up: pair_in(ranks) < 0 and up == 12,
    "a single card, and the upcard is as high or higher": lambda ranks, _, up: (
        len(ranks) == 1 and up >= ranks[0]
    ),
    "two cards, one of them of the upcard's rank": lambda ranks, _, up: (
        len(ranks) == 2 and up in ranks
    ),
}


def pair_in(ranks: list[int]) -> int:
    return max((rank for rank in ranks if ranks.count(rank) == 2), default=-1)


def apart(ranks: list[int]) -> int:
    """The distance between two ranks, with the ace also below the two."""
    if len(ranks) != 2 or ranks[0] == ranks[1]:
        return 13
    return min(ranks[0] - ranks[1], ranks[1] + 1 if ranks[0] == 12 else 13)


def counted_by_hand(weights: dict[str, int], hand: tuple[int, ...], up: int) -> int:
    ranks = sorted((card % 13 for card in hand), reverse=True)
    suited = len({card // 13 for card in hand}) == 1
    return sum(count for words, count in weights.items() if SPLIT_READING[words](ranks, suited, up))


def split_by_hand(
    weights: dict[str, int], cards: tuple[int, ...], up: int, pays: dict[int, int]
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[str, str]]:
    """The two hands that a person makes, and what they do with them."""

    def count(hand: tuple[int, ...]) -> int:
        return counted_by_hand(weights, hand, up)

    def said(hand: tuple[int, ...]) -> str:
        return "play" if count(hand) > 0 else "fold"

    ranks = [card % 13 for card in cards]
    order = sorted(cards, key=lambda card: (-ranks.count(card % 13), -(card % 13)))
    threes = [(tuple(card for card in order if card != alone), (alone,)) for alone in order]
    instants = [way for way in threes if instant_winner(three_card(mask(way[0])))]
    if instants:
        three, alone = max(
            instants, key=lambda way: (pays[three_card(mask(way[0]))], count(way[1]))
        )
        return three, alone, ("instant", said(alone))
    a, b, c, d = order
    ways = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)), *threes]
    first, second = max(ways, key=lambda way: max(count(way[0]), 0) + max(count(way[1]), 0))
    return first, second, (said(first), said(second))


@pytest.mark.slow  # counts 4 Card Split on the whole deck
def test_split_counted_by_hand_is_worth_what_the_kernel_says() -> None:
    house = open_table(V2)
    scores = scores_of(house)
    pays = pays_of(house, scores)
    states = counted(scores)
    names = [thing.words for thing in strategy_split.things()]
    holds = np.stack([thing.holds for thing in strategy_split.things()]).astype(np.int64)
    prizes = {int(score): int(pays.instant[scores.rows[at]]) for at, score in enumerate(scores.all)}
    lucky = Random(11)
    kinds = set()
    for _ in range(60):
        up = lucky.randrange(13)
        at = lucky.randrange(len(states[up].cards))
        state = UpcardStates(*states[up][:2], *(array[at : at + 1] for array in states[up][2:]))
        weights = {name: lucky.randrange(-4, 8) for name in lucky.sample(names, 9)}
        points_of = np.tensordot(np.array([weights.get(name, 0) for name in names]), holds, 1)
        row = strategy_split._against(up, scores, pays, state)
        got = Fraction(counted_worth(points_of, *row[:6]), int(row.antes[0]))
        cards = tuple(int(card) for card in state.cards[0])
        first, second, decision = split_by_hand(weights, cards, up, prizes)
        kinds.add((len(first), *decision))
        told = {
            frozenset(zip(map(frozenset, (half.split() for half in action.split)), action.decision,
                          strict=True)): action.net
            for action in values(house, State(tuple(map(Card, cards)), Card(up)))
            if action.split is not None and action.decision is not None
        }  # fmt: skip
        asked = frozenset(
            zip((frozenset(text(hand).split()) for hand in (first, second)), decision, strict=True)
        )
        if asked in told:
            assert got == told[asked], (text(cards), up, weights)
        else:  # both hands folded is the same as folding all four
            assert decision == ("fold", "fold") and got == -2
    assert len(kinds) > 6, kinds


@pytest.mark.slow  # counts 4 Card Split on the whole deck
def test_split_played_by_the_words_loses_what_its_count_costs() -> None:
    house = open_table(V2)
    scores = scores_of(house)
    pays = pays_of(house, scores)
    prizes = {int(score): int(pays.instant[scores.rows[at]]) for at, score in enumerate(scores.all)}
    weights = {"a single card": 3, "a pair": 12, "two cards of a suit": 6,
               "no pair, king high or better": 1}  # fmt: skip
    states = strategy_split.states_of(house)
    search = strategy_split.CountSearch(states)
    brought = search.worth(tuple(weights.get(thing.words, 0) for thing in search.things))
    total = sum(int(part.antes.sum()) for part in states)
    cost = Fraction(sum(part.best for part in states) - brought, total)
    lucky = Random(3)
    losses = []
    for _ in range(800):
        up, *cards = lucky.sample(DECK, 5)
        actions = values(house, State(tuple(cards), up))
        first, second, decision = split_by_hand(weights, tuple(cards), up % 13, prizes)
        asked = {(frozenset(text(hand).split()), said) for hand, said in
                 zip((first, second), decision, strict=True)}  # fmt: skip
        told = [
            action.net
            for action in actions
            if action.split is not None and action.decision is not None
            and {(frozenset(half.split()), said) for half, said in
                 zip(action.split, action.decision, strict=True)} == asked
        ] or [Fraction(-2)]  # fmt: skip
        losses.append(max(action.net for action in actions) - told[0])
    mean = sum(losses) / len(losses)
    error = pstdev(map(float, losses)) / len(losses) ** 0.5
    assert min(losses) >= 0 and abs(float(mean - cost)) < 4 * error, (mean, cost)
