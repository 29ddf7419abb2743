"""Acts that only the floor may do, held against who they were at the time.

A correction must be of a wager that a past round settled, of the player who sat there, once at a
time, and must have moved what it tells; a dead hand in the log must be one in its round. Replays
check single acts; this looks at the whole past.
"""

import json
from collections.abc import Iterator
from typing import Any

from croupier.bank.audit_books import AuditFailed
from croupier.bank.ledger import reversal
from croupier.bank.meter_json import BY_HAND
from croupier.bank.reading import Stretch, Told, rare
from croupier.bank.store import Store
from croupier.room.by_hand import AWARDED, BANKED, CORRECTED, DRAWN, REVERSED, moved_by
from croupier.room.corrections import check_wager, correction_id, off
from croupier.room.difference import UNREADABLE, Difference
from croupier.room.exposed import REPLACED, STANDS
from croupier.room.floor import DISMISSED, ENROLLED, FOUNDED, ROOM
from croupier.room.meters import METER
from croupier.room.people import Role, check_may, check_two
from croupier.room.play import DEAD, EXPOSED
from croupier.room.recall import ended, players_before
from croupier.room.table_state import ROUND, TABLE

PEOPLE = (FOUNDED, ENROLLED, DISMISSED)
LOOKED_AT = (*PEOPLE, CORRECTED, REVERSED, DEAD, EXPOSED, BANKED, DRAWN, AWARDED, *BY_HAND)


def check_floor(store: Store, last: int) -> int:
    """How many corrections there are; AuditFailed names what is wrong with one."""
    past = _Past(store)
    for what, _ in rare(store, Stretch(1, last), list(LOOKED_AT)):
        try:
            past.read(what, json.loads(what.event.body))
        except (Difference, *UNREADABLE) as wrong:
            raise AuditFailed("event", what.sequence, f"{what.stream}: {wrong}") from wrong
    return len(past.standing) + len(past.reversed)


class _Past:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.people: dict[str, Role] = {}
        self.standing: set[str] = set()  # corrections, by their postings
        self.reversed: set[str] = set()

    def read(self, what: Told, said: dict[str, Any]) -> None:
        kind, name = what.event.kind, what.stream.removeprefix(TABLE)
        if what.stream == ROOM:
            self._person(kind, said)
        elif what.stream.startswith(TABLE) and kind == CORRECTED:
            check_two(self.people, said["by"], said["second"], "correct a payment")
            self._corrected(name, said)
        elif what.stream.startswith(TABLE) and kind == REVERSED:
            check_two(self.people, said["by"], said["second"], "reverse a posting")
            self._reversed(said)
        elif what.stream.startswith(TABLE) and kind == DEAD:
            check_may(self.people, said["by"], "declare a hand dead")
            self._dead(what, said)
        elif what.stream.startswith(TABLE) and kind == EXPOSED:
            check_may(self.people, said["by"], "rule on an exposed card")
            self._exposed(what, said)
        elif what.stream.startswith(METER):
            answer = said["authority"]["first"], said["authority"]["second"]
            check_two(self.people, *answer, "change a meter")
        elif kind in (BANKED, DRAWN):
            check_two(self.people, said["by"], said["second"], "change a meter")
        elif kind == AWARDED:
            check_two(self.people, said["by"], said["second"], "award jackpot money")

    def _dead(self, what: Told, said: dict[str, Any]) -> None:
        """The round says so just before, in the same act; who sat there is known."""
        (before,) = self.store.events(what.stream, after=what.version - 2, most=1)
        told = json.loads(before.body)
        first = told["events"][0]
        players = players_before(self.store, what.stream, what.version)
        names = ("by", "number", "seat", "forfeit", "player")
        must = {"forfeit": True, **told, **first, "player": players[first["seat"]]}
        same = all(must[name] == said[name] for name in names)
        if first["event"] != "voided" or not same:
            raise Difference(f"a dead hand {said}, and the round tells {first}")

    def _exposed(self, what: Told, said: dict[str, Any]) -> None:
        """A card that was replaced is told by its hand just before, in the same act."""
        player = players_before(self.store, what.stream, what.version)[said["seat"]]
        must = {**said, "player": player, "ruling": STANDS}
        (before,) = self.store.events(what.stream, after=what.version - 2, most=1)
        told = json.loads(before.body)
        first = told["events"][0] if before.kind == ROUND else {"event": ""}
        if first["event"] == "exposed":
            must |= {"by": told["by"], "number": told["number"], "ruling": REPLACED}
            must |= {"seat": first["seat"], "place": first["number"], "card": first["card"]}
        if said != must:
            raise Difference(f"an exposed card {said}, where it must be {must}")

    def _person(self, kind: str, said: dict[str, Any]) -> None:
        if kind == FOUNDED:
            self.people[said["by"]] = Role.ADMINISTRATOR
        elif kind == ENROLLED:
            self.people[said["name"]] = Role(said["role"])
        else:
            self.people.pop(said["name"], None)

    def _corrected(self, name: str, said: dict[str, Any]) -> None:
        past = ended(self.store, name, said["number"])
        check_wager(past, said["seat"], said["wager"])
        told = said["player"], said["opened"], said["posting"]
        must = past.players[said["seat"]], past.opened, self._next_id(name, said)
        if told != must:
            raise Difference(f"a correction of {told}, where it must be {must}")
        (moved,) = moved_by(CORRECTED, name, said["posting"], said)
        if self.store.posting(moved.id) != moved:
            raise Difference(f"{moved} stands otherwise in the books")
        self.standing.add(moved.id)

    def _next_id(self, name: str, said: dict[str, Any]) -> str:
        """A wager is corrected once, and again only if that was reversed."""
        for id_ in self._ids(name, said):
            if id_ not in self.reversed:
                return id_
        raise AssertionError("there is always another number")

    def _ids(self, name: str, said: dict[str, Any]) -> Iterator[str]:
        for time in range(1, len(self.reversed) + 2):
            yield correction_id(name, said["number"], said["seat"], said["wager"], time)

    def _reversed(self, said: dict[str, Any]) -> None:
        wrong = said["posting"]
        if wrong not in self.standing:
            raise Difference(f"the reversal of {wrong}, which is no correction that stands")
        must = reversal(self.store.posting(wrong), off(wrong), said["reason"][:200])
        if self.store.posting(must.id) != must:
            raise Difference(f"{must} stands otherwise in the books")
        self.standing.remove(wrong)
        self.reversed.add(wrong)
