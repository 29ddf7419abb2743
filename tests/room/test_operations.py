"""What staff do in a room: roles, tables, trays, large wins, changes of meters, misdeals."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from croupier.bank.act import Act, Event
from croupier.bank.audit.run import AuditFailed
from croupier.bank.ledger import Posting, Purpose
from croupier.bank.meters.events import (
    ESCROW,
    HOUSE,
    RECEIPTS,
    Authority,
    Lift,
    Lowered,
    MeterOpened,
    Raised,
    Ruled,
    Why,
)
from croupier.bank.store import Store
from croupier.cards.card import DECK, parse
from croupier.errors import Refused
from croupier.money import Cents
from croupier.odds.house_edge import Worth
from croupier.odds.solve import solve
from croupier.program import program_hash
from croupier.room.audit.run import audit
from croupier.room.cage.cage import deposited, reversed_, withdrawn
from croupier.room.meters.meters import meter_changed, meter_opened
from croupier.room.names import (
    OUTSIDE,
    chips_of,
    drop_of,
    felt_of,
    held_of,
    player_of,
    tray_of,
)
from croupier.room.people.floor import approved, dismissed, enrolled, founded
from croupier.room.people.proposals import proposed, seconded
from croupier.room.people.roles import MAY, Role
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.state.hall import Hall
from croupier.room.tables import banked
from croupier.room.tables.rounds import acknowledged, acted, dealt, round_called_off
from croupier.room.tables.tables import (
    bought_in,
    cashed_out,
    credited,
    filled,
    table_closed,
    table_opened,
)
from croupier.table.source import Deck
from croupier.table.table import Table, open_table
from tests.room.rooms import (
    TAKE_TWO,
    RoomLike,
    by_two,
    escrow_due,
    matter_of,
    meter_rules,
    new_room,
)
from tests.room.test_room import check_books

PRIME = "four-card-prime"
ROYALS = "Ts Js Qs Ks As Th Jh Qh Kh Ah"  # five cards to seat 1, five to seat 2
TWO = Authority("the display failed", "flo", "fran")


def refused(
    room: Room,
    code: str,
    words: str,
    by: str,
    decide: Callable[..., object],
    *about: object,
    **more: object,
) -> None:
    """The act is refused with that code and these words, and nothing has changed.

    What takes two people may be refused when it is approved; then it stays proposed.
    """
    before, hall, proposals = room.store.head(), but_proposals(room), room.hall.proposals
    do = by_two if decide in TAKE_TWO else Room.do
    with pytest.raises(Refused) as error:
        do(room, "a refused act", by, decide, *about, **more)
    assert (error.value.code, words in error.value.message) == (code, True), str(error.value)
    if room.hall.proposals == proposals:
        assert room.store.head() == before
    assert but_proposals(room) == hall and Room(room.store).hall == room.hall


def but_proposals(room: Room) -> tuple[object, ...]:
    hall = room.hall
    return hall.floor, dict(hall.tables), dict(hall.meters), hall.cage


def jackpot_table(**options: object) -> Table:
    return open_table(PRIME, options={"jackpot_type": "progressive", **options})


def two_tables(store: Store) -> None:
    """A table A with a player at seats 1 and 2, linked with a table B by one meter."""
    room = new_room(store)
    table = jackpot_table()
    rules = meter_rules(table, "five card jackpot", ("A", "B"))
    room.do("meter", "flo", meter_opened, "main", MeterOpened(rules))
    table = open_table(PRIME, options=table.options, offers=["five card jackpot", "aces baby"])
    for name in ("A", "B"):
        room.do(f"open {name}", "flo", table_opened, name, table)
        room.do(f"fill {name}", "flo", filled, name, Cents(500_000))
    for seat, player in enumerate(("pam", "pat"), 1):
        room.do(f"enrol {player}", "flo", enrolled, player, Role.PLAYER)
        room.do(f"in {player}", "flo", deposited, player, Cents(100_000))
        room.do(f"sit {player}", "dee", bought_in, "A", seat, player, Cents(50_000))
    room.do("sit pam at B", "dee", bought_in, "B", 1, "pam", Cents(10_000), cash=True)


@pytest.fixture
def room(room_like: RoomLike) -> Room:
    return room_like(two_tables)


@pytest.fixture
def royals(monkeypatch: pytest.MonkeyPatch) -> None:
    first = parse(ROYALS)
    cards = (*first, *(card for card in DECK if card not in first))
    monkeypatch.setattr(banked, "source", lambda shoe: Deck(cards))


def bets(*seats: int) -> dict[int, dict[str, int]]:
    return {seat: {"ante": 500, "five card jackpot": 100} for seat in seats}


def test_who_may_do_what(room: Room) -> None:
    every = {
        "deal": (dealt, "A", bets(1)),
        "sell and buy chips": (bought_in, "A", 2, "pat", Cents(500)),
        "take deposits and pay them out": (deposited, "pam", Cents(500)),
        "open and close tables": (table_opened, "C", jackpot_table()),
        "fill and credit": (filled, "A", Cents(500)),
        "acknowledge a large win": (acknowledged, "A", 1),
        "call off a round": (round_called_off, "A", "misdeal"),
        "change a meter": (
            meter_opened,
            "other",
            MeterOpened(meter_rules(jackpot_table(), "four card jackpot", ("A",))),
        ),
        "enrol players": (enrolled, "new", Role.PLAYER),
        "enrol staff": (enrolled, "new", Role.DEALER),
        "approve the program": (approved, "another", "upgrade"),
    }
    people = {
        "pam": Role.PLAYER,
        "dee": Role.DEALER,
        "flo": Role.FLOOR,
        "aud": Role.AUDITOR,
        "ada": Role.ADMINISTRATOR,
        "zoe": None,
    }
    for doing, (decide, *about) in every.items():
        for who, role in people.items():
            if role not in MAY[doing]:
                refused(room, "role/not_allowed", f"may {doing}.", who, decide, *about)
    room.do("deal", "dee", dealt, "A", bets(1))
    refused(room, "role/not_allowed", "may act for a player", "pat", acted, "A", 1, "raise 1x")
    room.do("another seat", "dee", bought_in, "B", 2, "pat", Cents(500))
    refused(room, "role/not_allowed", "may act for a player", "aud", acted, "A", 1, "fold")


def test_two_people_are_needed_as_documented(room: Room) -> None:
    for first, second in (("flo", "flo"), ("flo", "dee"), ("flo", "zoe"), ("dee", "flo")):
        change = Raised(Lift.SEED, Cents(1), Authority("why", first, second))
        refused(room, "role/not_allowed", "", first, meter_changed, "main", change)
    room.do("in", "flo", deposited, "pam", Cents(700))
    refused(room, "role/not_allowed", "two people", "flo", reversed_, "in", "flo", "wrong")
    refused(
        room, "role/not_allowed", "may reverse a posting", "flo", reversed_, "in", "dee", "wrong"
    )
    refused(room, "room/reason", "say why", "flo", reversed_, "in", "ada", " ")
    refused(room, "room/reversal", "what a table did", "flo", reversed_, "sit pam/paid", "ada", "x")
    refused(room, "store/unknown_posting", "no posting", "flo", reversed_, "none", "ada", "x")
    by_two(room, "back", "flo", reversed_, "in", "ada", "to the wrong player")
    assert room.store.balance(player_of("pam")) == 50_000
    refused(room, "ledger/already_reversed", "already", "flo", reversed_, "in", "ada", "again")


def test_people(room: Room) -> None:
    refused(room, "room/founded", "founded already", "eve", founded, "program")
    refused(room, "room/person", "the last administrator", "ada", dismissed, "ada")
    refused(room, "room/person", "the last administrator", "ada", enrolled, "ada", Role.FLOOR)
    refused(room, "room/person", "is a player here already", "ada", enrolled, "pam", Role.FLOOR)
    refused(room, "room/person", "sits at table A", "flo", dismissed, "pat")
    refused(room, "room/name", "cannot be the name", "ada", enrolled, "a/b", Role.DEALER)
    room.do("up", "pat", cashed_out, "A", 2)
    refused(room, "ledger/not_cleared", "must end at zero", "flo", dismissed, "pat")
    room.do("out", "flo", withdrawn, "pat", Cents(100_000))
    room.do("gone", "flo", dismissed, "pat")
    assert "pat" not in room.hall.floor.people
    refused(
        room, "ledger/would_go_below_zero", "cannot give", "flo", withdrawn, "pam", Cents(50_001)
    )


def test_a_changed_program_is_detected(room: Room) -> None:
    """Whoever calls: no act is done except the approval of the running program."""
    room.do("another", "ada", approved, "another program", "a test")
    about = ("ada", enrolled, "pim", Role.PLAYER)
    refused(room, "program/changed", "let an administrator approve this one", *about)
    seated = ("A", 2, "pat", Cents(500))
    refused(room, "program/changed", "this program is", "pat", bought_in, *seated)
    again = room.do("fill A", "flo", filled, "A", Cents(500_000))
    assert again == room.store.receipt("fill A"), "what was done is not done again"
    refused(room, "room/reason", "say why", "ada", approved, program_hash(), "")
    together = [
        Request("too soon", *about[:2], about[2:]),
        Request("approve", "ada", approved, (program_hash(), "first installation")),
        Request("in time", *about[:2], about[2:]),
    ]
    answers = room.do_all(together)
    assert [getattr(one, "code", "done") for one in answers] == ["program/changed", "done", "done"]
    assert "pim" in Room(room.store).hall.floor.people


def test_nothing_is_done_before_a_room_is_founded(store: Store) -> None:
    refused(Room(store), "room/founded", "no room", "ada", enrolled, "pim", Role.PLAYER)


def test_a_table_that_favors_the_player_needs_a_reason(room: Room) -> None:
    worth = (
        Worth("ante", Fraction(1, 50), Fraction(2)),
        Worth("bonus", Fraction(-1, 8), Fraction(9)),
    )
    table = open_table("4-card-buyout")
    about = (table_opened, "C", table)
    room = Room(room.store, lambda *asked: worth)
    refused(room, "room/favours_player", "bonus by 12.50%", "ada", *about)
    refused(room, "room/favours_player", "--override", "ada", *about)
    refused(
        room,
        "role/not_allowed",
        "may open a table that favours the player",
        "flo",
        *about,
        override="a promotion",
    )
    room.do("open C", "ada", *about, override="a promotion")
    assert room.hall.table("C").is_open


def test_the_room_itself_computes_what_a_table_is_worth(room: Room) -> None:
    """Equal to the solver's, to the last digit, with every wager that may be made."""
    table = open_table("four-card-prime", options={"jackpot_type": "none"})
    exact = Room(room.store)
    exact.do("open C", "flo", table_opened, "C", table)
    (opened,) = exact.store.events("table/C")
    ante, *others = json.loads(opened.body)["worth"]
    assert ante["wager"] == "ante" and Fraction(ante["edge"]) == -solve(table).net
    assert [one["wager"] for one in others] == ["aces baby", "prime", "bad beat"]


