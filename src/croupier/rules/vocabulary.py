"""The vocabulary that a house-banked game is written in: wagers, house options, a flow of steps.

A round is a straight line of guarded steps. A fold is not a branch: later steps have a `when`.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from typing import NamedTuple

from croupier.cards.card import Card
from croupier.errors import BadTable, RuleError, shown
from croupier.money import Cents, dollars, parse_dollars
from croupier.rules.felt import Face, Fact, Felt, OptionValue, Spot
from croupier.rules.paytable import Paytable, PaytableGroup, PrintedSet


class To(Enum):
    SEAT = "seat"
    DEALER = "dealer"


class Place(Enum):
    """Where a card dealt to a seat is put."""

    HAND_1 = 0
    HAND_2 = 1
    OFFER = 2


When = Callable[[Felt], bool]  # whether a step or an option applies to this spot


def always(felt: Felt) -> bool:
    return True


class Wager(NamedTuple):
    """A betting spot. Limits treat each as a single wager."""

    name: str
    required: bool = False
    follows: bool = False  # made during the round, by a choice
    equals: str = ""  # the wager whose stake it must equal
    at_least: str = ""  # the wager whose stake is its minimum
    table: str = ""  # the group of the paytable that pays it
    part_of: str = ""  # the wager whose game it belongs to; empty: a game by itself
    alone: str = ""  # the house option that allows it without the required wagers
    fixed: str = ""  # the house option that fixes its stake
    needs: str = ""  # offered only if this house option is not "none"
    most: Cents | None = None  # the default maximum; the operator may set another


CUT_CARD = "cut_card"  # a house option: how many cards are dealt before the shoe is reshuffled


SWITCHES = {
    **dict.fromkeys(("on", "true", "yes"), True),
    **dict.fromkeys(("off", "false", "no"), False),
}


class HouseOption(NamedTuple):
    name: str
    default: OptionValue
    text: str
    values: tuple[str, ...] = ()  # allowed values; empty for a number
    least: int = 0  # bounds of a number
    most: int = 10**9
    money: bool = False  # the number is cents; people may write dollars, as in $5

    def words(self, value: OptionValue) -> str:
        """A value as a person reads it."""
        if isinstance(value, bool):
            return "on" if value else "off"
        return dollars(int(value)) if self.money else str(value)

    @property
    def takes(self) -> str:
        if isinstance(self.default, bool):
            return "on or off"
        if self.money:
            return f"dollars such as $2.50, or as many cents, 250; at least {dollars(self.least)}"
        if isinstance(self.default, int):
            return f"a whole number from {self.least} to {self.most}"
        return ", ".join(self.values)

    def read(self, value: object) -> OptionValue:
        """Parses a value; refuses one that this option cannot have."""
        if isinstance(self.default, bool):
            read: object = value if isinstance(value, bool) else SWITCHES.get(str(value).lower())
        elif isinstance(self.default, int):
            read = self._number(value)
            within = isinstance(read, int) and self.least <= read <= self.most
            read = read if within and not isinstance(value, bool) else None
        else:
            read = value if value in self.values else None
        if not isinstance(read, bool | int | str):
            raise BadTable(
                f"option {self.name} = {shown(value)}; it takes {self.takes}", "option/bad"
            )
        return read

    def _number(self, value: object) -> object:
        if not isinstance(value, str) or not value.isascii() or len(value) > 12:
            return value
        if self.money and value.startswith("$"):
            with suppress(RuleError):
                return parse_dollars(value)
        return int(value) if value.isdigit() else value


class OlderOption(NamedTuple):
    """A former name of an option, still accepted in commands and old records."""

    option: HouseOption
    sets: tuple[str, ...]  # the options that replace it
    words: Mapping[
        OptionValue, OptionValue
    ] = {}  # former values → current values, where they differ

    def read(self, value: OptionValue) -> dict[str, OptionValue]:
        read = self.option.read(value)
        return dict.fromkeys(self.sets, self.words.get(read, read))


Split = tuple[tuple[Card, ...], tuple[Card, ...]]  # the two hands that a spot's hand is split into


class Option(NamedTuple):
    """One thing a player may do at a choice."""

    name: str
    bet: str = ""  # the wager that this option makes
    times: int = 1  # … as a multiple of the first wager
    keeps: bool = False  # the card on offer joins the hand; otherwise it goes to the rack
    folds: bool = False  # the hand is given up, but stays on the felt until the end
    mucks: bool = False  # the hand is given up and goes to the rack
    face_down: bool = False  # … turned face down if it was face up
    split: Split | None = None
    note: str = ""  # why it is the only option, if it is
    when: When = always

    @property
    def gives_up(self) -> bool:
        return self.folds or self.mucks


class Deal(NamedTuple):
    to: To
    cards: int
    face: Face
    place: Place = Place.HAND_1
    up_to: bool = False  # deal only as many as the hand lacks
    when: When = always
    rule: str = ""


class Choose(NamedTuple):
    name: str
    options: tuple[Option, ...] | Callable[[Felt], tuple[Option, ...]]
    hand: int = 0  # index of the hand that it decides
    when: When = always
    rule: str = ""
    otherwise: tuple[str, ...] = ()  # on a timeout, the first legal one of these is taken

    def folded(self, spot: Spot) -> bool:
        """Whether the spot chose here to give its hand up, and the hand stays on the felt."""
        listed = () if callable(self.options) else self.options
        return any(option.folds and spot.choices.get(self.name) == option.name for option in listed)

    def default(self, legal: tuple[Option, ...]) -> Option:
        """The option taken for a player whose time has run out. It never makes a wager: if none of
        `otherwise` is legal, it is the first legal option that makes none.
        """
        free = [option for option in legal if not option.bet]
        for name in self.otherwise:
            for option in free:
                if option.name == name:
                    return option
        return free[0]


class Reveal(NamedTuple):
    to: To
    when: When = always
    rule: str = ""


class Collect(NamedTuple):
    """The dealer moves a settled hand to the rack, face up as it was."""

    hand: int
    when: When = always
    rule: str = ""


class Reason(NamedTuple):
    rule: str
    text: str  # a template with the {names} of facts and tables
    bonus: str = ""  # added where its table's row changes what the wager is paid


class Settle(NamedTuple):
    """Wagers settled together. The kernel returns a reason, then the nets in first wagers.

    Its arguments are the facts, then the step function of each table ("group" or "group.column",
    paired with the fact that holds the score to look up).
    """

    wagers: tuple[str, ...]
    kernel: Callable[..., tuple[int, ...]]
    facts: tuple[Fact, ...]
    tables: tuple[tuple[str, Fact], ...] = ()
    reasons: Mapping[int, Reason] = {}
    own_reasons: Mapping[tuple[str, int], Reason] = {}  # reasons that differ for one wager
    meter: bool = False  # the kernel's last result is a percentage of the wager's jackpot meter
    when: When = always

    def reason(self, wager: str, why: int) -> Reason:
        return self.own_reasons.get((wager, why)) or self.reasons[why]


Step = Deal | Choose | Reveal | Collect | Settle


class EachSeat(NamedTuple):
    """All of these steps for one seat, then for the next."""

    steps: tuple[Step, ...]
    right_to_left: bool = False


Flow = tuple[Step | EachSeat, ...]


def steps_of(flow: Flow) -> Iterator[Step]:
    """All steps of a flow, with each seat's turn flattened."""
    for part in flow:
        yield from part.steps if isinstance(part, EachSeat) else (part,)


