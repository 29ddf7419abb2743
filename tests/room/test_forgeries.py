"""Forgeries of every kind, each in a copy of one small bank: the audit names all of them.

`API`: acts that the bank's own `Store.commit` accepts from anyone. `SQL`: rows by plain SQL with a
recomputed chain (tests/room/forger.py). Each row says what is forged, which file has the rule that
finds it, and words of the difference.
"""

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from croupier.bank.act import Act, Event, Part
from croupier.bank.audit import run as bank_audit
from croupier.bank.audit.run import AuditFailed
from croupier.bank.ledger import Account, Kind, Posting, Purpose, reversal
from croupier.bank.meters.events import ESCROW, HOUSE, Claim, MeterSettled, Suspended
from croupier.bank.reading import postings_by_id
from croupier.bank.store import open_store
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.cage.cage import deposited
from croupier.room.meters.meters import event_of
from croupier.room.names import (
    JACKPOT_BANK,
    JACKPOT_CASH,
    OUTSIDE,
    chips_of,
    drop_of,
    held_of,
    player_of,
    tray_of,
)
from croupier.room.people.floor import approved, enrolled
from croupier.room.people.matters import Banking, MeterChange
from croupier.room.people.proposals import proposed, seconded
from croupier.room.people.roles import Role
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.tables.bets import bet_made
from croupier.room.tables.rounds import acted, card_exposed, dealt, hand_dead, round_called_off
from croupier.room.tables.seats import sat_in, sat_out
from croupier.room.tables.state import body
from croupier.room.tables.tables import filled, table_opened
from croupier.table.table import open_table
from tests.room.forged_bank import BETS, TWO, make
from tests.room.forger import Forger, Moves

Said = Mapping[str, Any]
API, SQL = "API", "SQL"
PAM, PAT = player_of("pam"), player_of("pat")
CHIPS, TRAY = chips_of("A", 1), tray_of("A")


class Forgery(NamedTuple):
    rule: str  # the file with the rule that finds it
    words: str
    forge: Callable[[Any], None]


FORGERIES: dict[tuple[str, str], Forgery] = {}


def api(name: str, rule: str, words: str) -> Callable[[Callable[[Room], None]], None]:
    def known(forge: Callable[[Room], None]) -> None:
        FORGERIES[API, name] = Forgery(rule, words, forge)

    return known


def sql(name: str, rule: str, words: str) -> Callable[[Callable[[Forger], None]], None]:
    def known(forge: Callable[[Forger], None]) -> None:
        FORGERIES[SQL, name] = Forgery(rule, words, forge)

    return known


# The audit


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("true")
    make(folder / "bank.db")
    return folder


def copy(bank: Path, to: Path) -> Path:
    shutil.copytree(bank, to / "copy")
    return to / "copy" / "bank.db"


def test_the_bank_itself_is_valid(bank: Path) -> None:
    with open_store(f"sqlite:///{bank}/bank.db") as store:
        found = audit(store, workers=1)
        kinds = {event.kind for name in store.streams() for event in store.events(name)}
    assert found.complete and found.rounds == 3
    assert len(kinds) >= 25, "every kind of record"


def test_there_are_enough_of_them() -> None:
    assert len(FORGERIES) >= 80
    assert sum(how == SQL for how, _ in FORGERIES) >= 20


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "how" in metafunc.fixturenames:
        metafunc.parametrize("how, name", list(FORGERIES))


def test_it_is_named(bank: Path, tmp_path: Path, how: str, name: str) -> None:
    rule, words, forge = FORGERIES[how, name]
    assert (Path(__file__).parents[2] / "src" / "croupier" / rule).is_file()
    path = copy(bank, tmp_path)
    if how == SQL:
        with Forger(path) as forger:
            forge(forger)
    with open_store(f"sqlite:///{path}") as store:
        if how == API:
            forge(Room(store))
        with pytest.raises(AuditFailed, match=words):
            audit(store, workers=1)


ACROSS = (  # only the previous window shows that it is false
    "an act of a round where none is played",
    "the end of a round that never began",
    "a call-off where no round is played",
    "a finished round called off",
    "a call-off that keeps a bet",
    "a cash-out in the middle of a round",
    "a buy-in in the middle of a round",
    "a player acts at another's seat",
    "a bet at somebody's seat",
    "money beside a dead hand",
    "a call-off that wins a jackpot",
)


@pytest.mark.parametrize("window", [1, 7])
def test_wherever_windows_end(
    bank: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, window: int
) -> None:
    monkeypatch.setattr(bank_audit, "WINDOW", window)
    with open_store(f"sqlite:///{bank}/bank.db") as store:
        assert audit(store, workers=1).rounds == 3
    for number, name in enumerate(ACROSS):
        (tmp_path / str(number)).mkdir()
        path = copy(bank, tmp_path / str(number))
        with open_store(f"sqlite:///{path}") as store:
            FORGERIES[API, name].forge(Room(store))
            with pytest.raises(AuditFailed):
                audit(store, workers=1)


# Through the bank itself


def commit(
    room: Room,
    stream: str,
    *events: tuple[str, Said],
    moves: tuple[Posting, ...] = (),
    accounts: tuple[Account, ...] = (),
    snapshot: str | None = "",
    also: tuple[Part, ...] = (),
) -> None:
    """An act by somebody who knows how the room writes; the state is unchanged."""
    kept = room.store.stored_streams([stream]).get(stream)
    if snapshot == "":
        snapshot = kept.snapshot if kept else None
    told = tuple(Event(kind, body(said)) for kind, said in events)
    version = room.store.version(stream)
    room.store.commit(
        Act("forged", stream, version, told, moves, accounts, snapshot=snapshot, also=also)
    )