@pytest.mark.slow
def test_a_mixture_of_sets_favors_the_player(room: Room) -> None:
    """A mixture of sets is worth 7.27% of an ante to the player (docs/rulings.md)."""
    mixed = {"ante": "I", "blind": "2c"}
    table = open_table("4-card-split-v1", posted=mixed, unprinted=True)
    exact = Room(room.store)
    refused(exact, "room/favours_player", "by 7.27%", "ada", table_opened, "C", table)
    exact.do("open C", "flo", table_opened, "C", open_table("4-card-split-v1"))
    (opened,) = exact.store.events("table/C")
    assert [one["wager"] for one in json.loads(opened.body)["worth"]] == ["ante 1", "blind"]


def test_others_continue_while_a_worth_is_computed(room: Room) -> None:
    """It takes seconds for some games: nothing is locked meanwhile, and it is computed once."""
    asked: list[str] = []
    other = Room(room.store)

    def slow(hall: Hall, name: str, table: Table) -> tuple[Worth, ...]:
        asked.append(name)
        other.do(f"in {len(asked)}", "flo", deposited, "pam", Cents(100))
        return ()

    Room(room.store, slow).do("open C", "flo", table_opened, "C", open_table("4-card-buyout"))
    assert asked == ["C"] and Room(room.store).hall.table("C").is_open


