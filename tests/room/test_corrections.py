"""A wrong payment found later is corrected once, by two people, and the books still balance."""

import json
from collections.abc import Callable

import pytest

from croupier.bank.act import Act, Event
from croupier.bank.audit.run import AuditFailed
from croupier.bank.ledger import Posting, Purpose
from croupier.bank.meters.events import HOUSE
from croupier.bank.reading import Stretch
from croupier.bank.store import Store
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.books.books import books
from croupier.room.books.days import Days
from croupier.room.books.log import log
from croupier.room.books.recall import recall
from croupier.room.cage.cage import deposited, reversed_, withdrawn
from croupier.room.cage.corrections import corrected
from croupier.room.names import player_of
from croupier.room.people.floor import dismissed, enrolled
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.room.tables.rounds import acted, dealt, round_called_off
from croupier.room.tables.tables import bought_in, cashed_out, filled, table_closed, table_opened
from croupier.table.poker.table import open_poker
from croupier.table.table import open_table
from tests.room.rooms import RoomLike, by_two, new_room
from tests.room.test_operations import refused
from tests.room.test_room import check_books

POSTING = "7/1/corrected/1/ante/1"


def played(store: Store) -> None:
    """Table 7 has played a round with pam at seat 1, who folded, and has closed."""
    room = new_room(store)
    table = open_table("four-card-prime", offers=["aces baby"])
    room.do("open", "flo", table_opened, "7", table)
    room.do("fill", "flo", filled, "7", Cents(500_000))
    for player in ("pam", "pat"):
        room.do(f"enrol {player}", "flo", enrolled, player, Role.PLAYER)
        room.do(f"in {player}", "flo", deposited, player, Cents(10_000))
    room.do("sit", "dee", bought_in, "7", 1, "pam", Cents(10_000))
    room.do("deal", "dee", dealt, "7", {1: {"ante": 500}})
    room.do("fold", "pam", acted, "7", 1, "fold")
    room.do("up", "dee", cashed_out, "7", 1)
    room.do("sit pat", "dee", bought_in, "7", 1, "pat", Cents(10_000))
    room.do("up pat", "dee", cashed_out, "7", 1)
    room.do("close", "flo", table_closed, "7")


@pytest.fixture
def room(room_like: RoomLike) -> Room:
    return room_like(played)


def wrong(wager: str = "ante", cents: int = 300, to: str = "player") -> tuple[object, ...]:
    return (corrected, "7", 1, 1, wager, Cents(cents), to, "ada", "paid short")


def test_a_correction_moves_between_house_and_deposit_and_is_recorded(room: Room) -> None:
    store = room.store
    pam, house = store.balance(player_of("pam")), store.balance(HOUSE)
    by_two(room, "right", "flo", *wrong())
    assert store.balance(player_of("pam")) == pam + 300  # pam sat there, not pat
    assert store.balance(HOUSE) == house - 300
    (one,) = recall(store, "7", 1).corrections
    assert (one.kind, one.by, one.second, one.player) == ("corrected", "flo", "ada", "pam")
    assert (one.seat, one.wager, one.cents, one.to) == (1, "ante", 300, "player")
    assert (one.reason, one.posting) == ("paid short", POSTING)
    (entry,) = [one for one in log(store, Stretch(1, 10**9)) if one.kind == "corrected"]
    assert entry.stream == "table/7" and entry.about["cents"] == 300
    check_books(room)
    assert Room(store).hall == room.hall
    assert audit(store, workers=1).rounds == 1


def test_the_books_count_it_in_the_win_and_show_it(room: Room) -> None:
    (before,) = books(room.store, Days())
    assert (before.win, before.corrections) == (500, 0)  # a folded ante of 5 dollars
    by_two(room, "right", "flo", *wrong())
    (line,) = books(room.store, Days())
    assert (line.win, line.win_by_tray, line.corrections) == (200, 200, -300)
    assert line.wagers["ante"].win == 200 and line.wagers["ante"].bets == 1
    by_two(room, "no", "flo", reversed_, POSTING, "ada", "it was right")
    (line,) = books(room.store, Days())
    assert (line.win, line.win_by_tray, line.corrections) == (500, 500, 0)


