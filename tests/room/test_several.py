"""Several processes on one bank: each is stopped between two steps while another one acts.

A process is a Room with a separate Store; `held` stops it after it has decided and before it
writes. In the last tests it is a real process.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event

from croupier.bank.act import Act, Receipt
from croupier.bank.faults import StoreError
from croupier.bank.meters.events import Authority, MeterOpened
from croupier.bank.store import FAILED, Store, StoredStream, open_store
from croupier.errors import BankError, Refused
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.cage.cage import deposited, withdrawn
from croupier.room.meters.ends import meter_discontinued
from croupier.room.meters.meters import meter_opened
from croupier.room.names import chips_of, tray_of
from croupier.room.people.floor import dismissed, enrolled
from croupier.room.people.proposals import proposed, seconded
from croupier.room.people.roles import Role
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.tables.rounds import acted, dealt, round_called_off
from croupier.room.tables.tables import bought_in, cashed_out, credited, filled, table_opened
from croupier.table.table import Table, open_table
from tests.room.rooms import by_two, matter_of, meter_rules, new_room, no_worth

PRIME = "four-card-prime"
JACKPOT = "five card jackpot"
TWO = Authority("the machine is sold", "flo", "fran")
ANTE = {1: {"ante": Cents(500)}}
ROOT = Path(__file__).resolve().parents[2]


def plain_table() -> Table:
    return open_table(PRIME, options={"jackpot_type": "none"})


def jackpot_table() -> Table:
    table = open_table(PRIME, options={"jackpot_type": "progressive"})
    return open_table(PRIME, options=table.options, offers=[JACKPOT])


@pytest.fixture
def here(store: Store) -> Room:
    """Tables A and B; pam sits at both, pat is enrolled."""
    room = new_room(store)
    for name in ("A", "B"):
        room.do(f"open {name}", "flo", table_opened, name, plain_table())
        room.do(f"fill {name}", "flo", filled, name, Cents(500_000))
    for player in ("pam", "pat"):
        room.do(f"enrol {player}", "flo", enrolled, player, Role.PLAYER)
        room.do(f"in {player}", "flo", deposited, player, Cents(100_000))
    for name in ("A", "B"):
        room.do(f"sit {name}", "dee", bought_in, name, 1, "pam", Cents(50_000))
    return room


@pytest.fixture
def there(here: Room, url: str) -> Iterator[Room]:
    """Another process, which has read the whole hall."""
    with open_store(url) as store:
        room = Room(store, no_worth)
        assert room.hall == here.hall
        yield room


@contextmanager
def before_writing(room: Room, meanwhile: Callable[[], object]) -> Iterator[None]:
    """Whenever the room has decided and is about to write, somebody else acts."""
    commit = room.store.commit_many

    def late(acts: Sequence[Act]) -> list[Receipt | BankError]:
        meanwhile()
        return commit(acts)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(room.store, "commit_many", late)
        yield


@contextmanager
def held(room: Room, meanwhile: Callable[[], object]) -> Iterator[None]:
    """The same, once."""
    left = [meanwhile]
    with before_writing(room, lambda: left and left.pop()()):
        yield
    assert not left, "it never came so far"


def refused(room: Room, code: str, by: str, decide: Callable[..., object], *about: object) -> None:
    with pytest.raises(Refused) as error:
        room.do("a refused act", by, decide, *about)
    assert error.value.code == code, str(error.value)
    assert room.store.receipt("a refused act") is None


def play_out(room: Room, name: str) -> None:
    while (now := room.hall.banked(name)).round is not None:
        seat, action = now.round.turn, now.round.legal[0]
        room.do(f"{name} #{now.version}", "dee", acted, name, seat, action)


# A retry that arrives twice


def test_a_key_at_two_processes_at_once_is_one_act_and_both_know_its_shoe(
    here: Room, there: Room
) -> None:
    """The second one has shuffled another next shoe, which is not in the books."""
    here.do("deal", "dee", dealt, "A", ANTE)
    there.hall.table("A")
    fold = ("pam", acted, "A", 1, "fold")
    with held(there, lambda: here.do("fold", *fold)):
        receipt = there.do("fold", *fold)
    assert receipt == here.store.receipt("fold")
    assert there.hall.table("A") == here.hall.table("A")
    assert there.hall.table("A").shoe.commitment == here.hall.table("A").shoe.commitment
    there.do("deal again", "dee", dealt, "A", ANTE)
    play_out(there, "A")
    audit(here.store)
    assert receipt.repeated


def test_a_key_that_another_process_writes_before_the_state_is_read_is_no_refusal(
    here: Room, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own doing would be the reason: quin is enrolled already."""
    look, enrol = Store.done_at_head, ("flo", enrolled, "quin", Role.PLAYER)
    with open_store(url) as store:
        late = Room(store, no_worth)

        def looked(asked: Store, keys: Sequence[str]) -> object:
            found = look(asked, keys)
            if asked is store and here.store.receipt("quin") is None:
                here.do("quin", *enrol)
            return found

        monkeypatch.setattr(Store, "done_at_head", looked)
        assert late.do("quin", *enrol) == here.store.receipt("quin")


