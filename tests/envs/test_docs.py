"""The examples in docs/envs.md are correct."""

import re
from pathlib import Path

import pytest

from croupier.envs import IDS
from croupier.envs.hold_out_v0 import PER_SEAT, actions_of, size_of
from croupier.envs.house import HouseEnv
from croupier.games.registry import poker_game

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "envs.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)


@pytest.mark.parametrize("example", EXAMPLES, ids=["gymnasium", "pettingzoo"])
def test_the_examples_run(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(example, "docs/envs.md", "exec"), {})
    assert re.search(r"-?\d+\.\d", capsys.readouterr().out), "a reward"


def test_the_ids_and_actions_are_current() -> None:
    for game, env_id in IDS.items():
        actions = (
            "the same nine" if game == "4-card-split-v2" else ", ".join(HouseEnv(game).actions)
        )
        assert f"| `{env_id}` | {actions} |" in PAGE
    assert HouseEnv("4-card-split-v2").actions == HouseEnv("4-card-split-v1").actions
    assert f"Discrete({len(actions_of(poker_game()))})" in PAGE
    assert f"{size_of(poker_game(), 0)} + {PER_SEAT} × seats" in PAGE
