"""Missed blinds: nobody was dealt in who still owed one and did not post it.

A replay checks single hands. This follows each poker table from its first event (who sits, sits
out, joins and leaves) and checks every deal, and the table's snapshot, against it.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from croupier.bank.act import Event
from croupier.bank.audit.books import AuditFailed
from croupier.bank.reading import Stretch, events_after, rare, snapshots
from croupier.bank.store import Store
from croupier.games.registry import rules_hash
from croupier.money import Cents
from croupier.room.audit.difference import UNREADABLE, Difference
from croupier.room.cage.cash_postings import BOUGHT, CASHED
from croupier.room.names import TABLE
from croupier.room.people.known_differences import Excuses
from croupier.room.tables.kinds import is_poker
from croupier.room.tables.mistakes import CALLED_OFF
from croupier.room.tables.poker.state import OpenPoker, table_from
from croupier.room.tables.seats import OF_SEATS, seat_changed
from croupier.room.tables.state import ROUND, body
from croupier.room.tables.tables import OPENED
from croupier.room.tables.words import BETS_CLOSED, EventRows
from croupier.table.poker.deal import NO_DEBTS, Dealing
from croupier.table.poker.record import posts_in
from croupier.table.poker.table import Positions
from croupier.table.shoe import Shoe

AT_ONCE = 5_000  # events
OUT_OF_STACK, INTO_STACK = ("posted", "acted"), ("returned", "awarded")


def check_blinds(store: Store, last: int, excuse: Excuses) -> None:
    """AuditFailed names the first hand that was dealt to a seat that should have waited."""
    opened = [what for what, _ in rare(store, Stretch(1, last), [OPENED])]
    tables = [what for what in opened if what.stream.startswith(TABLE)]
    for stream in sorted({what.stream for what in tables if _of_poker(what.event)}):
        kept = next((one for one in snapshots(store, stream) if one.stream == stream), None)
        past = _Past(stream.removeprefix(TABLE))
        for version, event in enumerate(events_after(store, stream, 0, AT_ONCE, AT_ONCE), 1):
            try:
                past.read(event)
                if kept is not None and kept.version == version:
                    past.compare(json.loads(kept.body))
            except (Difference, *UNREADABLE) as wrong:
                excuse(AuditFailed("event", None, f"{stream}: {wrong}"))
                break  # from here on the debts are unknown


def _of_poker(opened: Event) -> bool:
    return is_poker(json.loads(opened.body)["config"])


class _Past:
    """The past of one table; `table` is None while it is not poker, or cannot be read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.table: OpenPoker | None = None
        self.is_ours = False  # opened under the rules of this program
        self.stacks: dict[int, Cents] = {}  # of the seats in the hand in progress, before it
        self.hand: Dealing | None = None  # in progress
        self.closed: tuple[int, ...] = ()  # the seats that the next hand must be dealt to

    def read(self, event: Event) -> None:
        if event.kind in (OPENED, CALLED_OFF):
            self.closed = ()
        if event.kind == OPENED:
            self.table = self._opened(json.loads(event.body))
        elif self.table is not None:
            self.table = self._after(self.table, event.kind, json.loads(event.body))

    def _opened(self, said: Mapping[str, Any]) -> OpenPoker | None:
        self.is_ours = said["rules"] == rules_hash()
        if not is_poker(said["config"]):
            return None
        try:
            return OpenPoker(
                self.name, table_from(said["config"]), Shoe(1, b"", commitment="any"), {}, {}
            )
        except UNREADABLE:
            if self.is_ours:
                raise
            return None

    def compare(self, snapshot: Mapping[str, Any]) -> None:
        """Checks the fields that only poker has; room/audit/snapshots.py checks the others."""
        if self.table is None:
            return
        made = self.table.to_json()
        names = ("stacks", "out", "positions", *(("owed", "posting") if self.is_ours else ()))
        older = NO_DEBTS.to_json()  # older snapshots have no debts
        for name in names:
            must, does = json.loads(body({name: made[name]}))[name], {**older, **snapshot}[name]
            if must != does:
                raise Difference(f"its snapshot has {name} {does!r}; its events make {must!r}")

    def _after(self, table: OpenPoker, kind: str, said: Mapping[str, Any]) -> OpenPoker:
        if kind == BOUGHT:
            seat, stacks = said["seat"], dict(table.stacks)
            stacks[seat] = Cents(stacks.get(seat, 0) + said["cents"])
            joined = table.joined(seat, said["player"], in_hand=self.hand is not None)
            return replace(joined, stacks=stacks)
        if kind == CASHED:
            stacks = {seat: chips for seat, chips in table.stacks.items() if seat != said["seat"]}
            return replace(table.without(said["seat"]), stacks=stacks)
        if kind in OF_SEATS:
            changed = seat_changed(table, said["seat"], kind, post=said.get("post", False))
            return changed.as_poker()
        if kind == CALLED_OFF:
            before, self.stacks, self.hand = self.stacks, {}, None
            return replace(table, stacks={**table.stacks, **before})
        return self._played(table, said) if kind == ROUND else table

    def _played(self, table: OpenPoker, said: Mapping[str, Any]) -> OpenPoker:
        rows = said["events"]
        if rows[0]["event"] == BETS_CLOSED:
            self.closed = tuple(sorted(map(int, rows[0]["bets"])))
            if self.is_ours and table.owes:
                _check_seats(table, "the bets are closed for", self.closed)
        if rows[0]["event"] == "started":
            self.hand, closed, self.closed = _dealt(rows), self.closed, ()
            if self.is_ours and table.owes:
                _check(table, said["number"], self.hand, closed)
            self.stacks = {seat: table.stacks[seat] for seat in self.hand.seats}
        table = replace(table, stacks=_stacks(table.stacks, rows))
        if "shoe" not in said or self.hand is None:
            return table
        at, played, _ = self.hand
        self.hand, self.stacks = None, {}
        return table.after_hand(at, played)


