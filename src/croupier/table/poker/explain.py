"""Why a seat takes a part of a pot, in words: the hands as the rules read and name them."""

from croupier.money import dollars
from croupier.table.explain import Explanation
from croupier.table.poker.events import Awarded
from croupier.table.poker.hand import Hand

SHOWDOWN, LOW_RULE = "rule 13", "rule 15"


def hands_in_words(hand: Hand, seat: int) -> dict[str, str]:
    """What a seat has for high and low, if the table plays for it and the low qualifies."""
    game = hand.table.game
    high, low = game.hands(hand.held[seat], hand.board, hand.table.options)
    words = {}
    if high is not None:
        words["high"] = game.high_scale.words(high)
    if low is not None:
        words["low"] = game.low_scale.words(low)
    return words


def why(hand: Hand, award: Awarded) -> Explanation:
    """The hand that took it, and which seats share it."""
    if len(hand.live) == 1:
        return Explanation(SHOWDOWN, "everybody else folded")
    words = hands_in_words(hand, award.seat)[award.half]
    parts = [each for each in hand.events if isinstance(each, Awarded) and each.pot == award.pot]
    equals = [each.seat for each in parts if each.half == award.half and each.seat != award.seat]
    if equals:
        words += f", as has seat {' and seat '.join(map(str, equals))}"
    if award.half == "low":
        return Explanation(LOW_RULE, words)
    if hand.table.mode == "hilo" and not any(each.half == "low" for each in parts):
        words += "; no low qualifies for this pot"
    return Explanation(SHOWDOWN, words)


def award_text(hand: Hand, award: Awarded) -> str:
    halved = hand.table.mode == "hilo" and len(hand.live) > 1
    half = f" ({award.half})" if halved else ""
    rule, words = why(hand, award)
    return f"{dollars(award.chips)} of {_pot_name(hand, award.pot)}{half}: {words} ({rule})"


def _pot_name(hand: Hand, number: int) -> str:
    """The main pot, or which side pot; "the pot" if there is only one."""
    count = max(each.pot for each in hand.events if isinstance(each, Awarded))
    if count == 1:
        return "the pot"
    return "the main pot" if number == 1 else f"side pot {number - 1}"
