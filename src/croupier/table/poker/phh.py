"""Reads and writes the poker hand history format (PHH, a TOML dialect).

The format has no codes for our games: `variant` is our own, and data beyond the format is in fields
that begin with an underscore, as the format requires. Player 1 is the first seat left of the
button.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from croupier.cards.card import Card, parse, text
from croupier.errors import BadRecord, RuleError
from croupier.games.registry import POKER
from croupier.table.poker import events
from croupier.table.poker.deal import deal, posts_of
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import Positions, open_poker

DEAD = "# dead hand"  # marks a fold that may be out of turn, as a comment, which the format allows


def to_phh(hand: Hand) -> str:
    """The hand as a PHH file; every card is in it, so it must be over."""
    if not hand.over:
        raise BadRecord("the hand is not over; its cards cannot be revealed yet", "record/hand")
    table, order = hand.table, hand.order
    started = hand.started
    fields: dict[str, object] = {
        "variant": table.game.phh,
        "antes": [table.number("ante")] * len(order),
        "blinds_or_straddles": [_blind(hand, seat) for seat in order],
        "small_bet": table.number("small_bet"),
        "big_bet": table.number("big_bet"),
        "min_bet": table.number("big_blind"),
        "starting_stacks": [started.stacks[seat] for seat in order],
        "actions": list(_actions(hand)),
        "seats": list(order),
        "seat_count": table.seat_count,
        "finishing_stacks": [hand.stacks[seat] for seat in order],
        "_game": table.game.id,
        "_rules": started.rules,
        "_positions": list(hand.positions),
        "_burns": _joined(event.card for event in hand.events if isinstance(event, events.Burned)),
        "_options": dict(table.options),
    }
    posts = posts_of(event[:2] for event in hand.events if isinstance(event, events.Posted))
    if posts:  # the format has no field for a blind that is made up
        fields["_posts"] = {str(seat): list(blinds) for seat, blinds in posts.items()}
    for event in hand.events:
        if isinstance(
            event, events.Exposed
        ):  # player, card number, and the card, which was replaced
            exposed = [order.index(event.seat) + 1, event.number, text((event.card,))]
            fields["_exposed"] = exposed
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


def _blind(hand: Hand, seat: int) -> int:
    """What the seat owes, whatever its stack."""
    if seat == hand.positions.big:
        return hand.table.number("big_blind")
    return hand.table.number("small_blind") if seat == hand.positions.small else 0


def _joined(cards: Iterator[Card]) -> str:
    return text(cards).replace(" ", "")


def _actions(hand: Hand) -> Iterator[str]:
    """First all hands as dealt, with an exposed card replaced; then what happened."""
    number = {seat: f"p{place}" for place, seat in enumerate(hand.order, start=1)}
    shown = [one for one in hand.events if isinstance(one, events.Exposed)]
    exposed = {one.card: one.replacement for one in shown}
    dealt = [one for one in hand.events if isinstance(one, events.CardDealt)]
    for seat in hand.order:
        cards = (exposed.get(one.card, one.card) for one in dealt if one.seat == seat)
        yield f"d dh {number[seat]} {_joined(cards)}"
    for event in hand.events:
        line = _action(event, number)
        if line:
            yield line


def _action(event: events.HandEvent, number: Mapping[int, str]) -> str:
    match event:
        case events.SeatActed(seat, action, _):
            word, _, level = action.partition(" ")
            code = {"fold": "f", "check": "cc", "call": "cc"}.get(word, f"cbr {level}")
            return f"{number[seat]} {code}"
        case events.Discarded(seat, cards):
            return f"{number[seat]} sd {_joined(iter(cards))}".rstrip()
        case events.HandVoided(seat):
            return f"{number[seat]} f {DEAD}"
        case events.Turned(_, cards):
            return f"d db {_joined(iter(cards))}"
        case events.Showed(seat, cards):
            return f"{number[seat]} sm {_joined(iter(cards))}"
        case _:
            return ""


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + "}"
    assert isinstance(value, list)
    return "[" + ", ".join(map(_toml, value)) + "]"


def from_phh(written: str) -> Hand:
    try:
        fields = tomllib.loads(written)
        hand = _played(fields)
    except RuleError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError) as broken:
        raise BadRecord(
            f"not a hand history of {', '.join(POKER)} ({broken!r})", "record/phh"
        ) from broken
    if tomllib.loads(to_phh(hand)) != fields:
        raise BadRecord("the replayed hand is not the one in the file", "record/phh")
    return hand


def _played(fields: Mapping[str, Any]) -> Hand:
    variant, seats = fields.get("variant"), fields["seats"]
    game = POKER.get(str(fields.get("_game")))
    if game is None or game.phh != variant:
        known = ", ".join(game.phh for game in POKER.values())
        raise BadRecord(f"variant {variant!r}; this reads {known}", "record/phh")
    table = open_poker(game.id, fields["_options"], seat_count=fields["seat_count"])
    hand = deal(
        table,
        dict(zip(seats, fields["starting_stacks"], strict=True)),
        Positions(*fields["_positions"]),
        _deck(fields, len(seats), game.dealt),
        {int(seat): blinds for seat, blinds in fields.get("_posts", {}).items()},
    )
    if "_exposed" in fields:
        player, place, _ = fields["_exposed"]
        hand = hand.expose(seats[player - 1], place)
    for line in fields["actions"]:
        dead = re.fullmatch(rf"p(\d+) f {DEAD}", line)
        if dead is not None:
            hand = hand.void(seats[int(dead[1]) - 1])
        found = re.fullmatch(r"p(\d+) (f|cc|cbr|sd)(?: (\S+))?", line)
        if found is not None:
            seat = seats[int(found[1]) - 1]
            hand = hand.act(seat, _act(hand, found[2], found[3] or ""))
    if not hand.over:
        raise BadRecord("the actions end before the hand does", "record/phh")
    return hand


def _act(hand: Hand, code: str, rest: str) -> str:
    if code == "sd":
        return f"discard {text(_cards(rest))}".strip()
    if code == "f":
        return "fold"
    words = [legal.action for legal in hand.legal()]
    if code == "cc":
        return "check" if "check" in words else "call"
    return f"{'bet' if 'bet' in words else 'raise'} {rest}"


def _cards(joined: str) -> tuple[Card, ...]:
    return parse(" ".join(joined[place : place + 2] for place in range(0, len(joined), 2)))


def _deck(fields: Mapping[str, Any], players: int, each: int) -> tuple[Card, ...]:
    """The deck in dealing order: one card at a time to each player, then a burn before every board.

    The replacement of an exposed card came after the deal; the exposed one was the first burn.
    """
    lines = [line.split() for line in fields["actions"]]
    dealt = [list(_cards(line[3])) for line in lines if line[:2] == ["d", "dh"]]
    boards = [_cards(line[2]) for line in lines if line[:2] == ["d", "db"]]
    if len(dealt) != players or any(len(cards) != each for cards in dealt):
        raise BadRecord(f"{each} cards for each of {players} players are dealt", "record/phh")
    after: list[Card] = []
    if "_exposed" in fields:
        player, number, name = fields["_exposed"]
        after, dealt[player - 1][number - 1] = [dealt[player - 1][number - 1]], parse(name)[0]
    taken = [cards[place] for place in range(each) for cards in dealt] + after
    for burn, board in zip(_cards(fields["_burns"]), boards, strict=True):
        taken += [*(() if burn in taken else (burn,)), *board]
    return (*taken, *(Card(card) for card in range(52) if card not in taken))
