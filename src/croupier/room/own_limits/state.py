"""The stream of a player's own limits: what is in force, what was asked for, and the sums.

A limit counts from the moment it is set. What is staked at a table is counted as lost until the
round is over; so no limit can be passed by playing at two tables at once.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from croupier.bank.act import Event, Part
from croupier.bank.store import StoredStream
from croupier.errors import BadRecord
from croupier.room.names import OWN
from croupier.room.own_limits.periods import DAY, PERIODS, PeriodSums, counted
from croupier.room.tables.state import body

MINUTE = 60_000  # milliseconds
DEPOSIT, LOSS = "deposit", "loss"
ROUND_LIMIT, BUY_IN, SESSION = "round", "buy-in", "session"
BY_PERIOD = {kind: tuple(f"{kind}-{period}" for period in PERIODS) for kind in (DEPOSIT, LOSS)}
# By name; in cents, but the session's in minutes.
LIMITS = (*BY_PERIOD[DEPOSIT], *BY_PERIOD[LOSS], ROUND_LIMIT, BUY_IN, SESSION)
OF_PLAY = {*BY_PERIOD[LOSS], ROUND_LIMIT, SESSION}  # those that stakes are counted for
EXCLUSION = "exclusion"  # until further notice: it can be asked to end
REST = 60 * MINUTE  # without a round, after which a new session begins
WAITS, EXPIRES = DAY, 8 * DAY  # when the second yes to a higher limit is taken: from, until

SET, ASKED, CONFIRMED = "limit set", "higher limit asked for", "higher limit confirmed"
PAUSED, EXCLUDED = "break taken", "excluded themselves"
PUT_IN, AT_STAKE, RESULT = "deposit counted", "at stake", "result counted"
OWN_ACTS = (SET, ASKED, CONFIRMED, PAUSED, EXCLUDED)
TAKE_BETS_BACK = (SET, PAUSED, EXCLUDED)  # those for rounds that are not closed yet
COUNTS = (PUT_IN, AT_STAKE, RESULT)  # parts of other acts


class Asked(NamedTuple):
    """A higher limit, or none; it waits for a second yes."""

    amount: int | None
    at: int  # milliseconds since 1970, UTC

    @property
    def begins(self) -> int:
        return self.at + WAITS

    @property
    def ends(self) -> int:
        return self.at + EXPIRES


class Pause(NamedTuple):
    """A break, or an exclusion."""

    kind: str  # of the event that began it
    at: int
    until: int | None  # None: until further notice


class AtRisk(NamedTuple):
    """What a seat can still lose in a round."""

    cents: int
    chips: int | None = None  # before the deal, once it is dealt


class PlaySession(NamedTuple):
    """Rounds without an hour's rest between them."""

    began: int
    last: int


@dataclass(frozen=True, slots=True)
class OwnLimits:
    player: str
    limits: Mapping[str, int] = field(default_factory=dict)
    asked: Mapping[str, Asked] = field(default_factory=dict)
    pause: Pause | None = None
    deposited: PeriodSums = field(default_factory=dict)
    lost: PeriodSums = field(default_factory=dict)  # below zero: won
    stakes: Mapping[tuple[str, int], AtRisk] = field(default_factory=dict)  # by table and seat
    session: PlaySession | None = None
    version: int = 0

    @property
    def stream(self) -> str:
        return f"{OWN}{self.player}"

    @property
    def counts_play(self) -> bool:
        return any(name in self.limits for name in OF_PLAY)

    @property
    def counts_deposits(self) -> bool:
        return any(name in self.limits for name in BY_PERIOD[DEPOSIT])

    def paused(self, at: int) -> Pause | None:
        """The break or exclusion in force at that time."""
        pause = self.pause
        ended = pause is not None and pause.until is not None and at >= pause.until
        return None if ended else pause

    def going_on(self, at: int) -> PlaySession | None:
        """The session that a round at that time belongs to."""
        rests = self.session is None or at - self.session.last >= REST
        return None if rests else self.session

    def at_risk(self, table: str = "") -> int:
        """The sum of what can still be lost, at one table or at all."""
        stakes = self.stakes.items()
        return sum(stake.cents for (at, _), stake in stakes if table in ("", at))

    def after(self, event: Event) -> "OwnLimits":
        """The limits after an event of their stream, which is not checked here."""
        said = json.loads(event.body)
        now = AFTER[event.kind](self, said["at"], said)
        return replace(now, version=self.version + 1)

    def part(self, *events: Event) -> tuple[Part, "OwnLimits"]:
        """What an act adds to the stream, and the state then."""
        now = self
        for event in events:
            now = now.after(event)
        return Part(self.stream, self.version, events, body(now.to_json())), now

    def to_json(self) -> dict[str, object]:
        """Only what there is."""
        data: dict[str, object] = {
            "limits": dict(self.limits),
            "asked": {name: list(asked) for name, asked in self.asked.items()},
            "pause": self.pause and list(self.pause),
            "deposited": {period: list(sums) for period, sums in self.deposited.items()},
            "lost": {period: list(sums) for period, sums in self.lost.items()},
            "stakes": [[*place, *stake] for place, stake in sorted(self.stakes.items())],
            "session": self.session and list(self.session),
        }
        return {name: value for name, value in data.items() if value}


