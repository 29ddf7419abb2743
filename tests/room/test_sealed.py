"""Cards still to come: sealed in the books, opened at the end, and by nobody without the key."""

import base64
import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from croupier import fair
from croupier.bank.act import Event
from croupier.bank.audit import run as bank_audit
from croupier.bank.audit.run import AuditFailed
from croupier.bank.backup.file import backup
from croupier.bank.backup.restore import restore
from croupier.bank.sealing import KEY_FILE
from croupier.bank.store import Store, open_store
from croupier.errors import Refused
from croupier.money import Cents
from croupier.program import program_hash
from croupier.room.audit.run import Audited, audit
from croupier.room.books.recall import abandoned_shoes, recall
from croupier.room.names import TABLE
from croupier.room.people.floor import approved, enrolled
from croupier.room.people.roles import Role
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.tables.rounds import acted, card_exposed, dealt, hand_dead, round_called_off
from croupier.room.tables.shoes import Abandoned
from croupier.room.tables.tables import bought_in, cashed_out, filled, table_closed, table_opened
from croupier.table.poker.table import open_poker
from croupier.table.table import open_table
from tests.room.rooms import RoomLike, new_room, no_worth
from tests.room.test_words import Clock
from tests.room.words import keep, open_word

ANTE = {"ante": 500}
T, C, P = "7", "8", "9"  # a new shoe for every round, a cut card, poker
PLAYERS = {1: "pam", 2: "quin"}


def furnish(store: Store) -> Room:
    room = new_room(store)
    room.do("open", "flo", table_opened, T, open_table("four-card-prime", offers=["prime"]))
    cut = open_table("4-card-buyout", options={"cut_card": 60})
    room.do("cut", "flo", table_opened, C, cut)
    room.do("poker", "flo", table_opened, P, open_poker("five-card-hold-out"))
    for name in (T, C, P):
        room.do(f"fill {name}", "flo", filled, name, Cents(1_000_000))
    for seat, player in PLAYERS.items():
        room.do(f"enrol {player}", "flo", enrolled, player, Role.PLAYER)
        for name in (T, C, P):
            about = (name, seat, player, Cents(100_000))
            room.do(f"{player} at {name}", "dee", bought_in, *about, cash=True)
    return room


@pytest.fixture
def room(room_like: RoomLike) -> Room:
    return room_like(furnish)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "bank.db"


@pytest.fixture
def in_file(file: Path) -> Iterator[Room]:
    """On SQLite only: its key is in a file next to it."""
    with open_store(f"sqlite:///{file}", Clock()) as store:
        yield furnish(store)


def do(room: Room, by: str, decide: Callable[..., object], *about: object) -> None:
    room.do(f"#{room.store.head().sequence}", by, decide, *about)
    assert Room(room.store).hall == room.hall


def stakes_at(room: Room, name: str) -> dict[str, int]:
    table = room.hall.banked(name).table
    return {w.name: table.limits.least(w) for w in table.offers if w.required}


def begin(room: Room, name: str) -> None:
    if name == P:
        do(room, "dee", dealt, P)
    else:
        do(room, "dee", dealt, name, {1: stakes_at(room, name)})


def finish(room: Room, name: str) -> None:
    while (now := room.hall.table(name).round) is not None:
        if name == P:
            do(room, "dee", acted, name, now.to_act, "fold")
        else:
            do(room, "dee", acted, name, now.turn, now.legal[0])


def play(room: Room, name: str, rounds: int = 1) -> None:
    for _ in range(rounds):
        begin(room, name)
        finish(room, name)


def leave(room: Room, name: str) -> None:
    for seat in dict(room.hall.table(name).seats):
        do(room, "dee", cashed_out, name, seat)


def secret_of(room: Room, name: str) -> bytes:
    """As the house's own process has it."""
    return room.hall.table(name).opened_by(room.keys).shoe.secret


def forms(secret: bytes) -> list[bytes]:
    """The forms in which it could appear; even a part of it would be bad."""
    part = secret[60:102]
    return [part, part.hex().encode(), base64.b64encode(part)[2:-2]]


def bodies(store: Store, name: str) -> list[dict[str, object]]:
    return [json.loads(event.body) for event in store.events(f"table/{name}")]


# What a reader of the books learns


def test_the_files_do_not_contain_what_is_to_come(in_file: Room, file: Path) -> None:
    """The bank, its log, a backup: in the middle of rounds, of a shoe, and between them."""
    room = in_file
    play(room, T, 3)
    play(room, C)
    begin(room, C)
    begin(room, P)
    backup(room.store, file.with_name("some.backup"))
    found = {path.name: path.read_bytes() for path in file.parent.iterdir()}
    assert {"bank.db", "bank.db-wal", "bank.db.key", "some.backup"} <= set(found)
    packed = found["some.backup"]
    found["unpacked"] = gzip.decompress(packed) if packed[:2] == b"\x1f\x8b" else packed
    for name in (T, C, P):
        for form in forms(secret_of(room, name)):
            assert [name for name, content in found.items() if form in content] == []
    told = bytes.fromhex(str(bodies(room.store, T)[-1]["secret"]))  # the test would find it
    assert forms(told)[1] in found["bank.db"] + found["bank.db-wal"]


