"""`croupier odds`, `ev` and `verify`, as a program reads them."""

import json
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from croupier.cards.card import DECK, mask, parse, text
from croupier.cards.hands import best_four
from croupier.cli import app
from croupier.errors import RuleError
from croupier.games.four_card_prime.rules import settle
from croupier.table.table import open_table

RUN = CliRunner()


def run(*words: str, given: str | None = None) -> Result:
    return RUN.invoke(app, list(words), input=given)


def answer(*words: str, given: str | None = None) -> Any:
    ran = run(*words, "--json", given=given)
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)


def test_odds_of_prime_have_every_figure_as_a_fraction_in_lowest_terms() -> None:
    odds = answer("odds", "four-card-prime", "--post", "bad_beat_bonus=BB-04")
    assert odds["game"] == "four-card-prime" and odds["unit"] == "ante"
    assert odds["posted"]["bad_beat_bonus"] == "BB-04"
    main = odds["main"]
    for key in ("net", "house_edge", "wagered", "element_of_risk", "variance", "win", "push"):
        top, bottom = main[key].split("/")
        assert Fraction(main[key]).numerator == int(top), key
        assert Fraction(main[key]).denominator == int(bottom), key
    assert Fraction(main["net"]) == -Fraction(main["house_edge"])
    assert sum(Fraction(main[key]) for key in ("win", "push", "lose")) == 1
    assert sum(Fraction(share) for share in odds["decisions"].values()) == 1
    mean = sum(int(net) * Fraction(share) for net, share in main["distribution"].items())
    assert mean == Fraction(main["net"])
    assert set(odds["wagers"]) == {
        *("aces baby", "prime", "bad beat", "five card jackpot", "four card jackpot"),
    }
    # Prime, by hand: five of one color C(26,5)*2, four C(26,4)*26*2, of C(52,5) hands.
    assert Fraction(odds["wagers"]["prime"]["net"]) == Fraction(
        6 * 131560 + 777400 - (2598960 - 131560 - 777400), 2598960
    )


def test_a_jackpot_that_is_not_offered_has_no_odds() -> None:
    odds = answer("odds", "four-card-prime", "--option", "jackpot_type=none")
    assert "five card jackpot" not in odds["wagers"]


def test_ev_marks_the_best_action() -> None:
    told = answer("ev", "four-card-prime", "--cards", "As Ad 7h 7c 9s", "--up", "Qh")
    nets = {row["action"]: Fraction(row["net"]) for row in told["actions"]}
    assert list(nets) == ["fold", "raise 1x", "raise 2x", "raise 3x"]
    assert nets["fold"] == -1 and told["best"] == [max(nets, key=lambda name: nets[name])]


def test_ev_of_a_state_with_few_cards_left_is_a_plain_count() -> None:
    """Eight cards are left for the dealer's other five: all 56 ways, settled by the rules."""
    mine, up = parse("As Ad 7h 7c 9s"), parse("Qh")[0]
    left = parse("Qs Qd Kh Kc 2d 3d 9h 9d")
    seen = [card for card in DECK if card not in (*mine, up, *left)]
    told = answer(
        *("ev", "four-card-prime", "--cards", text(mine), "--up", text([up])),
        *("--seen", text(seen)),
    )
    house = open_table("four-card-prime")
    tables = house.steps("win_bonus"), house.steps("bad_beat_bonus")
    dealt = [best_four(mask((up, *five))) for five in combinations(left, 5)]
    nets = {
        times: Fraction(
            sum(sum(settle(times, best_four(mask(mine)), dealer, *tables)[1:]) for dealer in dealt),
            len(dealt),
        )
        for times in range(4)
    }
    names = {"fold": 0, "raise 1x": 1, "raise 2x": 2, "raise 3x": 3}
    assert {row["action"]: Fraction(row["net"]) for row in told["actions"]} == {
        name: nets[times] for name, times in names.items()
    }
    assert told["best"] == [name for name in names if nets[names[name]] == max(nets.values())][:1]
    assert len(dealt) == 56 and len(set(dealt)) > 3


def test_ev_of_a_fold_counts_the_bets_already_made() -> None:
    for cards, offer, fold in (("As 4s", "7h", -1), ("As 4s 7h", "9c", -2)):
        told = answer("ev", "4-card-buyout", "--cards", cards, "--up", "Qh", "--offer", offer)
        nets = {row["action"]: Fraction(row["net"]) for row in told["actions"]}
        assert nets["fold"] == fold and set(nets) == {"buy", "refuse", "fold"}