def resumed(player: str, stored: StoredStream) -> OwnLimits:
    """Every act on the stream keeps a snapshot."""
    if not stored.version:
        return OwnLimits(player)
    if stored.snapshot is None or stored.events:
        raise BadRecord(f"the limits of {player}: an act kept no state of them", "record/snapshot")
    return limits_from(player, json.loads(stored.snapshot), stored.version)


def limits_from(player: str, data: Mapping[str, Any], version: int) -> OwnLimits:
    def tally(name: str) -> dict[str, tuple[int, int]]:
        return {period: (int(sums[0]), int(sums[1])) for period, sums in data.get(name, {}).items()}

    return OwnLimits(
        player,
        limits=dict(data.get("limits", {})),
        asked={name: Asked(*asked) for name, asked in data.get("asked", {}).items()},
        pause=Pause(*data["pause"]) if "pause" in data else None,
        deposited=tally("deposited"),
        lost=tally("lost"),
        stakes={(row[0], row[1]): AtRisk(*row[2:]) for row in data.get("stakes", ())},
        session=PlaySession(*data["session"]) if "session" in data else None,
        version=version,
    )


# The effect of each event


def _without(rows: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {other: value for other, value in rows.items() if other != name}


def _set(own: OwnLimits, at: int, said: Mapping[str, Any]) -> OwnLimits:
    what = said["what"]
    limits = {**own.limits, what: said["amount"]}
    return replace(_taken_back(own, said), limits=limits, asked=_without(own.asked, what))


def _asked(own: OwnLimits, at: int, said: Mapping[str, Any]) -> OwnLimits:
    return replace(own, asked={**own.asked, said["what"]: Asked(said["amount"], at)})


def _confirmed(own: OwnLimits, at: int, said: Mapping[str, Any]) -> OwnLimits:
    what = said["what"]
    amount, asked = own.asked[what].amount, _without(own.asked, what)
    if what == EXCLUSION:
        return replace(own, pause=None, asked=asked)
    limits = _without(own.limits, what) if amount is None else {**own.limits, what: amount}
    return replace(own, limits=limits, asked=asked)


def _paused(kind: str, own: OwnLimits, at: int, said: Mapping[str, Any]) -> OwnLimits:
    pause = Pause(kind, at, said["until"])
    return replace(_taken_back(own, said), pause=pause, asked=_without(own.asked, EXCLUSION))


def _taken_back(own: OwnLimits, said: Mapping[str, Any]) -> OwnLimits:
    bets = {(table, seat) for table, seat in said["bets"]}
    return replace(own, stakes={at: stake for at, stake in own.stakes.items() if at not in bets})


def _put_in(own: OwnLimits, at: int, said: Mapping[str, Any]) -> OwnLimits:
    return replace(own, deposited=counted(own.deposited, at, said["cents"]))


def _at_stake(own: OwnLimits, at: int, said: Mapping[str, Any]) -> OwnLimits:
    place = said["table"], said["seat"]
    others = {other: stake for other, stake in own.stakes.items() if other != place}
    if not said["cents"]:
        return replace(own, stakes=others)
    stakes = {**others, place: AtRisk(said["cents"], said.get("chips"))}
    return replace(own, stakes=stakes, session=_played(own, at))


def _result(own: OwnLimits, at: int, said: Mapping[str, Any]) -> OwnLimits:
    place = said["table"], said["seat"]
    others = {other: stake for other, stake in own.stakes.items() if other != place}
    lost = counted(own.lost, at, -said["net"])
    return replace(own, stakes=others, lost=lost, session=_played(own, at))


def _played(own: OwnLimits, at: int) -> PlaySession:
    going_on = own.going_on(at)
    return PlaySession(at if going_on is None else going_on.began, at)


AFTER = {
    SET: _set,
    ASKED: _asked,
    CONFIRMED: _confirmed,
    PAUSED: lambda own, at, said: _paused(PAUSED, own, at, said),
    EXCLUDED: lambda own, at, said: _paused(EXCLUDED, own, at, said),
    PUT_IN: _put_in,
    AT_STAKE: _at_stake,
    RESULT: _result,
}
