"""Everything that happens in a round is one of these events; the state is what they add up to.

Events hold hidden cards: they are the house's record. A seat is shown views, never events.
"""

import json
from collections.abc import Mapping
from typing import NamedTuple

from croupier.cards.card import Card, parse, text
from croupier.errors import BadRecord
from croupier.money import Cents
from croupier.rules.felt import Face, OptionValue, Result
from croupier.rules.vocabulary import Place

DEALER = 0  # the seat number of the dealer


class Opened(NamedTuple):
    """The bets are made; no card is dealt yet."""

    game: str
    rules: str  # the digest of the rules it is played by
    posted: Mapping[str, str]
    options: Mapping[str, OptionValue]
    wagers: Mapping[int, Mapping[str, Cents]]


class Dealt(NamedTuple):
    seat: int
    cards: tuple[Card, ...]
    face: Face
    place: Place


class Acted(NamedTuple):
    seat: int
    choice: str
    action: str


class Revealed(NamedTuple):
    """All cards of a seat, or of the dealer, are turned face up."""

    seat: int
    cards: tuple[Card, ...]


class Collected(NamedTuple):
    """A settled hand goes to the rack."""

    seat: int
    cards: tuple[Card, ...]
    place: Place


FactValue = int | tuple[int, ...]


class Settled(NamedTuple):
    """Wagers settled together, with the facts passed to the rule, so that they can be explained."""

    seat: int
    results: tuple[Result, ...]
    facts: tuple[FactValue, ...]


class Voided(NamedTuple):
    """A hand declared dead: unsettled wagers are returned, or lost if forfeited."""

    seat: int
    forfeit: bool
    results: tuple[Result, ...]


RoundEvent = Opened | Dealt | Acted | Revealed | Collected | Settled | Voided


def to_json(event: RoundEvent) -> dict[str, object]:
    """An event as plain data, with its kind under `event`."""
    match event:
        case Opened(game, rules, posted, options, wagers):
            stakes = {str(seat): dict(made) for seat, made in wagers.items()}
            tables = {"posted": dict(posted), "options": dict(options)}
            return {"event": "opened", "game": game, "rules": rules, **tables, "wagers": stakes}
        case Dealt(seat, cards, face, place):
            put = {"face": face.value, "place": place.name.lower()}
            return {"event": "dealt", "seat": seat, "cards": text(cards), **put}
        case Acted():
            return {"event": "acted", **event._asdict()}
        case Revealed(seat, cards):
            return {"event": "revealed", "seat": seat, "cards": text(cards)}
        case Collected(seat, cards, place):
            put = {"place": place.name.lower()}
            return {"event": "collected", "seat": seat, "cards": text(cards), **put}
        case Settled(seat, results, facts):
            rows = [result._asdict() for result in results]
            values = [list(fact) if isinstance(fact, tuple) else fact for fact in facts]
            return {"event": "settled", "seat": seat, "results": rows, "facts": values}
        case Voided():
            rows = [result._asdict() for result in event.results]
            return {"event": "voided", **event._asdict(), "results": rows}


def written(data: Mapping[str, object]) -> str:
    """Canonical JSON: equal data always gives the same text."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def from_json(data: Mapping[str, object]) -> RoundEvent:
    """Parses an event written by `to_json`; refuses anything else."""
    try:
        return _read(data)
    except (KeyError, TypeError, ValueError, AttributeError) as broken:
        raise BadRecord(f"not an event: {data!r} ({broken})", "record/event") from broken


def _read(data: Mapping[str, object]) -> RoundEvent:
    kind, seat = data["event"], data.get("seat")
    if kind == "opened":
        return _read_opened(data)
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise ValueError(f"seat {seat!r}")
    match kind:
        case "dealt":
            cards = parse(str(data["cards"]), decks=8)
            return Dealt(seat, cards, Face(data["face"]), Place[str(data["place"]).upper()])
        case "acted":
            return Acted(seat, str(data["choice"]), str(data["action"]))
        case "revealed":
            return Revealed(seat, parse(str(data["cards"]), decks=8))
        case "collected":
            cards = parse(str(data["cards"]), decks=8)
            return Collected(seat, cards, Place[str(data["place"]).upper()])
        case "settled":
            rows, facts = data["results"], data["facts"]
            if not isinstance(rows, list) or not isinstance(facts, list):
                raise ValueError("results and facts must be lists")
            values = (tuple(fact) if isinstance(fact, list) else fact for fact in facts)
            return Settled(seat, tuple(_read_result(row) for row in rows), tuple(values))
        case "voided":
            rows, forfeit = data["results"], data["forfeit"]
            if not isinstance(rows, list) or not isinstance(forfeit, bool):
                raise ValueError("results must be a list, forfeit true or false")
            return Voided(seat, forfeit, tuple(_read_result(row) for row in rows))
        case _:
            raise ValueError(f"no kind of event: {kind!r}")


def _read_result(row: Mapping[str, object]) -> Result:
    result = Result(**row)  # type: ignore[arg-type]
    if set(map(type, result[1:])) != {int}:
        raise ValueError(f"not whole numbers: {row}")
    return result


def _read_opened(data: Mapping[str, object]) -> Opened:
    posted, options, wagers = data["posted"], data["options"], data["wagers"]
    if not (isinstance(posted, dict) and isinstance(options, dict) and isinstance(wagers, dict)):
        raise ValueError("posted, options and wagers must be objects")
    stakes = {int(seat): dict(made) for seat, made in wagers.items()}
    return Opened(str(data["game"]), str(data["rules"]), posted, options, stakes)
