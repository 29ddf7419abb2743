"""A showdown of Five Card Hold Out as it lies: cards and chips in, who takes which pot out.

A request is plain data from an untrusted hand; hands are the rules' own, pots are
`table/poker/pots.py`.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from croupier.cards.card import Card, check_copies, text
from croupier.cards.scales import FIVE, LOW
from croupier.errors import BadCards, BadRecord, BadTable
from croupier.games.five_card_hold_out.rules import (
    COMMUNITY,
    DEALT,
    ID,
    MOST_SEATS,
    SHOWDOWN,
    STREETS,
    best_high,
    best_low,
    low_floor,
    qualifier_named,
    usual_qualifier,
)
from croupier.rules.felt import OptionValue
from croupier.table.poker.pots import Chips, PaidPot, Sharing, paid
from croupier.table.poker.table import check_rake
from croupier.table.request import as_cards, as_list, as_object, as_options, as_whole

REQUEST_KEYS = ("game", "mode", "qualifier", "seat_count", "button", "board", "seats", "options")
SEAT_KEYS = ("seat", "held", "in", "folded")
HOUSE_OPTIONS = {option.name: option for option in SHOWDOWN}
OWN_KEYS = ("mode", "qualifier")  # stand beside the options, as they name the game that is spread
BOARDS = tuple(accumulate(street.community for street in STREETS))  # 0, 2, 3, 4 cards


class Seat(NamedTuple):
    """What one seat's part of a request says."""

    number: int
    held: tuple[Card, ...]
    paid_in: int
    folded: bool


class Scores(NamedTuple):
    """The hands of the live seats, where they count; a low that does not qualify is None."""

    high: Mapping[int, int]
    low: Mapping[int, int | None]


def settle(request: object) -> dict[str, object]:
    """The answer to one request; a request that cannot be right is refused, with the reason."""
    asked = as_object(request, "the request", REQUEST_KEYS)
    options = _options(asked)
    seat_count = _within(asked.get("seat_count", MOST_SEATS), "seat_count", 2, MOST_SEATS)
    button = _within(asked.get("button"), "button", 1, seat_count)
    seats = _seats(asked, seat_count)
    live = [seat for seat in seats if not seat.folded]
    board = _board(asked, len(live))
    check_copies([*board, *(card for seat in seats for card in seat.held)])
    scores = _scores(live, board, options) if len(live) > 1 else Scores({}, {})
    sharing = Sharing(
        str(options["mode"]),
        button,
        seat_count,
        tda=options["odd_chips"] == "tda",
        rake_percent=int(options["rake_percent"]),
        rake_cap=int(options["rake_cap"]),
    )
    payment = paid(
        {seat.number: seat.paid_in for seat in seats},
        [seat.number for seat in live],
        *scores,
        sharing,
        flop=bool(board),
    )
    return {
        "game": ID,
        "mode": options["mode"],
        "qualifier": options["qualifier"],
        "pots": [_pot(pot, raked=sharing.rake_percent > 0) for pot in payment.pots],
        "returned": _by_seat(payment.returned),
        "payouts": _by_seat(payment.payouts),
        "hands": _hands(scores),
    }


def _options(asked: Mapping[str, object]) -> dict[str, OptionValue]:
    said = as_options(asked.get("options", {}))
    known = [name for name in HOUSE_OPTIONS if name not in OWN_KEYS]
    for name in said:
        if name not in known:
            raise BadTable(
                f"{ID} has no option {name!r} here; known: {', '.join(known)}", "option/unknown"
            )
    own = {key: asked[key] for key in OWN_KEYS if key in asked}
    if "qualifier" in own:
        own["qualifier"] = qualifier_named(own["qualifier"])
    said |= as_options(own)
    options = {
        name: option.read(said.get(name, option.default)) for name, option in HOUSE_OPTIONS.items()
    }
    usual = usual_qualifier(str(options["mode"]))
    if "qualifier" not in asked:
        options["qualifier"] = usual
    elif usual == "none" and options["qualifier"] != "none":
        raise BadRecord(
            f"qualifier {options['qualifier']} with mode {options['mode']}; only hilo has one",
            "request/qualifier",
        )
    check_rake(options)
    return options


