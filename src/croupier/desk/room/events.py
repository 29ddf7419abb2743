"""The log of significant events as people read it: the latest of them, or page by page."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from croupier.bank.meters.meter import PARTS
from croupier.bank.reading import Stretch, postings_by_id
from croupier.bank.store import Store
from croupier.desk.printable import one_line
from croupier.money import dollars
from croupier.room.books.log import SIGNIFICANT, LogEntry, latest, log
from croupier.room.names import movement
from croupier.room.people.sign_ins import KINDS

WITHIN = ("about", "change", "opening", "authority")  # fields of an event that have parts
LONG = (  # for programs only
    *("config", "worth", "rules", "meters", "program", "before", "wins", "key"),
    *("event", "at", "until"),
)
MONEY = ("cents", "drop", "tray", "seed", "prize", "carried", "carried_reserve", "carried_seed")
OF_A_METER = ("displayed", "reserve")  # in parts of a cent
BARE = ("cents", "name", "player", "players", "posting", "wager", "why")  # without labels
WHO = ("by", "first", "second")
LAST = (*WHO, "reason")
AT_ONCE = 200  # events per query
LINES, LOOKED_AT = 50, 4_000  # at most: lines per page, and events searched for them


class EventLog(NamedTuple):
    entries: list[LogEntry]
    postings: Mapping[str, str]  # the postings that entries name, as text


class LoggedLine(NamedTuple):
    record: int
    at: int  # milliseconds since 1970, UTC
    where: str
    what: str
    about: str


class LoggedPage(NamedTuple):
    lines: list[LoggedLine]  # newest first
    before: int  # the record before which to continue; 0: there are no more


def event_log(store: Store, last: int, *, sign_ins: bool = False) -> EventLog:
    """The latest significant events, or sign-ins."""
    kinds = KINDS if sign_ins else SIGNIFICANT
    entries = log(store, Stretch(1, store.head().sequence), kinds)[-last:]
    return EventLog(entries, _named_by(store, entries))


def log_page(store: Store, words: str = "", before: int = 0) -> LoggedPage:
    """Events before a record that contain all these words, within a limited search."""
    wanted = words.casefold().split()
    before = before or store.head().sequence + 1
    lines: list[LoggedLine] = []
    for _ in range(LOOKED_AT // AT_ONCE):
        found = latest(store, before, AT_ONCE)
        postings = _named_by(store, [entry for _, entry in found.entries])
        for record, entry in found.entries:
            line = LoggedLine(record, entry.at, place(entry), entry.kind, said(entry, postings))
            text = f"{line.where} {line.what} {line.about}".casefold()
            if all(word in text for word in wanted):
                lines.append(line)
            if len(lines) == LINES:
                return LoggedPage(lines, record)
        before = found.before
        if not before:
            break
    return LoggedPage(lines, before)


def _named_by(store: Store, entries: Iterable[LogEntry]) -> dict[str, str]:
    """The postings that entries name. One that was reversed by its key has an id after `act:`."""
    facts = [flat(entry.about) for entry in entries]
    named = [str(about["posting"]) for about in facts if "posting" in about]
    ids = {f"act:{name}": name for name in named} | {name: name for name in named}
    return {ids[id_]: movement(one) for id_, one in postings_by_id(store, list(ids)).items()}


def place(entry: LogEntry) -> str:
    return one_line(entry.stream.replace("/", " ", 1))


def said(entry: LogEntry, postings: Mapping[str, str]) -> str:
    return one_line(", ".join(_parts(entry.about, postings)))


def _parts(about: Mapping[str, Any], postings: Mapping[str, str]) -> Iterator[str]:
    """The facts first, then who and why."""
    facts = flat(about)
    for name, value in facts.items():
        if name in (*LONG, *LAST) or value in (None, 0, "", "0"):
            continue
        if name in MONEY and isinstance(value, int):
            value = dollars(value)
        if name in OF_A_METER and isinstance(value, int):
            value = dollars(value // PARTS)
        if name == "posting":
            value = postings.get(value, value)
        if name == "players":  # what a discontinued jackpot held belongs to them
            value = "to players"
        yield f"{'' if name in BARE else name + ' '}{value}"
    who = dict.fromkeys(str(facts[name]) for name in WHO if facts.get(name))
    why = f": {facts['reason']}" if facts.get("reason") else ""
    if who:
        yield f"by {' and '.join(who)}{why}"


def flat(about: Mapping[str, Any]) -> dict[str, Any]:
    """A proposal about a round also contains the round's number."""
    facts = dict(about)
    if "about" in facts:
        facts = {"proposal": facts.pop("number"), **facts}
    for name in WITHIN:
        facts |= facts.pop(name, {})
    return facts
