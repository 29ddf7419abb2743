"""Poker actions as people type and read them, in dollars; the engine counts chips of one cent.

Records keep the engine's words.
"""

from croupier.errors import IllegalAction, RuleError
from croupier.money import dollars, parse_dollars
from croupier.table.poker.hand import SIZED, Hand, Legal


def as_typed(action: str) -> str:
    """One form for `raise 8`, `raise to $8` and `raise $8.00`; other actions are unchanged."""
    word, _, rest = action.strip().partition(" ")
    try:
        cents = parse_dollars(rest.strip().removeprefix("to "))
    except RuleError:
        return action.strip()
    return f"{word} {dollars(cents)}"


def in_dollars(action: str) -> str:
    """An action in the engine's words as typed in the room: `raise 800` as `raise $8`."""
    word, _, rest = action.partition(" ")
    return f"{word} {dollars(int(rest))}" if word in SIZED and rest.isdigit() else action


def in_chips(hand: Hand, seat: int, action: str) -> str:
    """A typed action in the engine's words; the engine refuses what is not legal."""
    word, _, rest = action.partition(" ")
    legal = next((each for each in hand.legal() if each.action == word), None)
    if word not in SIZED or legal is None or seat != hand.to_act:
        return action
    try:
        level = parse_dollars(rest)
    except RuleError as unread:
        example = f"{word} {dollars(legal.least)}"
        raise IllegalAction(
            f"seat {seat}: {action!r}; write the dollars that it comes to, such as {example}",
            "action/amount",
        ) from unread
    if not legal.least <= level <= legal.most:
        raise IllegalAction(f"seat {seat}: {action}; it may {legal_words(legal)}", "action/amount")
    return f"{word} {level}"


def legal_words(legal: Legal) -> str:
    """`call $2`, `raise to $8`, `bet $4-$20`."""
    if legal.action == "discard":
        return f"discard up to {legal.most} cards"
    if not legal.most:
        return legal.action
    least, most = dollars(legal.least), dollars(legal.most)
    span = most if least == most else f"{least}-{most}"
    return f"{_sized(legal.action)} {span}"


def spoken(action: str, chips: int) -> str:
    """A recorded action: `raise 800` is a raise to $8, and `call` says how much it cost."""
    word, _, rest = action.partition(" ")
    if word in SIZED and rest.isdigit():
        return f"{_sized(word)} {dollars(int(rest))}"
    return f"{action} {dollars(chips)}" if chips else action


def _sized(word: str) -> str:
    """A raise names the total of the seat's bets in the betting round."""
    return "raise to" if word == "raise" else word