def test_configurations_that_no_house_may_open(room: Room) -> None:
    with pytest.raises(Refused, match="no meter is linked"):
        room.do("open", "flo", table_opened, "C", jackpot_table())
    refused(room, "room/table", "is open already", "flo", table_opened, "A", jackpot_table())
    refused(
        room,
        "room/name",
        "cannot be the name",
        "flo",
        table_opened,
        "A/felt",
        open_table(PRIME),
    )
    other = meter_rules(jackpot_table(), "five card jackpot", ("B", "C"))
    refused(
        room, "jackpot/tables", "plays for main", "flo", meter_opened, "more", MeterOpened(other)
    )
    linked = meter_rules(jackpot_table(), "five card jackpot", ("C",))
    room.do("c", "flo", meter_opened, "for C", MeterOpened(linked))
    dearer = open_table(
        PRIME,
        options={"jackpot_type": "progressive", "jackpot_wager": 500},
        offers=["five card jackpot"],
    )
    refused(room, "jackpot/options", "they must agree", "flo", table_opened, "C", dearer)


def test_drop_tray_and_close(room: Room) -> None:
    store = room.store
    assert store.balance(drop_of("A")) == 100_000 and store.balance(tray_of("A")) == 400_000
    refused(room, "room/tray", "the tray has $4,000", "flo", credited, "A", Cents(400_001))
    refused(
        room, "ledger/amount_not_positive", "not more than nothing", "flo", filled, "A", Cents(0)
    )
    refused(room, "ledger/amount_not_positive", "", "flo", credited, "A", Cents(-5))
    refused(
        room,
        "ledger/would_go_below_zero",
        "cannot give",
        "dee",
        bought_in,
        "A",
        2,
        "pat",
        Cents(60_000),
    )
    refused(room, "room/seat", "is taken", "dee", bought_in, "A", 1, "pat", Cents(500))
    refused(room, "room/person", "is not a player", "dee", bought_in, "A", 3, "quinn", Cents(500))
    refused(room, "table/seats", "seats 1 to 9", "dee", bought_in, "A", 10, "pat", Cents(500))
    refused(room, "room/seat", "cash out first", "flo", table_closed, "A")
    room.do("credit", "flo", credited, "A", Cents(300_000))
    room.do("deal", "dee", dealt, "A", bets(1))
    refused(room, "room/seat", "buy after it", "dee", bought_in, "A", 1, "pam", Cents(500))
    refused(room, "room/seat", "left after it", "dee", cashed_out, "A", 1)
    refused(room, "room/round", "not over yet", "flo", table_closed, "A")
    refused(room, "room/round", "not over yet", "dee", dealt, "A", bets(2))
    refused(room, "action/not_your_turn", "seat 1's turn", "dee", acted, "A", 2, "fold")
    refused(room, "action/stale", "look again", "dee", acted, "A", 1, "fold", 99)
    room.do("act", "pam", acted, "A", 1, "fold")
    for seat in (1, 2):
        room.do(f"up {seat}", "dee", cashed_out, "A", seat)
    room.do("close", "flo", table_closed, "A")
    assert store.balance(drop_of("A")) == store.balance(tray_of("A")) == 0
    refused(room, "room/table", "no table 'A' is open; open tables: B", "dee", dealt, "A", bets(1))
    rounds, version = room.hall.tables["A"].rounds, room.hall.tables["A"].version
    room.do("again", "flo", table_opened, "A", room.hall.tables["B"].table)
    assert room.hall.table("A").rounds == rounds and room.hall.table("A").version > version
    check_books(room)