def test_what_another_process_has_done_is_read_when_its_key_is_sent_again(
    here: Room, there: Room
) -> None:
    first = here.do("deal", "dee", dealt, "A", ANTE)
    again = there.do("deal", "dee", dealt, "A", ANTE)
    assert there.hall.table("A").round == here.hall.table("A").round is not None
    assert again == first and (first.repeated, again.repeated) == (False, True)


def test_acts_decided_on_one_that_another_process_has_done_are_decided_again(
    here: Room, there: Room
) -> None:
    """In one commit: a round's end that another has done, and a deal from an unrecorded shoe."""
    here.do("deal", "dee", dealt, "A", ANTE)
    there.read()
    fold = Request("fold", "pam", acted, ("A", 1, "fold"))
    with held(there, lambda: here.do_all([fold])):
        answers = there.do_all([fold, Request("deal again", "dee", dealt, ("A", ANTE))])
    assert all(isinstance(one, Receipt) for one in answers)
    audit(here.store)
    assert Room(here.store).hall == there.hall


def test_an_act_upon_one_that_was_not_written_is_not_written_either(
    here: Room, there: Room
) -> None:
    """The other process dealt as well: the table's version is the one that the choice expects."""
    both = [
        Request("deal", "dee", dealt, ("A", {1: {"ante": Cents(700)}})),
        Request("fold", "pam", acted, ("A", 1, "fold")),
    ]
    with held(there, lambda: here.do("another deal", "dee", dealt, "A", ANTE)):
        deal, fold = there.do_all(both)
    assert isinstance(deal, Refused) and deal.code == "room/round"
    assert isinstance(fold, Receipt)
    audit(here.store)
    assert Room(here.store).hall == there.hall


# Torn reads


@contextmanager
def after_reading(store: Store, words: str, meanwhile: Callable[[], object]) -> Iterator[None]:
    """Somebody else acts once this store has made a particular query."""
    waiting = [meanwhile]

    def asked(_: object, __: object, statement: str, *more: object) -> None:
        if waiting and words in statement:
            waiting.pop()()

    event.listen(store.engine, "after_cursor_execute", asked)
    try:
        yield
    finally:
        event.remove(store.engine, "after_cursor_execute", asked)
    assert not waiting, f"nothing asked for {words}"


def test_a_round_that_ends_while_a_table_is_read(here: Room, url: str) -> None:
    """The snapshot is from before the round, the events from after it: no such table existed."""
    here.do("deal", "dee", dealt, "A", ANTE)

    def ends() -> None:
        play_out(here, "A")
        here.do("deal again", "dee", dealt, "A", ANTE)
        play_out(here, "A")

    before = here.hall.banked("A").round
    with open_store(url) as store:
        with after_reading(store, "snapshots", ends):
            room = Room(store)
            found = room.hall.banked("A").round
        assert found == before
        room.do("fill again", "flo", filled, "A", Cents(500))
        assert room.hall.table("A").round is None
        refused(room, "room/round", "flo", round_called_off, "A", "a misdeal")
    audit(here.store)


def test_the_whole_hall_is_read_as_of_one_moment(here: Room, url: str) -> None:
    before = here.hall
    assert before.tables and before.floor  # read now

    def acts() -> None:
        here.do("deal", "dee", dealt, "B", ANTE)
        here.do("go", "ada", dismissed, "aud")

    with open_store(url) as store:
        room = Room(store)
        with after_reading(store, "snapshots", acts):
            room.read()
        assert room.hall == before != here.hall


# Authority


def test_whoever_is_dismissed_in_one_process_is_refused_in_every_other(
    here: Room, there: Room
) -> None:
    here.do("go", "ada", dismissed, "dee")
    here.do("go too", "ada", dismissed, "flo")
    refused(there, "role/not_allowed", "dee", dealt, "A", ANTE)
    refused(there, "role/not_allowed", "dee", bought_in, "A", 2, "pat", Cents(500))
    refused(there, "role/not_allowed", "flo", withdrawn, "pat", Cents(500))
    refused(there, "role/not_allowed", "flo", filled, "A", Cents(500))
    refused(there, "role/not_allowed", "flo", enrolled, "meg", Role.PLAYER)


