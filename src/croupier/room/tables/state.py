"""The state of an open table, also as plain data: configuration, events, snapshots."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, ClassVar, NamedTuple, NoReturn

from croupier.bank.act import Event
from croupier.bank.ledger import Posting
from croupier.bank.sealing import Keys
from croupier.errors import BadRecord, RuleError
from croupier.games.registry import rules_hash
from croupier.money import Cents
from croupier.room.names import TABLE
from croupier.room.tables import words as fairness
from croupier.room.tables.shoes import Abandoned, abandoned_from, if_possible, with_secret
from croupier.rules.limits import Limits, profile
from croupier.table.events import from_json as round_event
from croupier.table.events import to_json as event_json
from croupier.table.events import written
from croupier.table.round import Round, rebuild
from croupier.table.shoe import Shoe, deals, read_shoe, source
from croupier.table.source import Deck
from croupier.table.table import Table, open_table

ROUND = "round"  # the kind of a round's events; all others are rare
LARGE, HIT = "large win", "jackpot"  # further events of a round
OF_A_ROUND = (ROUND, LARGE, HIT)  # all other kinds come with a snapshot
CLOCK = "clock"  # in the body of an act after a time-out
TIMED_OUT: Mapping[str, object] = {CLOCK: True}
DEALS = ("opened", "started")  # the first row of a dealing act, of a round or a hand


class Held(NamedTuple):
    """A win that waits for a supervisor."""

    round: int
    seat: int
    wager: str
    cents: Cents


def notable(held: Sequence[Held], hits: Sequence[Held]) -> list[Event]:
    """The events of large wins and jackpots."""
    kinds = [*((LARGE, one) for one in held), *((HIT, one) for one in hits)]
    return [Event(kind, body(one._asdict())) for kind, one in kinds]


class Seated(NamedTuple):
    """A player's status at a seat."""

    sits_out: bool
    leaves: bool  # after the round
    owes: tuple[str, ...] = ()  # blinds, at poker
    posts: bool = False  # these blinds, as soon as possible


@dataclass(frozen=True, slots=True)
class AtTable:
    """What every open table has, house-banked or poker."""

    name: str
    table: Any
    shoe: Shoe  # before the round in progress
    seats: Mapping[int, str]  # who sits there
    _: KW_ONLY
    rounds: int = 0  # begun so far; at poker, hands
    round: Any = None  # in progress
    before: fairness.PendingBets = fairness.NOTHING_STANDS  # pending bets and words
    is_open: bool = True
    rules: str = ""  # digest of the rules it was opened under
    opened: int = 0  # version of the opening event, which has the posted table
    version: int = 0  # events of its stream
    abandoned: tuple[Abandoned, ...] = ()  # shoes, ever
    out: frozenset[int] = frozenset()  # the seats that sit out …
    leaving: frozenset[int] = frozenset()  # … and those to be cashed out after the round

    @property
    def active(self) -> list[int]:
        """The seats that take part in the next round."""
        return [seat for seat in sorted(self.seats) if seat not in self.out | self.leaving]

    @property
    def game_id(self) -> str:
        return str(self.table.game.id)

    @property
    def stream(self) -> str:
        return f"{TABLE}{self.name}"

    def seats_without(self, seat: int) -> dict[int, str]:
        return {other: who for other, who in self.seats.items() if other != seat}

    def snapshot(
        self, config: Mapping[str, object], rows: Iterable[dict[str, Any]], **own: object
    ) -> dict[str, object]:
        """The table as data: `rows` is the round in progress, `own` fields of this kind only."""
        return {
            "name": self.name,
            "rules": self.rules,
            "opened": self.opened,
            "config": config,
            "shoe": self.shoe.sealed_json(),
            "seats": {str(seat): player for seat, player in self.seats.items()},
            **own,
            "rounds": self.rounds,
            "told": as_dealt(rows, self.rules),
            "open": self.is_open,
            **({"leaving": sorted(self.leaving)} if self.leaving else {}),
            **({"before": before} if (before := self.before.to_json()) else {}),
            "abandoned": [one._asdict() for one in self.abandoned],
        }