def posting(
    debit: str,
    credit: str,
    reason: Purpose = Purpose.DEPOSIT,
    cents: int = 700,
    id_: str = "act:forged",
    memo: str = "",
) -> Posting:
    return Posting(id_, debit, credit, Cents(cents), reason, memo)


GIFT = posting(HOUSE, PAM)


def decided(room: Room, by: str, decide: Callable[..., Any], *about: object) -> Act:
    """What the room would write."""
    act = Request("forged", by, decide, about).decided(room.hall, room.store.clock()).act
    return replace(act, seen=())


def write(
    room: Room,
    act: Act,
    *,
    said: Said | None = None,
    more: tuple[Event, ...] = (),
    moves: tuple[Posting, ...] = (),
) -> None:
    """The same, with changes or additions in its first event."""
    first, *rest = act.events
    told = body({**json.loads(first.body), **(said or {})})
    events = (Event(first.kind, told), *rest, *more)
    room.store.commit(replace(act, events=events, postings=(*act.postings, *moves), request=None))


def kept_otherwise(room: Room, act: Act, **changed: object) -> None:
    """That, with another state of its stream beside it."""
    state = {**json.loads(act.snapshot or "{}"), **changed}
    room.store.commit(replace(act, snapshot=body(state), request=None))


def deal(room: Room) -> Act:
    return decided(room, "dee", dealt, "A", {1: {"ante": 500}})


# Acts without events, and streams that do not exist


@api("money without a word, at a table", "room/audit/claims/claims.py", "an act without events")
def _(room: Room) -> None:
    commit(room, "table/A", moves=(GIFT,))


@api("money without a word, at a meter", "room/audit/claims/claims.py", "an act without events")
def _(room: Room) -> None:
    commit(room, "meter/main", moves=(posting(ESCROW, HOUSE, Purpose.TRANSFER),))


@api("money without a word, at the cage", "room/audit/claims/claims.py", "an act without events")
def _(room: Room) -> None:
    commit(room, "cage", moves=(posting(OUTSIDE, PAM),))


@api("an account without a word", "room/audit/claims/claims.py", "an act without events")
def _(room: Room) -> None:
    commit(room, "cage", accounts=(Account("slush", Kind.HOUSE, may_go_below_zero=True),))


@api(
    "a stream of somebody's own",
    "room/audit/claims/claims.py",
    "gift at the stream vault: nothing claims it",
)
def _(room: Room) -> None:
    commit(room, "vault", ("gift", {"by": "flo"}), moves=(GIFT,))


@api(
    "a kind of event that nobody knows", "room/audit/claims/claims.py", "gift .*: nothing claims it"
)
def _(room: Room) -> None:
    commit(room, "table/A", ("gift", {"by": "flo", "cents": 700}))


@api(
    "an event of the cage at a table",
    "room/audit/claims/claims.py",
    "deposited .*: nothing claims it",
)
def _(room: Room) -> None:
    said = {"by": "flo", "player": "pam", "cents": 700}
    commit(room, "table/A", ("deposited", said), moves=(posting(OUTSIDE, PAM),))


@api(
    "a second event in an act", "room/audit/claims/audited_act.py", "after deposited it tells gift"
)
def _(room: Room) -> None:
    said = {"by": "flo", "player": "pam", "cents": 700}
    commit(room, "cage", ("deposited", said), ("gift", {}), moves=(posting(OUTSIDE, PAM),))


@api(
    "two deposits in one act",
    "room/audit/claims/audited_act.py",
    "after deposited it tells deposited",
)
def _(room: Room) -> None:
    said = {"by": "flo", "player": "pam", "cents": 700}
    commit(room, "cage", ("deposited", said), ("deposited", said), moves=(posting(OUTSIDE, PAM),))


@api("a snapshot of the cage", "room/audit/claims/claims.py", "deposited keeps a snapshot of cage")
def _(room: Room) -> None:
    said = {"by": "flo", "player": "pam", "cents": 700}
    commit(room, "cage", ("deposited", said), moves=(posting(OUTSIDE, PAM),), snapshot="{}")


@api("no snapshot of a table", "room/audit/claims/claims.py", "fill keeps no snapshot of table/A")
def _(room: Room) -> None:
    moves = (posting(HOUSE, TRAY, Purpose.FILL),)
    commit(room, "table/A", ("fill", {"by": "flo", "cents": 700}), moves=moves, snapshot=None)


# Money in acts that move none, or other amounts


@api("a deposit of more than was told", "room/audit/difference.py", "deposited moves 700 cents")
def _(room: Room) -> None:
    said = {"by": "flo", "player": "pam", "cents": 700}
    moved = posting(OUTSIDE, PAM, cents=70_000)
    commit(room, "cage", ("deposited", said), moves=(moved,))


@api(
    "a deposit out of the house's pocket",
    "room/audit/difference.py",
    "deposited moves 700 cents from o",
)
def _(room: Room) -> None:
    commit(room, "cage", ("deposited", {"by": "flo", "player": "pam", "cents": 700}), moves=(GIFT,))


@api(
    "money beside an opening", "room/audit/difference.py", "opened moves nothing; the books say 700"
)
def _(room: Room) -> None:
    act = decided(room, "flo", table_opened, "D", open_table("4-card-buyout"))
    write(room, act, moves=(GIFT,))


@api(
    "money beside a person", "room/audit/difference.py", "enrolled moves nothing; the books say 700"
)
def _(room: Room) -> None:
    write(room, decided(room, "flo", enrolled, "new", Role.PLAYER), moves=(GIFT,))


@api("money beside a seat that sits out", "room/audit/difference.py", "sat in moves nothing")
def _(room: Room) -> None:
    write(room, decided(room, "quin", sat_in, "9", 3), moves=(GIFT,))