def _dealt(rows: EventRows) -> Dealing:
    positions = Positions(*(int(rows[0][name]) for name in Positions._fields))
    return Dealing(positions, tuple(sorted(map(int, rows[0]["stacks"]))), posts_in(rows))


def _check_seats(table: OpenPoker, what: str, seats: tuple[int, ...]) -> None:
    if not set(seats) <= set(table.ready):
        raise Difference(f"{what} seats {seats}; ready are {table.ready}")


def _check(table: OpenPoker, number: int, hand: Dealing, closed: Collection[int]) -> None:
    """Either every ready seat was dealt in, or some were, and none of those had to wait. Once the
    bets are closed, it is those seats, even if one of them is about to leave.
    """
    if not closed:
        _check_seats(table, f"hand {number} is dealt to", hand.seats)
    ways = [table.dealing(seats) for seats in ([closed] if closed else [table.ready, hand.seats])]
    if not any(_alike(hand, way, table) for way in ways):
        raise Difference(f"hand {number} is {_text(hand)}; by the blinds it is {_text(ways[0])}")


def _alike(hand: Dealing, way: Dealing, table: OpenPoker) -> bool:
    posts = {seat: made for seat in way.posts if (made := _posted(table, seat, way.posts[seat]))}
    return way._replace(posts=posts) == hand


def _posted(table: OpenPoker, seat: int, blinds: Collection[str]) -> tuple[str, ...]:
    """The blinds that are really posted: not one of $0, nor one that no chips are left for."""
    chips, made = table.stacks[seat] - table.table.number("ante"), []
    for blind in blinds:
        cents = table.table.number(f"{blind}_blind")
        if min(cents, chips) > 0:
            made.append(blind)
        chips -= cents
    return tuple(made)


def _stacks(before: Mapping[int, Cents], rows: EventRows) -> dict[int, Cents]:
    stacks = dict(before)
    for row in rows:
        sign = (row["event"] in INTO_STACK) - (row["event"] in OUT_OF_STACK)
        if sign:
            stacks[row["seat"]] = Cents(stacks.get(row["seat"], 0) + sign * row["chips"])
    return {seat: chips for seat, chips in stacks.items() if chips}


def _text(dealing: Dealing) -> str:
    at, seats, posts = dealing
    posted = ", ".join(f"{seat} posts {' and '.join(blinds)}" for seat, blinds in posts.items())
    return f"dealt to {seats} with button and blinds at {tuple(at)}" + (
        f", {posted}" if posted else ""
    )
