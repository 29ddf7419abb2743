"""Where sittings are saved: a private file for each game, written atomically."""

import base64
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from croupier import fair
from croupier.bank.meters.meter import Meter
from croupier.desk.coach import Mistakes
from croupier.desk.coaching.written import (
    course_from_json,
    course_to_json,
    mistakes_from_json,
    mistakes_to_json,
)
from croupier.desk.sittings import sitting as home
from croupier.desk.sittings.jackpots import meters_from_json, meters_to_json
from croupier.errors import BadRecord, RuleError
from croupier.files import PRIVATE, content_of, put
from croupier.games.registry import GAMES, POKER, rules_hash
from croupier.money import Cents
from croupier.rules.limits import Limits, profile
from croupier.table.events import Opened
from croupier.table.events import from_json as event_from_json
from croupier.table.events import to_json as event_to_json
from croupier.table.round import Round, rebuild
from croupier.table.shoe import Shoe, ShoeRecord, deals, new_shoe, source
from croupier.table.shoe import from_json as shoe_from_json
from croupier.table.table import Table, open_table

LARGEST = 16 * 1024 * 1024  # bytes of a saved game; one takes a few kilobytes
SINGLE = ("play.json", "poker.json")  # once: one for all house games, one for poker
FORMAT = "croupier play 1"
# Everything that reading a manipulated file can raise; a RuleError is a ValueError.
BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
S = TypeVar("S")


def default_folder() -> Path:
    state = os.environ.get("XDG_STATE_HOME", "")
    folder = Path(state) if Path(state).is_absolute() else Path.home() / ".local" / "state"
    return folder / "croupier"


def slot(folder: Path, game: str) -> Path:
    return folder / "saved" / f"{game}.json"


def latest(folder: Path) -> str | None:
    saved = {}
    for game in (*GAMES, *POKER):
        try:
            saved[game] = slot(folder, game).stat().st_mtime_ns
        except OSError:
            continue
    return max(saved, key=lambda game: saved[game], default=None)


def take_over(folder: Path) -> list[str]:
    """Moves the single files of an earlier version into their games' slots; returns messages.

    A file that belongs in no slot, or whose slot is taken, is kept under another name.
    """
    said = []
    for old in (folder / name for name in SINGLE):
        if not old.exists():
            continue
        game = _game(old)
        try:
            if game is None or slot(folder, game).exists():
                why = "cannot be used" if game is None else f"is older than the one of {game}"
                said.append(f"The saved game {old} {why}; it is kept as {set_aside(old, 'old')}")
            else:
                slot(folder, game).parent.mkdir(mode=0o700, exist_ok=True)
                old.rename(slot(folder, game))
        except (OSError, RuleError) as fault:
            said.append(f"The saved game {old} stays where it is: {fault}")
    return said


