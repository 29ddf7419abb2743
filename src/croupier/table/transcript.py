"""A round as a text that a person can read and the program can replay, line by line.

Each line has an actor, a verb, and the rest. Refused acts may be included ("tries").
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from croupier.cards.card import Card, parse, text
from croupier.errors import BadRecord, RuleError
from croupier.money import Cents, dollars, parse_dollars
from croupier.rules.felt import Face, OptionValue, Result
from croupier.rules.limits import DEFAULT_PROFILE, Limits, profile
from croupier.rules.vocabulary import Place
from croupier.table import events
from croupier.table.round import Round, deal
from croupier.table.source import Deck
from croupier.table.table import Table, open_table

# Lines that the transcripts of all games share


class Try(NamedTuple):
    """A refused act, at a version of the round (a number of events)."""

    version: int
    seat: int
    action: str
    code: str


def line(who: str, rest: str) -> str:
    return f"{who:<7} {rest}".rstrip()


def try_lines(tries: Iterable[Try], version: int) -> Iterator[str]:
    for refused in tries:
        if refused.version == version:
            yield line(f"seat {refused.seat}", f"tries {refused.action}, refused: {refused.code}")


def tried(said: str) -> str:
    return said.partition(", refused")[0]


def refusal(act: Callable[[int, str], object], version: int, seat: int, action: str) -> Try:
    try:
        act(seat, action)
    except RuleError as refused:
        return Try(version, seat, action, refused.code)
    raise BadRecord(f"seat {seat} tries {action!r}: it is legal", "record/transcript")


def option_texts(options: Mapping[str, OptionValue], usual: Mapping[str, OptionValue]) -> str:
    return ", ".join(
        f"{name}={_option_text(options[name])}"
        for name, default in usual.items()
        if options[name] != default
    )


def _option_text(value: OptionValue) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def pairs(written: str, between: str) -> dict[str, str]:
    read = {}
    for item in written.split(between) if written else ():
        name, equals, value = item.partition("=")
        if not equals:
            raise BadRecord(f"{item!r} is not name=value", "record/transcript")
        read[name] = value
    return read


def numbered(written: str) -> Iterator[tuple[int, str]]:
    for number, read in enumerate(written.strip().splitlines(), start=1):
        yield number, read.rstrip()


def check_there(header: Mapping[str, object], words: Iterable[str]) -> None:
    for word in words:
        if word not in header:
            raise BadRecord(f"no line {word!r}: not a transcript", "record/transcript")


@contextmanager
def named(number: int) -> Iterator[None]:
    """Adds the number of the offending line to a refusal."""
    try:
        yield
    except RuleError as refused:
        raise BadRecord(f"line {number}: {refused.message}", refused.code) from refused


def compare(written: str, played: str) -> None:
    """Compares line by line; the refusal names the first difference."""
    theirs, ours = written.strip().splitlines(), played.strip().splitlines()
    for number, (said, expected) in enumerate(zip(theirs, ours, strict=False), start=1):
        if said.rstrip() != expected:
            raise BadRecord(
                f"line {number} says {said.rstrip()!r}; the rules give {expected!r}",
                "record/transcript",
            )
    if len(theirs) != len(ours):
        raise BadRecord(
            f"{len(theirs)} lines; the round played again has {len(ours)}", "record/transcript"
        )


# A round


def transcript(state: Round, tries: Sequence[Try] = ()) -> str:
    """The round so far, hidden cards included: for the house, or once the round is over."""
    lines = list(_header(state))
    for count, event in enumerate(state.events, start=1):
        lines.extend(_event_lines(event))
        lines.extend(try_lines(tries, count))
    return "\n".join(lines) + "\n"


def _header(state: Round) -> Iterator[str]:
    table = state.table
    yield line("game", table.game.id)
    yield line("posted", " ".join(f"{name}={id_}" for name, id_ in table.posted_ids.items()))
    if table.unprinted:
        yield line("unprinted", "; ".join(table.unprinted))
    changed = option_texts(
        table.options, {option.name: option.default for option in table.game.options}
    )
    if changed:
        yield line("options", changed)
    yield line("limits", ", ".join([table.limits.profile.name, *_bounds(table)]))
    if table.limits.aggregates:
        sums = (f"{name} {dollars(limit)}" for name, limit in table.limits.aggregates.items())
        yield line("aggregate", ", ".join(sums))
    yield line("offers", ", ".join(wager.name for wager in table.offers))
    dealt = [event.cards for event in state.events if isinstance(event, events.Dealt)]
    yield line("deck", text([card for cards in dealt for card in cards]))


def _bounds(table: Table) -> Iterator[str]:
    """The house's own limits; a fixed wager follows from the options."""
    limits = table.limits
    offered = {wager.name for wager in table.offers}
    for wager in table.game.wagers:
        if wager.fixed or (wager.part_of or wager.name) not in offered:
            continue
        if wager.name in limits.minimums or wager.name in limits.maximums:
            least, most = dollars(limits.least(wager)), dollars(limits.most(wager))
            yield f"{wager.name} {least} to {most}"


