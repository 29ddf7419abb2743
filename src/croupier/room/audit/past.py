"""The state of the room, built act by act: what rules look up, and snapshots must match."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from croupier.bank.act import Part
from croupier.bank.ledger import Posting
from croupier.bank.meters.rules import MeterRules
from croupier.bank.store import Store
from croupier.fair import Word
from croupier.room.audit.difference import Difference
from croupier.room.own_limits.state import OwnLimits
from croupier.room.people.known_differences import Declared
from croupier.room.people.proposal_state import Proposals
from croupier.room.people.roles import Role, check_may, check_two
from croupier.room.tables.kinds import is_poker
from croupier.room.tables.shoes import Abandoned
from croupier.room.tables.state import Held


class HeldSince(NamedTuple):
    version: int  # of the event that recorded it
    held: Held


@dataclass(slots=True)
class PastTable:
    """A table from its last opening on."""

    name: str
    opened: int  # the version of the event that opened it
    rules: str
    config: Mapping[str, Any]
    meters: Mapping[str, str]
    rounds: int = 0  # begun so far
    is_open: bool = True
    seats: dict[int, str] = field(default_factory=dict)
    out: set[int] = field(default_factory=set)  # seats that sit out …
    leaving: set[int] = field(default_factory=set)  # … and those that leave after the round
    held: list[HeldSince] = field(default_factory=list)
    abandoned: tuple[Abandoned, ...] = ()  # shoes, ever
    last: tuple[Word, ...] = ()  # in the last shoe
    withheld: Counter[str] = field(default_factory=Counter)  # words, by player
    began: int = 0  # the version of the event that began the last round …
    ended: int = 0  # … and the one after the last act of one

    @property
    def is_poker(self) -> bool:
        return is_poker(self.config)


@dataclass(slots=True)
class PastMeter:
    rules: MeterRules
    discontinued: bool = False
    received: int = 0  # the version at which it last received another meter's money


class OwnCount(NamedTuple):
    """What an act tells the stream of a player's own limits."""

    player: str
    kind: str
    said: Mapping[str, Any]


class Past:
    def __init__(self, store: Store) -> None:
        self.store = store  # for rare lookups, such as a past round
        self.people: dict[str, Role] = {}
        self.program = ""
        self.protocol = 1
        self.accounts: set[str] = set()
        self.tables: dict[str, PastTable] = {}
        self.meters: dict[str, PastMeter] = {}
        self.known: dict[str, Declared] = {}  # differences, by name
        self.ruled = 0  # the last act that passed its rule
        self.any_one = False  # permissions are not checked: the act is only followed
        self.unsure: set[str] = set()  # streams whose state is unknown
        self.proposals = Proposals()
        self.before_approval: Proposals | None = None  # before the act being checked
        self.parts: dict[str, list[Part]] = {}  # of acts whose own record comes next, by key
        self.reversible: dict[str, Posting] = {}  # manual, at the cage, and not reversed
        self.corrections: set[str] = set()  # postings of corrections that stand …
        self.taken_back: set[str] = set()  # … and of those that were reversed
        self.own: dict[str, OwnLimits] = {}  # that players have set, by name …
        self.own_counts: dict[str, list[OwnCount]] = {}  # … what acts count under them, by key …
        self.bets_back: dict[str, list[tuple[str, int, str]]] = {}  # … and the bets they take back
        self.shoes: Counter[str] = Counter()  # not dealt to their end, as an audit reports them
        self.versions: dict[str, int] = {}  # of the streams, after the last act checked

    def table(self, name: str) -> PastTable:
        """The table, which must be open."""
        table = self.tables.get(name)
        if table is None or not table.is_open:
            raise Difference(f"table {name} is not open")
        return table

    def own_limits(self, player: str) -> OwnLimits:
        return self.own.get(player) or OwnLimits(player)

    def check_may(self, who: object, doing: str) -> None:
        if not self.any_one:
            check_may(self.people, _name(who), doing)

    def check_two(self, who: object, second: object, doing: str) -> None:
        if not self.any_one:
            check_two(self.people, _name(who), _name(second), doing)

    def check_player(self, name: object) -> None:
        if self.people.get(_name(name)) is not Role.PLAYER:
            raise Difference(f"{name} was not a player of this room then")


def check_reason(reason: object) -> None:
    if not isinstance(reason, str) or not reason.strip():
        raise Difference("nobody says why")


def _name(who: object) -> str:
    if not isinstance(who, str):
        raise Difference(f"it is said to be done by {who!r}, which is not a name")
    return who