def test_no_row_contains_what_is_to_come(room: Room) -> None:
    play(room, T)
    begin(room, C)
    begin(room, P)
    with room.store.reading() as connection:
        rows = [
            str(row)
            for table in ("events", "snapshots", "acts", "postings")
            for row in connection.execute(text(f"SELECT * FROM {table}"))
        ]
    for name in (T, C, P):
        secret = secret_of(room, name)
        assert not any(form.decode() in row for form in forms(secret)[1:] for row in rows)
        assert secret.hex() not in repr(room.hall.table(name))


def test_a_shoe_is_recorded_by_its_commitment_and_opened_at_its_end(room: Room) -> None:
    """Each secret is in the event that ends its shoe, and matches the earlier commitment."""
    play(room, T, 2)
    play(room, P, 2)
    while room.hall.table(C).rounds < 3 or room.hall.table(C).shoe.first:
        play(room, C)
    for name in (T, C, P):
        commitment, ended = "", 0
        for said in bodies(room.store, name):
            if "secret" in said:
                secret = bytes.fromhex(str(said["secret"]))
                decks = room.hall.table(name).shoe.decks
                assert fair.commitment(decks, secret) == commitment
                ended += 1
            if "shoe" in said:
                shoe = said["shoe"]
                assert isinstance(shoe, dict)
                assert set(shoe) == {"commitment", "decks", "entropy", "first"}
                assert (shoe["commitment"] != commitment) == ("secret" in said or not commitment)
                commitment = shoe["commitment"]
        assert ended == (1 if name == C else 2)
    found = audit(room.store)
    assert (found.rounds, found.unplayed, found.waiting) == (4 + room.hall.table(C).rounds, 0, 0)


# Without the key


@pytest.fixture
def without_key(in_file: Room, file: Path) -> Room:
    """Between two rounds at one table, in the middle of one at the others."""
    play(in_file, T)
    play(in_file, C)
    begin(in_file, C)
    begin(in_file, P)
    file.with_name("bank.db.key").rename(file.with_name("elsewhere.key"))
    return Room(in_file.store)


def sealed_shut(room: Room, by: str, decide: Callable[..., object], *about: object) -> None:
    head = room.store.head()
    with pytest.raises(Refused, match="the cards to come are sealed; it takes the key") as error:
        room.do("try", by, decide, *about)
    assert error.value.code == "room/sealed" and "bank.db.key" in error.value.message
    assert room.store.head() == head


def test_nothing_is_dealt(without_key: Room) -> None:
    room = without_key
    sealed_shut(room, "dee", dealt, T, {1: stakes_at(room, T)})
    sealed_shut(room, "dee", acted, C, 1, room.hall.banked(C).round.legal[0])
    sealed_shut(room, "flo", hand_dead, C, 1, "too many cards")
    sealed_shut(room, "dee", acted, P, room.hall.poker(P).round.to_act, "fold")
    sealed_shut(room, "flo", card_exposed, P, 1, 2, "it fell")
    do(room, "flo", filled, T, Cents(100))  # everything else goes on


def test_everything_is_shown_and_audited(without_key: Room, file: Path) -> None:
    with_key = file.with_name("elsewhere.key")
    assert without_key.hall.banked(C).round.legal
    found = audit(without_key.store)
    assert (found.rounds, found.waiting, found.unplayed) == (1, 3, 0)  # two of C's shoe, one of P
    assert recall(without_key.store, C, 1).proof is None
    with_key.rename(file.with_name("bank.db.key"))
    found = audit(without_key.store)
    assert (found.rounds, found.waiting) == (2, 0)


def test_the_key_may_come_back(without_key: Room, file: Path) -> None:
    file.with_name("elsewhere.key").rename(file.with_name("bank.db.key"))
    for name in (T, C, P):
        if without_key.hall.table(name).round is None:
            begin(without_key, name)
        finish(without_key, name)
    assert audit(without_key.store).waiting == 0


