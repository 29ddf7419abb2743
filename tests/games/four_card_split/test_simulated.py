"""4 Card Split simulated under paytables of other shapes, and with the largest possible prizes."""

import numpy as np
import pytest

from croupier.errors import RuleError
from croupier.kernels.rounds import LOWEST
from croupier.sim.plan import plan
from croupier.sim.run import Span, tally_of
from croupier.table.table import Table, open_table
from tests.games.four_card_split.tables import PAIR, PRINTED, V1, V2, shaped, with_ante
from tests.games.four_card_split.test_shapes import OTHER, SAME
from tests.sim.test_kernels import compare

ROUNDS = Span(0, 20_000)


@pytest.mark.parametrize("shape", [*SAME, *OTHER])
def test_rounds_are_paid_as_the_table_pays_them(shape: str) -> None:
    rng = np.random.default_rng(len(shape))
    for version in (V1, V2):
        for seats in (1, 3, 8):
            compare(with_ante(version, {**SAME, **OTHER}[shape]), seats, rng)


def test_a_row_that_changes_nothing_changes_no_count() -> None:
    one, same = (
        tally_of(plan(table, strategy="always-play"), ROUNDS)
        for table in (open_table(V2), with_ante(V2, {**PRINTED, **PAIR}))
    )
    assert (one.counts == same.counts).all() and (one.chosen == same.chosen).all()


def rich(ante: str, blind: str) -> Table:
    """Every hand from a pair up is paid this."""
    rows = {
        label: (hand, ante if hand else "1") for label, (hand, _) in {**PRINTED, **PAIR}.items()
    }
    table = with_ante(V2, rows)
    return shaped(table, "blind", {"Pair": ("2c 2d 4h 3s", blind), "Others": ("", "Loss")})


@pytest.mark.parametrize("pay", ["Push", "1000000"])
def test_every_result_can_be_counted(pay: str) -> None:
    """Two antes and a blind may all be paid: three million, and two play bets."""
    made = plan(rich(pay, pay), strategy="always-play")
    highest = 4 if pay == "Push" else 3 * int(pay) + 2
    assert made.width == highest - LOWEST + 1
    tally = tally_of(made, ROUNDS)
    for row in range(6):
        assert tally.counts[row].sum() == ROUNDS.last
    paid = np.nonzero(tally.counts[0])[0] + LOWEST
    assert paid.max() > highest - 5 and paid.min() == -5


def test_results_too_large_for_a_tally_are_refused() -> None:
    with pytest.raises(RuleError, match="may win 102000002 units") as refused:
        plan(rich("1000000", "100000000"), strategy="always-play")
    assert refused.value.code == "simulate/pays"
