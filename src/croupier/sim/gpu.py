"""The same rounds on a GPU (an extra: `pip install croupier[gpu]`, and a card that runs CUDA)."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from croupier.errors import RuleError
from croupier.extras import missing
from croupier.sim.plan import Plan
from croupier.sim.run import Engine, Span
from croupier.sim.tally import Tally, empty

PART = 1 << 30
BLOCKS = 32  # per multiprocessor


def _on_gpu(plan: Plan, parts: Iterator[Span]) -> Iterator[Tally]:
    cuda, compiled = _compiled(plan)
    choices = cuda.to_device(plan.choices)
    blocks = BLOCKS * int(getattr(cuda.get_current_device(), "MULTIPROCESSOR_COUNT", 1))
    for span in parts:
        yield _counted(cuda, compiled, blocks, plan, span, choices)


def _counted(cuda: Any, compiled: Any, blocks: int, plan: Plan, span: Span, choices: Any) -> Tally:
    from croupier.kernels.gpu import THREADS

    none = empty(plan)
    counts, sums, chosen = map(cuda.to_device, (none.counts, none.sums, none.chosen))
    numbers = map(np.int64, (*span, plan.seed))
    compiled[blocks, THREADS](*numbers, choices, counts, sums, chosen)
    return Tally(span.last - span.first, *(each.copy_to_host() for each in (counts, sums, chosen)))


def _always(plan: Plan) -> int:
    """The choice that the strategy makes in every state, if there is one; else -1."""
    first = int(plan.choices[0])
    if len(plan.played.decisions) > 1 or not (plan.choices[:-1] == first).all():
        return -1
    code = int(plan.played.game.look(plan.choices, 0))
    return code if first in (code, code * 0b01010101) else -1


def _compiled(plan: Plan) -> tuple[Any, Any]:
    try:
        from numba import cuda

        from croupier.kernels.gpu import loop
    except ImportError as lacking:  # numba alone includes parts of it
        raise missing("the engine gpu", lacking.name or "numba-cuda", extra="gpu") from lacking
    if not cuda.is_available():
        raise RuleError(
            "the engine gpu found no card that runs CUDA; use local or dask", "simulate/gpu"
        )
    played = plan.played
    made = loop(
        played.game,
        plan.seats,
        plan.bets,
        plan.counted,
        played.mains,
        played.columns,
        len(played.decisions),
        plan.tables,
        plan.options,
        _always(plan),
    )
    return cuda, made


gpu = Engine(_on_gpu, PART)
