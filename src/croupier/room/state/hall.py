"""The state that decisions see (all tables, meters and people), and what they return.

A decision is a pure function of the hall and a request; it returns the act and the new states, or
refuses. Nothing is written here: see room/room.py. The hall notes what a decision reads, which
must still hold when the act is written; so a decision must not keep a hall for later.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from croupier.bank.act import Act, Event, Part
from croupier.bank.ledger import Account, Posting
from croupier.bank.sealing import NO_KEYS, Keys
from croupier.errors import RuleError, shown
from croupier.money import Cents
from croupier.odds.house_edge import Worth
from croupier.room.cage.cash_postings import whole_id
from croupier.room.names import CAGE, DIFFERENCES, METER, OWN, PROPOSALS, ROOM, SIGN_INS, TABLE
from croupier.room.own_limits.state import OwnLimits
from croupier.room.people.proposal_state import Proposals
from croupier.room.state.view import ByName, HallView, StreamState
from croupier.room.tables.poker.state import OpenPoker
from croupier.room.tables.state import OF_A_ROUND, OpenTable, UnreadTable, body
from croupier.table.table import Table

if TYPE_CHECKING:
    from croupier.room.books.recall import Ended
    from croupier.room.meters.meters import OpenMeter
    from croupier.room.people.floor import Floor

AnyTable = OpenTable | OpenPoker
KnownTable = AnyTable | UnreadTable
WorthOf = Callable[["Hall", str, Table], tuple[Worth, ...]]


class Actor(NamedTuple):
    """Who makes a request, and its idempotency key."""

    key: str
    by: str
    now: int = 0  # milliseconds since 1970, UTC, by the store's clock
    keys: Keys = NO_KEYS  # to seal and open secrets

    @property
    def id(self) -> str:
        """The id of the act's posting. It has a colon; those of rounds and meters have none."""
        return whole_id(f"act:{self.key}")


class EventCount(NamedTuple):
    """A stream whose only state is its number of events: the cage, sign-ins, differences."""

    stream: str
    version: int


class Transition(NamedTuple):
    """An act, and the new states once it is in the books."""

    act: Act
    states: tuple[StreamState, ...] = ()


def exactly(hall: "Hall", name: str, table: Table) -> tuple[Worth, ...]:
    """What a posted table is worth. Imported here: solvers load slowly, and poker needs none."""
    from croupier.room.tables.opening import worth_of

    return worth_of(hall, name, table)


