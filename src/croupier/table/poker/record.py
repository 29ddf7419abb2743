"""A hand of poker as plain data, and its replay: the events are the record."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from croupier.cards.card import Card, parse, text
from croupier.errors import BadRecord, RuleError
from croupier.games.registry import rules_hash
from croupier.table.poker.deal import Posts, deal, posts_of
from croupier.table.poker.events import HandEvent, kind_of
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import PokerTable, Positions
from croupier.table.shoe import Shoe, proof


def to_json(hand: Hand, known: int = 0) -> list[dict[str, object]]:
    """Every event after the first `known`, with its kind; cards as text.

    It contains hidden cards, so it is for the house only.
    """
    return [_event(event) for event in hand.events[known:]]


def _event(event: HandEvent) -> dict[str, object]:
    row: dict[str, object] = {"event": kind_of(type(event))}
    for name, value in event._asdict().items():
        if name in ("card", "cards", "replacement"):
            row[name] = text(value if name == "cards" else (value,))
        elif isinstance(value, Mapping):
            row[name] = {str(key): each for key, each in value.items()}
        else:
            row[name] = value
    return row


def poker_proof(shoe: Shoe, hand: Hand, *, abandoned: bool = False) -> dict[str, object]:
    """The proof that `fair.check` verifies for a hand from this shoe. It reveals the secret."""
    if not (hand.over or abandoned):
        raise BadRecord("the hand is not over; its cards cannot be revealed yet", "record/shoe")
    return proof(shoe, hand.table.game.id, hand.deck[: hand.place], abandoned=abandoned)


def played_again(
    record: Sequence[Mapping[str, Any]], promised: Sequence[Card] | None, table: PokerTable
) -> Iterator[Hand]:
    """Replays a record at its table: yields the hand as dealt, then after each act.

    Without a promised deck, the cards come from the record. Whether the hand reproduces the record
    is not checked here.
    """
    try:
        started = next(row for row in record if row["event"] == "started")
        if started["rules"] != rules_hash():
            raise BadRecord("the hand was played under other rules than these", "record/rules")
        stacks = {int(seat): int(chips) for seat, chips in started["stacks"].items()}
        positions = Positions(*(int(started[name]) for name in Positions._fields))
        deck = _deck(record) if promised is None else promised
        posts = posts_in(record)
        acts = [
            (int(row["seat"]), _act(row))
            for row in record
            if row["event"] in ("acted", "discarded", "voided", "exposed")
        ]
    except (KeyError, TypeError, ValueError, AttributeError, StopIteration) as broken:
        if isinstance(broken, RuleError):
            raise
        raise BadRecord(f"not the record of a hand ({broken!r})", "record/event") from broken
    hand = deal(table, stacks, positions, deck, posts)
    yield hand
    for seat, act in acts:
        hand = hand.expose(seat, act) if isinstance(act, int) else _acted(hand, seat, act)
        yield hand


def from_json(
    record: Sequence[Mapping[str, Any]], promised: Sequence[Card] | None, table: PokerTable
) -> Hand:
    """Replays a recorded hand; refuses a record that the rules do not reproduce.

    An unfinished hand continues with the promised deck; without one, with an arbitrary deck.
    """
    *_, hand = played_again(record, promised, table)
    for number, (said, played) in enumerate(zip(record, to_json(hand), strict=False), start=1):
        if dict(said) != played:
            raise BadRecord(
                f"event {number} says {dict(said)!r}; the rules give {played!r}", "record/event"
            )
    if len(record) != len(hand.events):
        raise BadRecord(
            f"{len(record)} events; the replayed hand has {len(hand.events)}", "record/event"
        )
    return hand


def posts_in(record: Sequence[Mapping[str, Any]]) -> Posts:
    posted = (row for row in record if row["event"] == "posted")
    return posts_of((int(row["seat"]), str(row["what"])) for row in posted)


def _acted(hand: Hand, seat: int, act: str) -> Hand:
    return hand.act(seat, act) if act else hand.void(seat)


def _act(row: Mapping[str, Any]) -> str | int:
    """What the seat did: "" for a dead hand, the number of an exposed card."""
    if row["event"] == "exposed":
        return int(row["number"])
    if row["event"] == "voided":
        return ""
    if row["event"] == "discarded":
        return f"discard {row['cards']}".strip()
    return str(row["action"])


def _deck(record: Sequence[Mapping[str, Any]]) -> tuple[Card, ...]:
    taken = cards_taken(record)
    return (*taken, *(Card(card) for card in range(52) if card not in taken))


def cards_taken(record: Sequence[Mapping[str, Any]]) -> tuple[Card, ...]:
    """The cards of a hand in the order in which they came off the deck."""
    exposed = [row["card"] for row in record if row["event"] == "exposed"]
    return parse(
        " ".join(
            str(
                row["replacement" if "replacement" in row else "card" if "card" in row else "cards"]
            )
            for row in record
            if row["event"] in ("dealt", "exposed", "burned", "turned")
            and not (row["event"] == "burned" and row["card"] in exposed)
        )
    )
