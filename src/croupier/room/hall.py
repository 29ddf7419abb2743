"""What a decision is made from, and what it says: all open tables, meters and people at once.

A decision is a function: the hall as it is and what somebody asks, in; the act and what it changes,
out; or a refusal. Nothing is written and nobody is told: see room/room.py.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from croupier.bank.act import Act
from croupier.bank.ledger import Posting
from croupier.errors import RuleError, shown
from croupier.money import Cents
from croupier.odds.worth import Worth
from croupier.room.poker_state import OpenPoker
from croupier.room.table_state import OpenTable
from croupier.table.table import Table

if TYPE_CHECKING:
    from croupier.room.floor import Floor
    from croupier.room.meters import OpenMeter
    from croupier.room.recall import Ended

AnyTable = OpenTable | OpenPoker
WorthOf = Callable[["Hall", str, Table], tuple[Worth, ...]]


class Asked(NamedTuple):
    """Whose act it is, and the key under which it is done once, however often it is sent."""

    key: str
    by: str
    now: int = 0  # milliseconds since 1970, UTC, by the store's clock

    @property
    def id(self) -> str:
        """Of what the act moves. Ids of rounds and meters begin with a name, which has no colon."""
        return f"act:{self.key}"


class Step(NamedTuple):
    """An act, and the states that it leaves once it is in the books."""

    act: Act
    table: AnyTable | None = None
    meters: tuple["OpenMeter", ...] = ()
    floor: "Floor | None" = None
    cage: int | None = None  # the version of the cage's stream


def nothing_there(name: str) -> Cents:
    raise RuleError(f"there is no account {shown(name)}", "room/account")


def nothing_posted(name: str) -> Posting:
    raise RuleError(f"there is no posting {shown(name)}", "room/posting")


def nothing_played(table: str, number: int) -> "Ended":
    raise RuleError(f"table {table} has no round {number}", "recall/unknown")


def exactly(hall: "Hall", name: str, table: Table) -> tuple[Worth, ...]:
    """What a table as posted is worth. The solvers take a while to load, and poker needs none."""
    from croupier.room.posted import worth_of

    return worth_of(hall, name, table)


@dataclass(frozen=True, slots=True)
class Hall:
    floor: "Floor"
    tables: Mapping[str, AnyTable] = field(default_factory=dict)
    meters: Mapping[str, "OpenMeter"] = field(default_factory=dict)
    cage: int = 0
    # What the books say of one account, posting or round. They may change with the same stream only
    # that the decision is about, so an act that was decided on an older answer is stale.
    balance: Callable[[str], Cents] = field(default=nothing_there, compare=False)
    posting: Callable[[str], Posting] = field(default=nothing_posted, compare=False)
    ended: Callable[[str, int], "Ended"] = field(default=nothing_played, compare=False)
    worth_of: WorthOf = field(default=exactly, compare=False)

    def table(self, name: str) -> AnyTable:
        found = self.tables.get(name)
        if found is None or not found.is_open:
            open_ones = ", ".join(one.name for one in self.tables.values() if one.is_open)
            raise RuleError(
                f"no table {shown(name)} is open; open tables: {open_ones or 'none'}", "room/table"
            )
        return found

    def banked(self, name: str) -> OpenTable:
        found = self.table(name)
        if isinstance(found, OpenPoker):
            raise RuleError(f"table {name} plays poker, and no rounds", "room/game")
        return found

    def poker(self, name: str) -> OpenPoker:
        found = self.table(name)
        if isinstance(found, OpenTable):
            raise RuleError(f"table {name} plays {found.table.game.id}, no poker", "room/game")
        return found

    def meter(self, name: str) -> "OpenMeter":
        if name not in self.meters:
            known = ", ".join(self.meters) or "none"
            raise RuleError(f"there is no meter {shown(name)}; meters: {known}", "room/meter")
        return self.meters[name]

    def with_balances(self, moved: Sequence[Posting]) -> "Hall":
        """The same with postings that are not in the books yet, but will be before what follows."""
        before = self.balance

        def balance(name: str) -> Cents:
            given = sum(one.cents for one in moved if one.credit == name)
            taken = sum(one.cents for one in moved if one.debit == name)
            return Cents(before(name) + given - taken)

        return replace(self, balance=balance) if moved else self

    def after(self, step: Step) -> "Hall":
        changed = self
        if step.table is not None:
            changed = replace(changed, tables={**self.tables, step.table.name: step.table})
        if step.meters:
            new = {meter.name: meter for meter in step.meters}
            changed = replace(changed, meters={**self.meters, **new})
        if step.floor is not None:
            changed = replace(changed, floor=step.floor)
        return changed if step.cage is None else replace(changed, cage=step.cage)