@pytest.mark.usefixtures("royals")
def test_two_royal_flushes_share_the_meter_and_wait_for_a_supervisor(room: Room) -> None:
    store = room.store
    room.do("deal", "dee", dealt, "A", bets(1, 2))
    meter = room.hall.meter("main").meter
    assert meter.shown == 1_000_000 + 2 * 18 and store.balance(ESCROW) == meter.held
    for seat in (1, 2):
        room.do(f"act {seat}", "dee", acted, "A", seat, room.hall.table("A").round.legal[-1])
    state = room.hall.table("A")
    shares = [held for held in state.held if held.wager == "five card jackpot"]
    assert [held.seat for held in shares] == [1, 2]
    assert sum(store.balance(held_of("A", seat)) for seat in (1, 2)) == sum(
        held.cents for held in state.held
    )
    assert sum(held.cents for held in shares) == 1_000_036
    meter = room.hall.meter("main").meter
    assert meter.shown == 500_000 and len(meter.hits) == 2
    assert (meter.hits[0].table, meter.hits[0].round) == ("A", 1)
    check_books(room)
    refused(room, "room/held", "waits for a supervisor", "dee", cashed_out, "A", 1)
    refused(room, "role/not_allowed", "Only floor staff", "dee", acknowledged, "A", 1)
    before = store.balance(chips_of("A", 1))
    room.do("seen", "flo", acknowledged, "A", 1)
    assert store.balance(chips_of("A", 1)) == before + sum(
        held.cents for held in state.held if held.seat == 1
    )
    refused(room, "room/held", "no win waits", "flo", acknowledged, "A", 1)
    kinds = [event.kind for event in store.events("table/A")]
    assert kinds.count("jackpot") == 2 and kinds.count("acknowledged") == 1
    check_books(room)
    with pytest.raises(AuditFailed, match="round 1 is told otherwise than the rules make it"):
        audit(store)  # these cards are not the shoe's


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("filled", "1"),
        ("round", "1"),
        ("round", "[]"),
        ("round", "null"),
        ("round", '{"events":[],"number":1,"opened":1}'),
        ("round", '{"events":[{"event":"opened","wagers":1}],"number":1,"opened":1}'),
        ("round", '{"events":[{"event":"opened"}],"number":1,"opened":99}'),
        ("opened", '{"shoe":1}'),
    ],
)
def test_a_body_that_is_not_such_an_act_is_a_named_difference(
    room: Room, kind: str, told: str
) -> None:
    """In a consistent chain: somebody wrote it through the bank itself."""
    version = room.hall.table("A").version
    receipt = room.store.commit(Act("odd", "table/A", version, (Event(kind, told),)))
    with pytest.raises(AuditFailed, match="table A: ") as failed:
        audit(room.store)
    assert (failed.value.kind, failed.value.sequence) == ("act", receipt.last)


