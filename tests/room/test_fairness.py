"""What the bank's files and commands reveal of words and secrets, and when (docs/fairness.md)."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import fair
from croupier.bank.store import Store, open_store
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.books.recall import recall
from croupier.room.books.receipt import receipt
from croupier.room.people.floor import enrolled
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.room.tables.bets import bet_made, word_opened
from croupier.room.tables.rounds import acted, dealt, round_called_off
from croupier.room.tables.tables import bought_in, cashed_out, filled, table_closed, table_opened
from croupier.table.table import open_table
from tests.cli.room_desk import run
from tests.room.rooms import new_room, no_worth
from tests.room.words import commitment_of

T, ANTE = "7", {"ante": 500}
SHOWN = (("room", "show"), ("room", "log"), ("books",), ("audit",), ("recall", T, "1"))


@pytest.fixture
def secrets(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every secret that the house draws from now on."""
    drawn: list[bytes] = []
    new_secret = fair.new_secret

    def noted(decks: int) -> bytes:
        drawn.append(new_secret(decks))
        return drawn[-1]

    for place in ("room.tables.tables.table_opened", "table.shoe.new_shoe"):
        module, _, name = f"croupier.{place}".rpartition(".")
        function = getattr(__import__(module, fromlist=[name]), name)
        monkeypatch.setitem(function.__kwdefaults__, "new_secret", noted)
    return drawn


@pytest.fixture
def room(tmp_path: Path, secrets: list[bytes]) -> Iterator[Room]:
    with open_store(f"sqlite:///{tmp_path}/bank.db") as store:
        room = new_room(store)
        room.do("open", "flo", table_opened, T, open_table("four-card-prime", offers=["prime"]))
        room.do("fill", "flo", filled, T, Cents(1_000_000))
        room.do("enrol", "flo", enrolled, "pam", Role.PLAYER)
        room.do("sit", "dee", bought_in, T, 1, "pam", Cents(20_000), cash=True)
        yield room


def written(room: Room, folder: Path) -> bytes:
    """The content of the bank's own files, and the output of its commands, in text and as JSON."""
    files = b"".join(path.read_bytes() for path in sorted(folder.glob("bank.db*")))
    said = [
        run(*words, *form, "--bank", str(folder / "bank.db")).output
        for words in SHOWN
        for form in ((), ("--json",))
    ]
    return files + "".join(said).encode()


def forms(secret: bytes) -> tuple[bytes, ...]:
    return secret, secret.hex().encode(), secret.hex().upper().encode(), base64.b64encode(secret)


def test_a_word_is_nowhere_before_it_is_opened(room: Room, tmp_path: Path) -> None:
    word = fair.new_word("clover")
    kept = commitment_of(room.hall.table(T), 1, word)
    room.do("bet", "pam", bet_made, T, 1, ANTE, kept)
    room.do("close", "dee", dealt, T, {})
    there = written(room, tmp_path)
    assert kept.encode() in there and b"clover" not in there and word[-32:].encode() not in there
    room.do("word", "pam", word_opened, T, 1, word)
    assert word.encode() in written(room, tmp_path)


def test_a_secret_is_nowhere_before_its_shoe_ends(
    room: Room, tmp_path: Path, secrets: list[bytes]
) -> None:
    (secret,) = secrets
    promise = fair.commitment(1, secret)
    assert promise.encode() in written(room, tmp_path)
    room.do("deal", "dee", dealt, T, {1: ANTE})
    there = written(room, tmp_path)
    assert not any(form in there for form in forms(secret))
    room.do("fold", "dee", acted, T, 1, "fold")
    _, following = secrets
    there = written(room, tmp_path)
    assert secret.hex().encode() in there
    assert not any(form in there for form in forms(following))


@pytest.mark.parametrize("how", ["called off", "closed"])
def test_an_abandoned_shoe_is_opened_and_counted(
    room: Room, tmp_path: Path, secrets: list[bytes], how: str
) -> None:
    (secret,) = secrets
    if how == "called off":
        room.do("deal", "dee", dealt, T, {1: ANTE})
        room.do("off", "flo", round_called_off, T, "two cards stuck")
        proof = recall(room.store, T, 1).proof
        assert proof is not None and proof["abandoned"] is True and fair.check(proof) == []
    else:
        room.do("leave", "dee", cashed_out, T, 1)
        room.do("close", "flo", table_closed, T)
    assert secret.hex() in last_body(room.store)
    found = audit(room.store)
    assert (found.abandoned, found.unused) == ((1, 0) if how == "called off" else (0, 1))
    assert [(one.by, one.shoes) for one in room.hall.tables[T].abandoned] == [("flo", 1)]


def test_a_shoe_whose_key_is_lost_is_never_opened_and_counted(room: Room, tmp_path: Path) -> None:
    room.do("deal", "dee", dealt, T, {1: ANTE})
    (tmp_path / "bank.db.key").unlink()
    with open_store(f"sqlite:///{tmp_path}/bank.db") as store:
        again = Room(store, no_worth)
        again.do("off", "flo", round_called_off, T, "the key is lost")
        mine = receipt(store, again.hall, "pam", T, 1)
        assert mine.proof is None and mine.waits.startswith("never: the house had lost its key")
        found = audit(store)
    assert (found.abandoned, found.unopened) == (1, 1)


def last_body(store: Store) -> str:
    return json.dumps(json.loads(store.events(f"table/{T}")[-1].body))
