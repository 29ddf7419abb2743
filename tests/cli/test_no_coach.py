"""A table may forbid the coach, as card rooms forbid devices: it is posted, and kept."""

import json
from pathlib import Path

import pytest

from croupier.bank.store import open_store
from croupier.desk.sittings import saved
from croupier.games.registry import POKER
from croupier.room.tables.kinds import config_of, table_from
from croupier.table.poker.table import open_poker
from croupier.table.table import open_table
from tests.cli.room_desk import folder, furnished, said, told
from tests.cli.seat import ACT, Seat, squeezed

__all__ = ["folder"]
SPLIT, HOLD_OUT = "4-card-split-v2", next(iter(POKER))
SAID = "The coach is not allowed here."


@pytest.mark.parametrize("game", [SPLIT, HOLD_OUT])
def test_it_is_said_when_the_table_is_opened_and_kept_in_the_books(
    folder: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr("croupier.room.tables.opening.worth_of", lambda *asked: ())
    furnished(SPLIT)
    opened = told("room", "open", "9", game, "--no-coach", "--by", "flo")
    assert opened["said"].endswith(SAID) and opened["coach"] is False
    assert squeezed(said("room", "show")).count(SAID) == 1
    with_coach, without = told("room", "show")["tables"]
    assert "coach" not in with_coach and without["coach"] is False
    assert told("audit")["ok"]
    with open_store("sqlite:///bank.db") as store:
        allowed, forbidden = (
            json.loads(next(iter(store.events(f"table/{name}"))).body)["config"]
            for name in ("7", "9")
        )
    assert "coach" not in allowed, "as in all books before"
    assert forbidden["coach"] is False
    assert table_from(allowed).coach and not table_from(forbidden).coach


@pytest.mark.parametrize(
    "table", [open_table(SPLIT), open_poker(HOLD_OUT)], ids=["banked", "poker"]
)
def test_a_table_that_allows_it_is_written_as_before(table: object) -> None:
    assert "coach" not in config_of(table)  # type: ignore[arg-type]


def test_at_home_it_holds_as_well_and_is_saved(seat: Seat) -> None:
    def answer(question: str) -> str:
        asked.append(question)
        if question == ACT:
            return "h" if asked.count(ACT) == 1 else "q"
        return "" if len(asked) < 9 else "q"

    for more in ({"without_coach": True}, {}):
        asked: list[str] = []
        assert seat.play(SPLIT, answer, **more) == 0
        assert "This table does not allow the coach" in squeezed(seat.page)
        kept = saved.load(saved.slot(seat.folder, SPLIT), SPLIT)
        assert kept is not None and not kept.table.coach