def test_of_two_tables_that_differ_the_first_difference_is_named(room: Room) -> None:
    """Tables are replayed one after another, A before B; the chain has B first."""
    receipts = [
        room.store.commit(
            Act(
                f"odd {name}",
                f"table/{name}",
                room.hall.table(name).version,
                (Event("round", "1"),),
            )
        )
        for name in ("B", "A")
    ]
    with pytest.raises(AuditFailed, match="table B: ") as failed:
        audit(room.store)
    assert failed.value.sequence == receipts[0].last


def test_linked_tables_feed_one_meter_in_one_commit(room: Room) -> None:
    """Each is decided on the meter as the other left it, in the order in which they came."""
    requests = [Request(f"deal {name}", "dee", dealt, (name, bets(1))) for name in ("A", "B")]
    answers = room.do_all(requests)
    assert not any(isinstance(answer, Refused) for answer in answers)
    assert room.hall.meter("main").meter.shown == 1_000_000 + 36
    assert len(room.hall.meter("main").meter.in_play) == 2
    change = Lowered(Why.SEED_FROM_DISPLAY, Cents(100), TWO)
    refused(room, "jackpot/in_play", "settle that first", "flo", meter_changed, "main", change)
    check_books(room)


def test_what_follows_a_refused_act_is_decided_again(room: Room) -> None:
    """The first cannot pay its bets; what the others were decided on did not happen."""
    poor = {1: {"ante": 40_000, "aces baby": 40_000}}
    requests = [
        Request("1", "dee", dealt, ("A", poor)),
        Request("2", "dee", dealt, ("A", bets(2))),
        Request("3", "dee", dealt, ("B", bets(1))),
        Request("3", "dee", dealt, ("B", bets(1))),
        Request("4", "dee", dealt, ("B", bets(1))),
    ]
    answers = room.do_all(requests)
    codes = [answer.code if isinstance(answer, Refused) else "" for answer in answers]
    assert codes == ["ledger/would_go_below_zero", "", "", "", "room/round"]
    assert answers[2] == answers[3] and room.hall.table("A").rounds == 1
    assert Room(room.store).hall == room.hall