def test_a_dealer_who_is_dismissed_while_dealing(here: Room, there: Room) -> None:
    with held(there, lambda: here.do("go", "ada", dismissed, "dee")):
        refused(there, "role/not_allowed", "dee", dealt, "A", ANTE)


def test_a_player_who_is_dismissed_while_sitting_down(here: Room, there: Room) -> None:
    here.do("out", "flo", withdrawn, "pat", Cents(100_000))

    def sit(room: Room) -> None:
        room.do("a refused act", "dee", bought_in, "A", 2, "pat", Cents(500), cash=True)

    with held(there, lambda: here.do("go", "flo", dismissed, "pat")), pytest.raises(Refused) as no:
        sit(there)
    assert no.value.code == "room/person"


def test_a_player_who_sits_down_while_being_dismissed(here: Room, there: Room) -> None:
    here.do("out", "flo", withdrawn, "pat", Cents(100_000))
    sits = ("sit pat", "dee", bought_in, "A", 2, "pat", Cents(500))
    with held(there, lambda: here.do(*sits, cash=True)):
        refused(there, "room/person", "flo", dismissed, "pat")


def test_a_player_who_sits_down_at_a_new_table_while_being_dismissed(
    here: Room, there: Room
) -> None:
    """The table did not exist when the decision looked for one."""
    here.do("out", "flo", withdrawn, "pat", Cents(100_000))

    def sit() -> None:
        here.do("open C", "flo", table_opened, "C", plain_table())
        here.do("sit pat", "dee", bought_in, "C", 2, "pat", Cents(500), cash=True)

    with held(there, sit):
        refused(there, "room/person", "flo", dismissed, "pat")


def test_two_meters_for_one_sensor(here: Room, there: Room) -> None:
    opening = MeterOpened(meter_rules(jackpot_table(), JACKPOT, ("C",)))
    with held(there, lambda: here.do("meter", "flo", meter_opened, "five", opening)):
        refused(there, "jackpot/tables", "flo", meter_opened, "cinq", opening)


def test_a_meter_that_ends_while_a_table_opens_for_it(here: Room, there: Room) -> None:
    opening = MeterOpened(meter_rules(jackpot_table(), JACKPOT, ("C",)))
    here.do("meter", "flo", meter_opened, "five", opening)
    there.read()
    end = ("end", "flo", meter_discontinued, "five", None, TWO)
    with held(there, lambda: by_two(here, *end)):
        refused(there, "room/meter", "flo", table_opened, "C", jackpot_table())


def test_a_table_that_opens_while_its_meter_ends(here: Room, there: Room) -> None:
    opening = MeterOpened(meter_rules(jackpot_table(), JACKPOT, ("C",)))
    here.do("meter", "flo", meter_opened, "five", opening)
    there.read()
    end, second = matter_of("flo", meter_discontinued, "five", None, TWO)
    there.do("propose", "flo", proposed, end)
    with held(there, lambda: here.do("open C", "flo", table_opened, "C", jackpot_table())):
        refused(there, "jackpot/in_play", second, seconded, there.hall.proposals.last)


def test_acts_at_other_tables_make_nothing_stale(here: Room, there: Room) -> None:
    """An act reads its own table, and the people."""
    numbers = iter(range(100))

    def others() -> None:
        here.do(f"fill {next(numbers)}", "flo", filled, "B", Cents(100))

    with before_writing(there, others):
        there.do("deal there", "dee", dealt, "A", ANTE)
    assert next(numbers) == 1


def test_a_request_for_a_closed_table_reads_only_that_table(here: Room, there: Room) -> None:
    """Its refusal names all the open ones, but did not depend on them."""
    here.do("deal", "dee", dealt, "B", ANTE)
    with asked(there.store) as questions, pytest.raises(Refused, match="open tables: A, B"):
        there.do("deal there", "dee", dealt, "C", ANTE)
    assert not any("LIKE" in question for question in questions)


# What a refusal costs


@contextmanager
def asked(store: Store) -> Iterator[list[str]]:
    """The queries made in the meantime."""
    questions: list[str] = []

    def note(_: object, __: object, statement: str, *more: object) -> None:
        questions.append(statement)

    event.listen(store.engine, "before_cursor_execute", note)
    try:
        yield questions
    finally:
        event.remove(store.engine, "before_cursor_execute", note)


