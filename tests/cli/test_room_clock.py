"""A house-banked table by the clock, by command: timed bets, time-outs, players who leave."""

from pathlib import Path

import pytest

from tests.cli.room_desk import folder, furnished, refused, said, told

__all__ = ["folder"]
DEE = ("--by", "dee")


@pytest.fixture
def room(folder: Path) -> None:
    """pam and pat sit at table 7."""
    furnished("four-card-prime", "--offer", "prime")
    for seat, player in enumerate(("pam", "pat"), start=1):
        said("room", "buy-in", "7", str(seat), player, "100", *DEE)


@pytest.mark.usefixtures("room")
def test_a_round_by_the_clock() -> None:
    answer = told("room", "open-bets", "7", "600", *DEE)
    assert answer["said"].startswith("Table 7: bets are open for round 1, until ")
    table = told("room", "show")["tables"][0]
    assert table["bets_until"] == answer["moved"]["until"] and not table["bets_closed"]
    assert "bets until" in said("room", "show")
    said("room", "bet", "7", "1", "ante=5", "--by", "pam")
    assert refused("room", "deal", "7", *DEE).code == "room/bets"
    said("room", "sit-out", "7", "2", *DEE)
    assert "2 pat $100 (out)" in said("room", "show")
    said("room", "deal", "7", *DEE)
    said("room", "open-word", "7", "1", "--by", "pam")
    said("room", "deal", "7", *DEE)
    table = told("room", "show")["tables"][0]
    assert (table["turn"], table["bets_until"]) == (1, None)
    assert f"seat 1 to act, version {table['version']}" in " ".join(said("room", "show").split())
    assert "after the round" in said("room", "leave", "7", "1", "--by", "pam")
    assert "(leaves after the round)" in said("room", "show")
    assert refused("room", "time-out", "7", "1", "1", *DEE).code == "action/stale"
    out = said("room", "time-out", "7", "1", str(table["version"]), *DEE)
    assert "seat 1: fold (time ran out)" in out
    assert "(time ran out)" in said("recall", "7", "1")
    assert "seat 1: fold (time ran out)" in said("room", "receipt", "7", "1", "--by", "pam")
    assert told("room", "receipt", "7", "1", "--by", "pam")["receipt"]["timed_out"]
    assert "$95" in said("room", "cash-out", "7", "1", *DEE)
    assert "$100" in said("room", "leave", "7", "2", "--by", "pat")
    assert told("audit")["ok"]
