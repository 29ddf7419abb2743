"""The web room's drill, in small; and that its checker finds what it is there to find.

scripts/drill                                      all of it, with a table
scripts/test --slow tests/web/drill                a shorter one of every fault, on both databases
"""

import asyncio
import copy
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.room import drill_check
from tests.web.drill import checker, evening, page
from tests.web.drill.__main__ import database, servers
from tests.web.drill.checker import Told
from tests.web.drill.drill import Outcome, drill
from tests.web.drill.faults import FAULTS, Place

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")
ROOT = Path(__file__).resolve().parents[3]
Rows = dict[str, list[dict[str, Any]]]


class Drilled(NamedTuple):
    outcome: Outcome
    rows: Rows
    told: list[Told]


@pytest.fixture(scope="module")
def drilled(tmp_path_factory: pytest.TempPathFactory) -> Drilled:
    """A server that was killed twice while four people played."""
    folder = tmp_path_factory.mktemp("drill")
    place = Place("", folder)
    outcome = asyncio.run(drill(FAULTS["kill"], place, 2, 4))
    rows = drill_check.rows_of(f"sqlite:///{place.bank}")
    return Drilled(outcome, rows, [checker.read(one) for one in sorted(folder.glob("journal-*"))])


def check_good(outcome: Outcome, times: int) -> None:
    found = outcome.findings
    assert (found.lost, found.doubled, found.back, found.wrong) == ([], [], [], [])
    assert (outcome.stuck, outcome.said, outcome.audit) == ([], [], 0), outcome.audited
    assert outcome.times == times
    assert found.counts["told done"] > 10 * times and found.counts["rounds"] > times


def test_a_server_killed_under_load_loses_nothing(drilled: Drilled) -> None:
    check_good(drilled.outcome, 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, fault in FAULTS.items() if "sqlite" in fault.on])
def test_a_fault_on_sqlite(name: str, tmp_path: Path) -> None:
    times = min(10, FAULTS[name].times)
    check_good(asyncio.run(drill(FAULTS[name], Place("", tmp_path), times, 16)), times)


@pytest.fixture(scope="module")
def server() -> Iterator[Path]:
    with servers(wanted=True) as folder:
        assert folder is not None
        yield folder


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kill", "stop", "freeze", "restart", "two"])
def test_a_fault_on_postgres(name: str, server: Path, tmp_path: Path) -> None:
    times = min(5, FAULTS[name].times)
    place = Place(database(server, name), tmp_path, server)
    check_good(asyncio.run(drill(FAULTS[name], place, times, 16)), times)


