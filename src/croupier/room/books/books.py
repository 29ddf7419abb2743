"""The master game report: the drop, the win and the theoretical win of every table and day.

Money comes from the postings, and once more from the tray: the win is the drop, what the tray
gained, less fills, plus credits and corrections of payments. Wagers come from the rounds. The
theoretical win is the worth recorded when the table was opened.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from croupier.bank.ledger import Purpose
from croupier.bank.reading import PostingSum, StoredEvent, Stretch, flows, rare, stored_events
from croupier.bank.store import Store
from croupier.errors import BadRecord
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.odds.house_edge import Band, Worth, expected, worth_from_json
from croupier.room.books.days import Days, worked
from croupier.room.books.recall import rows_before
from croupier.room.cage.cash_postings import CORRECTED, REVERSED, TO_HOUSE
from croupier.room.names import TABLE, drop_of, tray_of
from croupier.room.tables.kinds import is_banked
from croupier.room.tables.mistakes import CALLED_OFF
from croupier.room.tables.state import ROUND
from croupier.room.tables.tables import OPENED
from croupier.room.tables.words import BEFORE_DEAL


@dataclass(slots=True)
class WagerLine:
    """A wager at a table on a day: its own stakes, and the win including its raises."""

    wager: str
    bets: int = 0
    staked: int = 0
    win: int = 0  # the house's
    theory: Fraction | None = None  # the house's expected win
    variance: Fraction = Fraction(0)


@dataclass(slots=True)
class TableLine:
    day: date
    table: str
    game: str
    rounds: int = 0
    drop: int = 0
    fills: int = 0
    credits: int = 0
    win: int = 0
    corrections: int = 0  # to the house, for past rounds; included in the win
    tray_change: int = 0
    wagers: dict[str, WagerLine] = field(default_factory=dict)

    @property
    def win_by_tray(self) -> int:
        """The win computed the other way, from the tray's inventory."""
        return self.tray_change - self.fills + self.credits + self.drop + self.corrections

    @property
    def hold(self) -> Fraction | None:
        return Fraction(self.win, self.drop) if self.drop else None

    @property
    def band(self) -> Band | None:
        return band(self.wagers.values())


def band(lines: Iterable[WagerLine]) -> Band | None:
    """The band over all wagers whose theoretical win is known."""
    known = [line for line in lines if line.theory is not None]
    if not known:
        return None
    return Band(
        sum(line.win for line in known),
        sum((line.theory or Fraction(0) for line in known), Fraction(0)),
        sum((line.variance for line in known), Fraction(0)),
    )


def books(
    store: Store, calendar: Days, first: date | None = None, last: date | None = None
) -> list[TableLine]:
    """The lines of a range of days, by day and table; all days if none is named."""
    reader, games = _Rounds(store), _Games(store)
    lines: list[TableLine] = []
    for day, whole in worked(store, calendar, first, last):
        today = _DayLines(day)
        for part in games.parts(whole):
            today.games = games.now(part)
            for flow in flows(store, part):
                _add_flow(flow, today)
            for event in stored_events(store, part, TABLE):
                reader.read(event, today)
        lines += [today.found[which] for which in sorted(today.found)]
    return lines


class _DayLines:
    """A day's lines: one for each table and game."""

    def __init__(self, day: date) -> None:
        self.day = day
        self.games: Mapping[str, str] = {}  # the game that each table plays now
        self.found: dict[tuple[str, str], TableLine] = {}

    def line(self, name: str, game: str = "") -> TableLine:
        """The line of the named game, or of the one that the table plays now."""
        game = game or self.games.get(name, "")
        return self.found.setdefault((name, game), TableLine(self.day, name, game))


class _Games:
    """The game that each table plays: the one of its last opening."""

    def __init__(self, store: Store) -> None:
        self.opened = [
            (what.sequence, what.stream.removeprefix(TABLE), _game(what))
            for what, _ in rare(store, Stretch(1, 2**62), [OPENED])
            if what.stream.startswith(TABLE)
        ]

    def parts(self, whole: Stretch) -> Iterator[Stretch]:
        """The stretch, split before each opening."""
        cuts = [at for at, _, _ in self.opened if whole.first < at <= whole.last]
        for first, after in pairwise([whole.first, *cuts, whole.last + 1]):
            if first < after:
                yield Stretch(first, after - 1)

    def now(self, part: Stretch) -> dict[str, str]:
        return {name: game for at, name, game in self.opened if at <= part.first}


def _game(opened: StoredEvent) -> str:
    return str(json.loads(opened.event.body)["config"]["game"])


