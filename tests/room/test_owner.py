"""The owner of a room: requests are batched, committed together, and answered in order.

Commits are counted; nothing here is measured by the clock.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from threading import Event, Thread
from typing import Any
from unittest.mock import Mock

import pytest

from croupier.bank.act import Act, Receipt
from croupier.bank.faults import StoreError
from croupier.bank.store import FAILED, Store, open_store
from croupier.errors import BankError, Refused, RuleError
from croupier.money import Cents
from croupier.room.cage.cage import deposited, withdrawn
from croupier.room.names import CAGE, TABLE, player_of
from croupier.room.owner import CommitTiming, News, Owner
from croupier.room.people.floor import enrolled
from croupier.room.people.roles import Role
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.state.hall import Actor, Hall, Transition, decision
from croupier.room.tables.tables import table_opened
from croupier.table.table import open_table
from tests.room.rooms import new_room, no_worth

FOREVER = 1_000_000.0  # seconds: a test that waited for this would not end
SOON = 60  # seconds: a response that never comes fails the test


class CountedCommits:
    """The sizes of commits; and faults of the database, before or after a write."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sizes: list[int] = []
        self.fail: list[str] = []
        write = store.commit_many

        def commit_many(acts: Sequence[Act]) -> list[Receipt | BankError]:
            fault = self.fail.pop(0) if self.fail else ""
            if fault == "before":
                raise StoreError("the disk is full", FAILED)
            receipts = write(acts)
            self.sizes.append(len(acts))
            if fault == "after":
                raise StoreError("the line is dead", FAILED)
            return receipts

        monkeypatch.setattr(store, "commit_many", commit_many)


@pytest.fixture
def room(store: Store) -> Room:
    room = new_room(store)
    room.do("pam", "flo", enrolled, "pam", Role.PLAYER)
    return room


@pytest.fixture
def commits(room: Room, monkeypatch: pytest.MonkeyPatch) -> CountedCommits:
    return CountedCommits(room.store, monkeypatch)


def deposit(key: str, cents: int = 100) -> Request:
    return Request(key, "flo", deposited, ("pam", Cents(cents)))


def busy(owner: Owner) -> Event:
    """Keeps the owner busy until the event is set: what is submitted in the meantime queues."""
    free, begun = Event(), Event()

    def wait(_: Hall) -> None:
        begun.set()
        free.wait(SOON)

    owner.look(wait)
    assert begun.wait(SOON)
    return free


def done(answers: Sequence[Future[Any]]) -> list[Any]:
    return [answer.result(SOON) for answer in answers]


def test_what_came_during_a_commit_is_committed_together_and_immediately(
    room: Room, commits: CountedCommits
) -> None:
    with Owner(room, gather=FOREVER) as owner:
        free = busy(owner)
        answers = [owner.submit(deposit(f"d{number}")) for number in range(250)]
        free.set()
        receipts = done(answers)
    assert commits.sizes == [100, 100, 50]
    assert [one.key for one in receipts] == [f"d{number}" for number in range(250)]
    assert [one.last for one in receipts] == sorted(one.last for one in receipts)
    assert room.store.balance(player_of("pam")) == 25_000


def test_a_full_commit_does_not_wait(room: Room, commits: CountedCommits) -> None:
    with Owner(room, gather=FOREVER, most=3) as owner:
        done([owner.submit(deposit(f"d{number}")) for number in range(3)])
    assert commits.sizes == [3]


def test_a_single_request_is_committed_after_its_delay(room: Room, commits: CountedCommits) -> None:
    with Owner(room) as owner:
        assert owner.submit(deposit("d")).result(SOON).stream == CAGE
    assert commits.sizes == [1]


def test_many_threads_lose_nothing(room: Room, commits: CountedCommits) -> None:
    def client(owner: Owner, name: str) -> None:
        for number in range(20):
            owner.submit(deposit(f"{name} {number}")).result(SOON)

    with Owner(room) as owner:
        clients = [Thread(target=client, args=(owner, f"client {one}")) for one in range(8)]
        for thread in clients:
            thread.start()
        for thread in clients:
            thread.join()
        assert owner.visit(lambda room: room.store.balance(player_of("pam"))).result(SOON) == 16_000
    assert sum(commits.sizes) == 160


