"""A round as a page that a person can read and the program can replay, line for line.

Each line is who, a verb, and the rest. Acts that were refused may stand in it too ("tries").
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from croupier.cards.card import Card, parse, text
from croupier.errors import BadRecord, RuleError
from croupier.money import Cents, dollars, parse_dollars
from croupier.rules.felt import Face, OptionValue, Result
from croupier.rules.limits import DEFAULT_PROFILE, Limits, profile
from croupier.rules.vocabulary import Place
from croupier.table.events import DEALER, Acted, Dealt, Event, Opened, Revealed, Settled
from croupier.table.round import Round, deal
from croupier.table.source import Deck
from croupier.table.table import Table, open_table


class Try(NamedTuple):
    """An act that was refused, at a version of the round."""

    version: int
    seat: int
    action: str
    code: str


def transcript(state: Round, tries: Sequence[Try] = ()) -> str:
    """The round so far, hidden cards included: for the house, or once the round is over."""
    lines = list(_header(state))
    for count, event in enumerate(state.events, start=1):
        lines.extend(_event_lines(event))
        lines.extend(
            _line(f"seat {refused.seat}", f"tries {refused.action}, refused: {refused.code}")
            for refused in tries
            if refused.version == count
        )
    return "\n".join(lines) + "\n"


def _header(state: Round) -> Iterator[str]:
    table = state.table
    yield _line("game", table.game.id)
    yield _line("posted", " ".join(f"{name}={id_}" for name, id_ in table.posted_ids.items()))
    changed = [
        f"{option.name}={_option_text(table.options[option.name])}"
        for option in table.game.options
        if table.options[option.name] != option.default
    ]
    if changed:
        yield _line("options", ", ".join(changed))
    yield _line("limits", ", ".join([table.limits.profile.name, *_bounds(table)]))
    yield _line("offers", ", ".join(wager.name for wager in table.offers))
    dealt = [card for event in state.events if isinstance(event, Dealt) for card in event.cards]
    yield _line("deck", text(dealt))


def _bounds(table: Table) -> Iterator[str]:
    """The house's own bounds; a fixed wager follows from the options."""
    limits = table.limits
    offered = {wager.name for wager in table.offers}
    for wager in table.game.wagers:
        if wager.fixed or (wager.part_of or wager.name) not in offered:
            continue
        if wager.name in limits.minimums or wager.name in limits.maximums:
            least, most = dollars(limits.least(wager)), dollars(limits.most(wager))
            yield f"{wager.name} {least} to {most}"


def _event_lines(event: Event) -> Iterator[str]:
    match event:
        case Opened(wagers=wagers):
            for seat, stakes in wagers.items():
                bets = ", ".join(f"{name} {dollars(stake)}" for name, stake in stakes.items())
                yield _line(f"seat {seat}", f"bets {bets}")
        case Dealt(seat, cards, face, place):
            verb = "is offered" if place is Place.OFFER else "is dealt"
            shown = f"{len(cards)} face down" if face is Face.DOWN else text(cards)
            yield _line(_who(seat), f"{verb} {shown}")
        case Acted(seat, _, action):
            yield _line(f"seat {seat}", f"chooses {action}")
        case Revealed(seat, cards):
            yield _line(_who(seat), f"shows {text(cards)}")
        case Settled(seat, results):
            yield _line(f"seat {seat}", "settles " + ", ".join(map(_result_text, results)))


def _result_text(result: Result) -> str:
    net = dollars(result.net, sign=True) if result.net else "push"
    share = f" and {result.meter_percent}% of the meter" if result.meter_percent else ""
    return f"{result.wager} {net}{share}"


def _who(seat: int) -> str:
    return "dealer" if seat == DEALER else f"seat {seat}"


def _line(who: str, rest: str) -> str:
    return f"{who:<7} {rest}".rstrip()


def _option_text(value: OptionValue) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def replay(written: str) -> tuple[Round, tuple[Try, ...]]:
    """Plays the round again from its deck, bets and acts; a line that comes out other is named."""
    script = _read(written)
    state = deal(script.table, script.wagers, Deck(script.deck))
    tries = []
    for line, seat, action, refused in script.acts:
        with _named(line):
            if refused:
                tries.append(_refusal(state, seat, action))
            else:
                state = state.act(seat, action)
    _compare(written, transcript(state, tries))
    return state, tuple(tries)


