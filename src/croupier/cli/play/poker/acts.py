"""Your turn at the poker table: what may be done, and the answer understood."""

from collections.abc import Sequence

from croupier.cards.card import Card, parse, text
from croupier.cli.play.poker.felt import PokerPlayer, felt
from croupier.cli.play.terminal import check_not_folded_by_a_letter
from croupier.desk.sittings.poker import YOU
from croupier.errors import IllegalAction, RuleError
from croupier.money import dollars, parse_dollars
from croupier.table.poker.hand import Hand, Legal

LEVELS = ("bet", "raise")  # acts with an amount


def ask_act(player: PokerPlayer, hand: Hand) -> str:
    """One legal act."""
    show_turn(player, hand)
    legal = hand.legal()
    words = [each.action for each in legal]
    while True:
        answer = player.ask("> ", actions=words, again=lambda: show_turn(player, hand))
        try:
            act = discards(answer, hand) if hand.discarding else understood(answer, legal)
            hand.act(YOU, act)
        except RuleError as wrong:
            player.refuse(wrong)
        else:
            return act


def show_turn(player: PokerPlayer, hand: Hand) -> None:
    legal = hand.legal()
    felt(player, hand)
    if hand.discarding:
        player.show(
            "Which do you discard? Type places or cards, such as 2 4; Enter keeps all five."
        )
    else:
        player.show("   ".join(f"{n}  {priced(each)}" for n, each in enumerate(legal, start=1)))
    stays = [] if hand.discarding else ["c check or call"]
    player.show(player.pen.dot.join([*stays, player.keys(dealt=True)]), style="dim")


def priced(legal: Legal) -> str:
    """An act with what it costs, or what it comes to."""
    if not legal.most:
        return legal.action
    to = " to" if legal.action == "raise" else ""
    return f"{legal.action}{to} {span(legal)}"


def span(legal: Legal) -> str:
    if legal.least == legal.most:
        return dollars(legal.least)
    return f"{dollars(legal.least)} up to {dollars(legal.most)}"


def discards(answer: str, hand: Hand) -> str:
    """The cards meant, by their places or their names."""
    words = answer.casefold().removeprefix("discard").replace(",", " ").split()
    held = {str(place): card for place, card in enumerate(hand.held[YOU], start=1)}
    if not any(word.isdigit() for word in words):
        return f"discard {text(parse(' '.join(words)))}".strip()
    gone = dict.fromkeys(held[word] if word in held else _card(word, hand) for word in words)
    return f"discard {text(gone)}"


def _card(word: str, hand: Hand) -> Card:
    try:
        (card,) = parse(word)
    except (RuleError, ValueError):
        raise IllegalAction(
            f"{word!r} is neither a place from 1 to {hand.table.game.dealt} nor a card",
            "action/unknown",
        ) from None
    return card


def understood(answer: str, legal: Sequence[Legal]) -> str:
    """An act by its number, its name or how that begins; an amount in dollars, or min or max."""
    word, _, rest = answer.casefold().partition(" ")
    numbers = {str(number): each for number, each in enumerate(legal, start=1)}
    named = [each for each in legal if word and each.action.startswith(word)]
    for each in named:
        check_not_folded_by_a_letter(word, each.action)
    chosen = numbers.get(word) or (named[0] if named else None)
    if chosen is None:
        known = ", ".join(priced(each) for each in legal)
        said = f"{answer!r} is not a choice here" if answer else "nothing is typed"
        raise IllegalAction(f"{said}; you can {known}", "action/unknown")
    if chosen.action not in LEVELS:
        if rest.strip():
            raise IllegalAction(f"{chosen.action} takes no amount", "action/unknown")
        return chosen.action
    return f"{chosen.action} {_level(chosen, rest.strip().removeprefix('to ').strip())}"


def _level(legal: Legal, written: str) -> int:
    ends = {"min": legal.least, "max": legal.most}
    if written in ends:
        return ends[written]
    if not written and legal.least == legal.most:
        return legal.least
    if not written:
        raise IllegalAction(
            f"{legal.action} how much? write {legal.action} and {span(legal)}, or min or max",
            "action/amount",
        )
    level = parse_dollars(written)
    if not legal.least <= level <= legal.most:
        raise IllegalAction(
            f"{legal.action} {dollars(level)}: here it is {priced(legal)}", "action/amount"
        )
    return level