@api("money beside an exposed card", "room/audit/difference.py", "exposed card moves nothing")
def _(room: Room) -> None:
    act = decided(room, "flo", card_exposed, "B", 1, 2, "it flashed")
    write(room, act, moves=(GIFT,))


@api("money beside a dead hand", "room/audit/difference.py", "the books say 700 cents")
def _(room: Room) -> None:
    write(room, decided(room, "flo", hand_dead, "B", 1, "six cards"), moves=(GIFT,))


@api("money beside a deal", "room/audit/difference.py", "round 3 moves no such thing")
def _(room: Room) -> None:
    write(room, deal(room), moves=(GIFT,))


@api(
    "money beside a bet",
    "room/audit/replay/replay.py",
    "bet, and more in the same act: nothing claims it",
)
def _(room: Room) -> None:
    write(room, decided(room, "pam", bet_made, "A", 1, {"ante": 500}), moves=(GIFT,))


@api(
    "money beside an approved program", "room/audit/difference.py", "program approved moves nothing"
)
def _(room: Room) -> None:
    act = decided(room, "ada", approved, "another", "an upgrade")
    write(room, act, moves=(GIFT,))


@api(
    "a word in plain, as older books have it",
    "room/audit/claims/table.py",
    "only older books have it",
)
def _(room: Room) -> None:
    commit(room, "table/A", ("word", {"by": "pam", "word": "lucky"}))


# Accounts


@api(
    "a player's account that may go below zero",
    "room/audit/claims/audited_act.py",
    "may go below zero",
)
def _(room: Room) -> None:
    act = decided(room, "flo", enrolled, "new", Role.PLAYER)
    account = Account(player_of("new"), Kind.PLAYER, may_go_below_zero=True)
    room.store.commit(replace(act, accounts=(account,), request=None))


@api(
    "chips that may go below zero",
    "room/audit/claims/audited_act.py",
    "table/D/chips/1 .* may go below zero",
)
def _(room: Room) -> None:
    act = decided(room, "flo", table_opened, "D", open_table("4-card-buyout"))
    free = tuple(
        replace(one, may_go_below_zero=True) if one.name == chips_of("D", 1) else one
        for one in act.accounts
    )
    room.store.commit(replace(act, accounts=free, request=None))


@api("an account of another kind", "room/audit/claims/audited_act.py", "player/new .house.")
def _(room: Room) -> None:
    act = decided(room, "flo", enrolled, "new", Role.PLAYER)
    account = Account(player_of("new"), Kind.HOUSE)
    room.store.commit(replace(act, accounts=(account,), request=None))


@api(
    "one account more",
    "room/audit/claims/audited_act.py",
    "fill opens no account; the books have slush",
)
def _(room: Room) -> None:
    act = decided(room, "flo", filled, "A", Cents(700))
    room.store.commit(replace(act, accounts=(Account("slush", Kind.HOUSE),), request=None))


@api("an account beside a deal", "room/audit/replay/replay.py", "round 3 opens slush")
def _(room: Room) -> None:
    account = Account("slush", Kind.HOUSE, may_go_below_zero=True)
    room.store.commit(replace(deal(room), accounts=(account,), request=None))


# Rounds


@api(
    "an act of a round where none is played",
    "room/audit/replay/replay.py",
    "where no round is in progress",
)
def _(room: Room) -> None:
    row = {"event": "acted", "seat": 1, "choice": "x", "action": "fold"}
    said = {"by": "dee", "number": 2, "opened": 1, "events": [row]}
    moved = posting(TRAY, CHIPS, Purpose.WINNINGS, id_="A/2/9/1/won")
    commit(room, "table/A", ("round", said), moves=(moved,))


@api(
    "the end of a round that never began",
    "room/audit/replay/replay.py",
    "where no round is in progress",
)
def _(room: Room) -> None:
    state = json.loads(room.store.stored_streams(["table/A"])["table/A"].snapshot or "")
    shoe = {name: state["shoe"][name] for name in ("commitment", "decks", "entropy", "first")}
    row = {"event": "settled", "seat": 1, "results": [], "facts": []}
    said = {"by": "dee", "number": 3, "opened": 1, "events": [row], "shoe": shoe}
    commit(room, "table/A", ("round", said))


@api(
    "a call-off where no round is played",
    "room/audit/replay/replay.py",
    "called off where no round is in",
)
def _(room: Room) -> None:
    said = json.loads(decided(room, "flo", round_called_off, "B", "x").events[0].body)
    commit(room, "table/A", ("called off", {**said, "number": 2}))


@api(
    "a finished round called off", "room/audit/replay/replay.py", "round 1 is called off in round 2"
)
def _(room: Room) -> None:
    write(room, decided(room, "flo", round_called_off, "B", "x"), said={"number": 1})


@api(
    "a call-off that keeps a bet", "room/audit/difference.py", "round 2 moves .*; the books do not"
)
def _(room: Room) -> None:
    act = decided(room, "flo", round_called_off, "B", "x")
    room.store.commit(replace(act, postings=act.postings[:-1], cleared=(), request=None))


@api("a call-off that gives more", "room/audit/difference.py", "round 2 moves no such thing")
def _(room: Room) -> None:
    write(room, decided(room, "flo", round_called_off, "B", "x"), moves=(GIFT,))


@api("a call-off without a reason", "room/audit/past.py", "nobody says why")
def _(room: Room) -> None:
    write(room, decided(room, "flo", round_called_off, "B", "x"), said={"reason": " "})