def _game(path: Path) -> str | None:
    try:
        game = json.loads(content_of(path, LARGEST))["game"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    return game if game in (*GAMES, *POKER) else None


def set_aside(path: Path, why: str) -> Path:
    """Keeps a file under a new, unused name."""
    for number in count(1):
        aside = path.with_name(f"{path.name}.{why}" + (f".{number}" if number > 1 else ""))
        if not aside.exists():
            break
    try:
        path.rename(aside)
    except OSError as fault:
        raise RuleError(
            f"{path} cannot be kept under another name ({fault.strerror}); move it away, or no "
            f"game can be saved there",
            "play/saved",
        ) from fault
    return aside


def save(path: Path, sitting: home.Sitting) -> None:
    """Written atomically and readable only by the owner: the file contains the secret of the
    shuffle.
    """
    write_private(path, _to_json(sitting))


def write_private(path: Path, data: ShoeRecord) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    put(path, json.dumps(data, indent=1).encode(), PRIVATE)


def load(path: Path, game: str) -> home.Sitting | None:
    """The sitting in the file; None if there is no file, BadRecord with the reason if it is
    damaged.
    """
    return loaded(path, lambda written: _from_json(written, game))


def loaded(path: Path, from_json: Callable[[object], S]) -> S | None:
    """Turns whatever is wrong with the file into a BadRecord."""
    try:
        return from_json(json.loads(content_of(path, LARGEST)))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except RecursionError as broken:
        raise BadRecord("it is nested too deeply", "record/saved") from broken
    except BadRecord:
        raise
    except OSError as broken:
        raise BadRecord(f"it cannot be read: {broken.strerror}", "record/saved") from broken
    except BROKEN as broken:
        raise BadRecord(f"it cannot be read ({broken})", "record/saved") from broken


def _to_json(sitting: home.Sitting) -> dict[str, object]:
    table, state = sitting.table, sitting.round
    return {
        "format": FORMAT,
        "rules": rules_hash(),
        "game": table.game.id,
        "posted": table.posted_ids,
        "unprinted": bool(table.unprinted),
        **({} if table.coach else {"coach": False}),
        "options": dict(table.options),
        "profile": table.limits.profile.name,
        "aggregates": dict(table.limits.aggregates),
        "seats": sitting.seats,
        "bankroll": sitting.bankroll,
        "buy_in": sitting.buy_in,
        "word": sitting.word,
        "bets": {str(seat): dict(stakes) for seat, stakes in sitting.bets.items()},
        "meters": meters_to_json(sitting.meters),
        "course": course_to_json(sitting.course),
        "mistakes": mistakes_to_json(sitting.mistakes),
        "house": covered(
            {
                "shoe": sitting.shoe.to_json(),
                "words": home.words_to_json(sitting.words),
                "records": [dict(record) for record in sitting.records],
                "events": [event_to_json(event) for event in state.events] if state else [],
            }
        ),
    }


def covered(data: ShoeRecord) -> str:
    """Base64: not encryption, but opening the file does not reveal the cards to come."""
    return base64.b64encode(json.dumps(data).encode()).decode()


def uncovered(written: object) -> Any:
    return json.loads(base64.b64decode(str(written), validate=True))


def checked(data: object, kind: str, game: str) -> dict[str, Any]:
    """The content of such a file, if it is for this game."""
    if not isinstance(data, dict) or data.get("format") != kind:
        raise BadRecord("it is not a game that this program saved", "record/saved")
    if data["game"] != game:
        raise BadRecord(f"it is a game of {data['game']}, not of {game}", "record/saved")
    return data


def called_off(data: Mapping[str, Any], events: object, what: str) -> str:
    """What to say about a game saved under other rules: money is kept, cards are not."""
    if data["rules"] == rules_hash():
        return ""
    off = f"The {what} in progress is called off and its bets are returned; " if events else ""
    said = "new cards are shuffled."
    return f"This game was saved under other rules. {off}{said if off else said.capitalize()}"


def _from_json(written: object, game: str) -> home.Sitting:
    data = checked(written, FORMAT, game)
    house = uncovered(data["house"])
    note = called_off(data, house["events"], "round")
    if note:
        table, other = reopened(lambda: table_of(data), lambda: open_table(str(data["game"])))
        return replace(_without_cards(data, table), note=note + other)
    sitting = _without_cards(data, table_of(data))
    shoe = shoe_from_json(house["shoe"])
    if shoe.decks != sitting.table.game.decks:
        raise BadRecord("its shoe is not one of this game", "record/saved")
    state = _round(sitting.table, shoe, house["events"])
    sitting = replace(
        sitting,
        shoe=shoe,
        words=home.words_from_json(house["words"], shoe.entropy),
        records=tuple(dict(record) for record in house["records"]),
        round=state,
        meters=_meters(data, sitting.table, state),
        course=course_from_json(data.get("course", ()), sitting.table),  # an older file has none
        mistakes=mistakes_from_json(data["mistakes"]) if "mistakes" in data else Mistakes(),
    )
    _check(sitting)
    return sitting


def table_of(data: Mapping[str, Any]) -> Table:
    return open_table(
        str(data["game"]),
        posted=data["posted"],
        options=data["options"],
        limits=Limits(profile(str(data["profile"])), aggregates=_aggregates(data)),
        unprinted=bool(data.get("unprinted", True)),  # an older file does not say
        coach=bool(data.get("coach", True)),
    )


def _aggregates(data: Mapping[str, Any]) -> dict[str, Cents]:
    limits = data.get("aggregates", {})  # an older file has none
    return {str(name): Cents(whole(cents)) for name, cents in limits.items()}


def reopened(as_it_was: Callable[[], S], by_default: Callable[[], S]) -> tuple[S, str]:
    """A table saved under other rules; the default one if it may no longer be opened."""
    try:
        return as_it_was(), ""
    except RuleError as wrong:
        said = f" The table has its defaults, since it cannot open as it was ({wrong.message})."
        return by_default(), said


def _without_cards(data: Mapping[str, Any], table: Table) -> home.Sitting:
    """The sitting at this table between two rounds, with new cards."""
    seats = whole(data["seats"])
    table.check_seats(range(1, seats + 1))
    bets = {
        int(seat): {str(name): Cents(whole(stake)) for name, stake in stakes.items()}
        for seat, stakes in data["bets"].items()
    }
    return home.Sitting(
        table=table,
        seats=seats,
        bankroll=Cents(whole(data["bankroll"])),
        buy_in=Cents(whole(data["buy_in"])),
        word=typed_word(data),
        shoe=new_shoe(table),
        bets={seat: stakes for seat, stakes in bets.items() if _takes(table, seat, stakes)},
        meters=_meters(data, table, None),
    )


def typed_word(data: Mapping[str, Any]) -> str:
    """Under other rules a word may have been longer."""
    word = str(data["word"])
    return home.check_typed(word if data["rules"] == rules_hash() else word[: fair.LONGEST_TYPED])


def _meters(data: Mapping[str, Any], table: Table, state: Round | None) -> dict[str, Meter]:
    """A file of an earlier version has no meters: they start now."""
    written = {
        str(name): {str(part): whole(number) for part, number in meter.items()}
        for name, meter in data.get("meters", {}).items()
    }
    in_play = {} if state is None else {spot.seat: spot.wagers for spot in state.spots}
    return meters_from_json(written, table, in_play)


def _takes(table: Table, seat: int, stakes: Mapping[str, int]) -> bool:
    try:
        table.check_stakes(seat, stakes)
    except RuleError:
        return False
    return True


def _check(sitting: home.Sitting) -> None:
    """Rejects anything that a game could stumble over later."""
    if sitting.at_hand < 0:
        raise BadRecord("the bets exceed the bankroll", "record/saved")
    if any(fair.check(record) for record in sitting.records):
        raise BadRecord("a round of its shoe does not match its proof", "record/saved")


def _round(table: Table, shoe: Shoe, events: list[ShoeRecord]) -> Round | None:
    if not events:
        return None
    past = [event_from_json(event) for event in events]
    bets = past[0].wagers if isinstance(past[0], Opened) else {}
    table.check_seats(bets)
    for seat, stakes in bets.items():
        table.check_stakes(seat, stakes)
    state = rebuild(table, source(shoe), past)
    waits = state.over or state.choice is not None
    if not waits or not deals(shoe, state):
        raise BadRecord("its round does not follow from its shuffle", "record/saved")
    return state


def whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise BadRecord(f"{value!r} is not an amount", "record/saved")
    return value