def test_another_key_does_not_open_it(
    without_key: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other.key"
    other.write_text("ab" * 32)
    other.chmod(0o600)
    monkeypatch.setenv(KEY_FILE, str(other))
    room = Room(without_key.store)
    with pytest.raises(Refused, match=r"other\.key") as error:
        room.do("try", "dee", dealt, T, {1: stakes_at(room, T)})
    assert error.value.code == "room/sealed"


def test_without_it_a_shoe_is_abandoned_and_never_opened(without_key: Room, file: Path) -> None:
    """The money is returned anyway; a new key is made for later shoes."""
    room, before = without_key, without_key.store.balances()
    do(room, "flo", round_called_off, C, "the key is lost")
    do(room, "flo", round_called_off, P, "the key is lost")
    assert room.store.balances() != before
    leave(room, T)
    do(room, "flo", table_closed, T)
    assert file.with_name("bank.db.key").exists()
    found = audit(room.store)
    assert (found.abandoned, found.unused, found.unopened) == (2, 1, 3)
    assert (found.rounds, found.unplayed, found.waiting) == (1, 1, 0)  # C's first is lost
    (shoe,) = abandoned_shoes(room.store, C)
    assert shoe.proof is None and shoe.key
    play(room, C)
    assert audit(room.store).rounds == 2


# Abandoned shoes


def test_an_abandoned_shoe_is_opened_and_counted(room: Room) -> None:
    begin(room, T)
    commitment = room.hall.table(T).shoe.commitment
    cards = room.hall.table(T).round
    do(room, "flo", round_called_off, T, "two cards stuck together")
    play(room, T)
    leave(room, T)
    do(room, "ada", table_closed, T)
    again = open_table("four-card-prime", offers=["prime"])
    do(room, "flo", table_opened, T, again)
    must = (Abandoned("flo", "misdeal", 1), Abandoned("ada", "unused", 1))
    assert room.hall.table(T).abandoned == must
    first, second = abandoned_shoes(room.store, T)
    assert (first.by, first.cause, first.number, first.commitment) == (
        "flo",
        "misdeal",
        1,
        commitment,
    )
    assert first.proof is not None and second.proof is not None and cards is not None
    assert fair.check(first.proof) == fair.check(second.proof) == []
    assert str(first.proof["dealt"]).count(" ") > 5 and second.proof["dealt"] == ""
    wrong = {**first.proof, "secret": second.proof["secret"]}
    assert fair.check(wrong) != []
    found = audit(room.store)
    assert (found.abandoned, found.unused, found.unopened, found.rounds) == (1, 1, 0, 1)


def test_a_part_dealt_shoe_is_opened_when_its_table_closes(room: Room) -> None:
    play(room, C)
    assert room.hall.table(C).shoe.first
    leave(room, C)
    do(room, "flo", table_closed, C)
    (shoe,) = abandoned_shoes(room.store, C)
    assert shoe.cause == "closed" and shoe.proof is not None and fair.check(shoe.proof) == []
    proof = recall(room.store, C, 1).proof
    assert proof is not None and fair.check(proof) == []
    assert (audit(room.store).rounds, audit(room.store).abandoned) == (1, 1)


def test_a_shoe_that_goes_once_words_are_opened_is_counted(room: Room) -> None:
    """From then on the house knows the cards, so everybody must see that it is called off."""
    keep(room, T, 1, ANTE)
    do(room, "dee", dealt, T, {})
    open_word(room, T, 1)
    do(room, "flo", round_called_off, T, "it displeased us", "other")
    (shoe,) = abandoned_shoes(room.store, T)
    assert shoe.proof is not None and fair.check(shoe.proof) == []
    assert shoe.proof["words"] and shoe.proof["entropy"] and not shoe.proof["dealt"]
    assert room.hall.table(T).abandoned == (Abandoned("flo", "other", 1),)
    assert audit(room.store).abandoned == 1


def test_an_abandoned_hand_of_poker_proves_its_cards(room: Room) -> None:
    begin(room, P)
    do(room, "flo", card_exposed, P, 1, 3, "it fell")  # and is replaced
    do(room, "dee", acted, P, room.hall.poker(P).round.to_act, "call")
    do(room, "flo", round_called_off, P, "a quarrel", "other")
    (shoe,) = abandoned_shoes(room.store, P)
    assert shoe.proof is not None and fair.check(shoe.proof) == [] and shoe.proof["dealt"]


# The audit


def test_windows_may_begin_in_the_middle_of_a_shoe(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(1)
    while room.hall.table(C).rounds < 12:
        play(room, rng.choice((T, C, C, P)))
    begin(room, C)
    do(room, "flo", round_called_off, C, "a misdeal")
    play(room, C, 2)
    rounds = sum(state.rounds for state in room.hall.tables.values())
    for window in (3, 7, 20, 64):
        monkeypatch.setattr(bank_audit, "WINDOW", window)
        found = audit(room.store, workers=1)
        assert found == Audited(room.store.head(), rounds - 1, 0, 0, 0, abandoned=1)


def forged(room: Room, change: Callable[[dict[str, object]], object], *about: object) -> None:
    """An act that tells something else, with consistent chain and money."""
    by, decide, *more = about
    request = Request("forged", str(by), decide, tuple(more))
    act = request.decided(room.hall, room.store.clock()).act
    said = json.loads(act.events[0].body)
    change(said)
    first = Event(act.events[0].kind, json.dumps(said, sort_keys=True, separators=(",", ":")))
    room.store.commit(replace(act, events=(first, *act.events[1:])))


def other_secret(said: dict[str, object]) -> None:
    said["secret"] = fair.new_secret(1).hex()


def no_secret(said: dict[str, object]) -> None:
    del said["secret"]


def never_opened(said: dict[str, object]) -> None:
    del said["secret"]
    said["unopened"] = "0123456789ab"


def last_act(room: Room, name: str) -> tuple[object, ...]:
    """The one that ends the round in progress."""
    while True:
        now = room.hall.table(name).round
        assert now is not None
        about = ("dee", acted, name, now.turn, now.legal[0])
        if now.act(now.turn, now.legal[0]).over:
            return about
        do(room, *about)


@pytest.mark.parametrize(
    "change, word",
    [
        (other_secret, "not that of the commitment"),
        (no_secret, "its secret is not told"),
    ],
)
@pytest.mark.parametrize("how", ["ended", "called off", "closed"])
def test_a_false_opening_is_named(
    in_file: Room, change: Callable[[dict[str, object]], object], word: str, how: str
) -> None:
    room = in_file
    if how == "closed":
        leave(room, T)
        forged(room, change, "flo", table_closed, T)
    else:
        begin(room, T)
        ending = last_act(room, T)
        off = ("flo", round_called_off, T, "a misdeal")
        forged(room, change, *(ending if how == "ended" else off))
    with pytest.raises(AuditFailed, match=word):
        audit(room.store)


def test_a_secret_revealed_too_soon_is_named(in_file: Room) -> None:
    """The next shoe's, as older books told it."""
    room = in_file
    begin(room, T)

    def tell(said: dict[str, object]) -> None:
        shoe = said["shoe"]
        assert isinstance(shoe, dict)
        del shoe["commitment"]
        shoe["secret"] = fair.new_secret(1).hex()

    forged(room, tell, *last_act(room, T))
    with pytest.raises(AuditFailed, match="still to come"):
        audit(room.store)


def test_a_shoe_in_use_is_not_opened(in_file: Room) -> None:
    room = in_file
    begin(room, C)
    secret = secret_of(room, C).hex()
    forged(room, lambda said: said.update(secret=secret), *last_act(room, C))
    with pytest.raises(AuditFailed, match="opened before its end"):
        audit(room.store)


def test_a_round_that_was_dealt_is_opened(in_file: Room) -> None:
    """Whoever dealt it had the key."""
    room = in_file
    begin(room, T)
    forged(room, never_opened, *last_act(room, T))
    with pytest.raises(AuditFailed, match="its secret not told"):
        audit(room.store)


def test_rounds_of_a_shoe_that_was_never_opened_are_not_proved(in_file: Room) -> None:
    """Hiding a secret on purpose does not pass as audited."""
    room = in_file
    play(room, C, 2)
    begin(room, C)
    forged(room, never_opened, "flo", round_called_off, C, "a misdeal")
    found = audit(room.store)
    assert (found.rounds, found.unplayed, found.abandoned, found.unopened) == (0, 2, 1, 1)


# Older books


def test_a_table_of_older_books_is_sealed_when_its_state_is_next_stored(tmp_path: Path) -> None:
    url, backup = (
        f"sqlite:///{tmp_path}/old.db",
        Path(__file__).parent / "banks" / "protocol-1.backup",
    )
    restore(backup, url)
    with open_store(url) as store:
        room = Room(store, no_worth)
        kept = {
            name: table.snapshot for name, table in store.stored_streams(prefixes=[TABLE]).items()
        }
        plain = [name for name, body in kept.items() if "secret" in json.loads(str(body))["shoe"]]
        assert len(plain) == len(kept) > 3 and not (tmp_path / "old.db.key").exists()
        room.do("approve", "ada", approved, program_hash(), "the next release")
        for name in [name for name, state in room.hall.tables.items() if state.is_open]:
            secret = room.hall.table(name).shoe.secret
            room.do(f"fill {name}", "flo", filled, name, Cents(100))
            body = str(store.stored_streams([f"{TABLE}{name}"])[f"{TABLE}{name}"].snapshot)
            assert json.loads(body)["shoe"]["sealed"] and secret.hex() not in body
            again = Room(store).hall.table(name)
            assert again == room.hall.table(name)
            assert again.opened_by(room.keys).shoe.secret == secret
        audit(store)