def _add_flow(flow: PostingSum, today: _DayLines) -> None:
    """A posting of a table's tray or drop box."""
    for account, sign in ((flow.debit, -1), (flow.credit, 1)):
        table, _, _ = account.removeprefix(TABLE).partition("/")
        if account not in (tray_of(table), drop_of(table)):
            continue
        row, cents = today.line(table), sign * flow.cents
        if account == drop_of(table):
            row.drop += cents if flow.reason == Purpose.BUY_IN.value else 0
            continue
        row.tray_change += cents
        if flow.reason == Purpose.FILL.value:
            row.fills += cents
        elif flow.reason == Purpose.CREDIT.value:
            row.credits -= cents
        elif flow.reason != Purpose.CHIPS.value:
            row.win += cents


class PostedTerms(NamedTuple):
    game: str
    worth: tuple[Worth, ...]
    families: Mapping[str, str]  # the line that each wager belongs to


class _Rounds:
    """Rounds, which may take several acts, are added to the day on which they end."""

    def __init__(self, store: Store) -> None:
        self.posted = cache(lambda stream, version: _posted(store, stream, version))
        self.store = store
        self.open: dict[str, list[dict[str, Any]]] = {}

    def read(self, what: StoredEvent, today: _DayLines) -> None:
        name = what.stream.removeprefix(TABLE)
        if what.event.kind == CALLED_OFF:
            self.open.pop(name, None)
        body = json.loads(what.event.body)
        if what.event.kind in (CORRECTED, REVERSED):
            posted = self.posted(what.stream, body["opened"])
            _add_correction(today.line(name, posted.game), posted, body)
        if what.event.kind != ROUND or body["events"][0]["event"] in BEFORE_DEAL:
            return
        events = self.open.setdefault(name, [])
        events += body["events"]
        if "shoe" not in body:
            return
        del self.open[name]
        posted = self.posted(what.stream, body["opened"])
        row = today.line(name)
        row.rounds += 1
        if is_banked(posted.game):
            if events[0]["event"] != "opened":  # dealt the day before
                events = [*_begun(self.store, what, body["number"]), *body["events"]]
            _add_round(row, posted, events)


def _posted(store: Store, stream: str, version: int) -> PostedTerms:
    body = json.loads(store.events(stream, after=version - 1, most=1)[0].body)
    name = body["config"]["game"]
    if not is_banked(name):
        return PostedTerms(name, (), {})
    game = GAMES[name]
    worth = [worth_from_json(one) for one in body["worth"]]
    known = tuple(one for one in worth if one.wager not in game.jackpots)
    above = {one.wager: one.above for one in known if one.above}
    families = {
        wager.name: wager.part_of or above.get(wager.name, wager.name) for wager in game.wagers
    }
    return PostedTerms(name, known, families)


def _begun(store: Store, end: StoredEvent, number: int) -> list[dict[str, Any]]:
    """The events of a round before its last act."""
    rows = rows_before(store, end.stream, end.version - 1)
    if not rows or rows[0]["event"] != "opened":
        raise BadRecord(f"{end.stream}: round {number} has no beginning", "record/event")
    return rows


def _add_round(row: TableLine, posted: PostedTerms, events: list[dict[str, Any]]) -> None:
    """A finished round. Jackpots have no theoretical win here: meters have books of their own."""
    stakes: dict[int, dict[str, int]] = {}
    for event in events:
        if event["event"] == "settled" or event.get("forfeit"):  # a returned wager does not count
            for result in event["results"]:
                stakes.setdefault(event["seat"], {})[result["wager"]] = result["stake"]
                line = _line(row, posted.families[result["wager"]])
                line.win -= result["net"]
    for made in stakes.values():
        for wager, stake in made.items():
            if posted.families[wager] == wager:
                line = _line(row, wager)
                line.bets += 1
                line.staked += stake
        for wager, (win, variance) in expected(posted.worth, made).items():
            line = _line(row, wager)
            line.theory = (line.theory or Fraction(0)) + win
            line.variance += variance


def _add_correction(row: TableLine, posted: PostedTerms, body: Mapping[str, Any]) -> None:
    """On its own day: the books of the round's day are closed."""
    cents = body["cents"] if body["to"] == TO_HOUSE else -body["cents"]
    row.corrections += cents
    row.win += cents
    _line(row, posted.families[body["wager"]]).win += cents


def _line(row: TableLine, wager: str) -> WagerLine:
    return row.wagers.setdefault(wager, WagerLine(wager))


class Total(NamedTuple):
    """Several lines together: a game's, a day's, or all."""

    name: str
    rounds: int
    drop: Cents
    win: Cents
    band: Band | None

    @property
    def hold(self) -> Fraction | None:
        return Fraction(self.win, self.drop) if self.drop else None


def totals(lines: Iterable[TableLine], key: Callable[[TableLine], str]) -> list[Total]:
    groups: dict[str, list[TableLine]] = {}
    for line in lines:
        groups.setdefault(key(line), []).append(line)
    return [
        Total(
            name,
            sum(line.rounds for line in group),
            Cents(sum(line.drop for line in group)),
            Cents(sum(line.win for line in group)),
            band(wager for line in group for wager in line.wagers.values()),
        )
        for name, group in sorted(groups.items())
    ]
