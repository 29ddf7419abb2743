"""Names in the books: of people in any script, in both databases; and of accounts."""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from croupier.bank.backup.file import backup
from croupier.bank.backup.restore import restore
from croupier.bank.store import Store, open_store
from croupier.errors import Refused
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.books.books import books
from croupier.room.books.days import Days
from croupier.room.books.recall import recall
from croupier.room.cage.cage import deposited, withdrawn
from croupier.room.names import in_words, player_of, poker_accounts
from croupier.room.people.floor import dismissed, enrolled
from croupier.room.people.roles import Role
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.tables.rounds import acted, dealt
from croupier.room.tables.tables import bought_in, cashed_out
from croupier.table.table import open_table as new_table
from tests.room.rooms import new_room, open_table

NAMES = ["José Ñ", "李小龍", "محمد علي", "Siân O'Brien-Jones", "Ольга"]


def test_names_of_any_script_in_both_databases(
    store: Store, database: Callable[[str], str], tmp_path: Path
) -> None:
    room = new_room(store)
    open_table(room, "7", new_table("four-card-prime", offers=[]))
    for number, name in enumerate(NAMES, start=1):
        room.do(f"enrol {name}", "flo", enrolled, name, Role.PLAYER)
        room.do(f"in {name}", "flo", deposited, name, Cents(10_000))
        room.do(f"sit {name}", name, bought_in, "7", 3, name, Cents(5_000))
        room.do(f"deal {name}", "dee", dealt, "7", {3: {"ante": Cents(500)}})
        room.do(f"fold {name}", name, acted, "7", 3, "fold")
        assert recall(store, "7", number).players == {3: name}
        room.do(f"up {name}", name, cashed_out, "7", 3)
    assert audit(store, workers=1).rounds == len(NAMES)
    backup(store, tmp_path / "kept")
    for kind in ("sqlite", "postgresql"):
        url = database(kind)
        restore(tmp_path / "kept", url)
        with open_store(url) as again:
            room = Room(again)
            assert {name: again.balance(player_of(name)) for name in NAMES} == dict.fromkeys(
                NAMES, 9_500
            )
            for name in NAMES:
                room.do(f"out {name}", "flo", withdrawn, name, Cents(9_500))
                room.do(f"gone {name}", "flo", dismissed, name)
            assert audit(again, workers=1).rounds == len(NAMES)


@pytest.mark.parametrize("seed", range(3))
def test_any_letters_make_a_name_or_are_refused_with_nothing_changed(
    store: Store, seed: int
) -> None:
    """What is accepted reads back as it was; the rest is refused in words."""
    room, rng = new_room(store), Random(seed)
    codes = set()
    for number in range(60):
        name = "".join(
            chr(rng.choice([rng.randrange(0x250), rng.randrange(0x11000)])) for _ in "ab"
        )
        before = store.head()
        (answer,) = room.do_all([Request(f"k{number}", "ada", enrolled, (name, Role.PLAYER))])
        if isinstance(answer, Refused):
            codes.add(answer.code)
            assert store.head() == before
        else:
            assert name in Room(store).hall.floor.people
            assert store.balance(player_of(name)) == 0
            codes.add("taken")
    assert {"taken", "room/name"} <= codes <= {"taken", "room/name", "room/person"}
    audit(store, workers=1)


def test_every_account_of_a_table_has_words() -> None:
    words = [in_words(account.name) for account in poker_accounts("7", 1)]
    assert words == [
        *("table 7's tray", "table 7's drop box"),
        *("seat 1's chips at table 7", "seat 1's bets at table 7", "seat 1's large win at table 7"),
        "the pot at table 7",
    ]
    assert in_words("table/7/chips/" + "1" * 5000).startswith("the table/7/chips/1")


def test_the_name_of_an_account_is_in_one_function(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A drop box with another name, wherever the function is imported: the report counts it."""
    ours = [module for name, module in sys.modules.items() if name.startswith("croupier.")]
    for module in [one for one in ours if "drop_of" in vars(one)]:
        monkeypatch.setattr(module, "drop_of", lambda table: f"table/{table}/box")
    room = new_room(store)
    open_table(room, "7", new_table("four-card-prime", offers=[]))
    room.do("enrol", "flo", enrolled, "pam", Role.PLAYER)
    room.do("sit", "dee", bought_in, "7", 3, "pam", Cents(5_000), cash=True)
    assert store.balance("table/7/box") == 5_000
    assert [line.drop for line in books(store, Days())] == [5_000]
    assert in_words("table/7/box") == "table 7's drop box"
