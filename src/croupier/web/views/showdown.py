"""What held cards and the board make at poker: in words, and which cards count."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from croupier.cards.card import Card, parse
from croupier.cards.scales import Scale
from croupier.desk.card_marks import Marks, marks_of
from croupier.rules.poker import PLAYED_FOR, BestHand
from croupier.table.poker.hand import Hand
from croupier.web.views.words import with_tens


class BestOf(NamedTuple):
    """Positions of held cards and of board cards."""

    words: str = ""
    held: tuple[int, ...] = ()  # those that make the hand
    board: Marks = Marks()


def best_of(now: Hand, shown: str) -> BestOf:
    """The best hand that the table plays for, from visible cards, once the board suffices."""
    held, game = parse(shown) if shown else (), now.table.game
    if not held or len(held) + len(now.board) < game.high_scale.plays:
        return BestOf()
    best, played_for = game.best(held, now.board, now.table.options), PLAYED_FOR[now.table.mode]
    made: list[tuple[Scale, BestHand]] = []
    if played_for.high:
        made.append((game.high_scale, best.high))
    if played_for.low and best.qualifies:
        made.append((game.low_scale, best.low))
    first = [card for scale, hand in made[:1] for card in _makers(scale, hand)]
    played = [card for _, hand in made for card in hand.cards]
    unused = [card for card in now.board if made and card not in played]
    return BestOf(
        with_tens("; ".join(scale.words(hand.score) for scale, hand in made)),
        _places(held, first),
        Marks(_places(now.board, first), _places(now.board, unused)),
    )


def board_marks(hands: Sequence[BestOf]) -> Marks:
    """Marks on the board for the viewer's own hand and, at the end, the winning hands."""
    made = {place for hand in hands for place in hand.board.made}
    unused = [hand.board.unused for hand in hands]
    left = (place for place in (unused or [()])[0] if all(place in one for one in unused))
    return Marks(tuple(sorted(made)), tuple(left))


def _makers(scale: Scale, hand: BestHand) -> list[Card]:
    """None if the game and its scale disagree, as on a wheel not counted as a straight."""
    marks = marks_of(scale, hand.cards, hand.score)
    return [hand.cards[place] for place in marks.made] if marks is not None else []


def _places(cards: Sequence[Card], wanted: Collection[Card]) -> tuple[int, ...]:
    return tuple(place for place, card in enumerate(cards) if card in wanted)