def test_a_refused_act_queries_only_what_it_read(here: Room, there: Room) -> None:
    """Whatever the others do: the key, the versions, the key again, and what has changed."""
    here.do("deal", "dee", dealt, "B", ANTE)
    with asked(there.store) as questions:
        refused(there, "room/seat", "dee", cashed_out, "A", 2)
    assert len([one for one in questions if one.startswith("SELECT")]) <= 4
    assert there.hall.table("B").round is None  # it was not read again

    here.do("fill again", "flo", filled, "A", Cents(500))
    with asked(there.store) as questions:
        refused(there, "room/seat", "dee", cashed_out, "A", 2)
    assert len([one for one in questions if one.startswith("SELECT")]) <= 8


def test_a_refusal_that_is_no_longer_justified_is_decided_again(here: Room, there: Room) -> None:
    here.do("sit pat", "dee", bought_in, "A", 2, "pat", Cents(500))
    there.do("up pat", "dee", cashed_out, "A", 2)


def test_an_act_at_one_table_reads_that_one_and_the_people(here: Room, url: str) -> None:
    with open_store(url) as store, asked(store) as questions:
        Room(store).do("fill again", "flo", filled, "A", Cents(500))
    assert len([one for one in questions if "LEFT OUTER JOIN snapshots" in one]) == 2
    assert not any("LIKE" in one for one in questions)


def test_a_database_failure_during_a_decision_is_not_a_refusal(here: Room, url: str) -> None:
    """The outcome of the act is unknown; the room reads again what it needs."""
    failed = StoreError("the database failed", FAILED)

    def fails(*_: object) -> dict[str, StoredStream]:
        raise failed

    with open_store(url) as store:
        room = Room(store)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(store, "stored_streams", fails)
            with pytest.raises(StoreError) as error:
                room.do("fill again", "flo", filled, "A", Cents(500))
        assert error.value is failed
        room.do("fill again", "flo", filled, "A", Cents(500))


# Busy floors


def test_a_stale_act_is_never_reported_to_the_caller(here: Room, there: Room) -> None:
    """However often somebody else comes first: in the end nobody else can write."""
    numbers = iter(range(100))

    def others() -> None:
        here.do(f"fill {next(numbers)}", "flo", filled, "A", Cents(100))

    here.do("out", "flo", withdrawn, "pat", Cents(100_000))
    with before_writing(there, others):
        there.do("credit", "flo", credited, "A", Cents(500))
        there.do("go", "flo", dismissed, "pat")  # it reads all tables
    assert next(numbers) == 4
    here.read()
    there.read()
    assert here.hall == there.hall
    assert here.store.balance(tray_of("A")) == 500_000 - 50_000 - 500 + 400
    audit(here.store)


# Two processes indeed

OTHER = """
import sys
from croupier.bank.store import open_store
from croupier.errors import Refused
from croupier.money import Cents
from croupier.room.tables.rounds import acted, dealt
from croupier.room.room import Room

REQUESTS = {
    "deal": ("dee", dealt, "A", {1: {"ante": Cents(500)}}),
    "fold": ("pam", acted, "A", 1, "fold"),
}
with open_store(sys.argv[1]) as store:
    room, commit = Room(store), store.commit_many
    room.hall.table("A")

    def late(acts):
        store.commit_many = commit
        print("decided", flush=True)
        sys.stdin.readline()
        return commit(acts)

    store.commit_many = late
    try:
        room.do(sys.argv[2], *REQUESTS[sys.argv[2]])
        print(room.hall.table("A").shoe.commitment)
    except Refused as refused:
        print(refused.code)
"""


@contextmanager
def another_process(url: str, request: str) -> "Iterator[subprocess.Popen[str]]":
    """It has decided on a deal at table A, or a fold, and waits for a line of input."""
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", str(ROOT / "src"))])
    with subprocess.Popen(
        [sys.executable, "-c", OTHER, url, request],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "decided\n"
        yield process


def test_a_dealer_is_dismissed_while_another_process_deals(here: Room, url: str) -> None:
    with another_process(url, "deal") as process:
        here.do("go", "ada", dismissed, "dee")
        said, _ = process.communicate("\n", timeout=60)
    assert said.split() == ["role/not_allowed"]
    here.read()
    assert here.hall.table("A").rounds == 0


def test_a_fold_is_sent_to_two_processes(here: Room, url: str) -> None:
    here.do("deal", "dee", dealt, "A", ANTE)
    with another_process(url, "fold") as process:
        here.do("fold", "pam", acted, "A", 1, "fold")
        said, _ = process.communicate("\n", timeout=60)
    assert said.split() == [here.hall.table("A").shoe.commitment]
    assert here.store.balance(chips_of("A", 1)) == 50_000 - 500
    audit(here.store)
