"""Two people, two acts: one proposes, another approves in time by a separate act."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from croupier.bank.act import Act, Event, Part
from croupier.bank.audit.run import AuditFailed
from croupier.bank.meters.events import (
    ESCROW,
    Authority,
    Lift,
    Lowered,
    MeterOpened,
    PrizePosted,
    Raised,
    Resumed,
    Ruled,
    Suspended,
    Why,
)
from croupier.bank.store import Store, open_store
from croupier.errors import Refused
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.cage.cage import ACCOUNTS, deposited, jackpot_banked, reversed_
from croupier.room.cage.cash_postings import moved_by
from croupier.room.meters.ends import meter_discontinued
from croupier.room.meters.meters import meter_changed, meter_linked, meter_opened
from croupier.room.names import PROPOSALS, player_of
from croupier.room.people.floor import dismissed, enrolled
from croupier.room.people.known_differences import KnownDifference
from croupier.room.people.matters import (
    Award,
    Banking,
    Correction,
    Drawing,
    Matter,
    MeterChange,
    MeterEnd,
    MeterLink,
    MeterOpening,
    Reversal,
)
from croupier.room.people.proposal_state import Proposals
from croupier.room.people.proposals import MATTERS, check_seconded, proposed, refused, seconded
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.table.table import open_table
from tests.room.rooms import meter_rules, new_room, no_worth
from tests.room.test_books import HOUR, SINCE, Clock

BACK = Reversal("in", "wrong player")
TWO = Authority("why", "flo", "fran")
RULES = meter_rules(
    open_table("four-card-prime", options={"jackpot_type": "progressive"}),
    "five card jackpot",
    ("A",),
)


@pytest.fixture
def clock() -> Clock:
    return Clock()


def a_deposit(store: Store) -> None:
    """Flo took 7 dollars in from pam."""
    room = new_room(store)
    room.do("enrol pam", "flo", enrolled, "pam", Role.PLAYER)
    room.do("in", "flo", deposited, "pam", Cents(700))


@pytest.fixture
def room(furnished: Callable[..., str], clock: Clock) -> Iterator[Room]:
    url = furnished(a_deposit, Clock())
    clock.now += SINCE
    with open_store(url, clock) as store:
        yield Room(store, no_worth)


def no(
    room: Room, code: str, words: str, by: str, decide: Callable[..., object], *about: object
) -> None:
    """Refused, and nothing has changed."""
    before = room.store.head()
    with pytest.raises(Refused) as error:
        room.do("refused", by, decide, *about)  # type: ignore[arg-type]
    assert (error.value.code, words in error.value.message) == (code, True), str(error.value)
    assert room.store.head() == before and Room(room.store).hall == room.hall


def test_what_one_proposes_another_approves(room: Room) -> None:
    room.do("please", "flo", proposed, BACK)
    assert room.store.balance(player_of("pam")) == 700
    (waiting,) = room.hall.proposals.open.values()
    assert (waiting.number, waiting.by, waiting.until - waiting.at) == (1, "flo", 24 * HOUR)
    room.do("yes", "ada", seconded, 1)
    assert room.store.balance(player_of("pam")) == 0
    (event,) = room.store.events("cage", after=1)
    told = {"by": "flo", "second": "ada", "posting": "in", "reason": "wrong player"}
    assert (event.kind, json.loads(event.body)) == ("reversed", told)
    kinds = [event.kind for event in room.store.events(PROPOSALS)]
    assert kinds == ["proposed", "seconded"]
    assert not room.hall.proposals.open and Room(room.store).hall == room.hall
    audit(room.store, workers=1)


def test_nobody_types_the_name_of_the_other(room: Room) -> None:
    """The decisions themselves, as requested before protocol 2."""
    room.do("meter", "flo", meter_opened, "main", MeterOpened(RULES))
    raised = Raised(Lift.SEED, Cents(1), TWO)
    typed: list[tuple[object, ...]] = [
        (reversed_, "in", "ada", "wrong player"),
        (jackpot_banked, Cents(5), "fran", "slip"),
        (meter_changed, "main", raised),
        (meter_linked, "main", ("A", "B"), TWO),
        (meter_discontinued, "main", None, TWO),
    ]
    for decide, *about in typed:
        no(room, "role/not_allowed", "in two acts", "flo", decide, *about)  # type: ignore[arg-type]


def test_money_that_a_new_meter_carries_over_takes_two(room: Room) -> None:
    opening = MeterOpened(RULES, Cents(1_000_000))
    no(room, "role/not_allowed", "may change a meter", "flo", meter_opened, "main", opening)
    room.do("please", "flo", proposed, MeterOpening("main", opening))
    assert room.store.balance(ESCROW) == 0
    room.do("yes", "fran", seconded, 1)
    assert room.store.balance(ESCROW) == 1_000_000
    (event,) = room.store.events("meter/main")
    said = json.loads(event.body)
    assert (said["by"], said["second"], said["carried"]) == ("flo", "fran", 1_000_000)
    assert Room(room.store).hall == room.hall
    audit(room.store, workers=1)


def test_who_may_approve(room: Room) -> None:
    room.do("please", "flo", proposed, BACK)
    no(room, "role/not_allowed", "flo cannot be both", "flo", seconded, 1)
    no(room, "role/not_allowed", "dee is a dealer", "dee", seconded, 1)
    no(room, "role/not_allowed", "No one named eve", "eve", seconded, 1)
    room.do("gone", "ada", dismissed, "fran")
    no(room, "role/not_allowed", "No one named fran", "fran", seconded, 1)
    room.do("gone too", "ada", dismissed, "flo")
    no(room, "role/not_allowed", "No one named flo", "ada", seconded, 1)


def test_each_is_approved_once_or_refused_once(room: Room) -> None:
    for number in (1, 2, 3):
        room.do(f"please {number}", "flo", proposed, Banking(Cents(number), "slip"))
    receipt = room.do("yes", "ada", seconded, 1)
    assert room.do("yes", "ada", seconded, 1) == receipt
    no(room, "proposal/closed", "proposal 1 was approved by ada", "fran", seconded, 1)
    no(room, "role/not_allowed", "may change a meter", "dee", refused, 2, "no")
    no(room, "room/reason", "say why", "ada", refused, 2, " ")
    room.do("no", "ada", refused, 2, "no such slip")
    no(room, "proposal/closed", "proposal 2 was refused by ada", "fran", seconded, 2)
    room.do("never mind", "flo", refused, 3, "typed wrong")
    no(room, "proposal/closed", "proposal 3 was withdrawn by flo", "ada", seconded, 3)
    no(room, "proposal/unknown", "no open proposal 4; open: none", "ada", seconded, 4)
    kinds = [event.kind for event in room.store.events(PROPOSALS)][3:]
    assert kinds == ["seconded", "proposal refused", "proposal withdrawn"]
    assert len(room.store.events("cage")) == 2
    audit(room.store, workers=1)


def test_it_expires(room: Room, clock: Clock) -> None:
    room.do("please", "flo", proposed, BACK, 2)
    clock.now += 2 * HOUR + 1
    no(room, "proposal/expired", "proposal 1 expired", "ada", seconded, 1)
    assert room.hall.proposals.waiting(clock.now) == []
    room.do("again", "flo", proposed, BACK, 2)
    no(room, "proposal/closed", "proposal 1 was proposed by flo and expired", "ada", seconded, 1)
    clock.now += 2 * HOUR - 1000
    room.do("yes", "ada", seconded, 2)
    for hours in (0, 721):
        no(room, "proposal/expires", "write 1 to 720", "flo", proposed, BACK, hours)


def test_it_is_not_written_after_it_expired(url: str) -> None:
    """The clock of the commit counts, whenever it was decided."""
    now = [1_000_000]
    with open_store(url, lambda: now[0]) as store:
        room = new_room(store)
        room.do("please", "flo", proposed, Banking(Cents(5), "slip"), 1)
        commit = store.commit_many

        def late(acts: list[Act]) -> object:
            now[0] += HOUR + 1
            return commit(acts)

        store.commit_many = late  # type: ignore[assignment,method-assign]
        with pytest.raises(Refused) as error:
            room.do("yes", "ada", seconded, 1)
        assert error.value.code == "act/too_late"
        assert store.version("cage") == 0


def test_what_cannot_be_done_is_not_proposed(room: Room) -> None:
    no(room, "store/unknown_posting", "no posting", "flo", proposed, Reversal("none", "x"))
    no(room, "room/reason", "say why", "flo", proposed, Reversal("in", " "))
    no(room, "role/not_allowed", "may reverse a posting", "dee", proposed, BACK)
    no(
        room,
        "room/table",
        "no table 'X'",
        "flo",
        proposed,
        Correction("X", 1, 1, "ante", Cents(1), "player", "x"),
    )
    no(room, "jackpot/bank", "$0 can be drawn", "flo", proposed, Drawing(Cents(1), "slip"))
    no(room, "jackpot/due", "no more can be awarded", "flo", proposed, Award("pam", Cents(1), "x"))
    no(room, "room/meter", "no meter 'main'", "flo", proposed, MeterEnd("main", None, False, "x"))
    no(room, "room/meter", "no meter 'main'", "flo", proposed, MeterLink("main", ("A",), "x"))
    room.do("please", "flo", proposed, BACK)
    room.do("yes", "ada", seconded, 1)
    no(room, "ledger/already_reversed", "", "flo", proposed, BACK)
    room.do("eve", "ada", enrolled, "eve", Role.ADMINISTRATOR)
    room.do("fran", "eve", dismissed, "fran")
    room.do("ada", "eve", enrolled, "ada", Role.AUDITOR)
    room.do("flo", "eve", dismissed, "flo")
    no(room, "role/not_allowed", "nobody but eve may", "eve", proposed, BACK)


def test_a_matter_is_rebuilt_from_its_fields(room: Room) -> None:
    for matter in (Reversal(5, "x"), Banking("5", "x"), Award("pam", True, "x"), "reverse", None):  # type: ignore[arg-type]
        with pytest.raises(Refused) as error:
            room.do("odd", "flo", proposed, matter)
        assert error.value.code in ("request/bad", "money/bad")
    room.do("enrol", "flo", enrolled, "Zo\u00eb", Role.PLAYER)
    room.do("Z", "flo", deposited, "Zo\u00eb", Cents(5))
    no(room, "jackpot/due", "for Zo\u00eb", "flo", proposed, Award("Zoe\u0308", Cents(1), "x"))


def test_what_can_no_longer_be_done_stays_proposed(room: Room) -> None:
    """It is decided again when it is approved."""
    room.do("one", "flo", proposed, BACK)
    room.do("two", "fran", proposed, BACK)
    room.do("yes", "ada", seconded, 1)
    no(room, "ledger/already_reversed", "", "ada", seconded, 2)
    room.do("meter", "flo", meter_opened, "main", MeterOpened(RULES))
    room.do("link", "flo", proposed, MeterLink("main", ("A", "B"), "another table"))
    other = Ruled(replace(RULES, reserve_rate=500), TWO)
    room.do("rule", "flo", proposed, MeterChange("main", other))
    room.do("ruled", "fran", seconded, 4)
    no(room, "proposal/overtaken", "have changed since", "fran", seconded, 3)


EVERY: list[Matter] = [
    BACK,
    Correction("7", 12, 3, "ante", Cents(500), "player", "paid short"),
    Banking(Cents(500), "0417"),
    Drawing(Cents(500), "check 88"),
    Award("pam", Cents(250), "drawing"),
    *(
        MeterChange("main", change)
        for change in (
            Lowered(Why.MALFUNCTION, Cents(5), TWO),
            Raised(Lift.SEED, Cents(5), TWO),
            PrizePosted(Cents(5), TWO),
            Ruled(RULES, TWO),
            Suspended(TWO),
            Resumed(TWO),
        )
    ),
    MeterLink("main", ("A", "B"), "a third", RULES),
    MeterEnd("main", "second", False, "sold"),
    MeterOpening("main", MeterOpened(RULES, Cents(5))),
    KnownDifference("act", None, "a fill twice", "see the report"),
]


@pytest.mark.parametrize("matter", EVERY, ids=lambda matter: matter.what)
def test_a_matter_is_written_and_read_back(matter: Matter) -> None:
    written = json.loads(json.dumps(matter.to_json()))
    assert type(matter).from_json(written) == matter
    for wrong in ({}, {**written, "more": 1}):
        with pytest.raises(Refused):
            type(matter).from_json(wrong)


def test_every_matter_is_here() -> None:
    assert {matter.what for matter in EVERY} == set(MATTERS)


def test_an_act_says_no_more_than_was_proposed(room: Room) -> None:
    """Whoever writes the act: what is approved is what the first person proposed."""
    room.do("please", "flo", proposed, Banking(Cents(500), "0417"))
    said = {"by": "flo", "second": "ada", "cents": 500, "reference": "0417"}
    yes = Part(PROPOSALS, 1, (Event("seconded", json.dumps({"number": 1, "by": "ada"})),))

    def part(kind: str = "jackpot money banked", **other: object) -> Part:
        return Part("cage", 1, (Event(kind, json.dumps({**said, **other})),))

    before = room.hall.proposals
    check_seconded(lambda: before, (yes, part()))
    wrong: list[tuple[Part, ...]] = [
        (part(),),
        (yes,),
        (yes, part(cents=501)),
        (yes, part(by="fran")),
        (yes, part(second="fran")),
        (yes, part(kind="jackpot money drawn")),
        (yes, part(), part()),
        (Part(PROPOSALS, 1, yes.events * 2), part()),
        (yes, Part("meter/main", 0, part().events)),
    ]
    for parts in wrong:
        with pytest.raises(Refused):
            check_seconded(lambda: before, parts)


# Forged, with a consistent chain


def approval(room: Room, key: str, said: dict[str, object], number: int, second: str) -> None:
    """A banking and an approval in one act, as a room would write them, with these events."""
    before = room.hall.proposals
    told = Event("seconded", json.dumps({"number": number, "by": second}))
    after = json.dumps(before.after(told).to_json(), sort_keys=True, separators=(",", ":"))
    part = Part(PROPOSALS, before.version, (told,), after)
    event = Event("jackpot money banked", json.dumps(said))
    moved = moved_by("jackpot money banked", "", f"act:{key}", said)
    version = room.store.version("cage")
    act = Act(key, "cage", version, (event,), moved, accounts=ACCOUNTS, also=(part,))
    room.store.commit(act)


SAID = {"by": "flo", "second": "ada", "cents": 500, "reference": "0417"}
FORGED: dict[str, tuple[dict[str, object], int, str, str]] = {
    "more money": ({**SAID, "cents": 501}, 1, "ada", "what was done is"),
    "another slip": ({**SAID, "reference": "0418"}, 1, "ada", "what was done is"),
    "another first": ({**SAID, "by": "fran"}, 1, "ada", "what was done is"),
    "another second": ({**SAID, "second": "fran"}, 1, "ada", "what was done is"),
    "approved by the first": ({**SAID, "second": "flo"}, 1, "flo", "cannot be both"),
    "approved by a dealer": ({**SAID, "second": "dee"}, 1, "dee", "may change a meter"),
    "no such proposal": (SAID, 2, "ada", "no open proposal"),
}


@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
def test_the_audit_names_an_approval_of_something_else(
    room: Room, forged: tuple[dict[str, object], int, str, str]
) -> None:
    said, number, second, words = forged
    room.do("please", "flo", proposed, Banking(Cents(500), "0417"))
    approval(room, "forged", said, number, second)
    with pytest.raises(AuditFailed, match=words):
        audit(room.store, workers=1)


def test_the_audit_accepts_a_valid_one(room: Room) -> None:
    room.do("please", "flo", proposed, Banking(Cents(500), "0417"))
    approval(room, "true", SAID, 1, "ada")
    audit(room.store, workers=1)


def test_the_audit_names_a_late_approval(room: Room, clock: Clock) -> None:
    room.do("please", "flo", proposed, Banking(Cents(500), "0417"), 1)
    clock.now += HOUR + 1000
    approval(room, "late", SAID, 1, "ada")
    with pytest.raises(AuditFailed, match="approved after it expired"):
        audit(room.store, workers=1)


def test_the_audit_names_what_nobody_approved(room: Room) -> None:
    """As it was written before protocol 2, with both names in one act."""
    event = Event("jackpot money banked", json.dumps(SAID))
    moved = moved_by("jackpot money banked", "", "act:typed", SAID)
    version = room.store.version("cage")
    room.store.commit(Act("typed", "cage", version, (event,), moved, accounts=ACCOUNTS))
    with pytest.raises(AuditFailed, match="takes two people, in two acts"):
        audit(room.store, workers=1)


@pytest.mark.parametrize(
    "other, words",
    [
        ({"by": "dee"}, "may reverse a posting"),
        ({"number": 2}, "proposal 2 follows proposal 0"),
        ({"until": 10**15}, "can be approved until"),
        ({"what": "steal"}, "steal"),
        ({"about": {"posting": "in"}}, "fields"),
        ({"more": 1}, "more"),
    ],
)
def test_the_audit_names_a_false_proposal(
    room: Room, clock: Clock, other: dict[str, object], words: str
) -> None:
    about = {"posting": "in", "reason": "wrong player"}
    said = {"number": 1, "by": "flo", "what": "reverse", "about": about}
    said |= {"at": clock.now, "until": clock.now + HOUR, **other}
    event = Event("proposed", json.dumps(said))
    room.store.commit(Act("forged", PROPOSALS, 0, (event,), snapshot="{}"))
    with pytest.raises(AuditFailed, match=words):
        audit(room.store, workers=1)


def test_the_audit_compares_their_stored_state(room: Room) -> None:
    """A state with a proposal that nobody made."""
    room.do("please", "flo", proposed, BACK)
    (waiting,) = room.hall.proposals.open.values()
    false = Proposals({1: waiting, 2: replace(waiting, number=2, by="fran")}, {}, 2, 2)
    event = Event("proposed", json.dumps({**waiting.to_json(), "number": 2}))
    snapshot = json.dumps(false.to_json(), sort_keys=True, separators=(",", ":"))
    room.store.commit(Act("forged", PROPOSALS, 1, (event,), snapshot=snapshot))
    with pytest.raises(AuditFailed, match="its events make"):
        audit(room.store, workers=1)
