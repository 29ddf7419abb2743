"""What the viewers of a round share is what each would see alone: nobody sees another's cards."""

from random import Random

import pytest

from croupier.bots.rehearsal import any_stakes
from croupier.games.registry import GAMES
from croupier.table.round import Round, deal
from croupier.table.shoe import new_shoe, source
from croupier.web.tables import posted
from croupier.web.views.banked import banked_felt
from croupier.web.views.poker import poker_felt
from croupier.web.views.view import Felts
from tests.table.test_poker import checked_down, play, start
from tests.web.views.test_hands import BOARD, KINGS

SEATS = (1, 3, 4)


def states(game: str, rng: Random) -> list[Round]:
    table = posted(game, meters=False)
    round_ = deal(table, {seat: any_stakes(rng, table) for seat in SEATS}, source(new_shoe(table)))  # type: ignore[arg-type]
    found = [round_]
    while not round_.over:
        assert round_.turn is not None
        round_ = round_.act(round_.turn, rng.choice(round_.legal))
        found.append(round_)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_each_seat_sees_what_it_would_see_alone(game: str) -> None:
    rng = Random(5)
    for _ in range(4):
        for state in states(game, rng):
            felts, viewers = Felts(), [None, *SEATS]
            rng.shuffle(viewers)
            for viewer in viewers:  # whoever was first, the others see their own
                assert felts.of(state, viewer) == banked_felt(state, viewer)


@pytest.mark.parametrize("first", [None, 1, 2])
def test_at_poker_too_before_the_showdown_and_at_it(first: int | None) -> None:
    hand = checked_down(start({1: 10_000, 2: 10_000}, 1, f"{KINGS} {BOARD}"))
    later = play(hand, "2 discard 8c 3d", "1 discard 7c 4h 2s", "2 check", "1 check")
    for state in (hand, later, checked_down(later)):
        felts = Felts()
        for viewer in (first, None, 1, 2):
            assert felts.of(state, viewer) == poker_felt(state, viewer)
    assert felts.of(state, 1) is felts.of(state, 1)
