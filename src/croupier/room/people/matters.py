"""Matters that take two people, as proposed by the first of them.

A matter is stored by its fields and decided when somebody approves it: `call` is the decision,
`must_say` what the events of the resulting act must say.
"""

from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass, replace
from typing import Any, NamedTuple

from croupier.bank.meters import events
from croupier.bank.meters import meter as meters
from croupier.bank.meters.events import Authority
from croupier.bank.meters.rules import MeterRules
from croupier.errors import BadRecord, RuleError, shown
from croupier.money import Cents, dollars
from croupier.room.cage import cage
from croupier.room.cage.cash_postings import AWARDED, BANKED, CORRECTED, DRAWN, REVERSED
from croupier.room.cage.corrections import corrected
from croupier.room.meters.ends import meter_discontinued
from croupier.room.meters.meters import meter_changed, meter_linked, meter_opened
from croupier.room.names import CAGE, METER, TABLE, movement
from croupier.room.state.hall import Actor, Hall, Transition


class Call(NamedTuple):
    decide: Callable[..., Transition]
    about: tuple[object, ...]
    more: Mapping[str, Any] = {}


class MustSay(NamedTuple):
    """Fields that an event must have, at least; in any stream if none is named."""

    kind: str
    says: Mapping[str, object]
    stream: str = ""


@dataclass(frozen=True, slots=True)
class Matter:
    what = ""  # name in the books
    doing = ""  # the permission that both need, as in room/people/roles.py
    event = ""  # the kind of the resulting event, which has all its fields …
    stream = CAGE  # … in this stream

    @staticmethod
    def decide(*about: Any, **more: Any) -> Transition:
        """The decision, called with the fields in order and the second person before the last."""
        raise NotImplementedError

    def call(self, first: str, second: str) -> Call:
        *about, last = astuple(self)
        return Call(self.decide, (*about, second, last))

    def older(self, first: str, second: str) -> Call:
        """The request of earlier programs: one act, in which the first person named the second."""
        return self.call(first, second)

    def must_say(self, first: str, second: str) -> tuple[MustSay, ...]:
        """Every event of the resulting act that takes two people."""
        return (
            MustSay(self.event, {**self.to_json(), "by": first, "second": second}, self.stream),
        )

    def words(self, hall: Hall) -> str:
        """A description for the person who is asked to approve it."""
        raise NotImplementedError

    def complete(self, hall: Hall) -> "Matter":
        """Fills in fields from the state of the room when it is proposed."""
        return self

    def to_json(self) -> dict[str, object]:
        return meters.value_to_json(self)

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Matter":
        matter: Matter = meters.value_from_json(cls, data)
        return matter

    def decided(self, hall: Hall, actor: Actor, second: str) -> Transition:
        decide, about, more = self.call(actor.by, second)
        return decide(hall, actor, *about, **more)


@dataclass(frozen=True, slots=True)
class Reversal(Matter):
    what, doing = "reverse", "reverse a posting"
    event, stream = REVERSED, ""  # at the cage or at a table
    decide = staticmethod(cage.reversed_)

    posting: str  # its id, or the key of its act
    reason: str

    def words(self, hall: Hall) -> str:
        return f"reverse {movement(cage.posting_meant(hall, self.posting))}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Correction(Matter):
    what, doing, event = "correct", "correct a payment", CORRECTED
    decide = staticmethod(corrected)

    table: str
    number: int
    seat: int
    wager: str
    cents: Cents
    to: str
    reason: str

    def must_say(self, first: str, second: str) -> tuple[MustSay, ...]:
        (event,) = Matter.must_say(self, first, second)
        says = {name: said for name, said in event.says.items() if name != "table"}
        return (MustSay(CORRECTED, says, TABLE + self.table),)

    def words(self, hall: Hall) -> str:
        player = hall.ended(self.table, self.number).players[self.seat]
        way = "from the house to" if self.to == "player" else "to the house from"
        where = f"table {self.table} round {self.number} seat {self.seat}"
        return (
            f"correct the {self.wager} of {where}: {dollars(self.cents)} {way} {player}:"
            f" {self.reason}"
        )


@dataclass(frozen=True, slots=True)
class Banking(Matter):
    """Jackpot money deposited in the bank."""

    what, doing, event = "bank jackpot money", "change a meter", BANKED
    decide = staticmethod(cage.jackpot_banked)

    cents: Cents
    reference: str

    def words(self, hall: Hall) -> str:
        verb = "bank" if self.event == BANKED else "draw"
        return f"{verb} {dollars(self.cents)} of jackpot money, slip {self.reference}"


@dataclass(frozen=True, slots=True)
class Drawing(Banking):
    """Jackpot money drawn from the bank."""

    what, event = "draw jackpot money", DRAWN
    decide = staticmethod(cage.jackpot_drawn)


@dataclass(frozen=True, slots=True)
class Award(Matter):
    what, doing, event = "award jackpot money", "award jackpot money", AWARDED
    decide = staticmethod(cage.jackpot_awarded)

    player: str
    cents: Cents
    reason: str

    def words(self, hall: Hall) -> str:
        return f"award {self.player} {dollars(self.cents)} of discontinued jackpots: {self.reason}"


# Meters


@dataclass(frozen=True, slots=True)
class OfMeter(Matter):
    doing = "change a meter"


