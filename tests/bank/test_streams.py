"""An act is stale unless everything it was decided on still holds when it is written."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import event

from croupier.bank.act import Act, Event, Receipt, SeenStream, SeenStreams, StaleAct
from croupier.bank.audit.run import audit
from croupier.bank.store import Store, StoredStream, open_store
from croupier.errors import BankError
from tests.bank.test_store import picture


def tick(key: str, stream: str, version: int, **decided_on: Any) -> Act:
    return Act(key, stream, version, (Event("tick", ""),), **decided_on)


def test_what_an_act_was_decided_on_still_holds_or_it_is_stale(store: Store) -> None:
    store.commit(tick("one", "room", 0))
    store.commit(tick("two", "table/1", 0, seen=(SeenStream("room", 1), SeenStream("table/9", 0))))
    before = picture(store)
    for seen in (SeenStream("room", 0), SeenStream("room", 2), SeenStream("table/9", 1)):
        with pytest.raises(StaleAct, match=f"answers {seen.stream} #{seen.version}"):
            store.commit(tick("three", "table/1", 1, seen=(seen,)))
    for seen_all in (
        SeenStreams("table/", 0, 0),
        SeenStreams("table/", 1, 2),
        SeenStreams("table/", 2, 1),
    ):
        with pytest.raises(StaleAct, match="there are 1 with 1"):
            store.commit(tick("three", "room", 1, seen_all=(seen_all,)))
    assert picture(store) == before
    store.commit(tick("three", "room", 1, seen_all=(SeenStreams("table/", 1, 1),)))
    assert store.versions() == {"room": 2, "table/1": 1}
    audit(store)


def test_what_was_read_is_not_part_of_the_request(store: Store) -> None:
    first = store.commit(tick("one", "room", 0))
    again = store.commit(tick("one", "room", 0, seen=(SeenStream("cage", 7),)))
    assert again == first and (first.repeated, again.repeated) == (False, True)


def test_acts_of_one_commit_see_the_events_of_those_before_them(store: Store) -> None:
    acts = [
        tick("one", "table/1", 0),
        tick("two", "room", 0, seen=(SeenStream("table/1", 1),), upon=frozenset({"one"})),
        tick("three", "table/2", 0, seen_all=(SeenStreams("table/", 1, 1),)),
        tick("four", "cage", 0, seen_all=(SeenStreams("table/", 2, 2),)),
        tick("five", "meter/1", 0, seen_all=(SeenStreams("table/", 1, 1),)),
    ]
    *written, stale = store.commit_many(acts)
    assert all(isinstance(one, Receipt) for one in written) and isinstance(stale, StaleAct)


def test_an_act_upon_one_that_is_not_written_is_stale(store: Store) -> None:
    """Even if that one was written before: by somebody else, and perhaps with another outcome."""
    store.commit(tick("done", "table/2", 0))
    acts = [
        tick("stale", "table/1", 7),
        tick("upon it", "table/1", 0, upon=frozenset({"stale"})),
        tick("done", "table/2", 0),
        tick("upon that", "table/2", 1, upon=frozenset({"done"})),
    ]
    answers = store.commit_many(acts)
    codes = [one.code if isinstance(one, BankError) else "" for one in answers]
    assert codes == ["act/stale", "act/stale", "", "act/stale"]
    assert store.versions() == {"table/2": 1}


def test_streams_are_read_as_of_one_moment(store: Store, url: str) -> None:
    """Another writer ends something between the queries for states and for events."""
    store.commit(replace(tick("one", "table/1", 0), snapshot="before"))
    store.commit(tick("two", "table/1", 1))
    begun = StoredStream(2, "before", (Event("tick", ""),))
    with open_store(url) as other:
        waiting = [replace(tick("end", "table/1", 2), snapshot="over"), tick("next", "table/1", 3)]

        def asked(_: object, __: object, statement: str, *more: object) -> None:
            if waiting and statement.startswith("SELECT"):
                other.commit(waiting.pop(0))

        event.listen(store.engine, "after_cursor_execute", asked)
        assert store.stored_streams(["table/1"]) == {"table/1": begun}
        event.remove(store.engine, "after_cursor_execute", asked)
        assert not waiting
    assert store.stored_streams(prefixes=["table/"]) == {
        "table/1": StoredStream(4, "over", (Event("tick", ""),))
    }
    assert store.stored_streams(["a name\x00that no database takes", "x" * 1000, ""]) == {}


def test_an_exclusive_writer_makes_the_others_wait(store: Store, url: str) -> None:
    with open_store(url) as other, ThreadPoolExecutor() as pool:
        with store.alone() as commit:
            assert store.versions() == other.versions() == {}  # everybody may read
            (receipt,) = commit([tick("first", "room", 0)])
            later = pool.submit(other.commit, tick("other", "room", 1))
            with pytest.raises(TimeoutError):
                later.result(0.5)
        assert later.result(30).version == 2
    assert isinstance(receipt, Receipt) and not receipt.repeated


def test_what_is_decided_alone_is_written_whole_or_not_at_all(store: Store) -> None:
    def decide() -> None:
        with store.alone() as commit:
            commit([tick("first", "room", 0)])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        decide()
    assert store.versions() == {}
