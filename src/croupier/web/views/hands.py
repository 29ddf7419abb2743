"""What cards make by the rules: in words, and which cards count.

A reading depends only on the cards, and only on cards that the receiver sees.
"""

from collections.abc import Iterator
from typing import NamedTuple

from croupier.cards.card import Card
from croupier.desk.card_marks import Marks, marks_of, marks_so_far, scales_with_words
from croupier.rules.felt import Fact, Felt, Spot
from croupier.rules.vocabulary import Settle, steps_of
from croupier.table.events import Settled
from croupier.table.round import Round
from croupier.web.views.words import with_tens


class ReadHand(NamedTuple):
    words: str = ""
    marks: Marks = Marks()


def player_reading(now: Round, spot: Spot, cards: tuple[Card, ...]) -> ReadHand:
    """For the next settlement, or the last one."""
    felt = Felt(spot, now.dealer, now.spots, now.table.options)
    facts = list(_facts(now, felt))
    for fact in facts:
        found = _read(fact, fact.of(felt), cards)
        if found is not None:
            return found
    scales = [scale for fact in facts for scale in scales_with_words(fact.words)]
    joined = [scale for scale in scales if scale.plays > len(cards)]
    return ReadHand(marks=marks_so_far(joined[0], cards)) if joined else ReadHand()


def _facts(now: Round, felt: Felt) -> Iterator[Fact]:
    """The facts about the player's hand; those of the next settlement come first."""
    made = [
        step
        for step in steps_of(now.table.game.flow)
        if isinstance(step, Settle) and any(one in felt.spot.wagers for one in step.wagers)
    ]
    next_ones = [
        step
        for step in made
        if any(wager in felt.spot.results for wager in step.wagers) == now.over and step.when(felt)
    ]
    for step in (*next_ones, *made):
        yield from (fact for fact in step.facts if fact.name == "player")


def dealer_reading(now: Round) -> ReadHand:
    """As used in the settlement, once the round is over."""
    if not now.over:
        return ReadHand()
    for event in reversed(now.events):
        if isinstance(event, Settled):
            for step in steps_of(now.table.game.flow):
                if isinstance(step, Settle) and event.results[0].wager in step.wagers:
                    for fact, value in zip(step.facts, event.facts, strict=False):
                        if fact.name == "dealer" and isinstance(value, int):
                            found = _read(fact, value, now.dealer.cards)
                            if found is not None:
                                return found
    return ReadHand()


def _read(fact: Fact, score: int, cards: tuple[Card, ...]) -> ReadHand | None:
    """None: the fact is about other cards."""
    for scale in scales_with_words(fact.words):
        marks = marks_of(scale, cards, score)
        if marks is not None:
            return ReadHand(with_tens(fact.words(score)), marks)
    return None