@dataclass(frozen=True, slots=True)
class MeterChange(OfMeter):
    """A change of one meter, before its two authors are known."""

    what = "change a meter"

    name: str
    change: events.Change  # only the reason of its authority is used

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "change": meters.event_to_json(self.change)}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "MeterChange":
        match data:
            case {"name": str(name), "change": dict(event)} if len(data) == 2:
                change = meters.event_from_json(event)
                if isinstance(change, events.Change):
                    return cls(name, change)
        raise BadRecord(f"no change of a meter by hand: {shown(data)}", "record/event")

    def _by(self, first: str, second: str) -> events.Change:
        reason = self.change.authority.reason
        return self.change._replace(authority=Authority(reason, first, second))

    def call(self, first: str, second: str) -> Call:
        return Call(meter_changed, (self.name, self._by(first, second)))

    def must_say(self, first: str, second: str) -> tuple[MustSay, ...]:
        return (_must_say(self.name, self._by(first, second), by=first),)

    def words(self, hall: Hall) -> str:
        return f"meter {self.name}, {_changed(self.change)}: {self.change.authority.reason}"


@dataclass(frozen=True, slots=True)
class MeterLink(OfMeter):
    """Exactly these tables play for it from now on; its other rules do not change."""

    what = "link a meter"

    name: str
    tables: tuple[str, ...]
    reason: str
    rules: MeterRules | None = None  # all of them, at the time of the proposal

    def complete(self, hall: Hall) -> "MeterLink":
        rules = replace(hall.meter(self.name).meter.rules, tables=self.tables)
        return replace(self, rules=rules)

    def call(self, first: str, second: str) -> Call:
        authority = Authority(self.reason, first, second)
        return Call(meter_linked, (self.name, self.tables, authority))

    def decided(self, hall: Hall, actor: Actor, second: str) -> Transition:
        if self != self.complete(hall):
            raise RuleError(
                f"the rules of meter {self.name} have changed since; propose it again",
                "proposal/overtaken",
            )
        return Matter.decided(self, hall, actor, second)

    def must_say(self, first: str, second: str) -> tuple[MustSay, ...]:
        if self.rules is None:
            raise BadRecord(f"meter {self.name}: linked by no rules", "record/event")
        ruled = events.Ruled(self.rules, Authority(self.reason, first, second))
        return (_must_say(self.name, ruled, by=first),)

    def words(self, hall: Hall) -> str:
        return f"meter {self.name}, played for at exactly {', '.join(self.tables)}: {self.reason}"


@dataclass(frozen=True, slots=True)
class MeterEnd(OfMeter):
    """Discontinued: its money goes to another meter, to the players, or to receipts."""

    what = "discontinue a meter"

    name: str
    to: str | None
    players: bool
    reason: str

    def call(self, first: str, second: str) -> Call:
        authority = Authority(self.reason, first, second)
        about = (self.name, self.to, authority)
        return Call(meter_discontinued, about, {"players": self.players})

    def must_say(self, first: str, second: str) -> tuple[MustSay, ...]:
        authority = Authority(self.reason, first, second)
        ends = _must_say(self.name, events.Discontinued(self.to, authority, self.players), by=first)
        if self.to is None:
            return (ends,)
        zero = Cents(0)
        gift = _must_say(self.to, events.Received(self.name, 0, 0, zero, authority), by=first)
        # The meters' audit checks the amount.
        kept = {name: gift.says[name] for name in ("event", "giver", "authority", "by")}
        return (gift._replace(says=kept), ends)

    def words(self, hall: Hall) -> str:
        due = "due to players" if self.players else "booked as gross receipts"
        to = f"handed to meter {self.to}" if self.to else due
        return f"discontinue meter {self.name}, what it holds {to}: {self.reason}"


@dataclass(frozen=True, slots=True)
class MeterOpening(OfMeter):
    """A meter opened with money from an earlier system."""

    what = "open a meter"

    name: str
    opening: events.MeterOpened

    def call(self, first: str, second: str) -> Call:
        return Call(meter_opened, (self.name, self.opening), {"second": second})

    def older(self, first: str, second: str) -> Call:
        return Call(meter_opened, (self.name, self.opening))

    def must_say(self, first: str, second: str) -> tuple[MustSay, ...]:
        return (_must_say(self.name, self.opening, by=first, second=second),)

    def words(self, hall: Hall) -> str:
        rules, carried = self.opening.rules, self.opening.carried or Cents(0)
        return (
            f"open meter {self.name}, {rules.kind}, for {', '.join(rules.tables)} with"
            f" {dollars(carried)} carried over"
        )


def _must_say(name: str, event: events.MeterEvent, **beside: str) -> MustSay:
    data = meters.event_to_json(event)
    return MustSay(str(data["event"]), {**data, **beside}, METER + name)


def _changed(change: events.Change) -> str:
    match change:
        case events.Lowered(why, cents):
            return f"lowered by {dollars(cents)} ({why.value})"
        case events.Raised(lift, cents):
            return f"raised by {dollars(cents)} ({lift.value})"
        case events.PrizePosted(prize):
            return f"a prize of {dollars(prize)} posted"
        case events.Ruled(rules):
            return f"other rules: {rules}"
        case events.Suspended():
            return "suspended"
        case _:
            return "resumed"


AT_CAGE_AND_METERS: tuple[type[Matter], ...] = (
    *(Reversal, Correction, Banking, Drawing, Award),
    *(MeterChange, MeterLink, MeterEnd, MeterOpening),
)
