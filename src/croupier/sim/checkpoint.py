"""A simulation kept on disk, so that it goes on where it stopped: on any engine, any machine."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from croupier.errors import RuleError
from croupier.rules.registry import rules_hash
from croupier.sim.plan import Plan
from croupier.sim.tally import Tally, empty

FORMAT = "croupier simulation 1"
LARGEST = 64 * 1024 * 1024  # bytes; they take some kilobytes


def save(path: Path, plan: Plan, tally: Tally) -> None:
    """The tally takes the place of the last one; where that fails, the last one stays."""
    text = json.dumps(_written(plan, tally))
    draft = None
    try:
        if path.exists() and not path.is_file():
            raise OSError(0, "it is no plain file")
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError as broken:
        if draft is not None:
            Path(draft).unlink(missing_ok=True)
        raise RuleError(
            f"the checkpoint {path} cannot be written ({broken.strerror}); what it held before is "
            "kept. Free some space or name another file",
            "checkpoint/unwritable",
        ) from broken


def _written(plan: Plan, tally: Tally) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "rules": rules_hash(),
        "game": plan.game,
        "posted": dict(plan.posted),
        "seats": plan.seats,
        "seed": plan.seed,
        "strategy": plan.strategy,
        "wagers": list(plan.wagers),
        "plan": plan.digest,
        "rounds": tally.rounds,
        "counts": [_sparse(row) for row in tally.counts],
        "sums": tally.sums.tolist(),
        "chosen": tally.chosen.tolist(),
    }


def _sparse(row: Any) -> dict[str, int]:
    return {str(at): int(row[at]) for at in np.nonzero(row)[0]}


def load(path: Path, plan: Plan) -> Tally:
    """What was counted so far of this very plan; another one is refused."""
    try:
        if not path.is_file() or path.stat().st_size > LARGEST:
            raise ValueError("it is no plain file of such a size")
        data = json.loads(path.read_text("utf-8"))
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError("it is no simulation's checkpoint")
    except (OSError, ValueError, RecursionError) as broken:
        raise RuleError(
            f"{path} cannot be read ({broken}); name a stopped simulation's file, or a new one",
            "checkpoint/unreadable",
        ) from broken
    _same(path, plan, data)
    try:
        return _read(plan, data)
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as broken:
        raise RuleError(
            f"{path} is damaged ({broken!r}); begin anew with another file", "checkpoint/damaged"
        ) from broken


def _same(path: Path, plan: Plan, data: dict[str, Any]) -> None:
    if data.get("rules") != rules_hash():
        raise RuleError(
            f"{path} was begun under rules {str(data.get('rules'))[:12]}; these are "
            f"{rules_hash()[:12]}, and rounds of both do not add up. Begin anew with another file",
            "checkpoint/rules",
        )
    now = _written(plan, empty(plan))
    for key in ("game", "posted", "seats", "seed", "strategy", "wagers", "plan"):
        if data.get(key) != now[key]:
            raise RuleError(
                f"{path} is a simulation with {key} {data.get(key)!r}, not {now[key]!r}; say the "
                "same as when it began, or name another file",
                "checkpoint/other",
            )


def _read(plan: Plan, data: dict[str, Any]) -> Tally:
    tally = empty(plan)
    for row, kept in zip(tally.counts, data["counts"], strict=True):
        for at, count in kept.items():
            row[int(at)] = count
    tally.sums[:] = data["sums"]
    tally.chosen[:] = data["chosen"]
    rounds = data["rounds"]
    if type(rounds) is not int or int(tally.counts[0].sum()) != rounds * plan.seats:
        raise ValueError(f"{rounds} rounds")
    return tally._replace(rounds=rounds)
