"""`croupier night`, `ruin` and `band`, as a program and as a person read them."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from croupier.cli import app
from croupier.cli.sim.night import bins, lines
from croupier.errors import RuleError

RUN = CliRunner()
PRIME = ("four-card-prime", "--strategy", "always-raise-1x")


def run(*words: str) -> Result:
    return RUN.invoke(app, list(words), env={"COLUMNS": "80"})


def answer(*words: str) -> Any:
    ran = run(*words, "--json")
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)


def refused(*words: str) -> str:
    error = run(*words).exception
    assert isinstance(error, RuleError), error
    return f"{error.code}: {error.message}"


JACKPOT = (
    *("night", *PRIME, "--nights", "60", "--hours", "1.5", "--hands", "30", "--seats", "3"),
    *("--side", "prime=2, four card jackpot", "--meter", "seed=500, contribution=20"),
)


def test_a_night_as_data_is_the_same_every_time() -> None:
    found = answer(*JACKPOT)
    assert found == answer(*JACKPOT)
    assert found != answer(*JACKPOT, "--seed", "2")
    assert found["rounds"] == 45
    assert found["stakes"] == {"ante": 2500, "prime": 200, "four card jackpot": 100}
    assert found["nights"]["number"] == 60 and found["months"]["number"] == 2
    percentiles = list(found["nights"]["percentiles"].values())
    known = percentiles[2:7]  # of sixty nights, none can show one in a hundred
    assert percentiles == [None, None, *known, None, None]
    assert known == sorted(known) and all(isinstance(cents, int) for cents in known)
    assert found["nights"]["bankroll_99"] is None
    meter = found["jackpots"]["four card jackpot"]
    assert list(meter["after"]) == ["1 night", "1 week", "1 month"]
    # 3 seats, 45 rounds, 20 cents each: unless it was hit, which did not happen.
    assert meter["after"]["1 night"]["50"] == 50_000 + 3 * 45 * 20
    rules = ("seed", "reseed", "contribution", "reserve", "cap")
    assert [meter[name] for name in rules] == [50_000, 50_000, 20, 0, None]


def test_each_jackpot_of_a_night_has_its_own_wager() -> None:
    """A fifth of 1 dollar, and of 5, from 3 seats in each of 45 rounds."""
    side = ("--side", "prime=2, five card jackpot, four card jackpot")
    found = answer(*JACKPOT, *side, "--option", "four_card_jackpot_wager=500")
    assert found["stakes"]["five card jackpot"] == 100
    assert found["stakes"]["four card jackpot"] == 500
    shown = {name: meter["after"]["1 night"]["50"] for name, meter in found["jackpots"].items()}
    assert shown == {
        "five card jackpot": 50_000 + 3 * 45 * 20,
        "four card jackpot": 50_000 + 3 * 45 * 100,
    }


def test_a_night_on_a_narrow_screen(tmp_path: Path) -> None:
    plot = tmp_path / "night.svg"
    shown = run(*JACKPOT, "--plot", str(plot))
    assert shown.exit_code == 0, shown.output
    assert "Results" in shown.stdout and "█" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 80
    assert "reseed $500, contribution 20%, reserve none, cap none" in shown.stdout
    first = plot.read_bytes()
    run(*JACKPOT, "--plot", str(plot))
    assert plot.read_bytes() == first
    few = run(*JACKPOT, "--nights", "2", "--plot", str(plot))
    assert few.exit_code == 0 and "too few to tell" in few.stdout


@pytest.mark.parametrize(
    "words, said",
    [
        (("--hours", "0"), "night/hours"),
        (("--hours", "-3"), "night/hours"),
        (("--hours", "soon"), "night/hours"),
        (("--hours", "0.01"), "night/hours"),
        (("--seats", "10"), "simulate/seats"),
        (("--ante", "0.50"), "wager/limit"),
        (("--ante", "401"), "wager/limit: four-card-prime seat 1: ante $401; this table takes $1"),
        (("--ante", "200"), "wager/limit: four-card-prime: raise $600"),
        (("--ante", "x"), "money/bad"),
        (("--side", "luck=5"), "wager/unknown"),
        (("--side", "prime"), "command/bad"),
        (("--side", "raise=5"), "wager/unknown"),
        (("--side", "five card jackpot=2"), "wager/fixed"),
        (("--side", "five card jackpot"), "meter/missing"),
        (("--side", "five card jackpot", "--meter", "seed=5"), "jackpot/rates"),
        (("--side", "five card jackpot", "--meter", "sed=5"), "command/bad"),
        (("--side", "prime=1", "--meter", "seed=5, contribution=20"), "meter/none"),
        (
            ("--side", "five card jackpot", "--meter", "four card jackpot: seed=5"),
            "no seat bets on 'four card jackpot'",
        ),
        (("--strategy", "lucky"), "strategy/unknown"),
        (("--plot", "night.gif"), "plot/format"),
        (("--plot", "no/such/folder/night.png"), "plot/folder"),
    ],
)
def test_an_impossible_night_is_refused(words: tuple[str, ...], said: str) -> None:
    assert said in refused("night", "four-card-prime", "--nights", "2", *words)


RUIN = ("ruin", "four-card-prime", "--bankroll", "200", "--players", "300", "--rounds", "50")


def test_ruin_as_data() -> None:
    found = answer(*RUIN, "--goal", "300")
    assert found == answer(*RUIN, "--goal", "300")
    assert (found["bankroll"], found["goal"], found["ruined_below"]) == (20_000, 30_000, 4000)
    for name in ("ruin", "reached"):
        assert abs(found[name]["share"] - found[name]["exact"]) < 4 * found[name]["se"]
    assert answer(*RUIN)["reached"] is None
    side = answer(*RUIN, "--side", "prime=5")
    assert side["ruined_below"] == 4500 and side["ruin"]["exact"] is None
    other = answer(*RUIN, "--strategy", "always-raise-1x")
    assert other["ruin"]["exact"] is None and other["ruin"]["share"] > 0


def test_ruin_on_a_narrow_screen() -> None:
    shown = run(*RUIN, "--goal", "300").stdout
    assert "Ruin: less than $40 left" in shown and "exact" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert "Not known exactly" in run(*RUIN, "--side", "prime=5").stdout


@pytest.mark.parametrize(
    "words, said",
    [
        (("--bankroll", "39"), "ruin/bankroll: bankroll $39; one round may ask for $40"),
        (("--goal", "200"), "ruin/goal"),
        (("--goal", "-5"), "ruin/goal"),
        (("--rounds", "0"), "simulate/rounds"),
        (("--rounds", "many"), "simulate/rounds"),
        (("--side", "five card jackpot"), "ruin/meter"),
        (("--side", "luck=1"), "wager/unknown"),
        (("--ante", "500"), "wager/limit"),
    ],
)
def test_what_no_player_can_do_is_refused(words: tuple[str, ...], said: str) -> None:
    assert said in refused(*RUIN, *words)


BAND = ("band", "four-card-prime", "--ante", "10")


def test_a_band_as_data() -> None:
    found = answer(*BAND, "--rounds", "2e4", "--actual", "-1234.50")
    assert list(found["bands"]) == ["1000", "10000", "20000", "100000", "1000000", "10000000"]
    low, high = found["bands"]["20000"]["95%"]
    theory = found["bands"]["20000"]["theory"]
    assert theory == pytest.approx(20_000 * found["round"]["theory"])
    assert high - theory == pytest.approx(theory - low)
    assert found["actual"] == -123_450
    assert found["round"]["simulated_rounds"] == 0
    off = (-123_450 - theory) / (found["round"]["deviation"] * 20_000**0.5)
    assert found["deviations"] == pytest.approx(off)
    inside = low <= found["actual"] <= high
    assert inside == (found["verdict"] == "in 95%")
    assert answer(*BAND)["verdict"] is None


def test_a_band_on_a_narrow_screen(tmp_path: Path) -> None:
    plot = tmp_path / "band.png"
    shown = run(*BAND, "--rounds", "500", "--actual", "99,999", "--plot", str(plot))
    assert "outside the 99% band" in shown.stdout and plot.read_bytes().startswith(b"\x89PNG")
    assert max(map(len, shown.stdout.splitlines())) <= 80
    assert "consistent with chance" in run(*BAND, "--actual", "25,000").stdout


@pytest.mark.parametrize(
    "words, said",
    [
        (("--rounds", "0"), "simulate/rounds"),
        (("--actual", "lots"), "money/bad"),
        (("--side", "five card jackpot"), "band/meter"),
        (("--strategy", "always-fold"), "band/theory"),
        (("--seats", "0"), "simulate/seats"),
        (("--plot", "band.txt"), "plot/format"),
    ],
)
def test_what_has_no_band_is_refused(words: tuple[str, ...], said: str) -> None:
    assert said in refused(*BAND, *words)


def test_the_bars_of_a_histogram() -> None:
    import numpy as np

    ordered = np.sort(np.array([-250, -150, -50, 0, 50, 99, 100, 350]))
    found = bins(ordered, 7)
    assert [(one.low, one.many) for one in found] == [
        *((-300, 1), (-200, 1), (-100, 1), (0, 3), (100, 1), (200, 0), (300, 1)),
    ]
    assert [one.low for one in bins(ordered, 3)] == [-500, 0]
    assert lines(found, 3)[3].endswith(" ███ 37.5%")
