"""Several processes read, watchers look on, others write: the audit's result never differs."""

import pickle
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.event import listen

from croupier.bank.act import Act, Event, Part
from croupier.bank.audit import run as audit_module
from croupier.bank.audit.records import WholeAct
from croupier.bank.audit.run import AuditFailed, audit
from croupier.bank.ledger import Account, Kind, Posting, Purpose
from croupier.bank.reading import events_at
from croupier.bank.store import Store, open_store
from croupier.errors import BankError
from croupier.money import Cents
from croupier.progress import heard_by

GAMES = 12
OPENING = Act(
    "open",
    "cage",
    0,
    (Event("opened", ""),),
    accounts=(Account("house", Kind.HOUSE, True), Account("ann", Kind.PLAYER)),
)


@pytest.fixture(autouse=True)
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_module, "WINDOW", 20)


def game(number: int) -> list[Act]:
    """A game begins, and ends in an act that also tells another stream."""
    stream, paid = f"game/{number}", f"paid/{number}"
    return [
        Act(f"{stream} begins", stream, 0, (Event("begin", "♠"),)),
        Act(
            f"{stream} ends",
            stream,
            1,
            (Event("end", ""),),
            (Posting(paid, "house", "ann", Cents(number + 1), Purpose.WINNINGS),),
            snapshot="over",
            also=(Part("meter", number, (Event("played", stream),)),),
        ),
    ]


def play(store: Store) -> None:
    """Each game ends when two more have begun."""
    begins, ends = zip(*map(game, range(GAMES)), strict=True)
    store.commit_many([OPENING, *begins[:2]])
    for number in range(GAMES):
        store.commit_many([*begins[number + 2 : number + 3], ends[number]])