def test_a_later_game_at_the_table_has_no_part_in_it(room: Room) -> None:
    room.do("open again", "flo", table_opened, "7", open_table("4-card-buyout"))
    by_two(room, "right", "flo", *wrong())
    lines = {line.game: line for line in books(room.store, Days())}
    assert lines["four-card-prime"].win == 200
    assert "4-card-buyout" not in lines or lines["4-card-buyout"].win == 0


def test_each_wager_once_and_again_only_when_that_was_reversed(room: Room) -> None:
    by_two(room, "right", "flo", *wrong())
    for cents in (300, 100):
        refused(room, "room/corrected", f"reverse {POSTING} first", "flo", *wrong(cents=cents))
    refused(room, "role/not_allowed", "two people", "flo", reversed_, POSTING, "flo", "x")
    by_two(room, "no", "fran", reversed_, POSTING, "flo", "it was the next round")
    assert room.store.balance(player_of("pam")) == 10_000 - 500
    for why in ("again", "it was the next round"):
        refused(room, "room/corrected", "reversed already", "fran", reversed_, POSTING, "flo", why)
    by_two(room, "right again", "flo", *wrong(cents=100))
    kinds = [(one.kind, one.to) for one in recall(room.store, "7", 1).corrections]
    assert kinds == [("corrected", "player"), ("reversed", "house"), ("corrected", "player")]
    assert room.store.balance(player_of("pam")) == 10_000 - 500 + 100
    audit(room.store, workers=1)


def test_from_a_player_comes_only_what_they_have_on_deposit(room: Room) -> None:
    room.do("out", "flo", withdrawn, "pam", Cents(9_400))
    refused(room, "room/deposit", "$1 on deposit", "flo", *wrong(to="house"))
    by_two(room, "some", "flo", *wrong(cents=100, to="house"))
    assert room.store.balance(player_of("pam")) == 0
    (line,) = books(room.store, Days())
    assert (line.win, line.win_by_tray) == (600, 600)
    audit(room.store, workers=1)
    by_two(room, "back", "flo", reversed_, POSTING, "ada", "it was right")
    room.do("out again", "flo", withdrawn, "pam", Cents(100))
    room.do("gone", "flo", dismissed, "pam")
    refused(room, "room/person", "no longer a player of this room", "flo", *wrong())


def test_what_cannot_be_corrected(room: Room) -> None:
    correct: Callable[..., object] = corrected
    more = ("player", "ada", "paid short")
    refused(room, "room/table", "no table 'x'", "flo", correct, "x", 1, 1, "ante", 5, *more)
    refused(room, "recall/unknown", "no round 2", "flo", correct, "7", 2, 1, "ante", 5, *more)
    refused(room, "room/seat", "its seats: 1", "flo", correct, "7", 1, 2, "ante", 5, *more)
    refused(room, "room/wager", "it made: ante", "flo", *wrong("raise"))
    refused(room, "ledger/amount_not_positive", "", "flo", *wrong(cents=0))
    refused(room, "money/bad", "not a number", "flo", correct, "7", 1, 1, "ante", 1.5, *more)
    refused(room, "room/correction", "player or house", "flo", *wrong(to="pam"))
    refused(room, "room/reason", "say why", "flo", *wrong()[:-1], " ")
    refused(room, "role/not_allowed", "may correct a payment", "dee", *wrong())
    refused(room, "role/not_allowed", "two people", "ada", *wrong())
    room.do("open again", "flo", table_opened, "7", open_table("four-card-prime", offers=[]))
    room.do("sit again", "dee", bought_in, "7", 1, "pat", Cents(5_000))
    room.do("deal again", "dee", dealt, "7", {1: {"ante": 500}})
    refused(room, "room/round", "still playing", "flo", correct, "7", 2, 1, "ante", 5, *more)
    room.do("off", "flo", round_called_off, "7", "a misdeal")
    refused(room, "room/round", "was called off", "flo", correct, "7", 2, 1, "ante", 5, *more)
    room.do("during another round", "dee", dealt, "7", {1: {"ante": 500}})
    by_two(room, "right", "flo", *wrong())
    room.do("act", "dee", acted, "7", 1, "fold")
    assert audit(room.store, workers=1).rounds == 2


def test_a_pot_that_was_taken_stands(room: Room) -> None:
    room.do("poker", "flo", table_opened, "9", open_poker("five-card-hold-out"))
    room.do("fill 9", "flo", filled, "9", Cents(100_000))
    for seat, player in enumerate(("pam", "pat"), 1):
        room.do(f"sit {seat}", "dee", bought_in, "9", seat, player, Cents(5_000))
    room.do("hand", "dee", dealt, "9")
    seat = room.hall.poker("9").round.to_act
    room.do("act", "dee", acted, "9", seat, "fold")
    about = (corrected, "9", 1, seat, "pot 1 high", Cents(5), "player", "ada", "misread")
    refused(room, "room/game", "was poker", "flo", *about)


