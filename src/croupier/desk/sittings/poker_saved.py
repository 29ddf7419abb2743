"""The file that keeps a sitting at poker, a hand in progress included."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from croupier.bots.players import NAMES
from croupier.desk.sittings.poker import PokerSitting, shuffled
from croupier.desk.sittings.saved import (
    called_off,
    checked,
    covered,
    loaded,
    other_table,
    typed_word,
    uncovered,
    whole,
    write_private,
)
from croupier.desk.sittings.words import from_json as words_from_json
from croupier.desk.sittings.words import to_json as words_to_json
from croupier.errors import BadRecord, RuleError
from croupier.games.registry import poker_game, rules_hash
from croupier.rules.limits import DEFAULT_POKER_PROFILE
from croupier.table.poker.record import from_json, to_json
from croupier.table.poker.table import PokerTable, Positions, first_positions, open_poker
from croupier.table.shoe import from_json as shoe_from_json
from croupier.table.shoe import source

FORMAT = "croupier poker 1"


def save_poker(path: Path, sitting: PokerSitting) -> None:
    """All or nothing, and for the owner's eyes: the file holds the secret of the shuffle."""
    write_private(
        path,
        {
            "format": FORMAT,
            "rules": rules_hash(),
            "game": sitting.table.game.id,
            "options": dict(sitting.table.options),
            "profile": sitting.table.law.name,
            "seats": sitting.table.seat_count,
            "bots": _by_seat(sitting.bots),
            "buy_in": sitting.buy_in,
            "word": sitting.word,
            "stacks": _by_seat(sitting.stacks),
            "bought": _by_seat(sitting.bought),
            "hands": sitting.hands,
            "positions": list(sitting.positions) if sitting.positions else None,
            "house": covered(
                {
                    "shoe": sitting.shoe.to_json(),
                    "words": words_to_json(sitting.words),
                    "events": to_json(sitting.hand) if sitting.hand else [],
                }
            ),
        },
    )


def _by_seat(values: Mapping[int, object]) -> dict[str, object]:
    return {str(seat): value for seat, value in values.items()}


def load_poker(path: Path) -> PokerSitting | None:
    """The sitting in the file, None where there is no file, or BadRecord with what is wrong."""
    return loaded(path, _from_json)


def _from_json(written: object) -> PokerSitting:
    data = checked(written, FORMAT, poker_game().id)
    house = uncovered(data["house"])
    note = called_off(data, house["events"], "hand")
    table, other = _table_now(data) if note else (_table(data), "")
    events = [] if note else house["events"]
    shoe = shuffled() if note else shoe_from_json(house["shoe"])
    positions = None if data["positions"] is None else Positions(*map(whole, data["positions"]))
    sitting = PokerSitting(
        table=table,
        bots={int(seat): str(name) for seat, name in data["bots"].items()},
        buy_in=whole(data["buy_in"]),
        word=typed_word(data),
        shoe=shoe,
        stacks=_chips(data["stacks"]),
        bought=_chips(data["bought"]),
        hands=whole(data["hands"]),
        positions=positions,
        hand=from_json(events, source(shoe).cards, table) if events else None,
        words=() if note else words_from_json(house["words"], shoe.entropy),
        note=note + other,
    )
    _check(sitting)
    return sitting


def _table(data: Mapping[str, Any]) -> PokerTable:
    profile = str(data.get("profile", DEFAULT_POKER_PROFILE))  # older files do not say
    return open_poker(data["options"], seat_count=whole(data["seats"]), profile=profile)


def _table_now(data: Mapping[str, Any]) -> tuple[PokerTable, str]:
    """A table saved under other rules; the default one if it may not be opened now."""
    try:
        return _table(data), ""
    except RuleError as wrong:
        return open_poker({}, seat_count=whole(data["seats"])), other_table(wrong)


def _chips(written: Mapping[str, Any]) -> dict[int, int]:
    return {int(seat): whole(chips) for seat, chips in written.items()}


def _check(sitting: PokerSitting) -> None:
    """Nothing that a hand could stumble over later."""
    seats = sitting.seats
    _check_seats(sitting.stacks, seats, "stacks")
    _check_seats(sitting.bought, seats, "bought")
    _check_seats(sitting.bots, seats[1:], "bots")
    if any(name not in NAMES for name in sitting.bots.values()):
        raise BadRecord("there is no such bot", "record/saved")
    missing = sum(sitting.bought.values()) - sum(sitting.stacks.values())
    if missing < 0 or (missing and not sitting.table.options["rake_percent"]):
        raise BadRecord("its chips are not those that were bought", "record/saved")
    if sitting.buy_in < sitting.table.number("big_blind"):
        raise BadRecord("its buy-in is less than the big blind", "record/saved")
    if sitting.shoe.decks != 1 or sitting.shoe.first:
        raise BadRecord("its shoe is not one of this game", "record/saved")
    at = sitting.positions
    if at is not None and (
        at.button not in seats or at != first_positions(at.button, seats, len(seats))
    ):
        raise BadRecord("button and blinds are not where they can be", "record/saved")
    _check_hand(sitting)


def _check_seats(by_seat: Collection[int], seats: range, what: str) -> None:
    if list(by_seat) != list(seats):
        raise BadRecord(f"its {what} are not of seats {seats[0]} to {seats[-1]}", "record/saved")


def _check_hand(sitting: PokerSitting) -> None:
    hand = sitting.hand
    if hand is None:
        return
    before = hand.started.stacks
    if (hand.table, hand.positions, before) != (sitting.table, sitting.positions, sitting.stacks):
        raise BadRecord("its hand is not one of this table", "record/saved")