class Whole:
    """Stores the keys of the acts it sees, and follows games until they end."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.seen: list[str] = []
        self.followed: list[str] = []
        self.open: set[str] = set()

    @property
    def done(self) -> bool:
        return not self.open

    def see(self, acts: Sequence[WholeAct]) -> None:
        for act in acts:
            self.saw(act)

    def saw(self, act: WholeAct) -> None:
        parts = [*act.accounts, *act.events, *act.postings, act.act]
        assert [row.sequence for row in parts] == list(range(act.act.first, act.act.sequence + 1))
        self.seen.append(act.act.key)
        if act.events[0].kind == "begin":
            self.open.add(act.act.stream)
        self.open -= {act.act.stream} if act.events[0].kind == "end" else set()

    def follow(self, act: WholeAct) -> None:
        assert self.open
        self.followed.append(act.act.key)
        self.open -= {act.act.stream} if act.events[0].kind == "end" else set()

    def summary(self) -> tuple[list[str], list[str], list[str]]:
        return self.seen, self.followed, self.store.streams("cage")


def test_watchers_see_every_act_once_and_follow_what_began(store: Store) -> None:
    play(store)
    found = audit(store, watch=Whole, workers=1)
    assert found.head == store.head()
    assert len(found.summaries) > 3
    keys = [key for seen, _, _ in found.summaries for key in seen]
    assert keys == sorted(keys, key=lambda key: _receipt(store, key))
    assert len(keys) == 1 + 3 * GAMES
    for number, (seen, followed, streams) in enumerate(found.summaries):
        began = {key.split()[0] for key in seen if key.endswith("begins")}
        ended = {key.split()[0] for key in (*seen, *followed) if key.endswith("ends")}
        assert began <= ended and streams == ["cage"]
        later = [key for seen, _, _ in found.summaries[number + 1 :] for key in seen]
        assert followed == later[: len(followed)]
    assert any(followed for _, followed, _ in found.summaries)


def _receipt(store: Store, key: str) -> int:
    receipt = store.receipt(key)
    assert receipt is not None
    return receipt.last


def test_a_game_that_never_ends_is_followed_to_the_end(store: Store) -> None:
    play(store)
    store.commit(game(GAMES)[0])
    (*_, (seen, followed, _)) = audit(store, watch=Whole, workers=1).summaries
    assert seen[-1] == f"game/{GAMES} begins" and followed == []


@pytest.fixture
def watchers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Watchers in a separate module, since other processes must import them."""
    code = """if True:
        class Count:
            done = True
            def __init__(self, store):
                self.acts = 0
            def see(self, acts):
                self.acts += len(acts)
            def summary(self):
                return self.acts

        class Stumbles(Count):
            def see(self, acts):
                for act in acts:
                    if act.act.key == "game/3 ends":
                        raise LookupError(act.act.key)

        def streams(store, last):
            return store.streams("cage"), last

        def wrong(store, last):
            raise ArithmeticError(last)
    """
    (tmp_path / "audit_watchers.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    return import_module("audit_watchers")


def test_two_processes_find_what_one_finds(store: Store, watchers: Any) -> None:
    play(store)
    one, two = (audit(store, watch=watchers.Count, workers=workers) for workers in (1, 2))
    assert one.head == two.head
    for found in (one, two):  # in windows that may differ
        assert len(found.summaries) > 3
        assert sum(found.summaries) == 1 + 3 * GAMES


@pytest.mark.parametrize("workers", [1, 2])
def test_other_checks_run_alongside(store: Store, watchers: Any, workers: int) -> None:
    """Their progress is reported too; and a problem there is reported after one in a window."""
    play(store)
    found = audit(store, watch=watchers.Count, beside=watchers.streams, workers=workers)
    assert found.beside == (["cage"], found.head.sequence)
    with pytest.raises(ArithmeticError, match=str(found.head.sequence)):
        audit(store, watch=watchers.Count, beside=watchers.wrong, workers=workers)
    with pytest.raises(LookupError, match="game/3 ends"):
        audit(store, watch=watchers.Stumbles, beside=watchers.wrong, workers=workers)


def test_two_processes_name_the_first_difference(tmp_path: Path, watchers: Any) -> None:
    """And it comes before what a watcher says about an earlier act."""
    with open_store(f"sqlite:///{tmp_path}/bank.db") as store:
        play(store)
        with pytest.raises(LookupError, match="game/3 ends"):
            audit(store, watch=watchers.Stumbles, workers=2)
        with closing(sqlite3.connect(tmp_path / "bank.db", isolation_level=None)) as thief:
            thief.execute("DROP TRIGGER events_no_update")
            thief.execute("UPDATE events SET body = 'x' WHERE sequence > 60")
            ((first,),) = thief.execute("SELECT min(sequence) FROM events WHERE body = 'x'")
        with pytest.raises(AuditFailed, match=f"event at {first}:"):
            audit(store, watch=watchers.Stumbles, workers=2)


def test_two_processes_find_a_damaged_file(tmp_path: Path) -> None:
    file = tmp_path / "bank.db"
    with open_store(f"sqlite:///{file}") as store:
        play(store)
    good = file.read_bytes()
    places = [found.start() for found in re.finditer(b"paid/11", good)]
    assert len(places) == 2  # the table's row, and the index over ids
    for place in places:
        file.write_bytes(good[:place] + b"paid/77" + good[place + 7 :])
        with open_store(f"sqlite:///{file}") as store, pytest.raises(AuditFailed):
            audit(store, workers=2)


def test_any_damaged_page_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bank.db"
    with open_store(f"sqlite:///{file}") as store:
        play(store)
    good = file.read_bytes()
    size = int.from_bytes(good[16:18], "big")
    assert len(good) > 20 * size
    for place in range(size, len(good), size):
        for filled in (b"\0", b"\xff"):
            file.write_bytes(good[:place] + filled * size + good[place + size :])
            with pytest.raises(BankError), open_store(f"sqlite:///{file}") as store:
                audit(store, workers=1)


def test_a_failure_goes_from_one_process_to_another() -> None:
    failed = AuditFailed("posting", 7, "it is odd")
    again = pickle.loads(pickle.dumps(failed))
    assert (str(again), again.kind, again.sequence) == (str(failed), "posting", 7)


def test_others_write_meanwhile(url: str) -> None:
    """The audit ends at the head that it started with, whatever is written while it reads."""
    with open_store(url) as store, open_store(url) as other:
        play(store)
        before, more = store.head(), [act for n in range(GAMES, 2 * GAMES) for act in game(n)]

        class Writes(Whole):
            def summary(self) -> Any:
                other.commit_many([more.pop(0), more.pop(0)])
                return super().summary()

        found = audit(store, watch=Writes, workers=1)
        assert found.head == before != store.head()
        assert sum(len(seen) for seen, _, _ in found.summaries) == 1 + 3 * GAMES
        assert audit(store, before, workers=1).head == store.head()


def test_true_books_are_read_in_windows_only(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    play(store)
    monkeypatch.setattr(audit_module, "_read_one_by_one", _never)
    assert audit(store, workers=1).head == store.head()
    monkeypatch.setattr(audit_module, "WINDOW", 20_000)  # with one window there are no processes
    monkeypatch.setattr(audit_module, "ProcessPoolExecutor", _never)
    assert audit(store).head == store.head()


def _never(*_: object) -> Any:
    raise AssertionError("not needed")


def test_an_empty_bank_passes(store: Store) -> None:
    assert audit(store, watch=Whole).summaries == ()


def test_progress_is_reported(store: Store) -> None:
    play(store)
    heard: list[str] = []

    class Heard:
        def start(self, what: str, total: int | None) -> int:
            heard.append(f"{what}, of {total}")
            return 0

        def step(self, stage: int) -> None:
            heard.append("+")

        def end(self, stage: int) -> None:
            heard.append("end")

    with heard_by(Heard()):
        audit(store, workers=1)
    steps = heard.count("+")
    assert steps > 3 and heard == [f"the chain, of {steps}", *["+"] * steps, "end"]


def test_events_are_found_by_an_index(tmp_path: Path) -> None:
    """Reading a table of all events once for each window would take most of a large audit."""
    with open_store(f"sqlite:///{tmp_path / 'bank.db'}") as store:
        play(store)
        asked: list[tuple[str, Any]] = []
        listen(store.engine, "before_cursor_execute", lambda *told: asked.append(told[2:4]))
        known = [("game/1", 1), ("game/2", 2)]
        found = events_at(store, [*known, ("game/1", 99), ("nobody", 1)])
        for place in known:
            assert [found[place]] == store.events(place[0], after=place[1] - 1, most=1)
        assert len(found) == len(known)
        selects = [told for told in asked if told[0].startswith("SELECT")]
        with store.engine.connect() as connection:
            for question, values in selects:
                plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {question}", values).all()
                assert plan and not any("SCAN" in step.detail for step in plan)
