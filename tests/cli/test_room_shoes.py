"""What commands reveal about shoes: abandoned ones are opened, the others stay sealed."""

import json
from pathlib import Path

import pytest

from croupier import fair
from croupier.bank.store import open_store
from croupier.room.room import Room
from tests.cli.room_desk import folder as folder
from tests.cli.room_desk import furnished, refused, run, said, told

pytestmark = pytest.mark.usefixtures("folder")

DEE, FLO, PAM = ("--by", "dee"), ("--by", "flo"), ("--by", "pam")


def secrets() -> dict[str, str]:
    """Of the cards to come, by table."""
    with open_store("sqlite:///bank.db") as store:
        room = Room(store)
        return {
            name: state.opened_by(room.keys).shoe.secret.hex()
            for name, state in room.hall.tables.items()
            if state.is_open
        }


def dealt_and_called_off() -> None:
    said("room", "buy-in", "7", "1", "pam", "100", *DEE)
    said("room", "deal", "7", "1:ante=5", *DEE)
    said("room", "call-off", "7", "--reason", "a card stuck", *FLO)


def test_abandoned_shoes_are_listed_opened(tmp_path: Path) -> None:
    furnished("four-card-prime", "--offer", "prime")
    assert "has abandoned no shoe" in said("room", "shoes", "7")
    commitment = told("room", "show")["tables"][0]["commitment"]
    dealt_and_called_off()
    said("room", "cash-out", "7", "1", *DEE)
    said("room", "close", "7", *FLO)
    shown = said("room", "show")
    assert "shoes: abandoned 1 (flo 1 misdeal), closed unused 1 (flo 1)" in shown
    must = [
        {"by": "flo", "cause": "misdeal", "shoes": 1},
        {"by": "flo", "cause": "unused", "shoes": 1},
    ]
    assert told("room", "show")["tables"][0]["abandoned"] == must
    first, second = told("room", "shoes", "7")["shoes"]
    assert first["commitment"] == commitment and first["reason"] == "a card stuck"
    text = said("room", "shoes", "7")
    assert f"record {first['record']}: commitment {commitment}" in text
    assert first["proof"]["secret"] in text and second["proof"]["secret"] in text
    for one in (first, second):
        file = tmp_path / "shoe.json"
        file.write_text(json.dumps(one["proof"]))
        assert fair.main([str(file)]) == 0
        assert run("fair", str(file)).exit_code == 0
    audited = told("audit")
    assert (audited["abandoned"], audited["unused"], audited["unopened"]) == (1, 1, 0)
    assert "1 shoe abandoned, 1 closed unused; 0 of them never opened" in said("audit")
    assert "there is no table" in refused("room", "shoes", "8").message


def test_at_poker_players_see_secrets_once_the_table_is_closed() -> None:
    """They reveal hands that were mucked; those who may read the books know them anyway."""
    furnished("five-card-hold-out")
    for seat, player in enumerate(("pam", "pat"), 1):
        said("room", "buy-in", "7", str(seat), player, "100", *DEE)
    said("room", "deal", "7", *DEE)
    said("room", "call-off", "7", "--reason", "a quarrel", *FLO)
    (shoe,) = told("room", "shoes", "7")["shoes"]
    assert shoe["proof"] is None and shoe["by"] == "flo"
    assert "shown when table 7 is closed" in said("room", "shoes", "7")
    assert refused("room", "shoes", "7", *PAM).code == "role/not_allowed"
    (shoe,) = told("room", "shoes", "7", *FLO)["shoes"]
    assert fair.check(shoe["proof"]) == []
    for seat in ("1", "2"):
        said("room", "cash-out", "7", seat, *DEE)
    said("room", "close", "7", *FLO)
    for shoe in told("room", "shoes", "7")["shoes"]:
        assert fair.check(shoe["proof"]) == []


def test_no_command_reveals_what_is_to_come() -> None:
    furnished("four-card-prime", "--offer", "prime")
    dealt_and_called_off()
    said("room", "deal", "7", "1:ante=5", *DEE)
    said("room", "act", "7", "1", "fold", *DEE)
    said("room", "deal", "7", "1:ante=5", *DEE)
    (secret,) = secrets().values()
    commands = [
        ("room", "show"),
        ("room", "shoes", "7"),
        ("room", "log"),
        ("room", "hand", "7", "1", *PAM),
        ("room", "receipt", "7", "3", *PAM),
        ("recall", "7", "2"),
        ("recall", "7", "3"),
        ("books",),
        ("audit",),
    ]
    for words in commands:
        for more in ((), ("--json",)):
            result = run(*words, *more)
            told = result.output + str(result.exception)
            assert secret not in told and secret[:40] not in told, words


def test_a_round_in_progress_waits_on_a_machine_without_its_key(folder: Path) -> None:
    furnished("four-card-prime", "--offer", "prime")
    said("room", "buy-in", "7", "1", "pam", "100", *DEE)
    said("room", "deal", "7", "1:ante=5", *DEE)
    assert told("audit")["waiting"] == 0
    (folder / "bank.db.key").unlink()
    assert told("audit")["waiting"] == 1
    assert "1 round waiting" in said("audit")
    error = refused("room", "act", "7", "1", "fold", *DEE)
    assert error.code == "room/sealed" and "bank.db.key" in error.message
    said("room", "call-off", "7", "--reason", "the key is lost", *FLO)
    assert "never opened: the key" in said("room", "shoes", "7")
    assert told("audit")["unopened"] == 1