@dataclass(frozen=True, slots=True)
class OpenTable(AtTable):
    table: Table
    meters: Mapping[str, str]  # the meter that each jackpot wager plays for
    _: KW_ONLY
    round: Round | None = None
    held: tuple[Held, ...] = ()

    one_seat_each: ClassVar[bool] = False
    round_word: ClassVar[str] = "round"  # in messages

    @property
    def posted(self) -> Table:
        """The posted table, if the house banks it."""
        return self.table

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is."""
        return None if self.round is None else self.round.turn

    @property
    def legal(self) -> list[str]:
        """The legal actions of the seat whose turn it is, as everybody may know them."""
        return [] if self.round is None else list(self.round.announced)

    def as_banked(self) -> "OpenTable":
        return self

    def as_poker(self) -> NoReturn:
        raise RuleError(f"table {self.name} plays {self.game_id}, not poker", "room/game")

    def seated(self, seat: int) -> "Seated":
        return Seated(seat in self.out, seat in self.leaving)

    def plays(self, seat: int) -> bool:
        """Whether the seat is in the round in progress, or is about to be dealt in."""
        if self.round is None:
            return self.before.is_closed(seat)
        return any(spot.seat == seat for spot in self.round.spots)

    def with_player(self, seat: int, player: str) -> "OpenTable":
        return replace(self, seats={**self.seats, seat: player})

    def without(self, seat: int) -> "OpenTable":
        seats, out, leaving = self.seats_without(seat), self.out - {seat}, self.leaving - {seat}
        before = self.before.without(seat)
        return replace(self, seats=seats, out=out, leaving=leaving, before=before)

    def with_out(self, seat: int) -> "OpenTable":
        return replace(self, out=self.out | {seat})

    def with_in(self, seat: int, *, post: bool = False) -> "OpenTable":
        """Dealt in again, and no longer leaving. There are no blinds to post."""
        return replace(self, out=self.out - {seat}, leaving=self.leaving - {seat})

    def with_leaving(self, seat: int) -> "OpenTable":
        return replace(self, leaving=self.leaving | {seat})

    def with_money(self, moved: Sequence[Posting]) -> "OpenTable":
        """The table does not count chips: the ledger refuses a bet above them."""
        return self

    def opened_by(self, keys: Keys) -> "OpenTable":
        """The table with the cards to come; refused if their key is not available."""
        shoe = with_secret(self.shoe, keys, self.name)
        if shoe is self.shoe:
            return self
        now = None if self.round is None else self.round._replace(source=source(shoe))
        return replace(self, shoe=shoe, round=now)

    def to_json(self) -> dict[str, object]:
        rows = map(event_json, self.round.events if self.round else ())
        held = [held._asdict() for held in self.held]
        out: dict[str, object] = {"out": sorted(self.out)} if self.out else {}
        meters = dict(self.meters)
        return self.snapshot(config_of(self.table), rows, meters=meters, held=held, **out)


body = written  # of an event or a snapshot


def config_of(table: Table) -> dict[str, object]:
    return {
        "game": table.game.id,
        "posted": table.posted_ids,
        "options": dict(table.options),
        "profile": table.limits.profile.name,
        "minimums": dict(table.limits.minimums),
        "maximums": dict(table.limits.maximums),
        "offers": [wager.name for wager in table.offers],
        **({"aggregates": dict(table.limits.aggregates)} if table.limits.aggregates else {}),
        **({"unprinted": list(table.unprinted)} if table.unprinted else {}),
        **({} if table.coach else {"coach": False}),
    }


def table_from(data: Mapping[str, Any]) -> Table:
    return open_table(
        str(data["game"]),
        posted=data["posted"],
        options=data["options"],
        limits=Limits(
            profile(str(data["profile"])),
            _cents(data["minimums"]),
            _cents(data["maximums"]),
            _cents(data.get("aggregates", {})),
        ),
        offers=data["offers"],
        unprinted=True,  # checked when the table opened; not in older books
        coach=bool(data.get("coach", True)),
    )


def _cents(stakes: Mapping[str, int]) -> dict[str, Cents]:
    return {name: Cents(stake) for name, stake in stakes.items()}


def resumed(
    version: int, data: Mapping[str, Any], events: Sequence[Event], keys: Keys
) -> OpenTable:
    """The table from a snapshot and the events after it.

    A round in progress gets its remaining cards, if their key is available.
    """
    table, (rows, fields) = table_from(data["config"]), resumed_fields(version, data, events, keys)
    shoe = fields["shoe"]
    deck = source(shoe) if rows and shoe.secret else Deck(())
    now = rebuild(table, deck, [round_event(row) for row in rows]) if rows else None
    if now is not None:
        check_going_on(over=now.over)
        if data["rules"] != rules_hash() and shoe.secret and not deals(shoe, now):
            raise BadRecord(
                f"its round was dealt under rules {data['rules'][:12]}, and these, "
                f"{rules_hash()[:12]}, give other cards: finish it with the program that dealt it",
                "record/rules",
            )
    held = tuple(Held(**held) for held in (*data["held"], *_bodies(events, LARGE)))
    return OpenTable(table=table, meters=data["meters"], round=now, held=held, **fields)


def resumed_fields(
    version: int, data: Mapping[str, Any], events: Sequence[Event], keys: Keys
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The rows of the round in progress, and the fields that every open table has."""
    before, shoe = before_and_shoe(data, events)
    rows = rows_in_progress(data, events)
    return rows, {
        "name": str(data["name"]),
        "shoe": if_possible(shoe, keys) if rows else shoe,
        "seats": {int(seat): str(player) for seat, player in data["seats"].items()},
        # The snapshot does not count a round that began after it.
        "rounds": int(data["rounds"]) + (bool(rows) and not data["told"]),
        "before": before,
        "is_open": bool(data["open"]),
        "rules": str(data["rules"]),
        "opened": int(data["opened"]),
        "version": version + len(events),
        "abandoned": abandoned_from(data),
        "out": frozenset(data.get("out", ())),
        "leaving": frozenset(data.get("leaving", ())),
    }


