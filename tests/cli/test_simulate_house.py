"""`croupier simulate` for the house-banked games: figures, errors, checkpoints, Ctrl-C."""

import json
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.errors import RuleError
from croupier.odds.strategy.choices import Asker, loaded

GAME = "four-card-prime"


def ran(*words):
    result = CliRunner().invoke(app, ["simulate", *words])
    if isinstance(result.exception, RuleError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def told(*words):
    return json.loads(ran(*words, "--json"))


def test_the_json_holds_every_figure():
    data = told(GAME, "--rounds", "2e5", "--seed", "7", "--seats", "3")
    assert data["game"] == GAME
    assert (data["rounds"], data["seed"], data["seats"]) == (200_000, 7, 3)
    assert data["strategy"] == "optimal"
    assert data["rounds_per_second"] > 0
    assert set(data["wagers"]) == {
        *("ante", "raise", "aces baby", "prime", "bad beat"),
        *("five card jackpot", "four card jackpot"),
    }
    for figures in (data["main"], *data["wagers"].values()):
        assert {"mean", "variance", "se", "exact", "z"} <= set(figures)
        assert abs(figures["z"]) < 5
        assert sum(figures["results"].values()) == 600_000
    assert data["decisions"]["fold"]["exact"] == pytest.approx(0.47193, abs=1e-5)
    parts = [data["wagers"][name]["mean"] for name in ("ante", "raise")]
    assert sum(parts) == pytest.approx(data["main"]["mean"], abs=1e-12)


def test_the_same_seed_gives_the_same_numbers():
    one, other, another = (
        told(GAME, "--rounds", "100000", "--seed", seed, "--wagers", "main") for seed in "778"
    )
    for data in (one, other, another):
        del data["rounds_per_second"]
    assert one == other
    assert one["main"]["mean"] != another["main"]["mean"]


def test_one_round_has_no_error():
    main = told(GAME, "--rounds", "1")["main"]
    assert (main["se"], main["variance"], main["z"]) == (None, None, None)
    assert main["mean"] is not None
    assert "0.000000" not in ran(GAME, "--rounds", "1")


def test_the_table_for_people():
    shown = ran(GAME, "--rounds", "1e5")
    for word in ("Four Card Prime", "100,000 rounds", "aces baby", "exact", "raise 3x"):
        assert word in shown
    _, *rows = shown.splitlines()  # the first is a sentence, which is not broken in a file
    assert max(map(len, rows)) <= 80


def test_a_posted_table_and_named_wagers():
    data = told(GAME, "--rounds", "1e5", "--post", "aces_baby=AB-03", "--wagers", "aces baby")
    assert data["posted"]["aces_baby"] == "AB-03"
    assert "prime" not in data["wagers"]
    assert abs(data["wagers"]["aces baby"]["z"]) < 5


def test_ones_own_function(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def choose(cards, offer, upcard):\n    return 0\n")
    data = told(
        "ultimate-4-card-buyout", "--rounds", "1e4", "--strategy", f"{file}:choose"
    )  # it folds every hand
    assert data["main"]["mean"] == -1
    assert data["main"]["exact"] is None and data["main"]["z"] is None
    assert data["decisions"]["third card: fold"]["share"] == 1


@pytest.mark.parametrize(
    "words, code",
    [
        (("--rounds", "many"), "simulate/rounds"),
        (("--rounds", "0"), "simulate/rounds"),
        (("--rounds", "1.5"), "simulate/rounds"),
        (("--rounds", "1e99"), "simulate/rounds"),
        (("--until-se", "0"), "simulate/precision"),
        (("--until-se", "small"), "simulate/precision"),
        (("--seats", "12"), "simulate/seats"),
        (("--engine", "abacus"), "simulate/engine"),
        (("--scheduler", "tcp://127.0.0.1:9"), "simulate/engine"),
        (("--strategy", "luck"), "strategy/unknown"),
        (("--wagers", "ruby"), "wager/unknown"),
    ],
)
def test_bad_input_is_a_plain_error(words, code):
    with pytest.raises(RuleError) as refused:
        ran(GAME, *words)
    assert refused.value.code == code


def test_it_resumes_from_a_checkpoint(tmp_path):
    kept = str(tmp_path / "kept.json")
    ran(GAME, "--rounds", "50000", "--wagers", "main", "--checkpoint", kept)
    assert json.loads((tmp_path / "kept.json").read_text())["rounds"] == 50_000
    went_on = told(GAME, "--rounds", "120000", "--wagers", "main", "--checkpoint", kept)
    at_once = told(GAME, "--rounds", "120000", "--wagers", "main")
    assert went_on["main"] == at_once["main"]
    with pytest.raises(RuleError, match="seed") as refused:
        ran(GAME, "--rounds", "120000", "--seed", "2", "--wagers", "main", "--checkpoint", kept)
    assert refused.value.code == "checkpoint/other"


def test_a_checkpoint_in_no_folder_is_refused_before_the_work(tmp_path):
    with pytest.raises(RuleError) as refused:
        ran(GAME, "--rounds", "1e12", "--checkpoint", str(tmp_path / "none" / "kept.json"))
    assert refused.value.code == "checkpoint/unwritable"


def test_ctrl_c_reports_the_results_so_far(tmp_path):
    kept = tmp_path / "kept.json"
    words = [GAME, "--rounds", "1e14", "--wagers", "main", "--json", "--checkpoint", str(kept)]
    # A shell's background jobs, and everything they start, ignore Ctrl-C.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "import croupier.desk.simulation as s; s.SAVE_EVERY = 0; import croupier.cli as c; c.main()"
    )
    command = [sys.executable, "-c", code, "simulate", *words]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        while running.poll() is None:  # until some parts are counted and saved
            time.sleep(0.2)
            if kept.exists() and json.loads(kept.read_text())["rounds"]:
                break
        running.send_signal(signal.SIGINT)
        shown, errors = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 130, errors
    data = json.loads(shown)
    assert data["interrupted"]
    assert 0 < data["rounds"] < 1e14
    assert json.loads(kept.read_text())["rounds"] == data["rounds"]


@pytest.mark.parametrize("word", ["1e9999999999", "1e999999999999999999999", "nan", "inf", "1/3"])
def test_an_invalid_number_of_rounds(word):
    for words in (("--rounds", word), ("--rounds", "1e3", "--until-se", f"-{word}")):
        with pytest.raises(RuleError) as refused:
            ran(GAME, *words)
        assert refused.value.code in ("simulate/rounds", "simulate/precision")


def test_what_does_not_apply_is_refused():
    for words in ((GAME, "--hands", "20"), ("five-card-hold-out", "--rounds", "1e3")):
        with pytest.raises(RuleError, match="leave it out"):
            ran(*words)


CALLABLES = """
import functools
def f(cards, up, n=1): return n
part = functools.partial(f, n=1)
kept = functools.lru_cache(f)
class Always:
    def __call__(self, cards, up): return 1
bold = Always()
def Bold(cards, up): return 'raise 1x'
"""


@pytest.mark.parametrize("name", ["part", "kept", "Bold", "bold"])
def test_a_strategy_may_be_any_callable(tmp_path, name):
    """Asked about two states, as a whole table of choices asks about each of its own."""
    (tmp_path / "own.py").write_text(CALLABLES)
    raises = ("fold", "raise 1x", "raise 2x", "raise 3x")
    own = Asker(loaded(f"{tmp_path}/own.py:{name}"), 5, raises, offered=False)
    hands = np.array([[0, 1, 2, 3, 4], [8, 20, 30, 40, 50]])
    assert own.ask(hands, 51, np.ones((2, 4), bool)).tolist() == [1, 1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["part", "kept", "Bold", "bold"])
def test_a_strategy_that_is_any_callable_plays(tmp_path, name):
    """It is asked about every state, in Python."""
    file = tmp_path / "own.py"
    file.write_text(CALLABLES)
    data = told(GAME, "--rounds", "1e3", "--wagers", "main", "--strategy", f"{file}:{name}")
    assert data["decisions"]


@pytest.mark.parametrize("code", ["raise SystemExit", "def f(cards, up): raise SystemExit(0)"])
def test_a_strategy_that_exits_is_an_error(tmp_path, code):
    file = tmp_path / "own.py"
    file.write_text(f"{code}\n")
    with pytest.raises(RuleError) as refused:
        ran(GAME, "--rounds", "1e3", "--strategy", f"{file}:f")
    assert refused.value.code == "strategy/own"


@pytest.mark.parametrize("game", ["ultimate-4-card-buyout", "4-card-buyout"])
def test_the_bonus_alone(game):
    words = (game, "--rounds", "1e6", "--wagers", "bonus alone", "--option", "bonus_alone=on")
    data = told(*words, "--seats", "2")
    assert data["main"] is None and list(data["wagers"]) == ["bonus"] and not data["decisions"]
    found = data["wagers"]["bonus"]
    assert found["exact"] is not None and abs(found["z"]) < 4.5 and found["se"] > 0
    assert "main" not in ran(*words)
    for wrong in (words[:-2], (*words[:3], "--wagers", "bonus alone, bonus", *words[5:])):
        with pytest.raises(RuleError) as refused:
            ran(*wrong)
        assert refused.value.code == "wager/alone"