@api("a call-off that wins a jackpot", "room/audit/replay/replay.py", "round 2 tells the meters")
def _(room: Room) -> None:
    act = decided(room, "flo", round_called_off, "B", "x")
    (part,) = act.also
    won = event_of(MeterSettled("B", 2, (Claim("1", 10, Cents(0)),)))
    moved = posting(ESCROW, chips_of("B", 1), Purpose.JACKPOT_AWARD, 100_006, "B/2/x/settled/0")
    also = (replace(part, events=(won,)),)
    room.store.commit(replace(act, postings=(*act.postings, moved), also=also, request=None))


@api("a round out of its number", "room/audit/run.py", "round 5 .*, where it must be round 3")
def _(room: Room) -> None:
    act = deal(room)
    ids = tuple(replace(one, id=one.id.replace("A/3/", "A/5/")) for one in act.postings)
    write(room, replace(act, postings=ids), said={"number": 5})


@api(
    "a large win that was none", "room/books/notable.py", "logs large win .*, and must log nothing"
)
def _(room: Room) -> None:
    told = {"round": 3, "seat": 1, "wager": "ante", "cents": 900_000}
    write(room, deal(room), more=(Event("large win", body(told)),))


@api("a jackpot that was none", "room/books/notable.py", "logs jackpot .*, and must log nothing")
def _(room: Room) -> None:
    told = {"round": 3, "seat": 1, "wager": "five card jackpot", "cents": 900_000}
    write(room, deal(room), more=(Event("jackpot", body(told)),))


@api("a dead hand beside a deal", "room/books/notable.py", "logs dead hand")
def _(room: Room) -> None:
    said = {"by": "flo", "number": 3, "seat": 1, "player": "pam", "forfeit": True, "reason": "x"}
    write(room, deal(room), more=(Event("dead hand", body(said)),))


@api(
    "a card that no shoe has",
    "room/audit/replay/replay.py",
    "told otherwise than the rules make it",
)
def _(room: Room) -> None:
    act = deal(room)
    rows = json.loads(act.events[0].body)["events"]
    place = next(at for at, row in enumerate(rows) if row["event"] == "dealt")
    rows[place]["cards"] = " ".join(reversed(rows[place]["cards"].split()))
    write(room, act, said={"events": rows})


# Who did it


@api(
    "a player deals",
    "room/people/roles.py",
    "pat is a player here. Only dealers and floor staff may deal",
)
def _(room: Room) -> None:
    write(room, deal(room), said={"by": "pat"})


@api("somebody deals who was dismissed", "room/people/roles.py", "No one named dan is enrolled")
def _(room: Room) -> None:
    write(room, deal(room), said={"by": "dan"})


@api("nobody deals", "room/audit/past.py", "done by None, which is not a name")
def _(room: Room) -> None:
    act = deal(room)
    said = json.loads(act.events[0].body)
    del said["by"]
    room.store.commit(replace(act, events=(Event("round", body(said)),), request=None))


@api("a player acts at another's seat", "room/people/roles.py", "may act for a player")
def _(room: Room) -> None:
    now = room.hall.banked("B").round
    assert now is not None
    write(room, decided(room, "quin", acted, "B", 1, now.legal[0]), said={"by": "pat"})


@api("somebody else's bet", "room/audit/words.py", "bet of pam at seat 1 is by")
def _(room: Room) -> None:
    write(room, decided(room, "pam", bet_made, "A", 1, {"ante": 500}), said={"by": "dee"})


@api("a bet at somebody's seat", "room/audit/run.py", "pat bets or keeps a word at seat 1")
def _(room: Room) -> None:
    act = decided(room, "pam", bet_made, "A", 1, {"ante": 500})
    (row,) = json.loads(act.events[0].body)["events"]
    write(room, act, said={"by": "pat", "events": [{**row, "player": "pat"}]})


@api("a dealer takes a deposit", "room/people/roles.py", "may take deposits")
def _(room: Room) -> None:
    said = {"by": "dee", "player": "pam", "cents": 700}
    commit(room, "cage", ("deposited", said), moves=(posting(OUTSIDE, PAM),))


@api("somebody who left pays out", "room/people/roles.py", "No one named fay is enrolled")
def _(room: Room) -> None:
    said = {"by": "fay", "player": "pam", "cents": 700}
    commit(room, "cage", ("withdrawn", said), moves=(posting(PAM, OUTSIDE, Purpose.WITHDRAWAL),))


@api("a dealer calls off", "room/people/roles.py", "may call off a round")
def _(room: Room) -> None:
    write(room, decided(room, "flo", round_called_off, "B", "x"), said={"by": "dee"})


@api("a dealer fills the tray", "room/people/roles.py", "may fill and credit")
def _(room: Room) -> None:
    write(room, decided(room, "flo", filled, "A", Cents(700)), said={"by": "dee"})


@api("the floor enrols an administrator", "room/people/roles.py", "may enrol staff")
def _(room: Room) -> None:
    act = decided(room, "ada", enrolled, "mallory", Role.ADMINISTRATOR)
    write(room, act, said={"by": "flo"})


@api("the floor approves a program", "room/people/roles.py", "may approve the program")
def _(room: Room) -> None:
    write(room, decided(room, "ada", approved, "another", "an upgrade"), said={"by": "flo"})


@api(
    "a program after one that was not",
    "room/audit/claims/people.py",
    "a program is approved after none",
)
def _(room: Room) -> None:
    write(room, decided(room, "ada", approved, "another", "an upgrade"), said={"before": "none"})


@api(
    "back to older books", "room/audit/claims/people.py", "kept by protocol 1 from here on, after 2"
)
def _(room: Room) -> None:
    write(room, decided(room, "ada", approved, "another", "an upgrade"), said={"protocol": 1})


@api(
    "a second founder", "room/audit/claims/people.py", "the room is founded, and has a past already"
)
def _(room: Room) -> None:
    commit(room, "room", ("founded", {"by": "mallory", "program": "x", "protocol": 2}))