def rows_in_progress(data: Mapping[str, Any], events: Sequence[Event]) -> list[dict[str, Any]]:
    """The events of the round in progress: from the snapshot, then from the events after it."""
    name, rules = data["name"], data["rules"]
    if any(event.kind not in OF_A_ROUND for event in events):
        raise BadRecord(f"table {name}: a snapshot is kept after all but rounds", "record/event")
    after = [row for one in _bodies(events, ROUND) for row in one["events"]]
    rows = [*data["told"], *(row for row in after if row["event"] not in fairness.BEFORE_DEAL)]
    if rows and rules != rules_hash():
        # Rows that these rules cannot produce are refused when the round is rebuilt.
        rows[0] = {**rows[0], "rules": rules_hash()}
    return rows


def as_dealt(events: Iterable[dict[str, Any]], rules: str) -> list[dict[str, Any]]:
    """A round in progress, for a snapshot, with the rules that dealt it."""
    rows = list(events)
    return [{**rows[0], "rules": rules}, *rows[1:]] if rows else []


def check_going_on(*, over: bool) -> None:
    """A round's last act writes a snapshot, so a round after one must be in progress."""
    if over:
        raise BadRecord("its round is over, and kept as if it went on", "record/over")


def before_and_shoe(
    data: Mapping[str, Any], events: Sequence[Event]
) -> tuple[fairness.PendingBets, Shoe]:
    """Pending bets and words, and the shoe with the words it was dealt with."""
    before, shoe = fairness.before_from(data.get("before", {})), read_shoe(data["shoe"])
    for one in _bodies(events, ROUND):
        first = one["events"][0]
        if first["event"] in fairness.BEFORE_DEAL:
            before = before.after(first)
        elif first["event"] in DEALS:
            words = fairness.words_from(one.get("words", ()))
            before, shoe = before.dealt(words, shoe.first), fairness.mixed(shoe, words)
    return before, shoe


def _bodies(events: Sequence[Event], kind: str) -> list[dict[str, Any]]:
    return [json.loads(event.body) for event in events if event.kind == kind]


# A table whose state these rules cannot rebuild is shown, but nothing can be done at it: a table
# that another program dealt at, or whose records are wrong, must not stop the others.


@dataclass(frozen=True, slots=True)
class UnreadTable:
    """What is known without the rules; the attributes are named as in an open table."""

    name: str
    reason: str
    game_id: str
    seats: Mapping[int, str]
    meters: Mapping[str, str]
    rounds: int
    is_open: bool
    opened: int
    version: int
    abandoned: tuple[Abandoned, ...] = ()
    before: fairness.PendingBets = fairness.NOTHING_STANDS

    round: ClassVar[None] = None
    held: ClassVar[tuple[Held, ...]] = ()
    posted: ClassVar[None] = None
    turn: ClassVar[None] = None
    legal: ClassVar[list[str]] = []

    def seated(self, seat: int) -> None:
        """Unknown: only who sits there is known."""

    @property
    def stream(self) -> str:
        return f"{TABLE}{self.name}"

    @property
    def refusal(self) -> RuleError:
        return RuleError(f"table {self.name} cannot be read: {self.reason}", "room/unread")


def unread(name: str, data: Mapping[str, Any], version: int, reason: str) -> UnreadTable:
    return UnreadTable(
        name,
        reason,
        game_id=str(data["config"]["game"]),
        seats={int(seat): str(player) for seat, player in data["seats"].items()},
        meters=dict(data.get("meters", {})),
        rounds=int(data["rounds"]),
        is_open=bool(data["open"]),
        opened=int(data["opened"]),
        version=version,
        abandoned=abandoned_from(data),
        before=fairness.before_from(data.get("before", {})),
    )