def test_close_answers_everything(room: Room, commits: CountedCommits) -> None:
    owner = Owner(room, gather=FOREVER)
    answers = [owner.submit(deposit(f"d{number}")) for number in range(5)]
    owner.close()
    assert len({one.last for one in done(answers)}) == 5
    assert sum(commits.sizes) == 5
    with pytest.raises(RuleError, match="owner/closed"):
        owner.submit(deposit("late")).result(SOON)
    assert room.store.receipt("late") is None


def test_a_refusal_affects_no_other_and_repeated_keys_get_the_first_receipt(
    room: Room, commits: CountedCommits
) -> None:
    with Owner(room) as owner:
        free = busy(owner)
        good, bad = owner.submit(deposit("d")), owner.submit(Request("w", "pam", withdrawn, ()))
        poor = owner.submit(Request("p", "flo", withdrawn, ("pam", Cents(101))))
        again, other = owner.submit(deposit("d")), owner.submit(deposit("d", 200))
        free.set()
        assert again.result(SOON) == good.result(SOON)
        assert (again.result().repeated, good.result().repeated) == (True, False)
        for future, code in ((bad, "request/bad"), (poor, "ledger/"), (other, "act/key_taken")):
            with pytest.raises(Refused, match=code):
                future.result(SOON)
    assert room.store.balance(player_of("pam")) == 100


def test_what_was_cancelled_in_time_is_not_done(room: Room, commits: CountedCommits) -> None:
    with Owner(room) as owner:
        free = busy(owner)
        gone, stays = owner.submit(deposit("gone")), owner.submit(deposit("stays"))
        assert gone.cancel()
        free.set()
        stays.result(SOON)
    assert room.store.receipt("gone") is None


@pytest.mark.parametrize("fault", ["before", "after"])
def test_a_failed_database_is_tried_again_with_the_same_keys(
    room: Room, commits: CountedCommits, fault: str
) -> None:
    news: list[News] = []
    with Owner(room, news.append, pauses=(0, 0)) as owner:
        free = busy(owner)
        commits.fail = [fault, "before"] if fault == "before" else [fault]
        answers = [owner.submit(deposit(f"d{number}")) for number in range(3)]
        free.set()
        receipts = done(answers)
    assert commits.sizes == [3]
    assert room.store.balance(player_of("pam")) == 300
    assert [one.receipts for one in news] == [tuple(receipts)]
    assert news[0].streams[CAGE] == receipts[-1].version


def test_a_database_that_keeps_failing(room: Room, commits: CountedCommits) -> None:
    with Owner(room, pauses=(0, 0)) as owner:
        free = busy(owner)
        commits.fail = ["before"] * 3
        answers = [owner.submit(deposit("d")), owner.submit(deposit("e"))]
        free.set()
        for answer in answers:
            with pytest.raises(StoreError, match=FAILED):
                answer.result(SOON)
        receipt = owner.submit(deposit("d")).result(SOON)
    assert not receipt.repeated
    assert room.store.balance(player_of("pam")) == 100


def test_how_commits_went_is_told_and_whether_the_database_fails(
    room: Room, commits: CountedCommits
) -> None:
    told: list[CommitTiming] = []
    with Owner(room, pauses=(0,), on_commit=told.append) as owner:
        assert not owner.fails
        commits.fail = ["before"] * 2
        with pytest.raises(StoreError):
            owner.submit(deposit("d")).result(SOON)
        assert owner.fails
        free = busy(owner)
        answers = [owner.submit(deposit("d")), owner.submit(deposit("e"))]
        assert owner.waiting == 2
        free.set()
        done(answers)
        assert not owner.fails and owner.waiting == 0
    assert [(one.acts, one.failed) for one in told] == [(1, True), (2, False)]
    assert all(one.seconds >= 0 and one.waited >= 0 for one in told)


