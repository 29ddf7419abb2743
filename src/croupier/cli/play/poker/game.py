"""Poker at the terminal: one seat among bots, hand after hand."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext

from croupier.bots.players import Bot
from croupier.cards.card import Card, parse, text
from croupier.cli.play.info import commitment_line, words_said
from croupier.cli.play.poker.coach import coach_panel
from croupier.cli.play.poker.felt import PokerPlayer, add_panels, felt, header, tell, tell_result
from croupier.cli.play.terminal import Quit, check_not_folded_by_a_letter
from croupier.cli.progress import working
from croupier.cli.screen import called
from croupier.desk.sittings import poker as desk
from croupier.errors import IllegalAction, RuleError
from croupier.money import dollars, parse_dollars
from croupier.table.poker.hand import Hand, Legal

LEVELS = ("bet", "raise")  # acts with an amount


def sit(player: PokerPlayer, sitting: desk.PokerSitting) -> None:
    """Hand after hand, until the player quits."""
    player.current = sitting
    bots = desk.bots_of(sitting)
    add_panels(player)
    player.panels["coach"] = lambda word: coach_panel(player, word)
    header(player)
    while True:
        if player.sitting.hand is None:
            _open_hand(player)
        _close_hand(player, _play_on(player, bots))


def _open_hand(player: PokerPlayer) -> None:
    """The house commits to the shuffle, then the player to a word, opened before the deal."""
    _buy_in(player)
    player.show()
    player.show(f"Hand {player.sitting.hands + 1}. You have {dollars(player.sitting.at_hand)}.",
              style="bold")  # fmt: skip
    commitment_line(player)
    player.show(player.keys(), style="dim")
    while player.ask("Enter deals. ").casefold() not in ("", "d", "deal"):
        player.warn("Press Enter for the next hand, or one of the keys above.")
    sitting = desk.with_word(player.sitting, player.new_word)
    for line in words_said(sitting.words, "The hand begins"):
        player.show(line, style="dim")
    player.keep(desk.dealt(sitting))


def _buy_in(player: PokerPlayer) -> None:
    """Seats without chips buy in again; you are asked."""
    empty = desk.without_chips(player.sitting)
    if not empty:
        return
    more = dollars(player.sitting.buy_in)
    for seat in empty:
        if seat != desk.YOU:
            player.show(f"{player.name(seat)} buys another {more}.", style="dim")
        elif not player.agrees(f"You have no chips left. Another {more}?", default=True):
            raise Quit
    player.keep(desk.bought_in(player.sitting))


def _play_on(player: PokerPlayer, bots: Mapping[int, Bot]) -> Hand:
    """Plays from act to act to the end of the hand; each act is saved before it is shown."""
    shown = 0
    while True:
        hand = player.sitting.hand
        assert hand is not None
        shown = tell(player, hand, shown)
        if hand.to_act is None:
            return hand
        if hand.to_act == desk.YOU:
            player.keep(ask_act(player, hand))
        else:
            with _thinking(player, hand.to_act):
                act = desk.bot_act(player.sitting, bots)
            player.keep(desk.acted(player.sitting, act))


def _thinking(player: PokerPlayer, seat: int) -> AbstractContextManager[None]:
    """A progress bar while a bot computes, so that nobody thinks the game has hung."""
    if desk.is_slow(player.sitting, seat):
        return working(f"{player.name(seat)} thinks")
    return nullcontext()


def _close_hand(player: PokerPlayer, hand: Hand) -> None:
    """Record and chips are saved first, then shown: a player who leaves now loses nothing."""
    said = _publish(player)
    player.keep(desk.closed(player.sitting, player.new_secret))
    tell_result(player, hand)
    player.command(said)


def _publish(player: PokerPlayer) -> str:
    """Writes the whole hand and its shuffle, including the secret; returns how to check them."""
    path = player.record
    try:
        page = desk.publish(player.sitting, path)
    except OSError as fault:
        return f"The record of the hand cannot be written in {path} ({fault.strerror})."
    return (
        f"Check this shuffle yourself: {called('fair', str(path))}\n"
        f"The hand: {called('replay', str(page))}"
    )


def ask_act(player: PokerPlayer, hand: Hand) -> desk.PokerSitting:
    legal = hand.legal()

    def choice(answer: str) -> desk.PokerSitting:
        act = discards(answer, hand) if hand.discarding else understood(answer, legal)
        return desk.acted(player.sitting, act)

    return player.choose([each.action for each in legal], lambda: show_turn(player, hand), choice)


def show_turn(player: PokerPlayer, hand: Hand) -> None:
    legal = hand.legal()
    felt(player, hand)
    if hand.discarding:
        player.show(
            "Which do you discard? Type positions or cards, such as 2 4; Enter keeps all five."
        )
    else:
        player.show("   ".join(f"{n}  {priced(each)}" for n, each in enumerate(legal, start=1)))
    stays = [] if hand.discarding else ["c check or call"]
    player.show(player.pen.dot.join([*stays, player.keys(dealt=True)]), style="dim")


def priced(legal: Legal) -> str:
    """An act with its cost, or its total."""
    if not legal.most:
        return legal.action
    to = " to" if legal.action == "raise" else ""
    return f"{legal.action}{to} {span(legal)}"


def span(legal: Legal) -> str:
    if legal.least == legal.most:
        return dollars(legal.least)
    return f"{dollars(legal.least)} up to {dollars(legal.most)}"


def discards(answer: str, hand: Hand) -> str:
    """The cards meant, by position or by name."""
    words = answer.casefold().removeprefix("discard").replace(",", " ").split()
    held = {str(place): card for place, card in enumerate(hand.held[desk.YOU], start=1)}
    if not any(word.isdigit() for word in words):
        return f"discard {text(parse(' '.join(words)))}".strip()
    gone = dict.fromkeys(held[word] if word in held else _card(word, hand) for word in words)
    return f"discard {text(gone)}"


def _card(word: str, hand: Hand) -> Card:
    try:
        (card,) = parse(word)
    except (RuleError, ValueError):
        raise IllegalAction(
            f"{word!r} is neither a position from 1 to {hand.table.game.dealt} nor a card",
            "action/unknown",
        ) from None
    return card


def understood(answer: str, legal: Sequence[Legal]) -> str:
    """An act by its number, its name or the start of it; an amount in dollars, or min or max."""
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
