"""The trainer: what it asks, how often, and what it says was right."""

import json
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from croupier.bots.players import luck
from croupier.cards.card import DECK
from croupier.desk.coach import advice
from croupier.desk.coaching import trainer
from croupier.desk.coaching.trainer import (
    AGAIN,
    CANDIDATES,
    REST,
    KindScore,
    Missed,
    Question,
    QuestionKind,
    Training,
    answered,
    next_question,
    place_of,
    question,
    training_from_json,
    training_to_json,
)
from croupier.errors import BadRecord, RuleError
from croupier.games.registry import GAMES
from croupier.table.table import open_table
from croupier.table.view import view
from tests.effort import examples

PRIME, SPLIT = "four-card-prime", "4-card-split-v2"
QUICK = (PRIME, SPLIT)
FOLD, RAISE = QuestionKind("raise", "fold"), QuestionKind("raise", "raise 3x")


# ---- what is asked


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game in QUICK else pytest.mark.slow) for game in GAMES]
)
def test_a_question_is_a_choice_of_a_round_that_is_played_best_so_far(game: str) -> None:
    table = open_table(game)
    choices = set()
    for number in range(examples(15)):
        asked = question(table, "seed", f"0.{number}")
        if asked is None:
            continue
        state = asked.round
        assert asked.advice == advice(table, view(state, 1)) and state.turn == 1
        assert len(asked.advice.options) == len(state.legal) > len(asked.advice.best) > 0
        assert question(table, "seed", f"0.{number}") == asked
        assert question(table, "other", f"0.{number}") != asked
        choices.add(asked.kind.choice)
    assert choices


def test_the_cards_are_those_of_the_name() -> None:
    cards = list(DECK)
    lucky = luck("seed/7.1")
    lucky.shuffle(cards)
    asked = question(open_table(PRIME), "seed", "7.1")
    assert asked is not None
    assert list(asked.round.spot(1).cards) == cards[:5]


def test_every_choice_of_a_round_is_asked() -> None:
    found = (question(open_table(SPLIT), "seed", f"1.{number}") for number in range(30))
    assert {one.kind.choice for one in found if one} == {"split", "hand 1", "hand 2"}


# ---- how often


def test_a_number_falls_into_each_place_as_often_as_it_weighs() -> None:
    for weights in ([1], [10, 55, 100, 3], [7, 7]):
        drawn = Counter(place_of(weights, number) for number in range(sum(weights)))
        assert [drawn[place] for place in range(len(weights))] == weights


@pytest.mark.parametrize(
    "asked, wrong, weight", [(0, 0, 55), (4, 4, 85), (4, 0, 25), (88, 0, 11), (88, 88, 99)]
)
def test_a_kind_weighs_as_much_as_it_is_answered_wrong(asked: int, wrong: int, weight: int) -> None:
    assert KindScore(FOLD, asked, wrong).weight == weight


def dealing(kinds: list[QuestionKind], monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals these kinds, each as often, instead of cards."""
    table = open_table(PRIME)
    real = question(table, "seed", "0.0")
    assert real is not None

    def fake(_: object, seed: str, name: str) -> Question:
        kind = kinds[Random(f"{seed} {name}").randrange(len(kinds))]
        return real._replace(deal=name, kind=kind)

    monkeypatch.setattr(trainer, "question", fake)


def test_weak_kinds_are_asked_as_often_as_their_weights_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The chance is counted over all candidates that may be dealt; then 4,000 are asked."""
    dealing([FOLD, RAISE], monkeypatch)
    kinds = (KindScore(FOLD, 8, 8), KindScore(RAISE, 8, 0))
    heavy, light = (kind.weight for kind in kinds)
    assert heavy > 4 * light
    chance = Fraction(0)
    for dealt in range(2**CANDIDATES):  # each candidate is of either kind
        many = dealt.bit_count()
        chance += Fraction(many * heavy, many * heavy + (CANDIDATES - many) * light)
    chance /= 2**CANDIDATES
    count, weak = 4000, 0
    for number in range(count):
        asked = next_question(open_table(PRIME), Training(f"{number}", 16, 8, kinds=kinds))
        weak += asked.kind == FOLD
    error = float(chance * (1 - chance) / count) ** 0.5
    assert chance > Fraction(3, 4)
    assert abs(weak / count - chance) < 5 * error


def test_what_was_answered_wrong_comes_again_after_a_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    dealing([FOLD], monkeypatch)
    table, count = open_table(PRIME), 3000
    missed = (Missed("2.1", 2), Missed("3.0", 3), Missed("5.2", 8 - REST))
    fresh = [next_question(table, Training(f"{n}", 8, 6, missed=missed)) for n in range(count)]
    assert {one.deal for one in fresh if one.again} == {"2.1", "3.0"}
    again = sum(one.again for one in fresh)
    error = (count * (1 / AGAIN) * (1 - 1 / AGAIN)) ** 0.5
    assert abs(again - count / AGAIN) < 5 * error


# ---- what was right


def test_answers_are_counted() -> None:
    table, training = open_table(SPLIT), Training("seed")
    cost, kinds, lucky = Fraction(0), Counter[QuestionKind](), Random(1)
    streaks = [0]
    for number in range(24):
        asked = next_question(table, training)
        assert next_question(table, training) == asked  # until it is answered
        right = lucky.random() < 0.6
        options = asked.advice.options
        chosen = next(o for o in options if (o.cost == 0) == right)
        training, marked = answered(training, asked, chosen.action)
        assert (marked.right, marked.option, marked.best) == (right, chosen, asked.advice.best)
        streaks.append(streaks[-1] + 1 if right else 0)
        cost += chosen.cost
        kinds[asked.kind] += 1
        assert any(one.deal == asked.deal for one in training.missed) == (not right)
        read = training_from_json(json.loads(json.dumps(training_to_json(training))))
        assert read == training
        assert training.asked == number + 1
    assert training.cost == cost and training.cost_per_hundred == cost * 100 / 24
    assert (training.streak, training.longest) == (streaks[-1], max(streaks))
    assert {one.kind: one.asked for one in training.kinds} == kinds
    wrong = sum(one.wrong for one in training.kinds)
    assert wrong == 24 - training.right and training.accuracy == Fraction(training.right, 24)
    shares = [Fraction(one.wrong, one.asked) for one in training.weakest]
    assert shares == sorted(shares, reverse=True) and all(shares)


def test_an_illegal_answer_is_refused() -> None:
    asked = next_question(open_table(PRIME), Training("seed"))
    with pytest.raises(RuleError, match="'raise 4x' is not a choice here; legal: fold, raise 1x"):
        answered(Training("seed"), asked, "raise 4x")


@pytest.mark.parametrize(
    "change",
    [
        {"asked": -1},
        {"asked": 3},
        {"right": 2},
        {"kinds": []},
        {"missed": [["1.1", True]]},
    ],
)
def test_a_manipulated_record_is_refused(change: dict[str, object]) -> None:
    training = Training("seed", 1, 1, 1, 1, Fraction(0), (KindScore(FOLD, 1, 0),))
    written = training_to_json(training)
    assert training_from_json(written) == training
    with pytest.raises(BadRecord):
        training_from_json({**written, **change})