@api(
    "a player becomes staff",
    "room/audit/claims/people.py",
    "pam is enrolled as floor, and was a player",
)
def _(room: Room) -> None:
    commit(room, "room", ("enrolled", {"name": "pam", "role": "floor", "by": "ada"}))


@api(
    "a seated player is dismissed",
    "room/audit/claims/people.py",
    "pam is dismissed, and sits at table",
)
def _(room: Room) -> None:
    commit(room, "room", ("dismissed", {"name": "pam", "role": "player", "by": "flo"}))


@api("the last administrator goes", "room/audit/claims/people.py", "no administrator is left")
def _(room: Room) -> None:
    commit(room, "room", ("dismissed", {"name": "ada", "role": "administrator", "by": "ada"}))


@api(
    "a player goes and leaves money",
    "room/audit/claims/people.py",
    "new is dismissed, and has 700 cents",
)
def _(room: Room) -> None:
    room.do("new", "flo", enrolled, "new", Role.PLAYER)
    room.do("new in", "flo", deposited, "new", Cents(700))
    commit(room, "room", ("dismissed", {"name": "new", "role": "player", "by": "flo"}))


# The cage


@api(
    "a deposit for somebody who left",
    "room/audit/past.py",
    "gus was not a player of this room then",
)
def _(room: Room) -> None:
    said = {"by": "flo", "player": "gus", "cents": 700}
    commit(room, "cage", ("deposited", said), moves=(posting(OUTSIDE, player_of("gus")),))


def back(room: Room, id_: str, said: Said) -> None:
    wrong = room.store.posting(id_)
    told = {"by": "flo", "second": "ada", "reason": "wrong", **said}
    commit(room, "cage", ("reversed", told), moves=(reversal(wrong, "act:forged", "wrong"),))


@api("a buy-in is reversed", "room/audit/claims/cage.py", "nothing that stands and can be reversed")
def _(room: Room) -> None:
    back(room, "act:sit pam/paid", {"posting": "act:sit pam/paid"})


@api(
    "a lost wager is reversed",
    "room/audit/claims/cage.py",
    "nothing that stands and can be reversed",
)
def _(room: Room) -> None:
    ids = [f"A/1/{known}/1/lost" for known in range(40)]
    lost = next(iter(postings_by_id(room.store, ids)))
    back(room, lost, {"posting": lost})


@api(
    "a reversal of one thing, for another", "room/audit/difference.py", "reversed moves 5000 cents"
)
def _(room: Room) -> None:
    back(room, "act:out gus", {"posting": "right"})


@api("a reversal by one person", "room/people/roles.py", "flo cannot be both")
def _(room: Room) -> None:
    back(room, "act:right", {"posting": "right", "second": "flo"})


@api("a second who never approved", "room/people/proposals.py", "takes two people, in two acts")
def _(room: Room) -> None:
    back(room, "act:right", {"posting": "right"})


@api("a reversal without a reason", "room/audit/past.py", "nobody says why")
def _(room: Room) -> None:
    back(room, "act:right", {"posting": "right", "reason": ""})


@api("the players' jackpot money is drawn", "room/audit/claims/cage.py", "are the players'")
def _(room: Room) -> None:
    said = {"by": "flo", "second": "fran", "cents": 2_900_000, "reference": "x"}
    moved = posting(JACKPOT_BANK, JACKPOT_CASH, Purpose.BANKING, 2_900_000, memo="x")
    commit(room, "cage", ("jackpot money drawn", said), moves=(moved,))


@api(
    "jackpot money for somebody on the staff",
    "room/audit/past.py",
    "dee was not a player of this room",
)
def _(room: Room) -> None:
    said = {"by": "flo", "second": "fran", "player": "dee", "cents": 7, "reason": "a drawing"}
    commit(room, "cage", ("jackpot money awarded", {**said, "key": "forged"}))


@api("a proposal approved by its proposer", "room/people/roles.py", "flo cannot be both")
def _(room: Room) -> None:
    room.do("please", "flo", proposed, Banking(Cents(700), "slip 2"))
    number = room.hall.proposals.last
    act = decided(room, "fran", seconded, number)
    also = tuple(
        replace(part, events=(Event("seconded", body({"number": number, "by": "flo"})),))
        if part.stream == "proposals"
        else part
        for part in act.also
    )
    room.store.commit(replace(act, also=also, request=None))


@api(
    "a proposal is approved, and another thing done", "room/people/proposals.py", "what was done is"
)
def _(room: Room) -> None:
    room.do("please", "flo", proposed, Banking(Cents(700), "slip 2"))
    act = decided(room, "fran", seconded, room.hall.proposals.last)
    moved = tuple(replace(one, cents=Cents(900)) for one in act.postings)
    write(room, replace(act, postings=moved), said={"cents": 900})


@api("an approval of nothing", "room/audit/claims/claims.py", "seconded as an act of its own")
def _(room: Room) -> None:
    commit(room, "proposals", ("seconded", {"number": 1, "by": "fran"}))


@api("a proposal out of its number", "room/audit/claims/people.py", "proposal 99 follows proposal")
def _(room: Room) -> None:
    act = decided(room, "flo", proposed, Banking(Cents(700), "slip 2"))
    write(room, act, said={"number": 99})


# Tables


@api("a cash-out to who does not sit there", "room/audit/claims/table.py", "where pam sits")
def _(room: Room) -> None:
    chips = room.store.balance(CHIPS)
    said = {"by": "dee", "seat": 1, "player": "pat", "cents": chips, "cash": False}
    moved = posting(CHIPS, PAT, Purpose.CASH_OUT, chips, memo="pat")
    commit(room, "table/A", ("cashed out", said), moves=(moved,))