def test_two_rooms_on_one_bank(room: Room) -> None:
    """Another process has moved on: what was decided on an old state is decided again."""
    assert room.hall.table("B").round is None
    other = Room(room.store)
    other.do("fill again", "flo", filled, "A", Cents(500))
    other.do("deal", "dee", dealt, "B", bets(1))
    assert room.hall.table("B").round is None
    room.do("credit", "flo", credited, "A", Cents(500))
    now = Room(room.store).hall
    assert room.hall.table("A") == now.table("A")
    assert room.hall.table("B").round is None  # nobody asked for it
    room.read()
    assert room.hall == now
    refused(room, "room/round", "not over yet", "dee", dealt, "B", bets(1))
    other.do("act", "pam", acted, "B", 1, "fold")  # pam is unknown in this room's old state
    room.do("deal again", "dee", dealt, "B", bets(1))


def test_two_credits_at_once_take_no_more_than_the_tray_has(room: Room) -> None:
    requests = [Request(key, "flo", credited, ("A", Cents(300_000))) for key in ("first", "second")]
    first, second = room.do_all(requests)
    assert not isinstance(first, Refused)
    assert isinstance(second, Refused) and second.code == "room/tray"
    assert room.store.balance(tray_of("A")) == 100_000


def test_manual_changes_of_meters(room: Room) -> None:
    store = room.store
    room.do("deal", "dee", dealt, "A", bets(1, 2))
    while (state := room.hall.table("A")).round is not None:
        room.do(f"act {state.version}", "dee", acted, "A", state.round.turn, "fold")
    house = store.balance(HOUSE)
    by_two(room, "up", "flo", meter_changed, "main", Raised(Lift.SEED, Cents(200), TWO))
    by_two(room, "down", "fran", meter_changed, "main", Lowered(Why.RECEIPTS, Cents(8), TWO))
    assert store.balance(HOUSE) == house - 200 and store.balance(RECEIPTS) == 8
    rules = room.hall.meter("main").meter.rules
    alone = Ruled(meter_rules(jackpot_table(), rules.sensor, ("B",)), TWO)
    refused(room, "jackpot/tables", "is linked to B", "flo", meter_changed, "main", alone)
    refused(room, "room/meter", "no meter 'x'; meters: main", "flo", meter_changed, "x", alone)
    assert store.balance(ESCROW) == escrow_due(room.hall.meters)
    check_books(room)


def test_a_misdeal_is_called_off(room: Room) -> None:
    store = room.store
    refused(room, "room/round", "no round", "flo", round_called_off, "A", "misdeal")
    before, shown = store.balances(), room.hall.meter("main").meter.shown
    room.do("deal", "dee", dealt, "A", bets(1, 2))
    room.do("act", "dee", acted, "A", 1, room.hall.table("A").round.legal[-1])
    refused(room, "room/reason", "say why", "flo", round_called_off, "A", " ")
    commitment = room.hall.table("A").shoe.commitment
    room.do("off", "flo", round_called_off, "A", "a card was exposed")
    after = store.balances()
    assert after[felt_of("A", 1)] == 0 and room.hall.table("A").shoe.commitment != commitment
    fed = room.hall.meter("main").meter
    assert fed.shown == shown + 36 and not fed.in_play  # what the wagers added stays
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {ESCROW, HOUSE}
    room.do("deal again", "dee", dealt, "A", bets(1))
    check_books(room)
    assert Room(store).hall == room.hall
    audit(store)