def _seats(asked: Mapping[str, object], seat_count: int) -> list[Seat]:
    seats = [_seat(part, seat_count) for part in as_list(asked.get("seats"), "seats")]
    numbers = [seat.number for seat in seats]
    if len(set(numbers)) != len(numbers):
        raise BadRecord(f"seats {numbers}: each seat stands in the request once", "request/seats")
    if len(seats) < 2:
        raise BadRecord(f"seats: {len(seats)} given; a hand has 2 or more", "request/seats")
    live = [seat for seat in seats if not seat.folded]
    if not live:
        raise BadRecord("seats: all folded; the last player does not", "request/seats")
    for seat in live if len(live) > 1 else ():
        if not seat.paid_in:
            raise BadRecord(
                f"seat {seat.number} in: 0; a seat at the showdown has paid in something, "
                "or is folded",
                "request/seats",
            )
        if not seat.held:
            raise BadRecord(
                f'seat {seat.number} held: no cards; write what was kept, such as "As Td", '
                "or that it is folded",
                "request/cards",
            )
    return sorted(seats)


def _seat(part: object, seat_count: int) -> Seat:
    said = as_object(part, "a seat", SEAT_KEYS)
    number = _within(said.get("seat"), "seat", 1, seat_count)
    chips = as_whole(said.get("in"), f"seat {number} in")
    if chips < 0:
        raise BadRecord(f"seat {number} in: {chips}; nobody pays in less than 0", "request/seats")
    folded = said.get("folded", False)
    if not isinstance(folded, bool):
        raise BadRecord(f"seat {number} folded: write true or false", "request/form")
    held = as_cards(said.get("held", ""), f"seat {number} held", 1)
    if len(held) > DEALT:
        raise BadCards(
            f"seat {number} held: {text(held)} ({len(held)} cards); a player is dealt {DEALT}",
            "cards/count",
        )
    return Seat(number, held, chips, folded)


def _board(asked: Mapping[str, object], live: int) -> tuple[Card, ...]:
    """All four for a showdown; without one, as far as it was dealt: no flop, no drop."""
    board = as_cards(asked.get("board", ""), "board", 1)
    right = (COMMUNITY,) if live > 1 else BOARDS
    if len(board) not in right:
        raise BadCards(
            f"board: {text(board) or 'no cards'} ({len(board)} cards); it has "
            f"{' or '.join(map(str, right))} where {live} did not fold",
            "cards/count",
        )
    return board


def _scores(
    live: Sequence[Seat], board: tuple[Card, ...], options: Mapping[str, OptionValue]
) -> Scores:
    floor = low_floor(str(options["qualifier"]))
    wheel_straight = bool(options["wheel_straight"])
    high, low = {}, {}
    for seat in live:
        if options["mode"] != "low":
            high[seat.number] = best_high(seat.held, board, wheel_straight).score
        if options["mode"] != "high":
            score = best_low(seat.held, board).score
            low[seat.number] = score if score >= floor else None
    return Scores(high, low)


def _pot(paid_pot: PaidPot, *, raked: bool) -> dict[str, object]:
    (amount, eligible), rake, split = paid_pot
    told: dict[str, object] = {"amount": amount, "eligible": list(eligible)}
    if raked:
        told["rake"] = rake
    return {**told, "high": _by_seat(split.high), "low": _by_seat(split.low)}


def _hands(scores: Scores) -> dict[str, object]:
    """In words; null where the mode does not ask for it, or the low does not qualify."""
    told: dict[str, object] = {}
    for seat in {**scores.high, **scores.low}:
        high, low = scores.high.get(seat), scores.low.get(seat)
        told[str(seat)] = {
            "high": None if high is None else FIVE.words(high),
            "low": None if low is None else LOW.words(low),
        }
    return told


def _by_seat(chips: Chips) -> dict[str, int]:
    return {str(seat): chips[seat] for seat in sorted(chips)}


def _within(value: object, what: str, least: int, most: int) -> int:
    number = as_whole(value, what)
    if not least <= number <= most:
        raise BadRecord(f"{what}: {number}; it is {least} to {most}", "request/seats")
    return number
