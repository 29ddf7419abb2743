"""Poker's acts as people in the room type and read them: in dollars, where the engine has chips.

A chip of the engine is a cent. Records keep the engine's words.
"""

from croupier.errors import IllegalAction, RuleError
from croupier.money import dollars, parse_dollars
from croupier.table.poker.hand import SIZED, Hand, Legal


def as_typed(action: str) -> str:
    """`raise 8`, `raise to $8` and `raise $8.00` are one and the same; the rest stays as it is."""
    word, _, rest = action.strip().partition(" ")
    try:
        cents = parse_dollars(rest.strip().removeprefix("to "))
    except RuleError:
        return action.strip()
    return f"{word} {dollars(cents)}"


def in_dollars(action: str) -> str:
    """An act in the engine's words, as it is asked for in the room: `raise 800` as `raise $8`."""
    word, _, rest = action.partition(" ")
    return f"{word} {dollars(int(rest))}" if word in SIZED and rest.isdigit() else action


def in_chips(hand: Hand, seat: int, action: str) -> str:
    """The engine's words for what was typed, if it is legal; the engine refuses the rest."""
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
    """An act of a record: `raise 800` is a raise to $8, and `call` says how much it put in."""
    word, _, rest = action.partition(" ")
    if word in SIZED and rest.isdigit():
        return f"{_sized(word)} {dollars(int(rest))}"
    return f"{action} {dollars(chips)}" if chips else action


def _sized(word: str) -> str:
    """A raise names what the seat's bets of the round come to."""
    return "raise to" if word == "raise" else word