@dataclass(frozen=True, slots=True, eq=False)
class Hall:
    view: HallView
    # Lookups of one account, posting or round. They change only with the stream that the decision
    # is about, so an act that was decided on an outdated answer is stale.
    balance: Callable[[str], Cents]
    posting: Callable[[str], Posting]
    ended: Callable[[str, int], "Ended"]
    worth_of: WorthOf
    keys: Keys  # to seal the cards to come
    check: Callable[[Act], None]  # would the books accept it

    @property
    def floor(self) -> "Floor":
        return cast("Floor", self.view.one(ROOM))

    @property
    def tables(self) -> Mapping[str, KnownTable]:
        return ByName(self.view, TABLE)

    @property
    def meters(self) -> Mapping[str, "OpenMeter"]:
        return ByName(self.view, METER)

    @property
    def cage(self) -> int:
        return cast(EventCount, self.view.one(CAGE)).version

    @property
    def differences(self) -> int:
        return cast(EventCount, self.view.one(DIFFERENCES)).version

    @property
    def sign_ins(self) -> int:
        return cast(EventCount, self.view.one(SIGN_INS)).version

    @property
    def proposals(self) -> Proposals:
        return cast(Proposals, self.view.one(PROPOSALS))

    def own(self, player: str) -> OwnLimits:
        """The limits that a player has set for themself."""
        return cast(OwnLimits, self.view.one(f"{OWN}{player}"))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hall) and self._all == other._all

    @property
    def _all(self) -> tuple[object, ...]:
        return self.floor, dict(self.tables), dict(self.meters), self.cage, self.proposals

    def table(self, name: str) -> AnyTable:
        found = self.tables.get(name)
        if found is None or not found.is_open:
            tables = self.aside().tables
            open_ones = ", ".join(one.name for one in tables.values() if one.is_open)
            raise RuleError(
                f"no table {shown(name)} is open; open tables: {open_ones or 'none'}", "room/table"
            )
        return self.any_table(name)

    def any_table(self, name: str) -> AnyTable:
        """The table, open or closed."""
        found = self.tables.get(name)
        if found is None:
            raise no_table(name)
        if isinstance(found, UnreadTable):
            raise found.refusal
        return found

    def banked(self, name: str) -> OpenTable:
        return self.table(name).as_banked()

    def poker(self, name: str) -> OpenPoker:
        return self.table(name).as_poker()

    def meter(self, name: str) -> "OpenMeter":
        found = self.meters.get(name)
        if found is None:
            known = ", ".join(self.aside().meters) or "none"
            raise RuleError(f"there is no meter {shown(name)}; meters: {known}", "room/meter")
        return found

    def aside(self) -> "Hall":
        """To look around for a message, which no decision depends on."""
        return replace(self, view=self.view.aside())

    def with_moved(self, moved: Mapping[str, int]) -> "Hall":
        """The hall with postings of acts that will be written before the next one."""
        before = self.balance
        return replace(self, balance=lambda name: Cents(before(name) + moved.get(name, 0)))


def no_table(name: str) -> RuleError:
    return RuleError(f"there is no table {shown(name)}", "room/table")


# A repeated idempotency key is compared by the text of its request, so that text must survive any
# refactoring: a decision keeps its name when its code moves.
Decide = TypeVar("Decide", bound=Callable[..., Any])


def decision(name: str, *earlier: str) -> Callable[[Decide], Decide]:
    """Names a decision for the books. `earlier`: the paths under which older programs stored it."""

    def named(decide: Decide) -> Decide:
        decide.decision, decide.earlier = name, earlier  # type: ignore[attr-defined]
        return decide

    return named


def name_of(decide: Callable[..., object]) -> str:
    name = getattr(decide, "decision", "")
    if not name:
        words = getattr(decide, "__qualname__", repr(decide))
        raise TypeError(f"{words} is not a decision: give it a name with @decision")
    return str(name)


def earlier_names(decide: Callable[..., object]) -> tuple[str, ...]:
    return tuple(getattr(decide, "earlier", ()))


def table_transition(
    state: AnyTable,
    actor: Actor,
    events: Sequence[Event],
    moved: Sequence[Posting] = (),
    *,
    accounts: tuple[Account, ...] = (),
    cleared: tuple[str, ...] = (),
    also: tuple[Part, ...] = (),
    meters: tuple["OpenMeter", ...] = (),
    with_snapshot: bool = False,
) -> Transition:
    """An act at a table: its events, its money, and the next state.

    Acts within a round, from the first bet on, write no snapshot; all others do, so that a restart
    replays at most one round. `with_snapshot`: this one does in any case.

    All states of tables are stored here, so this is where the secret of a new shoe is sealed (and
    that of a table from older books).
    """
    after = replace(state.with_money(moved), version=state.version + len(events))
    stands = after.round is not None or after.before.stands
    goes_on = stands and not with_snapshot and all(event.kind in OF_A_ROUND for event in events)
    if not goes_on:
        after = replace(after, shoe=after.shoe.sealed_by(actor.keys.seal))
    snapshot = None if goes_on else body(after.to_json())
    act = Act(
        actor.key,
        state.stream,
        state.version,
        tuple(events),
        tuple(moved),
        accounts,
        cleared,
        snapshot,
        also,
    )
    return Transition(act, (after, *meters))