def told(room: Room, **changed: object) -> tuple[dict[str, object], Posting]:
    """What a correction would write, with a changed field."""
    said = {
        "by": "flo",
        "second": "ada",
        "number": 1,
        "opened": 1,
        "seat": 1,
        "player": "pam",
        "wager": "ante",
        "cents": 300,
        "to": "player",
        "reason": "paid short",
        "posting": POSTING,
        **changed,
    }
    moved = Posting(
        str(said["posting"]),
        HOUSE,
        player_of(str(said["player"])),
        Cents(300),
        Purpose.CORRECTION,
        f"table 7 round {said['number']} seat {said['seat']}: {said['wager']}",
    )
    return said, moved


FALSE = {
    "nothing": {},
    "one person": {"second": "flo"},
    "no second": {"second": ""},
    "a dealer": {"by": "dee"},
    "nobody": {"by": "zoe"},
    "another player": {"player": "pat"},
    "another wager": {"wager": "raise", "posting": "7/1/corrected/1/raise/1"},
    "another seat": {"seat": 2, "posting": "7/1/corrected/2/ante/1"},
    "no such round": {"number": 2, "posting": "7/2/corrected/1/ante/1"},
    "another table": {"opened": 2},
    "more cents": {"cents": 301},
    "the other way": {"to": "house"},
    "out of its turn": {"posting": "7/1/corrected/1/ante/2"},
}


@pytest.mark.parametrize("changed", FALSE.values(), ids=FALSE)
@pytest.mark.parametrize("twice", [False, True])
def test_a_falsified_correction_fails_the_audit(
    room: Room, changed: dict[str, object], twice: bool
) -> None:
    said, moved = told(room, **changed)
    if twice:  # after a valid one
        by_two(room, "right", "flo", *wrong())
        if said["posting"] == POSTING:
            moved = Posting(POSTING + "x", moved.debit, moved.credit, *_rest(moved))
    version = room.store.version("table/7")
    event = Event("corrected", json.dumps(said, sort_keys=True))
    kept = room.store.stored_streams(["table/7"])["table/7"].snapshot
    act = Act("false", "table/7", version, (event,), (moved,), snapshot=kept)
    room.store.commit(act)
    with pytest.raises(AuditFailed) as failed:
        audit(room.store, workers=1)
    # Even if everything else is right, it is not what one proposed and another approved.
    assert ("takes two people, in two acts" in str(failed.value)) == (not changed and not twice)


def _rest(moved: Posting) -> tuple[Cents, Purpose, str]:
    return moved.cents, moved.reason, moved.memo


def test_a_correction_without_an_event_fails_the_audit(room: Room) -> None:
    stolen = Posting("x", HOUSE, player_of("pam"), Cents(5), Purpose.CORRECTION)
    back = {"posting": "in pam", "reason": "x", "second": "ada", "by": "flo"}
    event = Event("reversed", json.dumps(back))
    room.store.commit(Act("false", "table/7", room.store.version("table/7"), (event,), (stolen,)))
    with pytest.raises(
        AuditFailed, match="the reversal of in pam, which is not a standing correction"
    ):
        audit(room.store, workers=1)


def test_permissions_are_those_of_that_time(room: Room) -> None:
    """Somebody who has left may have corrected; somebody who came later may not."""
    by_two(room, "right", "flo", *wrong())
    room.do("gone", "ada", dismissed, "flo")
    audit(room.store, workers=1)
    said, moved = told(room, second="fran", wager="ante", posting=POSTING)
    by_two(room, "no", "fran", reversed_, POSTING, "ada", "it was right")
    said |= {"posting": "7/1/corrected/1/ante/2"}
    moved = Posting(str(said["posting"]), moved.debit, moved.credit, *_rest(moved))
    event = Event("corrected", json.dumps(said, sort_keys=True))
    room.store.commit(Act("false", "table/7", room.store.version("table/7"), (event,), (moved,)))
    with pytest.raises(AuditFailed, match="No one named flo is enrolled"):
        audit(room.store, workers=1)
