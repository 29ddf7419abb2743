"""`croupier room log`: the significant events, a line each, in dollars and names."""

from collections.abc import Iterator, Mapping
from typing import Any

from croupier.bank.meters.meter import PARTS
from croupier.bank.reading import Stretch, postings_by_id
from croupier.bank.store import Store
from croupier.cli.input import write_json
from croupier.cli.room.run import looked_into
from croupier.cli.room.show import new_sheet
from croupier.cli.screen import one_line, screen
from croupier.money import dollars
from croupier.room.books.days import days
from croupier.room.books.log import Entry
from croupier.room.books.log import log as read_log
from croupier.room.books.plain import movement

LONG = (  # --json has them
    *("config", "worth", "rules", "meters", "program", "before", "wins", "key"),
    *("event", "at", "until"),
)
WITHIN = ("about", "change", "opening", "authority")  # told in the same line
MONEY = ("cents", "drop", "tray", "seed", "prize", "carried", "carried_reserve", "carried_seed")
OF_A_METER = ("displayed", "reserve")  # in parts of a cent
BARE = ("cents", "name", "player", "players", "posting", "wager", "why")  # without labels
WHO = ("by", "first", "second")
LAST = (*WHO, "reason")


def log(bank: str, last: int, zone: str, *, as_json: bool) -> None:
    calendar = days(zone)
    with looked_into(bank) as store:
        entries = read_log(store, Stretch(1, store.head().sequence))[-last:]
        postings = _postings(store, entries)
    if as_json:
        write_json([entry._asdict() for entry in entries])
        return
    sheet = new_sheet("Significant events", "when", "where", "what", "about")
    for entry in entries:
        about = ", ".join(_parts(entry.about, postings))
        where = entry.stream.replace("/", " ", 1)
        sheet.add_row(calendar.shown(entry.at), one_line(where), entry.kind, one_line(about))
    screen().print(sheet)


def _postings(store: Store, entries: list[Entry]) -> dict[str, str]:
    """What the entries name, in words; what was reversed by its key has an id after `act:`."""
    told = [_flat(entry.about) for entry in entries]
    named = [str(about["posting"]) for about in told if "posting" in about]
    ids = {f"act:{name}": name for name in named} | {name: name for name in named}
    return {ids[id_]: movement(one) for id_, one in postings_by_id(store, list(ids)).items()}


def _parts(about: Mapping[str, Any], postings: Mapping[str, str]) -> Iterator[str]:
    """The facts first, then who and why."""
    flat = _flat(about)
    for name, value in flat.items():
        if name in (*LONG, *LAST) or value in (None, 0, "", "0"):
            continue
        if name in MONEY and isinstance(value, int):
            value = dollars(value)
        if name in OF_A_METER and isinstance(value, int):
            value = dollars(value // PARTS)
        if name == "posting":
            value = postings.get(value, value)
        if name == "players":  # what a discontinued jackpot held is theirs
            value = "to players"
        yield f"{'' if name in BARE else name + ' '}{value}"
    who = dict.fromkeys(str(flat[name]) for name in WHO if flat.get(name))
    why = f": {flat['reason']}" if flat.get("reason") else ""
    if who:
        yield f"by {' and '.join(who)}{why}"


def _flat(about: Mapping[str, Any]) -> dict[str, Any]:
    """What a proposal is about has a number of its own, if it is a round."""
    flat = dict(about)
    if "about" in flat:
        flat = {"proposal": flat.pop("number"), **flat}
    for name in WITHIN:
        flat |= flat.pop(name, {})
    return flat