@pytest.mark.slow
@pytest.mark.parametrize(
    "false, finds",
    [("forgets-keys", ("lost", "doubled")), ("answers-without-writing", ("lost", "back"))],
)
def test_the_drill_finds_a_false_server(
    false: str, finds: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose books pass the audit."""
    monkeypatch.setattr(evening, "LEAVES", 10)
    monkeypatch.setattr(evening, "GOES_ON", 10)
    program = ("tests.web.drill.false_server", false)
    outcome = asyncio.run(drill(FAULTS["vanish"], Place("", tmp_path), 1, 6, program=program))
    assert outcome.audit == 0, outcome.audited
    for found in finds:
        assert getattr(outcome.findings, found), outcome


def test_the_pages_of_the_drill_wait_as_the_real_one_does() -> None:
    source = (ROOT / "frontend/src/api/connection.ts").read_text("utf-8")
    names = ("PING_EVERY", "SEND_AGAIN", "SILENCE", "GIVE_UP", "FIRST_WAIT", "LONGEST_WAIT")
    for name in names:
        (said,) = re.findall(rf"const {name} = ([\d_]+);", source)
        assert getattr(page, name) * 1000 == int(said.replace("_", "")), name
    for name in ("FOR_NOW", "UNKNOWN"):
        (said,) = re.findall(rf"const {name} = /\^\(?([a-z|]+)\)?\\/", source)
        assert {f"{begin}/" for begin in said.split("|")} == set(getattr(page, name)), name


# The checker, on books or journals that are false


def done(told: list[Told], kind: str) -> tuple[Told, str]:
    """A client and the key of an act that it was told is done."""
    return next(
        (one, key) for one in told for key, act in one.sent.items()
        if act["type"] == kind and key in one.done
    )  # fmt: skip


def act_of(rows: Rows, key: str) -> dict[str, Any]:
    return next(row for row in rows["acts"] if row["key"] == key)


def lose(rows: Rows, told: list[Told]) -> None:
    rows["acts"].remove(act_of(rows, done(told, "bet")[1]))


def move(rows: Rows, told: list[Told]) -> None:
    one, key = done(told, "bet")
    one.done[key][0]["record"] += 1


def write_twice(rows: Rows, told: list[Told]) -> None:
    rows["acts"].append(dict(act_of(rows, done(told, "bet")[1])))


def write_twice_by_another_key(rows: Rows, told: list[Told]) -> None:
    rows["acts"].append({**act_of(rows, done(told, "act")[1]), "key": "another"})


def say_new_twice(rows: Rows, told: list[Told]) -> None:
    one, key = done(told, "act")
    one.done[key].append(dict(one.done[key][0]))


def refuse(rows: Rows, told: list[Told]) -> None:
    one, key = done(told, "bet")
    one.refused[key] = {"action/stale"}


def pay_a_cent_more(rows: Rows, told: list[Told]) -> None:
    one, key = done(told, "buy_in")
    end = act_of(rows, key)["sequence"]
    posting = next(
        row for row in rows["postings"] if row["sequence"] < end and row["reason"] == "chips"
        and row["memo"] == one.who
    )  # fmt: skip
    posting["cents"] += 1


def bet_a_cent_more(rows: Rows, told: list[Told]) -> None:
    one, key = done(told, "bet")
    one.sent[key]["stakes"] = {name: 1 + cents for name, cents in one.sent[key]["stakes"].items()}


def choose_otherwise(rows: Rows, told: list[Told]) -> None:
    one, key = done(told, "act")
    one.sent[key]["action"] = "whistle"


def show_an_older_version(rows: Rows, told: list[Told]) -> None:
    told[0].views.append(told[0].views[0])


def show_a_version_otherwise(rows: Rows, told: list[Told]) -> None:
    last = copy.deepcopy(told[0].views[-1])
    last["view"]["round"] += 1
    told[0].views.append(last)


def show_what_is_not_in_the_books(rows: Rows, told: list[Told]) -> None:
    last = copy.deepcopy(told[0].views[-1])
    last["view"]["version"] += 1_000
    told[0].views.append(last)


def seat_shown(told: list[Told], wanted: str) -> dict[str, Any]:
    """A seat in some view, of which this was shown."""
    return next(
        seat for one in told for line in one.views for seat in line["view"]["seats"]
        if seat["player"] == one.who and seat[wanted]
    )  # fmt: skip


def show_more_chips(rows: Rows, told: list[Told]) -> None:
    seat_shown(told, "chips")["chips"] += 1


def show_another_card(rows: Rows, told: list[Told]) -> None:
    cards = seat_shown(told, "cards")["cards"]
    first = next(iter(cards))
    cards[first] = ["Xx", *cards[first][1:]]


def show_another_result(rows: Rows, told: list[Told]) -> None:
    seat_shown(told, "net")["net"] += 1


def give_more(rows: Rows, told: list[Told]) -> None:
    next(row for row in rows["postings"] if row["reason"] == "deposit")["cents"] += 1


Forge = Callable[[Rows, list[Told]], None]
FORGERIES: dict[Forge, tuple[str, str]] = {
    lose: ("lost", "is not in the books"),
    move: ("lost", "was said to be record"),
    write_twice: ("doubled", "stands 2 times"),
    write_twice_by_another_key: ("doubled", "nobody sent another"),
    say_new_twice: ("doubled", "newly done twice"),
    refuse: ("wrong", "was refused (action/stale), and is in the books"),
    pay_a_cent_more: ("wrong", "stand for"),
    bet_a_cent_more: ("wrong", "in the books"),
    choose_otherwise: ("wrong", "was whistle"),
    show_an_older_version: ("back", "was shown after"),
    show_a_version_otherwise: ("back", "in two ways"),
    show_what_is_not_in_the_books: ("back", "which the books do not have"),
    show_more_chips: ("wrong", "was shown"),
    show_another_card: ("wrong", "Xx at"),
    show_another_result: ("wrong", "booked"),
    give_more: ("wrong", "by the journal"),
}


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda one: one.__name__)
def test_the_checker_finds(forge: Forge, drilled: Drilled) -> None:
    rows, told = copy.deepcopy((drilled.rows, drilled.told))
    forge(rows, told)
    where, words = FORGERIES[forge]
    found = getattr(checker.examined(rows, told), where)
    assert any(words in one for one in found), found
