"""Jackpots of `croupier play`: the meter is shown, grows, is paid, and is there again tomorrow.

The figures are computed by hand from appendices E and F: a meter of $10,000 for a wager of $1, to
which each wager adds 20 cents; $5,000 after a whole win; 10% for a straight flush.
"""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from croupier import fair
from croupier.cli.play.play import play_at_terminal as play
from croupier.desk.sittings.saved import load, slot
from croupier.desk.sittings.sitting import Settings, Sitting
from croupier.games.four_card_prime.rules import HOUSE_JACKPOT_NOTICE
from croupier.money import Cents
from tests.cli.rigged import fixed_word, secrets_for

PRIME = "four-card-prime"
FIVE, FOUR = "five card jackpot", "four card jackpot"
# Five cards for each seat, then the dealer's six.
DEALER = "2c 3d 5h 7c 9d Jc"
ROYAL, OTHER_ROYAL = "As Ks Qs Js Ts", "Ah Kh Qh Jh Th"
STRAIGHT_FLUSH = "4s 5s 6s 7s 8s"
ACES = "Ac Ad Ah As 4h"
NOTHING = "4d 6d 8h Tc Qd"


def sat(
    folder: Path, deck: str | Callable[[int], bytes], answers: list[str], **more: object
) -> str:
    """Plays with these cards until the answers end; returns the page, in one line."""
    left = iter(answers)
    page = io.StringIO()

    def read(question: str) -> str:
        for answer in left:
            return answer
        raise EOFError

    play(
        PRIME,
        Settings(**{"bankroll": Cents(50_000), **more}),  # type: ignore[arg-type]
        folder=folder,
        console=Console(file=page, width=200),
        read=read,
        new_secret=secrets_for(deck, seats=int(str(more.get("seats", 1))))
        if isinstance(deck, str)
        else deck,
        new_word=fixed_word,
    )
    return " ".join(page.getvalue().split())


def kept(folder: Path) -> Sitting:
    sitting = load(slot(folder, PRIME), PRIME)
    assert sitting is not None
    return sitting


def shown(folder: Path) -> dict[str, int]:
    return {name: meter.shown for name, meter in kept(folder).meters.items()}


BOTH = ["10", "", "", "", "y", "y"]  # an ante of $10 and both jackpots
ONE = ["10", "", "", "", "y", "n"]  # the five card jackpot only


def test_a_royal_flush_is_paid_the_meter_which_is_reseeded(tmp_path: Path) -> None:
    page = sat(tmp_path, f"{ROYAL} {DEALER}", [*ONE, "fold"])
    assert "Jackpots: five card jackpot $10,000, four card jackpot $10,000" in page
    assert "100% of the meter: $10,000.20" in page and "+$9,999.20" in page
    # The ante of $10 is folded, the wager of $1 is gone, the meter is won.
    assert kept(tmp_path).bankroll == 50_000 - 1_000 - 100 + 1_000_020
    assert shown(tmp_path) == {FIVE: 500_000, FOUR: 1_000_000}
    assert "Jackpots: five card jackpot $5,000, four card jackpot $10,000" in page
    assert fair.check(json.loads((tmp_path / "last-round.json").read_text())) == []


def test_a_straight_flush_is_paid_a_tenth_rounded_down(tmp_path: Path) -> None:
    # Two wagers first, so that the meter is $10,000.60 when the third wins; a tenth is $1,000.06.
    decks = secrets_for(*[f"{NOTHING} {DEALER}"] * 2, f"{STRAIGHT_FLUSH} {DEALER}")
    page = sat(tmp_path, decks, [*ONE, "fold", "", "fold", "", "fold"])
    assert "10% of the meter: $1,000.06" in page
    assert kept(tmp_path).bankroll == 50_000 - 3 * 1_100 + 100_006
    assert shown(tmp_path)[FIVE] == 1_000_060 - 100_006


def test_four_aces_win_the_other_meter_and_a_fixed_prize_leaves_the_first(tmp_path: Path) -> None:
    page = sat(tmp_path, f"{ACES} {DEALER}", [*BOTH, "fold"])
    assert "100% of the meter: $10,000.20" in page
    # Four of a kind: $200 for $1 from the house on the five card wager.
    assert kept(tmp_path).bankroll == 50_000 - 1_000 - 200 + 20_000 + 1_000_020
    assert shown(tmp_path) == {FIVE: 1_000_020, FOUR: 500_000}


def test_two_royal_flushes_share_the_meter(tmp_path: Path) -> None:
    deck = f"{ROYAL} {OTHER_ROYAL} {DEALER}"
    page = sat(tmp_path, deck, [*ONE, *ONE, "fold", "fold"], seats=2)
    # Two wagers of $1: $10,000.40, half of it for each.
    assert page.count("100% of the meter, shared: $5,000.20") == 2
    assert kept(tmp_path).bankroll == 50_000 - 2 * 1_100 + 1_000_040
    assert shown(tmp_path)[FIVE] == 500_000
    assert "Total +$9,978.40" in page