@api(
    "a cash-out of less than there is",
    "room/audit/claims/table.py",
    "cents of chips are left at seat 1",
)
def _(room: Room) -> None:
    said = {"by": "dee", "seat": 1, "player": "pam", "cents": 700, "cash": False}
    moved = posting(CHIPS, PAM, Purpose.CASH_OUT, memo="pam")
    commit(room, "table/A", ("cashed out", said), moves=(moved,))


@api(
    "a cash-out in the middle of a round",
    "room/audit/replay/replay.py",
    "quin has cashed out in the middle",
)
def _(room: Room) -> None:
    chips = room.store.balance(chips_of("B", 1))
    said = {"by": "dee", "seat": 1, "player": "quin", "cents": chips, "cash": True}
    moved = posting(chips_of("B", 1), OUTSIDE, Purpose.CASH_OUT, chips, memo="quin")
    commit(room, "table/B", ("cashed out", said), moves=(moved,))


def buy(room: Room, name: str, seat: int, player: str) -> None:
    said = {"by": "dee", "seat": seat, "player": player, "cents": 700, "cash": True}
    moves = (
        posting(OUTSIDE, drop_of(name), Purpose.BUY_IN, id_="act:forged/paid", memo=player),
        posting(
            tray_of(name),
            chips_of(name, seat),
            Purpose.CHIPS,
            id_="act:forged/chips",
            memo=player,
        ),
    )
    commit(room, f"table/{name}", ("bought in", said), moves=moves, snapshot=None)


@api("staff buys in", "room/audit/past.py", "dee was not a player of this room then")
def _(room: Room) -> None:
    buy(room, "A", 3, "dee")


@api(
    "a buy-in at a taken seat",
    "room/audit/claims/table.py",
    "quin buys in at seat 1, where pam sits",
)
def _(room: Room) -> None:
    buy(room, "A", 1, "quin")


@api("a second seat at poker", "room/audit/claims/table.py", "at poker has one seat")
def _(room: Room) -> None:
    buy(room, "9", 5, "pam")


@api(
    "a buy-in in the middle of a round",
    "room/audit/replay/replay.py",
    "quin has bought in in the middle",
)
def _(room: Room) -> None:
    buy(room, "B", 1, "quin")


@api("a buy-in at a closed table", "room/audit/past.py", "table C is not open")
def _(room: Room) -> None:
    buy(room, "C", 1, "quin")


@api("a bet at a closed table", "room/audit/past.py", "table C is not open")
def _(room: Room) -> None:
    row = {"event": "bet", "seat": 1, "player": "pam", "stakes": {"ante": 500}, "commitment": ""}
    commit(room, "table/C", ("round", {"by": "pam", "events": [row]}))


@api(
    "a table is opened twice", "room/audit/claims/table.py", "table A is opened, and was not closed"
)
def _(room: Room) -> None:
    first = room.store.events("table/A", most=1)[0]
    commit(room, "table/A", ("opened", json.loads(first.body)))


@api(
    "a table with somebody at it is closed",
    "room/audit/claims/table.py",
    "it is closed, and pam sits",
)
def _(room: Room) -> None:
    drop, tray = room.store.balance(drop_of("A")), room.store.balance(TRAY)
    said = json.loads(room.store.events("table/C")[-1].body)
    moves = (
        posting(drop_of("A"), HOUSE, Purpose.COUNT, drop, "act:forged/count"),
        posting(TRAY, HOUSE, Purpose.CREDIT, tray, "act:forged/tray"),
    )
    shoe = room.hall.banked("A").opened_by(room.hall.keys).shoe
    said |= {"drop": drop, "tray": tray, "secret": shoe.secret.hex()}
    commit(room, "table/A", ("closed", said), moves=moves)


@api(
    "a table for meters that are not its own",
    "room/audit/claims/table.py",
    "it is opened to play for",
)
def _(room: Room) -> None:
    act = decided(room, "flo", table_opened, "D", open_table("4-card-buyout"))
    write(room, act, said={"meters": {"five card jackpot": "main"}})


@api("more is credited than the tray has", "room/audit/claims/table.py", "more than the tray has")
def _(room: Room) -> None:
    tray = room.store.balance(TRAY)
    moved = posting(TRAY, HOUSE, Purpose.CREDIT, tray + 700)
    commit(room, "table/A", ("credit", {"by": "flo", "cents": tray + 700}), moves=(moved,))


@api(
    "a win is acknowledged that nobody had", "room/audit/claims/table.py", "what waits there is .."
)
def _(room: Room) -> None:
    win = {"round": 2, "seat": 1, "wager": "ante", "cents": 700}
    said = {"by": "flo", "seat": 1, "cents": 700, "wins": [win]}
    held = posting(TRAY, held_of("A", 1), Purpose.WINNINGS, id_="A/2/x")
    moved = posting(held_of("A", 1), CHIPS, Purpose.WINNINGS, memo="acknowledged")
    commit(room, "table/A", ("acknowledged", said), moves=(held, moved))


@api("somebody sits out for another", "room/people/roles.py", "pat is a player here")
def _(room: Room) -> None:
    write(room, decided(room, "pam", sat_out, "9", 1), said={"by": "pat"})


@api("a correction of another round", "room/cage/corrections.py", "seat 2 was not in it")
def _(room: Room) -> None:
    said = json.loads(next(e for e in room.store.events("table/A") if e.kind == "corrected").body)
    commit(room, "table/A", ("corrected", {**said, "seat": 2}))


# Meters