@contextmanager
def _named(line: int) -> Iterator[None]:
    """What the rules refuse is told with the number of the line that asked for it."""
    try:
        yield
    except RuleError as refused:
        raise BadRecord(f"line {line}: {refused.message}", refused.code) from refused


def _refusal(state: Round, seat: int, action: str) -> Try:
    try:
        state.act(seat, action)
    except RuleError as refused:
        return Try(state.version, seat, action, refused.code)
    raise BadRecord(f"seat {seat} tries {action!r}: it is legal", "record/transcript")


def _compare(written: str, played: str) -> None:
    theirs, ours = written.strip().splitlines(), played.strip().splitlines()
    for number, (line, expected) in enumerate(zip(theirs, ours, strict=False), start=1):
        if line.rstrip() != expected:
            raise BadRecord(
                f"line {number} says {line.rstrip()!r}; the rules give {expected!r}",
                "record/transcript",
            )
    if len(theirs) != len(ours):
        raise BadRecord(
            f"{len(theirs)} lines; the round played again has {len(ours)}", "record/transcript"
        )


class _Script(NamedTuple):
    """What a transcript says that the rules cannot know."""

    table: Table
    deck: tuple[Card, ...]
    wagers: Mapping[int, Mapping[str, int]]
    acts: tuple[tuple[int, int, str, bool], ...]  # line, seat, action, whether it was refused


_HEADER = ("game", "posted", "options", "limits", "offers", "deck")
_SEAT_LINE = re.compile(r"seat (\d{1,3})\s+(bets|chooses|tries) (.*)")


def _read(written: str) -> _Script:
    header: dict[str, str] = {}
    lines: dict[str | int, int] = {}  # where each part of the header, each seat's bets stand
    wagers: dict[int, dict[str, Cents]] = {}
    acts = []
    for number, line in enumerate(written.strip().splitlines(), start=1):
        word, _, rest = line.partition(" ")
        if word in _HEADER:
            header[word], lines[word] = rest.strip(), number
        found = _SEAT_LINE.fullmatch(line.rstrip())
        if found is None:
            continue
        seat, verb, said = int(found.group(1)), found.group(2), found.group(3)
        if verb == "bets":
            lines[seat] = number
            with _named(number):
                wagers[seat] = dict(_wager(bet) for bet in said.split(", "))
        else:
            acts.append((number, seat, said.partition(", refused")[0], verb == "tries"))
    missing = [word for word in ("game", "deck") if word not in header]
    if missing:
        raise BadRecord(f"no line {missing[0]!r}: not a transcript", "record/transcript")
    table = _table(header, lines)
    with _named(lines["deck"]):
        deck = parse(header["deck"], decks=table.game.decks)
    for seat, stakes in wagers.items():
        with _named(lines[seat]):
            table.check_stakes(seat, stakes)
    return _Script(table, deck, wagers, tuple(acts))


def _wager(bet: str) -> tuple[str, Cents]:
    name, _, amount = bet.rpartition(" ")
    return name, parse_dollars(amount)


def _table(header: Mapping[str, str], lines: Mapping[str | int, int]) -> Table:
    try:
        options: dict[str, OptionValue] = dict(_pairs(header.get("options", ""), ", "))
        offers = header.get("offers")
        return open_table(
            header["game"],
            posted=_pairs(header.get("posted", ""), " "),
            options=options,
            limits=_limits(header.get("limits", DEFAULT_PROFILE)),
            offers=None if offers is None else offers.split(", "),
        )
    except RuleError as refused:
        about = {"paytable": "posted", "option": "options", "limits": "limits", "table": "offers"}
        line = lines.get(about.get(refused.code.partition("/")[0], "game"), lines["game"])
        raise BadRecord(f"line {line}: {refused.message}", refused.code) from refused


def _pairs(written: str, between: str) -> dict[str, str]:
    pairs = {}
    for item in written.split(between) if written else ():
        name, equals, value = item.partition("=")
        if not equals:
            raise BadRecord(f"{item!r} is not name=value", "record/transcript")
        pairs[name] = value
    return pairs


def _limits(written: str) -> Limits:
    name, *bounds = written.split(", ")
    minimums, maximums = {}, {}
    for bound in bounds:
        found = re.fullmatch(r"(.+) (\S+) to (\S+)", bound)
        if found is None:
            raise BadRecord(f"{bound!r} is not a limit such as 'ante $5 to $100'", "record/limits")
        minimums[found.group(1)] = parse_dollars(found.group(2))
        maximums[found.group(1)] = parse_dollars(found.group(3))
    return Limits(profile(name), minimums, maximums)
