"""Card and processor have the same counts. Without a card there is a plain error."""

import numpy as np
import pytest

from croupier.errors import RuleError
from croupier.games.figures import figures_of, solved
from croupier.games.four_card_prime.rules import ENVY_BARRED
from croupier.sim.gpu import gpu
from croupier.sim.plan import plan
from croupier.sim.run import Span, simulated, tally_of
from croupier.table.table import open_table


def card():
    try:
        from numba import cuda

        return bool(cuda.is_available())
    except ImportError:
        return False


@pytest.mark.skipif(not card(), reason="no card that runs CUDA")
@pytest.mark.parametrize("game", solved())
@pytest.mark.parametrize("seats", [1, 3, 8])
def test_card_and_processor_agree_to_the_last_round(game, seats):
    wanted = plan(open_table(game), seats=seats, seed=9)
    here, (there,) = tally_of(wanted, Span(0, 300_000)), simulated(wanted, 300_000, engine=gpu)
    assert all(np.array_equal(one, other) for one, other in zip(here, there, strict=True))


@pytest.mark.skipif(not card(), reason="no card that runs CUDA")
@pytest.mark.parametrize("barred", ENVY_BARRED)
def test_card_and_processor_agree_on_envy(barred):
    """Nine seats, so that several win in one round."""
    table = open_table("four-card-prime", options={"envy_barred": barred})
    wanted = plan(table, seats=9, seed=4, wagers=["four card jackpot"])
    here, (there,) = tally_of(wanted, Span(0, 500_000)), simulated(wanted, 500_000, engine=gpu)
    assert all(np.array_equal(one, other) for one, other in zip(here, there, strict=True))


@pytest.mark.skipif(card(), reason="there is a card that runs CUDA")
def test_without_a_card_it_says_so():
    wanted = plan(open_table("four-card-prime"), wagers=["main"])
    with pytest.raises(RuleError, match="no card that runs CUDA") as refused:
        list(simulated(wanted, 1_000, engine=gpu))
    assert refused.value.code == "simulate/gpu"


@pytest.mark.parametrize("game", solved())
def test_a_gpu_finds_every_function_that_a_round_calls(game: str) -> None:
    """Without a card: whatever a loop calls is a named function, and has a source."""
    lent = pytest.importorskip("croupier.kernels.gpu").lent
    made = figures_of(game).layout.game
    for function in (made.place, made.play, made.dealing.deal, made.look):
        assert lent(function) is lent(function)