class Game(NamedTuple):
    id: str
    name: str
    title: str  # one sentence for a player
    source: str
    decks: int
    seats_max: int
    seats_why: str
    wagers: tuple[Wager, ...]
    options: tuple[HouseOption, ...]
    paytables: Mapping[str, PaytableGroup]
    flow: Flow
    how_to_play: str
    secure: Callable[[Spot], bool]  # whether the cards in play are consistent with the wagers made
    notices: Mapping[str, str] = {}
    older: tuple[OlderOption, ...] = ()
    sets: tuple[PrintedSet, ...] = ()  # tables that the rulebook prints only together
    aliases: tuple[str, ...] = ()  # other accepted names, as normalized by `game_id`

    def wager(self, name: str) -> Wager | None:
        for wager in self.wagers:
            if wager.name == name:
                return wager
        return None

    @property
    def jackpots(self) -> tuple[str, ...]:
        """The wagers that play for a meter; all are paid "for 1"."""
        settled = (step for step in steps_of(self.flow) if isinstance(step, Settle) and step.meter)
        metered = {name for step in settled for name in step.wagers}
        return tuple(wager.name for wager in self.wagers if wager.name in metered)

    def offered(self, options: Mapping[str, OptionValue]) -> tuple[Wager, ...]:
        """The wagers offered under these options, follow-ups included."""
        return tuple(
            wager for wager in self.wagers if not (wager.needs and options[wager.needs] == "none")
        )

    def option(self, name: str) -> HouseOption | None:
        return next((option for option in self.options if option.name == name), None)

    def notices_under(self, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        """Notices that a layout with these options must show, word for word."""
        shown = {f"{name}={value}" for name, value in options.items()}
        return tuple(text for key, text in self.notices.items() if key in shown)

    def displayed(self, posted: Paytable, options: Mapping[str, OptionValue]) -> Paytable:
        """A posted table as the layout shows it: dollar pays are multiplied by a fixed wager."""
        for wager in self.wagers:
            if wager.fixed and wager.table == posted.group:
                return posted.multiplied(Cents(int(options[wager.fixed])))
        return posted

    def settings(self, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """All options, chosen or default. A current name takes precedence over a former one."""
        read = {option.name: option.default for option in self.options}
        for older in self.older:
            if older.option.name in chosen:
                read |= older.read(chosen[older.option.name])
        for name, value in chosen.items():
            if option := self.option(name):
                read[name] = option.read(value)
            elif name not in {older.option.name for older in self.older}:
                known = ", ".join(read) or "none"
                raise BadTable(
                    f"{self.id} has no option {name!r}; it has: {known}", "option/unknown"
                )
        return read


def in_turn(*steps: Step) -> EachSeat:
    return EachSeat(steps)


def right_to_left(*steps: Step) -> EachSeat:
    """The dealer settles from right to left: the last seat first."""
    return EachSeat(steps, right_to_left=True)


def program(flow: Flow, seat_count: int) -> tuple[tuple[Step, int], ...]:
    """The flow as a flat sequence of (step, index of the seat; -1 for the dealer)."""
    line: list[tuple[Step, int]] = []
    seats = range(seat_count)
    for part in flow:
        if isinstance(part, EachSeat):
            places = reversed(seats) if part.right_to_left else seats
            line += [(step, place) for place in places for step in part.steps]
        elif isinstance(part, (Deal, Reveal)) and part.to is To.DEALER:
            line.append((part, -1))
        else:
            line += [(part, place) for place in seats]
    return tuple(line)