def test_in_order_the_last_seat_is_paid_first(tmp_path: Path) -> None:
    deck = f"{ROYAL} {OTHER_ROYAL} {DEALER}"
    page = sat(
        tmp_path,
        deck,
        [*ONE, *ONE, "fold", "fold"],
        seats=2,
        options={"jackpot_split": "in order"},
    )
    # The dealer pays from the right: seat 2 gets the meter, seat 1 the new seed.
    assert "100% of the meter: $10,000.40" in page
    assert kept(tmp_path).bankroll == 50_000 - 2 * 1_100 + 1_000_040 + 500_000
    assert shown(tmp_path)[FIVE] == 500_000


def test_another_seat_that_hits_is_paid_too(tmp_path: Path) -> None:
    deck = f"{NOTHING} {STRAIGHT_FLUSH} {DEALER}"
    sat(tmp_path, deck, [*ONE, *ONE, "fold", "fold"], seats=2)
    assert kept(tmp_path).bankroll == 50_000 - 2 * 1_100 + 100_004


def test_a_house_jackpot_is_fixed_and_paid_whole_to_each(tmp_path: Path) -> None:
    deck = f"{ROYAL} {OTHER_ROYAL} {DEALER}"
    page = sat(
        tmp_path, deck, [*ONE, *ONE, "fold", "fold"], seats=2, options={"jackpot_type": "house"}
    )
    assert " ".join(HOUSE_JACKPOT_NOTICE.split()) in page
    assert page.count("100% of the posted prize: $10,000 ") == 2
    assert kept(tmp_path).bankroll == 50_000 - 2 * 1_100 + 2_000_000
    assert shown(tmp_path) == {FIVE: 1_000_000, FOUR: 1_000_000}


def test_no_jackpots_no_meters(tmp_path: Path) -> None:
    answers = ["10", "", "", "", "fold"]
    page = sat(tmp_path, f"{ROYAL} {DEALER}", answers, options={"jackpot_type": "none"})
    assert kept(tmp_path).meters == {} and kept(tmp_path).round is None
    assert "Jackpots:" not in page and "of the meter" not in page


def test_a_meter_grows_with_the_fixed_wager_and_keeps_its_fractions(tmp_path: Path) -> None:
    options = {"five_card_jackpot_wager": "499"}  # 20% of $4.99: 99.8 cents
    sat(tmp_path, f"{NOTHING} {DEALER}", [*ONE, *["fold", ""] * 3, "fold"], options=options)
    assert shown(tmp_path)[FIVE] == 4_990_000 + 399  # four times 99.8 cents, rounded down
    assert kept(tmp_path).meters[FIVE].displayed == 49_900_000_000 + 4 * 998_000


def test_a_meter_is_saved_in_the_middle_of_a_round_and_between_sittings(tmp_path: Path) -> None:
    sat(tmp_path, f"{ROYAL} {DEALER}", [*ONE])
    assert shown(tmp_path)[FIVE] == 1_000_020
    page = sat(tmp_path, f"{NOTHING} {DEALER}", ["", "t", "fold", "", "fold"])
    assert "Jackpots now: five card jackpot $10,000.20, four card jackpot $10,000." in page
    assert "100% of the meter: $10,000.20" in page
    assert shown(tmp_path)[FIVE] == 500_020  # reseeded, and one more wager


def test_a_file_without_meters_gets_new_ones(tmp_path: Path) -> None:
    sat(tmp_path, f"{STRAIGHT_FLUSH} {DEALER}", [*ONE])
    path = slot(tmp_path, PRIME)
    data = json.loads(path.read_text())
    del data["meters"]
    path.write_text(json.dumps(data))
    sat(tmp_path, f"{NOTHING} {DEALER}", ["", "fold"])
    assert kept(tmp_path).bankroll == 50_000 - 1_100 + 100_002
    assert shown(tmp_path)[FIVE] == 1_000_020 - 100_002


@pytest.mark.parametrize(
    "meters", [[], {FIVE: 7}, {FIVE: {"displayed": -1, "round": 0}}, {FIVE: {}}]
)
def test_changed_meters_are_detected(tmp_path: Path, meters: object) -> None:
    sat(tmp_path, f"{NOTHING} {DEALER}", [*ONE])
    path = slot(tmp_path, PRIME)
    path.write_text(json.dumps({**json.loads(path.read_text()), "meters": meters}))
    assert "cannot be used" in sat(tmp_path, f"{NOTHING} {DEALER}", ["q"])
    assert path.with_suffix(".json.bad").exists()


def test_the_game_needs_no_extra() -> None:
    """Nothing that `play` imports belongs to an extra: jackpots are the bank's, its database is
    not.
    """
    code = (
        "import sys, croupier.cli.play.play; extra = {'sqlalchemy', 'numpy', 'numba', 'alembic'}; "
        "sys.exit(str(sorted(extra & {name.split('.')[0] for name in sys.modules})) "
        "if extra & {name.split('.')[0] for name in sys.modules} else 0)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