def test_books_that_cannot_be_read_fail_too(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    with Owner(room) as owner:
        head = room.store.head
        failing = Mock(side_effect=StoreError("the line is dead", FAILED))
        monkeypatch.setattr(room.store, "head", failing)
        with pytest.raises(StoreError):
            owner.refresh().result(SOON)
        assert owner.fails
        monkeypatch.setattr(room.store, "head", head)
        owner.refresh().result(SOON)
        assert not owner.fails


@decision("broken")
def broken(hall: Hall, actor: Actor) -> Transition:
    raise AssertionError("a fault of the program")


def test_a_bug_in_one_act_affects_no_other(room: Room, commits: CountedCommits) -> None:
    with Owner(room) as owner:
        free = busy(owner)
        good = owner.submit(deposit("d"))
        bad = owner.submit(Request("b", "flo", broken))
        more = owner.submit(deposit("e"))
        free.set()
        with pytest.raises(AssertionError, match="a fault"):
            bad.result(SOON)
        assert good.result(SOON).version + 1 == more.result(SOON).version


def test_the_listener_is_called_once_and_in_order(room: Room, commits: CountedCommits) -> None:
    news: list[News] = []
    with Owner(room, news.append) as owner:
        free = busy(owner)
        answers = [owner.submit(deposit(f"d{number}")) for number in range(3)]
        free.set()
        receipts = done(answers)
        owner.submit(deposit("d0")).result(SOON)  # an old act, sent again, is not news
        table = open_table("four-card-prime", options={"jackpot_type": "none"})
        opened = owner.submit(Request("open", "flo", table_opened, ("A", table))).result(SOON)
        assert owner.refresh().result(SOON) == frozenset()
    assert [one.receipts for one in news] == [tuple(receipts), (opened,)]
    assert dict(news[0].streams) == {CAGE: receipts[-1].version}
    assert dict(news[1].streams) == {f"{TABLE}A": 1}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_listener_that_fails_stops_nothing(room: Room, commits: CountedCommits) -> None:
    def fail(_: News) -> None:
        raise LookupError("a view")

    with Owner(room, fail) as owner:
        owner.submit(deposit("d")).result(SOON)
        owner.submit(deposit("e")).result(SOON)
    assert room.store.balance(player_of("pam")) == 200


@pytest.mark.parametrize("next_news", ["of the next act", "of a refresh"])
def test_news_are_told_again_if_the_database_failed_a_listener(room: Room, next_news: str) -> None:
    """It reads the books, and they may be out of reach just after a commit."""
    news: list[News] = []
    faults = [StoreError("the line is dead", FAILED)]

    def listen(told: News) -> None:
        if faults:
            raise faults.pop()
        news.append(told)

    with Owner(room, listen) as owner:
        version = owner.submit(deposit("d")).result(SOON).version
        assert not faults and not news
        if next_news == "of the next act":
            owner.submit(Request("pat", "flo", enrolled, ("pat", Role.PLAYER))).result(SOON)
        else:
            assert owner.refresh().result(SOON) == {CAGE}
        assert owner.refresh().result(SOON) == frozenset()
    assert len(news) == 1 and news[0].streams[CAGE] == version


@pytest.fixture
def other(url: str, room: Room) -> Iterator[Room]:
    """Another process on the same bank: `croupier room` in a terminal."""
    with open_store(url) as store:
        yield Room(store, no_worth)


def test_refresh_finds_what_other_processes_wrote(room: Room, other: Room) -> None:
    news: list[News] = []
    people: Callable[[Hall], frozenset[str]] = lambda hall: frozenset(hall.floor.people)  # noqa: E731
    with Owner(room, news.append) as owner:
        assert "pat" not in owner.look(people).result(SOON)
        other.do("pat", "flo", enrolled, "pat", Role.PLAYER)
        other.do("theirs", "flo", deposited, "pam", Cents(100))
        assert owner.refresh().result(SOON) == {"room", CAGE}
        assert owner.refresh().result(SOON) == frozenset()
        assert "pat" in owner.look(people).result(SOON)
        ours = owner.submit(deposit("ours")).result(SOON)
    assert [one.receipts for one in news] == [(), (ours,)]
    assert dict(news[0].streams) == {"room": room.hall.floor.version, CAGE: ours.version - 1}


def test_an_act_decided_on_an_old_state_is_decided_again(room: Room, other: Room) -> None:
    with Owner(room) as owner:
        owner.submit(deposit("ours")).result(SOON)
        other.do("theirs", "flo", withdrawn, "pam", Cents(60))
        with pytest.raises(Refused):
            owner.submit(Request("all", "flo", withdrawn, ("pam", Cents(100)))).result(SOON)
        owner.submit(Request("rest", "flo", withdrawn, ("pam", Cents(40)))).result(SOON)
    assert room.store.balance(player_of("pam")) == 0


def test_a_read_sees_what_was_submitted_before_it(room: Room) -> None:
    with Owner(room) as owner:
        free = busy(owner)
        owner.submit(deposit("d"))
        cage = owner.look(lambda hall: hall.cage)
        owner.submit(deposit("e"))
        free.set()
        assert cage.result(SOON) >= 1
        with pytest.raises(ZeroDivisionError):
            owner.look(lambda hall: 1 // 0).result(SOON)