def test_no_player_handles_cash_alone(room: Room) -> None:
    for decide, *about in ((bought_in, "B", 1, "pam", Cents(500)), (cashed_out, "B", 1)):
        words = "may sell and buy chips"
        refused(room, "role/not_allowed", words, "pam", decide, *about, cash=True)
    room.do("by deposit", "pam", bought_in, "B", 1, "pam", Cents(500))
    room.do("up", "pam", cashed_out, "B", 1)


def test_cash_comes_from_outside_and_goes_there(room: Room) -> None:
    outside = room.store.balance(OUTSIDE)
    room.do("more", "dee", bought_in, "B", 1, "pam", Cents(5_000), cash=True)
    room.do("up", "dee", cashed_out, "B", 1, cash=True)
    assert room.store.balance(OUTSIDE) == outside - 5_000 + 15_000
    assert room.store.balance(player_of("pam")) == 50_000


def test_a_key_identifies_one_request(room: Room) -> None:
    """A repeated request gets the receipt; for anything else the key is taken."""
    asked = Request("k", "flo", deposited, ("pam", Cents(500)))
    (receipt,) = room.do_all([asked])
    head, balance = room.store.head(), room.store.balance(player_of("pam"))
    again = Room(room.store)
    for same in (asked, asked._replace(about=("pam", 500)), asked._replace(more={})):
        assert again.do_all([same]) == [receipt]
    others = (
        asked._replace(by="fran"),
        asked._replace(decide=withdrawn),
        asked._replace(about=("pam", Cents(600))),
        asked._replace(about=("pip", Cents(500))),
        Request("k", "flo", filled, ("A", Cents(500))),
        Request("k", "dee", dealt, ("A", {1: {"ante": 500}})),
        Request("k", "nobody", dismissed, ("pam",)),
    )
    for other in others:
        (answer,) = again.do_all([other])
        assert isinstance(answer, Refused) and answer.code == "act/key_taken"
        assert "'k' was used at cage #" in answer.message
    both = again.do_all([others[2]._replace(key="k2"), others[0]._replace(key="k2")])
    assert [type(one).__name__ for one in both] == ["Receipt", "KeyTaken"]
    assert room.store.balance(player_of("pam")) == balance + 600
    assert room.store.head().sequence > head.sequence


def test_the_arguments_of_a_request_must_be_visible(room: Room) -> None:
    with pytest.raises(TypeError, match="not a decision"):
        room.do("k", "flo", lambda hall, asked: deposited(hall, asked, "pam", Cents(5)))


@pytest.mark.parametrize("word", ["bet", "lost", "won"])
def test_no_key_takes_the_place_of_what_a_round_will_move(room: Room, word: str) -> None:
    number = room.hall.table("A").rounds + 1
    for known in range(12):
        room.do(f"A/{number}/{known}/1/{word}", "flo", filled, "A", Cents(100))
    room.do("d", "dee", dealt, "A", {1: {"ante": 500}})
    room.do("a", "dee", acted, "A", 1, "raise 1x")
    assert room.hall.table("A").round is None
    assert audit(room.store, workers=1).rounds


@pytest.mark.parametrize("cents", ["5", None, 1.5, True, Fraction(5)])
def test_an_amount_is_whole_cents(room: Room, cents: object) -> None:
    for by, decide, *about in (
        ("flo", deposited, "pam", cents),
        ("flo", withdrawn, "pam", cents),
        ("flo", filled, "A", cents),
        ("flo", credited, "A", cents),
        ("dee", bought_in, "A", 1, "pam", cents),
        ("flo", meter_changed, "main", Lowered(Why.RECEIPTS, cents, TWO)),  # type: ignore[arg-type]
        ("flo", meter_changed, "main", Raised(Lift.SEED, cents, TWO)),  # type: ignore[arg-type]
    ):
        refused(room, "money/bad", "is not a number of cents", str(by), decide, *about)  # type: ignore[arg-type]