def test_ev_of_a_split_names_hands_and_decisions() -> None:
    told = answer("ev", "4-card-split-v2", "--cards", "As Ks Qs 2h", "--up", "9d")
    rows = {tuple(row["split"]): row for row in told["actions"] if row["decision"][1] == "fold"}
    assert set(rows) == {("As Ks Qs", "2h")}  # the instant winner must be taken
    assert rows["As Ks Qs", "2h"]["decision"] == ["instant", "fold"]
    assert Fraction(rows["As Ks Qs", "2h"]["net"]) == 30 - 1


def test_a_batch_answers_every_line_and_says_which_is_wrong() -> None:
    good = json.dumps({"cards": "As 4s 7h", "up": "Qh", "offer": "9c", "seen": "2c 2d"})
    ran = run("ev", "4-card-buyout", "--batch", given=f"{good}\nnot json\n{good}\n")
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.exit_code == 1 and lines[0] == lines[2] and "line 2" in lines[1]["error"]["message"]


def test_a_batch_answers_before_it_reads_on() -> None:
    line = json.dumps({"cards": "As 4s 7h", "up": "Qh", "offer": "9c"}).encode() + b"\n"
    words = [sys.executable, "-m", "croupier", "ev", "4-card-buyout", "--batch"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as asked:
        assert asked.stdin is not None and asked.stdout is not None
        for sent in (line, b"\xff\n", line):  # a line that is not text is refused alone
            asked.stdin.write(sent)
            asked.stdin.flush()
            told = json.loads(asked.stdout.readline())
            assert ("error" in told) == (sent != line)
        asked.stdin.close()
        assert asked.wait() == 1


@pytest.mark.parametrize(
    "words, message",
    [
        (("--batch", "--seen", "As"), "in its line"),
        (("--cards", "As Kd 7h 2c 9s"), "name the dealer's upcard"),
        (
            ("--cards", "As", "--up", "Qh", "--offer", "2d", "--bonus", "1e999999999"),
            "write a number of first bets",
        ),
        (("--cards", "As Kd 7h 2c", "--up", "Qh"), "has 5 cards to choose with, not 4"),
        (("--cards", "As Kd 7h 2c As", "--up", "Qh"), "As appears twice"),
        (("--cards", "As Kd 7h 2c 9s", "--up", "As"), "As appears twice"),
        (("--cards", "As Kd 7h 2c 9s", "--up", "Zz"), "'Zz' is not a card"),
        (("--cards", "As Kd 7h 2c 9s", "--up", "Qh", "--offer", "2d"), "offers no card"),
    ],
)
def test_an_impossible_state(words: tuple[str, ...], message: str) -> None:
    ran = run("ev", "four-card-prime", *words)
    assert isinstance(ran.exception, RuleError) and message in ran.exception.message


def test_an_unknown_table_names_the_known_ones() -> None:
    ran = run("odds", "four-card-prime", "--post", "aces_baby=AB-99")
    assert isinstance(ran.exception, RuleError) and "AB-08" in ran.exception.message


@pytest.mark.slow
def test_verify_every_printed_figure() -> None:
    """25 of 25 printed edges of 4 Card Split, all combinations; takes minutes on a cold cache."""
    checks = answer("verify")
    edges = [
        check for check in checks if "edge (%)" in check["figure"] or "net (%)" in check["figure"]
    ]
    split = [check for check in edges if check["game"].startswith("4-card-split")]
    assert len(split) == 25 and {check["verdict"] for check in split} == {"agrees"}
    told = Counter(check["verdict"] for check in checks)
    assert told == {"agrees": 82, "misprint": 2, "unreachable": 2, "favours the player": 2}
    assert all(bool(check["why"]) is (check["verdict"] != "agrees") for check in checks)


def printed(game: str) -> dict[str, list[str]]:
    """The printed figures of a game, by name."""
    found: dict[str, list[str]] = {}
    for check in answer("verify", game):
        assert (check["game"], check["verdict"] == "DIFFERS") == (game, False), check
        found.setdefault(check["figure"], []).append(check["printed"])
    return found


@pytest.mark.slow  # counts 4 Card Split on the whole deck
def test_verify_has_the_totals_and_the_last_drawing_of_the_split_book() -> None:
    told = printed("4-card-split-v2")
    assert told["what pays, frequency (%)"] == ["15.7462"]
    assert told["all hands, combinations"] == ["270725"]
    assert told["all hands, frequency (%)"] == ["100.00"]

    def drawn(what: str) -> list[str]:
        found = (
            values for name, values in told.items() if name.startswith(f"last drawing, {what}")
        )
        return [value for values in found for value in values]

    assert drawn("blind") == ["500", "150", "50", "8", "7", "5", "4", "2"]
    assert drawn("instant winner") == ["30", "12", "8", "3", "2"]
    assert drawn("winning ante") == ["30", "1"]


@pytest.mark.parametrize("game", ["ultimate-4-card-buyout", "4-card-buyout"])
def test_verify_has_what_buyout_says_about_points(game: str) -> None:
    """'4 Aces = 44 Points and is the highest score possible', and 2+3+4+5 of a suit are 14."""
    checks = {check["figure"]: check for check in answer("verify", game)}
    assert (checks["highest score"]["printed"], checks["highest score"]["ours"]) == ("44", "44/1")
    assert checks["least of four suited cards"]["ours"] == "14/1"


def test_verify_explains_the_others() -> None:
    text = run("verify", "ultimate-4-card-buyout").stdout
    assert "2 of 4 agree, 0 differ. The other 2:" in text
    assert "unreachable: ultimate-4-card-buyout, bonus 43 points: 100 to 1; no four cards" in text


@pytest.mark.parametrize("game", ["four-card-prime", "five-card-hold-out"])
def test_a_rulebook_without_figures(game: str) -> None:
    assert answer("verify", game) == []
    assert "prints no figure" in run("verify", game).stdout


def test_strategy_lists_rules_with_their_exact_cost() -> None:
    told = answer("strategy", "four-card-prime", "--rules", "3", "--rules", "2")
    best = Fraction(answer("odds", "four-card-prime")["main"]["net"])
    assert Fraction(told["best_net"]) == best
    costs = []
    for strategy, size in zip(told["strategies"], (2, 3), strict=True):
        assert len(strategy["rules"]) == size
        assert strategy["rules"][-1]["if"] is None
        assert Fraction(strategy["net"]) == best - Fraction(strategy["cost"])
        for rule in strategy["rules"][:-1]:
            assert Fraction(rule["cost_without"]) > Fraction(strategy["cost"])
        costs.append(Fraction(strategy["cost"]))
    assert costs[0] > costs[1] > 0
    shown = run("strategy", "four-card-prime", "--rules", "3")
    assert shown.exit_code == 0 and "3 rules: cost" in shown.output


@pytest.mark.parametrize("rules", ["1", "0", "-3", "21"])
def test_strategy_of_too_few_or_too_many_rules_is_refused(rules: str) -> None:
    ran = run("strategy", "4-card-buyout", "--rules", rules)
    assert isinstance(ran.exception, RuleError) and ran.exception.code == "strategy/size"
    assert "2 to 20" in ran.exception.message


def test_every_action_of_split_names_its_hands_and_what_is_done_with_them() -> None:
    told = answer("ev", "4-card-split-v2", "--cards", "As Kd 7h 2c", "--up", "Qh")
    for action in told["actions"]:
        assert len(action["split"]) == len(action["decision"]) == 2
        assert sorted(" ".join(action["split"]).split()) == ["2c", "7h", "As", "Kd"]
    assert told["actions"][-1]["decision"] == ["fold", "fold"]


def test_an_option_named_twice_is_refused() -> None:
    ran = run("odds", "four-card-prime", "--post", "prime=PR-01", "--post", "prime=PR-02")
    assert isinstance(ran.exception, RuleError) and "twice" in ran.exception.message


@pytest.mark.parametrize("place", ["/proc/nowhere", __file__])
def test_a_cache_that_cannot_be_written_only_costs_time(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from croupier.kernels.cache import counts as cache
    from croupier.kernels.cache.folder import usable_root

    monkeypatch.setenv("CROUPIER_CACHE", place)
    usable_root.cache_clear()
    made = {"kept": np.arange(3)}
    try:
        for _ in range(2):
            assert (cache.stored("a game/a count", lambda: made)["kept"] == made["kept"]).all()
        assert str(usable_root()) != place
    finally:
        monkeypatch.undo()
        usable_root.cache_clear()
