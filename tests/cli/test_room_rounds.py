"""Rounds and hands in the room: what they moved, seat by seat, and poker in dollars."""

import json
import re
from pathlib import Path

import pytest

from croupier.cards.card import parse
from croupier.room.tables.poker.amounts import as_typed, legal_words, spoken
from croupier.table.poker.hand import Legal
from tests.cli.room_desk import folder, refused, said
from tests.cli.room_laid import HOLD_OUT, Desk, Laying
from tests.cli.test_room_hand import any_deck

__all__ = ["folder"]

PRIME = "four-card-prime"
# Seat 1 has four aces and a king; the dealer, a pair of nines, qualifies with the queen up.
ACES = parse("Ac Ad Ah As Kd Qc 9c 9d 7h 4s 2d")


@pytest.fixture
def lay(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Laying:
    return Laying(monkeypatch)


def line(desk: Desk, *words: str, by: str) -> str:
    """The sentence, without the act's names and what the felt shows."""
    return re.split(r"\s+record \d+", " ".join(desk.printed(*words, by=by).split()))[0]


def test_a_fold_loses_the_ante(lay: Laying) -> None:
    desk = lay(PRIME, ACES, ["aces baby"], "1:ante=5")
    answer = line(desk, "act", "7", "1", "fold", by="pam")
    assert answer == "Table 7, round 1, seat 1: fold. Seat 1, pam: lost $5."


def test_a_bet_a_win_and_what_comes_back(lay: Laying) -> None:
    """The raise of $5 is put down and both bets win 1 to 1; the pair of nines pays nothing more."""
    desk = lay(PRIME, ACES, ["aces baby"], "1:ante=5,aces baby=5")
    data = json.loads(desk.printed("act", "7", "1", "raise 1x", "--json", by="dee"))
    pam = data["moved"]["seats"]["1"]
    assert pam["player"] == "pam" and pam["bet"] == 500 and pam["returned"] == 1500
    assert pam["won"] == sum(one["net"] for one in data["spots"][0]["results"].values())
    assert pam["won"] >= 500 + 500 + 250_000  # aces baby: four aces, 500 to 1
    words = f"Seat 1, pam: bet $5, won ${pam['won'] // 100:,}, got $15 back."
    assert data["said"] == f"Table 7, round 1, seat 1: raise 1x. {words}"
    pays = desk.printed("cash-out", "7", "1", by="pam").splitlines()[0]
    assert pays == f"Seat 1, pam, cashed out ${(10_000 + pam['won']) // 100:,} to their deposit."


def test_a_misdeal_says_who_gets_what_back(lay: Laying) -> None:
    desk = lay(PRIME, any_deck(3))
    answer = line(desk, "call-off", "7", "--reason", "a card fell", by="flo")
    back = "Seat 1, pam, got $5 back. Seat 2, pat, got $5 back."
    assert answer == f"Table 7, round 1 is called off. {back}"


def test_a_round_is_reported_with_the_names_of_those_who_played_it(lay: Laying) -> None:
    """The same key again, when somebody else sits there and the table is closed."""
    desk = lay(PRIME, ACES, ["aces baby"], "1:ante=5")
    words = ("act", "7", "1", "fold", "--key", "k")
    first = line(desk, *words, by="pam")
    desk.printed("cash-out", "7", "1", by="pam")
    assert line(desk, *words, by="pam") == first
    desk.printed("cash-out", "7", "2", by="pat")
    desk.printed("close", "7", by="flo")
    assert line(desk, *words, by="pam") == first


def test_poker_is_typed_and_shown_in_dollars(lay: Laying) -> None:
    desk = lay(HOLD_OUT, any_deck(7))
    seat = desk.turn
    player, other = ("pam", "pat") if seat == 1 else ("pat", "pam")
    bank = ("--by", player, "--bank", desk.bank)
    may = desk.printed("hand", "7", str(seat), by=player).splitlines()[-1]
    assert may == f"Seat {seat} may: fold, call $1, raise to $4"
    low = refused("room", "act", "7", str(seat), "raise 2", *bank)
    assert low.message == f"seat {seat}: raise $2; it may raise to $4"
    for typed in ("raise", "raise lots", "raise 4.5"):
        answer = refused("room", "act", "7", str(seat), typed, *bank).message
        assert answer.endswith("write the dollars that it comes to, such as raise $4")
    assert (
        "turn of"
        in refused("room", "act", "7", str(3 - seat), "raise 400", *bank[2:], "--by", other).message
    )
    answer = line(desk, "act", "7", str(seat), "raise to $4.00", "--key", "k", by=player)
    assert (
        answer == f"Table 7, round 1, seat {seat}: raise to $4. Seat {seat}, {player}: put in $3."
    )
    assert line(desk, "act", "7", str(seat), "raise 4", "--key", "k", by=player) == answer
    data = json.loads(desk.printed("hand", "7", str(3 - seat), "--json", by=other))
    assert data["legal"][-1] == {"action": "raise", "least": 600, "most": 600}  # cents


def test_a_pot_and_its_rake(lay: Laying) -> None:
    desk = lay(HOLD_OUT, any_deck(7))
    seat = desk.turn
    player, other = ("pam", "pat") if seat == 1 else ("pat", "pam")
    answer = line(desk, "act", "7", str(seat), "fold", by=player)
    assert answer.startswith(f"Table 7, round 1, seat {seat}: fold. Seat {3 - seat}, {other}: won")
    shown = said("recall", "7", "1", "--bank", desk.bank)
    assert f"seat {seat}: fold" in shown and "table/7" not in shown and "chips 1" not in shown


@pytest.mark.parametrize(
    "typed, canonical",
    [
        ("raise 8", "raise $8"),
        ("raise $8", "raise $8"),
        ("raise to 8.00", "raise $8"),
        ("bet 2.50", "bet $2.50"),
        ("raise 2x", "raise 2x"),
        (" fold ", "fold"),
        ("discard 2c 9d", "discard 2c 9d"),
        ("raise", "raise"),
    ],
)
def test_amounts_as_typed(typed: str, canonical: str) -> None:
    assert as_typed(typed) == canonical


def test_words_for_acts() -> None:
    assert legal_words(Legal("bet", 400, 2000)) == "bet $4-$20"
    assert legal_words(Legal("raise", 800, 800)) == "raise to $8"
    assert legal_words(Legal("check")) == "check"
    assert spoken("raise 850", 650) == "raise to $8.50"
    assert spoken("call", 200) == "call $2" and spoken("fold", 0) == "fold"


def test_a_large_win_waits_and_is_paid(lay: Laying) -> None:
    """WAC 230-15-320: aces baby of $7 wins 500 to 1, $3,500, more than $3,000."""
    desk = lay(PRIME, ACES, ["aces baby"], "1:ante=5,aces baby=7")
    answer = line(desk, "act", "7", "1", "raise 1x", by="pam")
    assert answer.endswith("won $3,500, which waits for a supervisor.")
    assert "1 win waits" in said("room", "show", "--bank", desk.bank)
    answer = line(desk, "acknowledge", "7", "1", by="flo")
    assert answer == "Seat 1, pam, is paid $3,500, won with the aces baby."