def _event_lines(event: events.RoundEvent) -> Iterator[str]:
    match event:
        case events.Opened(wagers=wagers):
            for seat, stakes in wagers.items():
                bets = ", ".join(f"{name} {dollars(stake)}" for name, stake in stakes.items())
                yield line(f"seat {seat}", f"bets {bets}")
        case events.Dealt(seat, cards, face, place):
            verb = "is offered" if place is Place.OFFER else "is dealt"
            shown = f"{len(cards)} face down" if face is Face.DOWN else text(cards)
            yield line(_who(seat), f"{verb} {shown}")
        case events.Acted(seat, _, action):
            yield line(f"seat {seat}", f"chooses {action}")
        case events.Revealed(seat, cards):
            yield line(_who(seat), f"shows {text(cards)}")
        case events.Collected(seat, cards, _):
            yield line("dealer", f"collects {text(cards)} from seat {seat}")
        case events.Settled(seat, results):
            yield line(f"seat {seat}", "settles " + ", ".join(map(_result_text, results)))
        case events.Voided(seat, forfeit, results):
            became = _LOST if forfeit else _RETURNED
            bets = ", ".join(f"{result.wager} {dollars(result.stake)}" for result in results)
            yield line(f"seat {seat}", f"is dead, {became} {bets}")


def _result_text(result: Result) -> str:
    net = dollars(result.net, sign=True) if result.net else "push"
    share = f" and {result.meter_percent}% of the meter" if result.meter_percent else ""
    return f"{result.wager} {net}{share}"


def _who(seat: int) -> str:
    return "dealer" if seat == events.DEALER else f"seat {seat}"


def replay(written: str) -> tuple[Round, tuple[Try, ...]]:
    """Replays the round from its deck, bets and acts; refuses at the first line that differs."""
    state, tries = _played(_read(written))
    compare(written, transcript(state, tries))
    return state, tries


def _played(script: "_Script") -> tuple[Round, tuple[Try, ...]]:
    state = deal(script.table, script.wagers, Deck(script.deck))
    tries = []
    for number, seat, verb, action in script.acts:
        with named(number):
            if verb == "tries":
                tries.append(refusal(state.act, state.version, seat, action))
            elif verb == "chooses":
                state = state.act(seat, action)
            else:
                state = state.void(seat, forfeit=action.startswith(_LOST))
    return state, tuple(tries)


class _Script(NamedTuple):
    """What a transcript says that the rules do not determine."""

    table: Table
    deck: tuple[Card, ...]
    wagers: Mapping[int, Mapping[str, int]]
    acts: tuple[tuple[int, int, str, str], ...]  # line, seat, verb, what


_HEADER = ("game", "posted", "unprinted", "options", "limits", "aggregate", "offers", "deck")
_SEAT_LINE = re.compile(r"seat (\d{1,3})\s+(bets|chooses|tries|is dead,) (.*)")
_LOST, _RETURNED = "lost:", "returned:"


def _read(written: str) -> _Script:
    header: dict[str, str] = {}
    lines: dict[str | int, int] = {}  # line numbers of header fields and of each seat's bets
    wagers: dict[int, dict[str, Cents]] = {}
    acts = []
    for number, said in numbered(written):
        word, _, rest = said.partition(" ")
        if word in _HEADER:
            header[word], lines[word] = rest.strip(), number
        found = _SEAT_LINE.fullmatch(said)
        if found is None:
            continue
        seat, verb, said = int(found.group(1)), found.group(2), found.group(3)
        if verb == "bets":
            lines[seat] = number
            with named(number):
                wagers[seat] = dict(_wager(bet) for bet in said.split(", "))
        else:
            acts.append((number, seat, verb, tried(said)))
    check_there(header, ("game", "deck"))
    table = _table(header, lines)
    with named(lines["deck"]):
        deck = parse(header["deck"], decks=table.game.decks)
    for seat, stakes in wagers.items():
        with named(lines[seat]):
            table.check_stakes(seat, stakes)
    return _Script(table, deck, wagers, tuple(acts))


def _wager(bet: str) -> tuple[str, Cents]:
    name, _, amount = bet.rpartition(" ")
    return name, parse_dollars(amount)


def _table(header: Mapping[str, str], lines: Mapping[str | int, int]) -> Table:
    try:
        options: dict[str, OptionValue] = dict(pairs(header.get("options", ""), ", "))
        offers = header.get("offers")
        return open_table(
            header["game"],
            posted=pairs(header.get("posted", ""), " "),
            options=options,
            limits=_limits(header.get("limits", DEFAULT_PROFILE), header.get("aggregate", "")),
            offers=None if offers is None else offers.split(", "),
            unprinted="unprinted" in header,
        )
    except RuleError as refused:
        about = {"paytable": "posted", "option": "options", "limits": "limits", "table": "offers"}
        number = lines.get(about.get(refused.code.partition("/")[0], "game"), lines["game"])
        raise BadRecord(f"line {number}: {refused.message}", refused.code) from refused


def _limits(written: str, aggregate: str) -> Limits:
    name, *bounds = written.split(", ")
    minimums, maximums = {}, {}
    for bound in bounds:
        found = re.fullmatch(r"(.+) (\S+) to (\S+)", bound)
        if found is None:
            raise BadRecord(f"{bound!r} is not a limit such as 'ante $5 to $100'", "record/limits")
        minimums[found.group(1)] = parse_dollars(found.group(2))
        maximums[found.group(1)] = parse_dollars(found.group(3))
    aggregates = dict(map(_wager, aggregate.split(", "))) if aggregate else {}
    return Limits(profile(name), minimums, maximums, aggregates)