@api("another reason on a meter's stream", "room/audit/claims/meter.py", "is no meter's")
def _(room: Room) -> None:
    room.do("please", "flo", proposed, MeterChange("main", Suspended(TWO)))
    act = decided(room, "fran", seconded, room.hall.proposals.last)
    write(room, act, moves=(posting(HOUSE, TRAY, Purpose.FILL),))


@api(
    "wagers told to a meter by no round",
    "room/audit/claims/claims.py",
    "wagered .*: nothing claims it",
)
def _(room: Room) -> None:
    act = decided(room, "dee", dealt, "A", BETS)
    moved = tuple(one for one in act.postings if one.credit == ESCROW)
    (part,) = act.also
    room.store.commit(Act("forged", part.stream, part.version, part.events, moved))


@api("a meter is told of other wagers", "room/audit/replay/replay.py", "round 3 tells the meters")
def _(room: Room) -> None:
    act = decided(room, "dee", dealt, "A", BETS)
    (part,) = act.also
    told = {**json.loads(part.events[0].body), "wagers": 2}
    also = (replace(part, events=(Event("wagered", body(told)),)),)
    room.store.commit(replace(act, also=also, request=None))


@api(
    "a person comes as a part of another act",
    "room/audit/claims/claims.py",
    "as a part of another act",
)
def _(room: Room) -> None:
    act = decided(room, "flo", filled, "A", Cents(700))
    new = decided(room, "ada", enrolled, "mallory", Role.ADMINISTRATOR)
    part = Part("room", new.version, new.events, new.snapshot)
    room.store.commit(replace(act, also=(part,), request=None))


# Snapshots


@api("a snapshot with an administrator more", "room/audit/snapshots.py", "people is .*mallory")
def _(room: Room) -> None:
    act = decided(room, "flo", enrolled, "new", Role.PLAYER)
    people = json.loads(act.snapshot or "")["people"]
    kept_otherwise(room, act, people={**people, "mallory": "administrator"})


@api("a snapshot with another program", "room/audit/snapshots.py", "program is 'evil'")
def _(room: Room) -> None:
    kept_otherwise(room, decided(room, "flo", enrolled, "new", Role.PLAYER), program="evil")


@api("a snapshot with a field more", "room/audit/snapshots.py", "master is .*: nothing claims it")
def _(room: Room) -> None:
    kept_otherwise(room, decided(room, "flo", enrolled, "new", Role.PLAYER), master="mallory")


@api("a snapshot with a win that waits", "room/audit/snapshots.py", "held is .*900000")
def _(room: Room) -> None:
    win = {"round": 2, "seat": 1, "wager": "ante", "cents": 900_000}
    kept_otherwise(room, decided(room, "flo", filled, "A", Cents(700)), held=[win])


@api("a snapshot that offers less", "room/audit/snapshots.py", "config is")
def _(room: Room) -> None:
    act = decided(room, "flo", filled, "A", Cents(700))
    config = json.loads(act.snapshot or "")["config"]
    kept_otherwise(room, act, config={**config, "offers": ["ante"]})


@api("a snapshot with another shoe", "room/audit/snapshots.py", "its shoe is")
def _(room: Room) -> None:
    act = decided(room, "flo", filled, "A", Cents(700))
    shoe = json.loads(act.snapshot or "")["shoe"]
    kept_otherwise(room, act, shoe={**shoe, "commitment": "0" * 64})


@api("a snapshot of another round", "room/audit/snapshots.py", "told is")
def _(room: Room) -> None:
    act = decided(room, "flo", filled, "B", Cents(700))
    kept_otherwise(room, act, told=[])


# With the database's password


@sql("an act that says nothing", "room/audit/claims/claims.py", "an act without events")
def _(forger: Forger) -> None:
    forger.act("x", "cage")


@sql("money without a word", "room/audit/claims/claims.py", "an act without events")
def _(forger: Forger) -> None:
    forger.act("x", "table/A", moves=[Moves(HOUSE, PAM, 100_000_000)])


@sql("an account that may go below zero", "room/audit/claims/claims.py", "an act without events")
def _(forger: Forger) -> None:
    forger.act("x", "cage", accounts=[("slush", "house", 1)], moves=[Moves("slush", PAM)])


@sql("a deposit that nobody made", "room/people/roles.py", "No one named mallory is enrolled")
def _(forger: Forger) -> None:
    said = body({"by": "mallory", "player": "pam", "cents": 700})
    forger.act("x", "cage", [("deposited", said)], [Moves(OUTSIDE, PAM, id="act:x")])


@sql("a reversal of more than there was", "room/audit/difference.py", "reversed moves 5000 cents")
def _(forger: Forger) -> None:
    said = body({"by": "flo", "second": "ada", "posting": "right", "reason": "x"})
    moved = Moves(PAM, OUTSIDE, 50_000, "reversal", "act:x", "x", "act:right")
    forger.act("x", "cage", [("reversed", said)], [moved])


@sql("a reversal of what was reversed", "room/audit/claims/cage.py", "nothing that stands")
def _(forger: Forger) -> None:
    said = body({"by": "flo", "second": "ada", "posting": "wrong", "reason": "x"})
    moved = Moves(PAM, OUTSIDE, 5_000, "reversal", "act:x", "x")
    forger.act("x", "cage", [("reversed", said)], [moved])


@sql("a part of no act", "room/audit/window.py", "a part of an act that is none")
def _(forger: Forger) -> None:
    said = {"event": "wagered", "table": "A", "round": 3, "stake": 100, "wagers": 1}
    forger.act("y + meter/main", "meter/main", [("wagered", body(said))])
    forger.act("x", "table/A", snapshot=forger.snapshot("table/A"))