@pytest.mark.parametrize("bets", [{1: None}, {1: "ante"}, {2: [500]}])
def test_bets_that_are_not_bets(room: Room, bets: object) -> None:
    refused(room, "request/bad", "dealt: bets is {", "dee", dealt, "A", bets)


@pytest.mark.parametrize("seat", ["1", None, 0, 1.0, True, -1, 10**9])
def test_seats_that_do_not_exist(room: Room, seat: object) -> None:
    numbered = type(seat) is int
    code, words = ("table/seats", "seats 1 to 9") if numbered else ("request/bad", "whole number")
    refused(room, code, words, "dee", bought_in, "A", seat, "pat", Cents(500))


FALSE_MOVES = {  # stream, event, from, to: forbidden in the books, however well it is chained
    "no stream of the room": ("rogue", None, tray_of("A"), player_of("pam")),
    "the room itself": ("room", ("x", {}), tray_of("A"), player_of("pam")),
    "more than was told": ("cage", ("deposited", {"player": "pam", "cents": 1}), HOUSE, OUTSIDE),
    "another way": ("cage", ("deposited", {"player": "pam", "cents": 7}), HOUSE, player_of("pam")),
    "no such deposit": ("cage", ("deposited", 7), OUTSIDE, player_of("pam")),
    "no reversal": ("cage", ("reversed", {"posting": "in pam"}), OUTSIDE, player_of("pam")),
    "another tray": ("table/A", ("fill", {"cents": 7}), HOUSE, tray_of("B")),
    "chips for nothing": ("table/A", ("word", {"word": "x"}), tray_of("A"), chips_of("A", 1)),
    "another seat": (
        "table/A",
        ("cashed out", {"seat": 2, "player": "pat", "cents": 7, "cash": True}),
        chips_of("A", 1),
        OUTSIDE,
    ),
}


@pytest.mark.parametrize("stream, said, debit, credit", FALSE_MOVES.values(), ids=FALSE_MOVES)
def test_money_that_moved_differently_from_its_event(
    room: Room, stream: str, said: tuple[str, object] | None, debit: str, credit: str
) -> None:
    audit(room.store, workers=1)
    events = () if said is None else (Event(said[0], json.dumps(said[1])),)
    posting = Posting("p", debit, credit, Cents(7), Purpose.DEPOSIT)
    receipt = room.store.commit(
        Act("rogue", stream, room.store.version(stream), events, (posting,))
    )
    with pytest.raises(AuditFailed) as failed:
        audit(room.store, workers=1)
    assert (failed.value.kind, failed.value.sequence) == ("act", receipt.last)


@pytest.mark.parametrize(
    "id_, reason, words",
    [
        ("meter/main/2/1", Purpose.TRANSFER, "the books have 1 postings more for meters"),
        ("meter/main/2/1", Purpose.CREDIT, "is no meter's"),
        ("stolen", Purpose.TRANSFER, "is no meter's"),
    ],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_the_audit_finds_money_that_no_meter_moved(
    room: Room, id_: str, reason: Purpose, words: str, workers: int
) -> None:
    """In an otherwise valid act."""
    lift = Raised(Lift.SEED, Cents(100), TWO)
    matter, second = matter_of("flo", meter_changed, "main", lift)
    room.do("please", "flo", proposed, matter)
    act = Request("lift", second, seconded, (1,)).decided(room.hall).act
    stolen = Posting(id_, ESCROW, HOUSE, Cents(1), reason)
    room.store.commit(replace(act, postings=(*act.postings, stolen)))
    with pytest.raises(AuditFailed, match=words):
        audit(room.store, workers=workers)


def test_who_opened_and_who_changed_a_meter_is_known(room: Room) -> None:
    by_two(room, "lift", "fran", meter_changed, "main", Raised(Lift.SEED, Cents(100), TWO))
    said = [json.loads(event.body) for event in room.store.events("meter/main")]
    assert [(one["event"], one["by"]) for one in said] == [("opened", "flo"), ("raised", "fran")]
    assert Room(room.store).hall == room.hall
    assert audit(room.store, workers=1).meters == 1
