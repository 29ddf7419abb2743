"""A card is an int 0..51: thirteen ranks (two to ace) in each of four suits (clubs to spades)."""

import re
from collections.abc import Iterable, Sequence
from typing import NewType

from croupier.errors import BadCards

Card = NewType("Card", int)
Mask = NewType(
    "Mask", int
)  # a hand as a set of 52 bits, for games in which no card can occur twice

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
DECK: tuple[Card, ...] = tuple(Card(card) for card in range(52))

_NAMES = tuple(RANKS[card % 13] + SUITS[card // 13] for card in DECK)
_CARDS = {name: Card(card) for card, name in enumerate(_NAMES)}
_TOKEN = re.compile(r"(10|[2-9TJQKA])([CDHS♣♦♥♠])", re.IGNORECASE | re.ASCII)


def rank(card: int) -> int:
    """0 for a two … 12 for an ace."""
    return card % 13


def suit(card: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card // 13


def name(card: int) -> str:
    return _NAMES[card]


def text(cards: Iterable[int]) -> str:
    """`As Td 7c`.

    >>> text(parse("10d,as 7♣"))
    'Td As 7c'
    """
    return " ".join(map(_NAMES.__getitem__, cards))


def parse_card(notation: str) -> Card:
    found = _TOKEN.fullmatch(notation.strip())
    if found is None:
        raise BadCards(
            f"{notation!r} is not a card; write a rank ({' '.join(RANKS)}, or 10 for T) "
            f"and a suit (c d h s), such as As, Td or 7c"
        )
    shown_rank, shown_suit = found.group(1).upper(), found.group(2).lower()
    place = SUIT_SYMBOLS.find(shown_suit)
    return _CARDS[
        ("T" if shown_rank == "10" else shown_rank) + (SUITS[place] if place >= 0 else shown_suit)
    ]


def parse(notation: str, *, decks: int = 1) -> tuple[Card, ...]:
    """The cards of a text, in order; spaces and commas between them are optional."""
    cards: list[Card] = []
    for word in notation.replace(",", " ").split():
        if word in _CARDS:  # as `text` writes it
            cards.append(_CARDS[word])
            continue
        pieces = [found.group(0) for found in _TOKEN.finditer(word)]
        if "".join(pieces) != word:
            pieces = [word]  # so that the error names the whole word
        cards.extend(parse_card(piece) for piece in pieces)
    check_copies(cards, decks)
    return tuple(cards)


def check_copies(cards: Sequence[int], decks: int = 1) -> None:
    """Refuses a card that appears more often than there are decks."""
    if len(set(cards)) == len(cards):
        return
    for card in cards:
        if cards.count(card) > decks:
            held = "one deck holds one" if decks == 1 else f"{decks} decks hold {decks}"
            times = "twice" if cards.count(card) == 2 else f"{cards.count(card)} times"
            raise BadCards(f"{name(card)} appears {times}; {held}", "cards/duplicate")


def mask(cards: Iterable[int]) -> Mask:
    """The hand as a bit set: the order is lost, and duplicates collapse."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return Mask(bits)


def unmask(bits: int) -> tuple[Card, ...]:
    return tuple(card for card in DECK if bits >> card & 1)