@sql("a part that moves money", "room/audit/claims/claims.py", "meter main: an act without events")
def _(forger: Forger) -> None:
    forger.act("x + meter/main", "meter/main", [], [Moves(HOUSE, PAM)])
    fill = body({"by": "flo", "cents": 700})
    moved = Moves(HOUSE, TRAY, 700, "fill", "act:x")
    forger.act("x", "table/A", [("fill", fill)], [moved], snapshot=forger.snapshot("table/A"))


@sql("a reason that there is none of", "room/audit/difference.py", "is not a valid Reason")
def _(forger: Forger) -> None:
    said = body({"by": "flo", "player": "pam", "cents": 700})
    forger.act("x", "cage", [("deposited", said)], [Moves(OUTSIDE, PAM, 700, "gift", "act:x")])


def keep_otherwise(forger: Forger, stream: str, **changed: object) -> None:
    forger.keep(stream, body({**json.loads(forger.snapshot(stream)), **changed}))


@sql("mallory is made administrator", "room/audit/snapshots.py", "people is .*mallory")
def _(forger: Forger) -> None:
    people = json.loads(forger.snapshot("room"))["people"]
    keep_otherwise(forger, "room", people={**people, "mallory": "administrator"})


@sql("the auditor is gone", "room/audit/snapshots.py", "people is")
def _(forger: Forger) -> None:
    people = json.loads(forger.snapshot("room"))["people"]
    del people["aud"]
    keep_otherwise(forger, "room", people=people)


@sql("another program is approved", "room/audit/snapshots.py", "program is 'evil'")
def _(forger: Forger) -> None:
    keep_otherwise(forger, "room", program="evil")


@sql("a meter displays the double", "room/audit/meters.py", "its events make it")
def _(forger: Forger) -> None:
    shown = json.loads(forger.snapshot("meter/main"))["displayed"]
    keep_otherwise(forger, "meter/main", displayed=2 * shown)


@sql("another sits there", "room/audit/snapshots.py", "seats is .*pat")
def _(forger: Forger) -> None:
    keep_otherwise(forger, "table/A", seats={"1": "pat", "2": "pat"})


@sql("a closed table is open", "room/audit/snapshots.py", "open is True")
def _(forger: Forger) -> None:
    keep_otherwise(forger, "table/C", open=True)


@sql("another stack at poker", "room/audit/blinds.py", "its snapshot has stacks")
def _(forger: Forger) -> None:
    stacks = json.loads(forger.snapshot("table/9"))["stacks"]
    keep_otherwise(forger, "table/9", stacks={**stacks, "1": 10_000_000})


@sql("a player does not sit out", "room/audit/blinds.py", "its snapshot has out")
def _(forger: Forger) -> None:
    keep_otherwise(forger, "table/9", out=[])


@sql("a proposal that nobody made", "room/audit/snapshots.py", "open is .*mallory")
def _(forger: Forger) -> None:
    made = {"number": 99, "by": "mallory", "what": "reverse", "about": {}, "at": 0, "until": 2**60}
    keep_otherwise(forger, "proposals", open=[made])


@sql("abandoned shoes are forgotten", "room/audit/snapshots.py", "abandoned is")
def _(forger: Forger) -> None:
    keep_otherwise(forger, "table/B", abandoned=[])


def said_otherwise(forger: Forger, stream: str, kind: str, **changed: object) -> None:
    """The last such event, as if it had been recorded so at the time."""
    where = "stream = ? AND kind = ? ORDER BY sequence DESC LIMIT 1"
    place, text = forger.base.execute(
        f"SELECT sequence, body FROM events WHERE {where}", (stream, kind)
    ).fetchone()
    told = body({**json.loads(text), **changed})
    forger.change("UPDATE events SET body = ? WHERE sequence = ?", told, place)


@sql("a past dealer was never a dealer", "room/people/roles.py", "is a player here|an auditor here")
def _(forger: Forger) -> None:
    text = body({"name": "dee", "role": "auditor", "by": "ada"})
    true = body({"name": "dee", "role": "dealer", "by": "ada"})
    forger.change("UPDATE events SET body = ? WHERE body = ?", text, true)


@sql("an older act is somebody else's", "room/people/roles.py", "No one named mallory")
def _(forger: Forger) -> None:
    said_otherwise(forger, "table/A", "fill", by="mallory")


@sql("an approval is somebody else's", "room/people/roles.py", "may reverse|may change|may correct")
def _(forger: Forger) -> None:
    said_otherwise(forger, "proposals", "seconded", by="dee")


@sql("a past event of another kind", "room/audit/claims/claims.py", "gift .*: nothing claims it")
def _(forger: Forger) -> None:
    where = "stream = 'table/A' AND kind = 'fill'"
    forger.change(f"UPDATE events SET kind = 'gift' WHERE {where}")


@sql(
    "a past account that may go below zero",
    "room/audit/claims/audited_act.py",
    "player/pam .*below zero",
)
def _(forger: Forger) -> None:
    forger.change("UPDATE accounts SET may_go_below_zero = 1 WHERE name = ?", PAM)


@sql("a past posting for another reason", "room/audit/difference.py", "fill moves .*the books say")
def _(forger: Forger) -> None:
    forger.change("UPDATE postings SET reason = 'credit' WHERE id = 'act:fill A'")


@sql("a past round's winnings", "room/audit/difference.py", "round 2 moves .*; the books say")
def _(forger: Forger) -> None:
    place = forger.one("SELECT min(sequence) FROM postings WHERE id LIKE 'A/2/%/back'")
    forger.change("UPDATE postings SET memo = 'gift' WHERE sequence = ?", place)


@sql(
    "a past act without its snapshot",
    "room/audit/claims/claims.py",
    "credit keeps no snapshot of table/A",
)
def _(forger: Forger) -> None:
    forger.change("UPDATE acts SET snapshot = NULL WHERE key = 'less A'")
