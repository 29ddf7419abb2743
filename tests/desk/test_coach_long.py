"""Whoever follows the coach plays as well as can be: ten thousand rounds of each game, beside the
exact odds, which are counted without it.
"""

from fractions import Fraction
from random import Random

import pytest

from croupier.cards.card import DECK
from croupier.desk.coach import Mistakes, advice
from croupier.desk.coaching.choices import choices_made, judged
from croupier.games.registry import GAMES
from croupier.odds.house_edge import expected, theory
from croupier.table.round import Round, deal
from croupier.table.source import Deck
from croupier.table.table import open_table
from croupier.table.view import view

ROUNDS, FEW = 10_000, 40
SPLIT = "4-card-split-v2"
FAR = 4  # standard deviations: once in 16,000 such tests


def followed(game: str, lucky: Random) -> Round:
    """A round of the required bets, alone with the dealer, played as the coach says."""
    table = open_table(game)
    cards = list(DECK) * table.game.decks
    lucky.shuffle(cards)
    state = deal(table, {1: table.completed({})}, Deck(tuple(cards)))
    while state.turn is not None:
        state = state.act(1, advice(table, view(state, 1)).best[0])
    return state


def check(game: str, rounds: int) -> None:
    lucky, table, net, tally = Random(game), open_table(game), 0, Mistakes()
    for number in range(rounds):
        state = followed(game, lucky)
        net += sum(result.net for result in state.results[1].values())
        if number % (rounds // FEW) == 0:  # judged afterwards, as in a room
            tally = tally.after(judged(table, choices_made(state, 1)))
    assert tally.decisions and tally == Mistakes(tally.decisions)
    wins = expected(theory(table), table.completed({})).values()
    mean, variance = -sum(one.win for one in wins), sum(one.variance for one in wins)
    off = Fraction(net) - rounds * mean
    assert abs(float(off)) < FAR * float(rounds * variance) ** 0.5


@pytest.mark.slow  # minutes
@pytest.mark.parametrize("game", GAMES)
def test_ten_thousand_rounds_by_the_coach_bring_what_the_odds_say(game: str) -> None:
    check(game, ROUNDS)


@pytest.mark.slow  # solves the game first
def test_some_rounds_of_the_quickest_game() -> None:
    check(SPLIT, 400)
