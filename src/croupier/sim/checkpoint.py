"""A simulation saved to disk, to be resumed where it stopped: with any engine, on any machine."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from croupier.errors import RuleError
from croupier.files import PRIVATE, content_of, put
from croupier.games.registry import rules_hash
from croupier.sim.plan import Plan
from croupier.sim.tally import Tally, empty

FORMAT = "croupier simulation 1"
LARGEST = 64 * 1024 * 1024  # bytes; a checkpoint takes a few kilobytes


def save(path: Path, plan: Plan, tally: Tally) -> None:
    """Replaces the previous checkpoint; if that fails, the previous one remains."""
    try:
        put(path, json.dumps(_written(plan, tally)).encode(), PRIVATE)
    except OSError as broken:
        raise RuleError(
            f"the checkpoint {path} cannot be written ({broken.strerror}); its previous content is "
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
        "counts": [{str(at): int(row[at]) for at in np.nonzero(row)[0]} for row in tally.counts],
        "sums": tally.sums.tolist(),
        "chosen": tally.chosen.tolist(),
    }


def load(path: Path, plan: Plan) -> Tally:
    """The tally so far of this plan; a checkpoint of any other plan is refused."""
    try:
        data = json.loads(content_of(path, LARGEST))
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError("not a checkpoint of a simulation")
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
            f"{path} is damaged ({broken!r}); start again with another file", "checkpoint/damaged"
        ) from broken


def _same(path: Path, plan: Plan, data: dict[str, Any]) -> None:
    if data.get("rules") != rules_hash():
        raise RuleError(
            f"{path} was begun under rules {str(data.get('rules'))[:12]}; these are "
            f"{rules_hash()[:12]}, and rounds of both do not add up. Start again with another file",
            "checkpoint/rules",
        )
    now = _written(plan, empty(plan))
    for key in ("game", "posted", "seats", "seed", "strategy", "wagers", "plan"):
        if data.get(key) != now[key]:
            with_what = f"{key} {data.get(key)!r}, not {now[key]!r}"
            if key == "plan":  # a digest of everything else that the rounds depend on
                with_what = "other options of the house, or a strategy that has changed since"
            raise RuleError(
                f"{path} is a simulation with {with_what}; repeat the options it began with, or "
                "name another file",
                "checkpoint/other",
            )


def _read(plan: Plan, data: dict[str, Any]) -> Tally:
    tally = empty(plan)
    for row, kept in zip(tally.counts, data["counts"], strict=True):
        for at, count in kept.items():
            row[int(at)] = _count(count)
    tally.sums[:] = [[_whole(one) for one in row] for row in data["sums"]]
    tally.chosen[:] = [[_count(one) for one in row] for row in data["chosen"]]
    rounds = _count(data["rounds"])
    for place, row in enumerate(tally.counts):
        counted = plan.counted >> place & 1
        if int(row.sum()) != rounds * plan.seats * counted:
            raise ValueError(f"row {place} does not add up to {rounds} rounds")
    return tally._replace(rounds=rounds)


def _whole(number: Any) -> int:
    if type(number) is not int:
        raise ValueError(f"{number!r} is not a whole number")
    return number


def _count(number: Any) -> int:
    if _whole(number) < 0:
        raise ValueError(f"{number} is below 0")
    return int(number)
