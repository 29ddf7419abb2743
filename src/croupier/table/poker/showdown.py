"""Settles a showdown from a request: the cards and chips, and who wins which pot.

A request is untrusted plain data. The game's rules read the hands; `table/poker/pots.py` shares the
pots.
"""

from collections.abc import Mapping
from itertools import accumulate
from typing import NamedTuple

from croupier.cards.card import Card, check_copies, text
from croupier.errors import BadCards, BadRecord, BadTable
from croupier.games.registry import poker_game
from croupier.rules.felt import OptionValue
from croupier.rules.poker import PokerGame, Scores
from croupier.table.poker.pots import Chips, PaidPot, paid
from croupier.table.poker.table import check_rake, sharing_of
from croupier.table.request import as_cards, as_list, as_object, as_options, as_whole

REQUEST_KEYS = ("game", "mode", "qualifier", "seat_count", "button", "board", "seats", "options")
SEAT_KEYS = ("seat", "held", "in", "folded")
OWN_KEYS = ("mode", "qualifier")  # top-level keys, because they define what is played for


class ShowdownSeat(NamedTuple):
    number: int
    held: tuple[Card, ...]
    paid_in: int
    folded: bool


def settle(request: object) -> dict[str, object]:
    """Answers one request; refuses an impossible one with the reason."""
    fields = as_object(request, "the request", REQUEST_KEYS)
    game = poker_game(str(fields["game"]) if "game" in fields else None)
    options, most = _options(game, fields), game.seats_max
    seat_count = _within(fields.get("seat_count", most), "seat_count", 2, most)
    button = _within(fields.get("button"), "button", 1, seat_count)
    seats = _seats(game, fields, seat_count)
    live = [seat for seat in seats if not seat.folded]
    board = _board(game, fields, len(live))
    check_copies([*board, *(card for seat in seats for card in seat.held)])
    scores = {}
    if len(live) > 1:
        scores = {seat.number: game.hands(seat.held, board, options) for seat in live}
    sharing = sharing_of(options, button, seat_count)
    payment = paid(
        {seat.number: seat.paid_in for seat in seats},
        [seat.number for seat in live],
        {seat: hand.high for seat, hand in scores.items()},
        {seat: hand.low for seat, hand in scores.items()},
        sharing,
        flop=bool(board),
    )
    return {
        "game": game.id,
        "mode": options["mode"],
        "qualifier": options["qualifier"],
        "pots": [_pot(pot, raked=sharing.rake_percent > 0) for pot in payment.pots],
        "returned": _by_seat(payment.returned),
        "payouts": _by_seat(payment.payouts),
        "hands": _hands(game, scores),
    }


def _options(game: PokerGame, fields: Mapping[str, object]) -> dict[str, OptionValue]:
    given = as_options(fields.get("options", {}))
    known = [name for name in game.showdown if name not in OWN_KEYS]
    for name in given:
        if name not in known:
            raise BadTable(
                f"{game.id} has no option {name!r} here; known: {', '.join(known)}",
                "option/unknown",
            )
    own = {key: game.spelled(key, fields[key]) for key in OWN_KEYS if key in fields}
    own_options = [option for option in game.options if option.name in game.showdown]
    options = game.settings({**given, **as_options(own)}, own_options)
    if fault := game.fault(options):
        raise BadRecord(fault, "request/qualifier")
    check_rake(options)
    return options


def _seats(game: PokerGame, fields: Mapping[str, object], seat_count: int) -> list[ShowdownSeat]:
    seats = [_seat(game, part, seat_count) for part in as_list(fields.get("seats"), "seats")]
    numbers = [seat.number for seat in seats]
    if len(set(numbers)) != len(numbers):
        raise BadRecord(f"seats {numbers}: name each seat once", "request/seats")
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


def _seat(game: PokerGame, part: object, seat_count: int) -> ShowdownSeat:
    said = as_object(part, "a seat", SEAT_KEYS)
    number = _within(said.get("seat"), "seat", 1, seat_count)
    chips = as_whole(said.get("in"), f"seat {number} in")
    if chips < 0:
        raise BadRecord(f"seat {number} in: {chips}; nobody pays in less than 0", "request/seats")
    folded = said.get("folded", False)
    if not isinstance(folded, bool):
        raise BadRecord(f"seat {number} folded: write true or false", "request/form")
    held = as_cards(said.get("held", ""), f"seat {number} held", 1)
    if len(held) > game.dealt:
        raise BadCards(
            f"seat {number} held: {text(held)} ({len(held)} cards); a player is dealt {game.dealt}",
            "cards/count",
        )
    return ShowdownSeat(number, held, chips, folded)


def _board(game: PokerGame, fields: Mapping[str, object], live: int) -> tuple[Card, ...]:
    """The full board for a showdown; otherwise what was dealt, since no flop means no drop."""
    board = as_cards(fields.get("board", ""), "board", 1)
    boards = tuple(accumulate(street.community for street in game.streets))
    right = boards[-1:] if live > 1 else boards
    if len(board) not in right:
        raise BadCards(
            f"board: {text(board) or 'no cards'} ({len(board)} cards); it has "
            f"{' or '.join(map(str, right))} where {live} did not fold",
            "cards/count",
        )
    return board


def _pot(paid_pot: PaidPot, *, raked: bool) -> dict[str, object]:
    (amount, eligible), rake, split = paid_pot
    taken = {"rake": rake} if raked else {}
    high, low = _by_seat(split.high), _by_seat(split.low)
    return {"amount": amount, "eligible": list(eligible), **taken, "high": high, "low": low}


def _hands(game: PokerGame, scores: Mapping[int, Scores]) -> dict[str, object]:
    """Hands in words; null if the mode does not play for it or the low does not qualify."""
    return {
        str(seat): {
            "high": None if high is None else game.high_scale.words(high),
            "low": None if low is None else game.low_scale.words(low),
        }
        for seat, (high, low) in scores.items()
    }


def _by_seat(chips: Chips) -> dict[str, int]:
    return {str(seat): chips[seat] for seat in sorted(chips)}


def _within(value: object, what: str, least: int, most: int) -> int:
    number = as_whole(value, what)
    if not least <= number <= most:
        raise BadRecord(f"{what}: {number}; it is {least} to {most}", "request/seats")
    return number
