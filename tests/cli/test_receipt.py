"""`croupier room receipt`: a player proves their own round, and sees nobody else's."""

import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from croupier import fair
from croupier.bank.store import open_store
from tests.cli.room_desk import folder, furnished, refused, run, said, told

__all__ = ["folder"]

PAM, DEE, FLO = ("--by", "pam"), ("--by", "dee"), ("--by", "flo")


@pytest.fixture(autouse=True)
def bank(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_BANK", "bank.db")


OFFER = ("--offer", "aces baby")  # no jackpot, which would need a meter


def seated(game: str = "four-card-prime", *options: str) -> None:
    furnished(game, *(options or OFFER))
    said("room", "buy-in", "7", "3", "pam", "200", *DEE)
    said("room", "buy-in", "7", "5", "pat", "200", *DEE)


def folded() -> None:
    for seat in ("3", "5"):
        said("room", "act", "7", seat, "fold", *DEE)


def commitment_at(record: int) -> list[str]:
    """The commitments in the events of a record's act, read directly from the books."""
    with open_store("sqlite:///bank.db") as store, store.reading() as connection:
        rows = connection.exec_driver_sql(
            "select body from events where sequence between"
            f" (select first from acts where sequence = {record}) and {record}"
        )
        bodies = [json.loads(body) for (body,) in rows]
    shoes = [body["shoe"] for body in bodies if "shoe" in body]
    return [
        shoe.get("commitment") or fair.commitment(shoe["decks"], bytes.fromhex(shoe["secret"]))
        for shoe in shoes
    ]


def test_a_player_checks_their_round_alone(folder: Path) -> None:
    seated()
    before = {table["table"]: table["commitment"] for table in told("room", "show")["tables"]}
    said("room", "deal", "7", "3:ante=5", "5:ante=10", *DEE)
    folded()
    shown = said("room", "receipt", "7", "1", *PAM, "--out", "mine.json")
    assert "Table 7, round 1, seat 3" in shown and "croupier fair mine.json" in shown
    assert "folded: the ante is lost (rule 4)" in " ".join(shown.split())
    assert stat.S_IMODE((folder / "mine.json").stat().st_mode) == 0o600
    mine = json.loads((folder / "mine.json").read_bytes())
    assert mine == told("room", "receipt", "7", "1", *PAM)
    assert mine["commitment"] == before["7"]
    assert run("fair", "mine.json").exit_code == 0
    assert fair.main([str(folder / "mine.json")]) == 0
    own: dict[str, Any] = mine["receipt"]
    assert (own["seat"], own["player"], own["waits"]) == (3, "pam", "")
    (ante,) = own["outcomes"]
    assert (ante["wager"], ante["stake"], ante["net"]) == ("ante", 500, -500)
    assert sum(one["cents"] for one in own["payments"] if "chips/3" in one["debit"]) == 500
    assert not any("/5" in one["debit"] + one["credit"] for one in own["payments"])
    (step,) = own["steps"]
    assert step["what"] == "commitment" and commitment_at(step["record"]) == [before["7"]]
    assert step["record"] < min(own["records"])


def test_the_commitment_is_shown_at_the_table_before_the_bets() -> None:
    seated()
    promise = told("room", "show")["tables"][0]["commitment"]
    assert f"Table 7, round 1: commitment {promise}" in said("room", "show")
    said("room", "deal", "7", "3:ante=5", *DEE)
    assert f"Table 7, round 1: commitment {promise}" in said("room", "show")
    said("room", "act", "7", "3", "fold", *DEE)
    following = told("room", "show")["tables"][0]["commitment"]
    assert following != promise == told("room", "receipt", "7", "1", *PAM)["commitment"]
    assert f"Table 7, round 2: commitment {following}" in said("room", "show")


def test_an_evening_by_commands_from_the_commitment_to_the_proof(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pam bets with a word from her own machine; the proof has it, and nobody knew it before."""
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "pams machine"))
    seated()
    promise = told("room", "show")["tables"][0]["commitment"]
    bet = told("room", "bet", "7", "3", "ante=5", "--word", "clover", *PAM)
    assert bet["commitment"] == promise if "commitment" in bet else promise in json.dumps(bet)
    assert "clover" not in json.dumps(bet)
    said("room", "deal", "7", "5:ante=10", *DEE)
    said("room", "open-word", "7", "3", *PAM)
    said("room", "deal", "7", *DEE)
    folded()
    said("room", "receipt", "7", "1", *PAM, "--out", "mine.json")
    mine = json.loads((folder / "mine.json").read_bytes())
    assert mine["commitment"] == promise
    (word,) = mine["words"]
    assert (word["seat"], word["player"]) == (3, "pam")
    assert re.fullmatch("clover [0-9a-f]{32}", word["word"])
    kept = [path.read_text("utf-8") for path in (folder / "pams machine").rglob("*.json")]
    assert any(word["word"] in text for text in kept)
    checked = said("fair", "mine.json")
    assert checked.startswith("PROVED: ") and f'seat 3 (pam)? "{word["word"]}"' in checked
    steps = [step["what"] for step in mine["receipt"]["steps"]]
    assert steps == ["commitment", "bet", "bets closed", "word opened"]


def test_a_changed_receipt_does_not_verify(folder: Path) -> None:
    seated()
    said("room", "deal", "7", "3:ante=5", "5:ante=10", *DEE)
    folded()
    mine = told("room", "receipt", "7", "1", *PAM)
    first, second, *others = mine["dealt"].split()
    (folder / "changed.json").write_text(
        json.dumps({**mine, "dealt": " ".join([second, first, *others])})
    )
    assert run("fair", "changed.json").exit_code == 1


def test_it_is_for_nobody_else() -> None:
    seated()
    said("room", "deal", "7", "3:ante=5", *DEE)
    said("room", "act", "7", "3", "fold", *DEE)
    for by in ("dee", "flo", "ada", "mallory", "pat"):  # pat sat there, but did not bet
        for seat in ((), ("--seat", "3")):
            wrong = refused("room", "receipt", "7", "1", *seat, "--by", by)
            assert wrong.code == "role/not_allowed" and "croupier recall" in wrong.message
    assert refused("room", "receipt", "7", "1", "--seat", "5", *PAM).code == wrong.code
    assert refused("room", "receipt", "7", "2", *PAM).code == "recall/unknown"


def test_of_two_seats_one_is_named() -> None:
    furnished("four-card-prime", *OFFER)
    for seat in ("3", "5"):
        said("room", "buy-in", "7", seat, "pam", "200", *DEE)
    said("room", "deal", "7", "3:ante=5", "5:ante=10", *DEE)
    folded()
    wrong = refused("room", "receipt", "7", "1", *PAM)
    assert wrong.code == "room/seat" and "seats 3 and 5" in wrong.message
    assert told("room", "receipt", "7", "1", "--seat", "5", *PAM)["receipt"]["seat"] == 5


def test_in_the_round_it_has_the_commitment_and_the_seats_own_cards() -> None:
    seated()
    said("room", "deal", "7", "3:ante=5", "5:ante=10", *DEE)
    mine = told("room", "receipt", "7", "1", *PAM)
    assert "secret" not in mine and "dealt" not in mine
    assert "secret" not in json.dumps({**mine, "receipt": {**mine["receipt"], "waits": ""}})
    assert mine["receipt"]["waits"].startswith("the round is not over")
    own, other = mine["receipt"]["seen"]["spots"]
    assert all(own["hands"][0]) and not any(other["hands"][0])
    assert own["hands"] == told("room", "hand", "7", "3", *PAM)["spots"][0]["hands"]
    assert "No proof yet: the round is not over" in said("room", "receipt", "7", "1", *PAM)


def test_a_shoe_with_a_cut_card_is_proved_when_it_ends(folder: Path) -> None:
    seated("4-card-buyout", "--option", "cut_card=20")
    said("room", "deal", "7", "3:first=5", "5:first=5", *DEE)
    folded()
    mine = told("room", "receipt", "7", "1", *PAM)
    assert "secret" not in mine and "the cut card is reached" in mine["receipt"]["waits"]
    said("room", "deal", "7", "3:first=5", "5:first=5", *DEE)
    folded()
    for number in ("1", "2"):
        then = told("room", "receipt", "7", number, *PAM)
        assert then["commitment"] == mine["commitment"] and fair.check(then) == []
        assert then["receipt"]["steps"] == mine["receipt"]["steps"]
    assert then["first"] > 0


def test_a_round_that_was_called_off_is_opened() -> None:
    seated()
    said("room", "deal", "7", "3:ante=5", "5:ante=10", *DEE)
    said("room", "call-off", "7", "--reason", "a [box] too many", *FLO)
    mine = told("room", "receipt", "7", "1", *PAM)
    assert mine["receipt"]["called_off"] == "a [box] too many"
    assert mine["abandoned"] is True and fair.check(mine) == []
    assert "Called off: a [box] too many" in said("room", "receipt", "7", "1", *PAM)


def test_at_poker_the_secret_comes_with_the_end_of_the_table() -> None:
    furnished("five-card-hold-out")
    for seat, player in (("1", "pam"), ("2", "pat")):
        said("room", "buy-in", "7", seat, player, "100", *DEE)
    said("room", "deal", "7", *DEE)
    said("room", "act", "7", "2", "call", *DEE)
    said("room", "act", "7", "1", "fold", *DEE)
    mine = told("room", "receipt", "7", "1", *PAM)
    assert "secret" not in mine and "dealt" not in mine
    assert "when table 7 is closed" in mine["receipt"]["waits"]
    shown = {seat["seat"]: seat["shown"] for seat in mine["receipt"]["seen"]["seats"]}
    assert len(shown[1].split()) == 5 and shown[2] == ""
    (pots,) = mine["receipt"]["outcomes"]
    assert (pots["wager"], pots["net"]) == ("pots", -pots["stake"])
    for seat in ("1", "2"):
        said("room", "cash-out", "7", seat, *DEE)
    said("room", "close", "7", *FLO)
    then = told("room", "receipt", "7", "1", *PAM)
    assert fair.check(then) == [] and then["commitment"] == mine["commitment"]
    said("room", "open", "7", "five-card-hold-out", *FLO)
    assert told("room", "receipt", "7", "1", *PAM)["secret"] == then["secret"]
