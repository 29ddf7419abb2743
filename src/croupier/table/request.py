"""Parses an untrusted request; refuses an invalid field by name."""

from collections.abc import Sequence

from croupier.cards.card import Card, parse
from croupier.errors import BadRecord, shown
from croupier.rules.felt import OptionValue

LARGEST_NUMBER = 10**20


def as_object(value: object, what: str, known: Sequence[str] | None = None) -> dict[str, object]:
    if not isinstance(value, dict):
        raise BadRecord(f"{what}: {shown(value)}; it must be an object in braces", "request/form")
    for key in value:
        if known is not None and key not in known:
            raise BadRecord(f"{what}: unknown {key!r}; known: {', '.join(known)}", "request/form")
    return value


def as_word(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise BadRecord(f"{what}: {shown(value)}; it must be a word in quotes", "request/form")
    return value


def as_truth(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise BadRecord(f"{what}: {shown(value)}; it must be true or false", "request/form")
    return value


def as_list(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise BadRecord(f"{what}: {shown(value)}; it must be a list in brackets", "request/form")
    return value


def as_whole(value: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadRecord(f"{what}: {shown(value)}; it must be a whole number (money in cents)")
    if abs(value) > LARGEST_NUMBER:
        raise BadRecord(f"{what}: {shown(value)}; no number here is above {LARGEST_NUMBER}")
    return value


def as_cards(written: object, what: str, decks: int) -> tuple[Card, ...]:
    if isinstance(written, list) and all(isinstance(card, str) for card in written):
        written = " ".join(written)
    if not isinstance(written, str):
        raise BadRecord(
            f'{what}: {shown(written)}; write cards such as "As Td 7c"', "request/cards"
        )
    return parse(written, decks=decks)


def as_options(value: object) -> dict[str, OptionValue]:
    """House options as given; the game checks which exist."""
    options: dict[str, OptionValue] = {}
    for name, said in as_object(value, "options").items():
        if not isinstance(said, bool | int | str):
            raise BadRecord(
                f"option {name} = {shown(said)}; write a word or a number", "option/bad"
            )
        options[name] = said
    return options
