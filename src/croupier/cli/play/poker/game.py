"""Poker at the terminal: a seat among bots, hand after hand."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext

from croupier.bots.baseline import Bot
from croupier.bots.players import SLOW, bot
from croupier.cli.called import called
from croupier.cli.play.info import commitment_line, words_said
from croupier.cli.play.poker.acts import ask_act
from croupier.cli.play.poker.felt import (
    PokerPlayer,
    add_panels,
    header,
    record_path,
    tell,
    tell_result,
)
from croupier.cli.play.terminal import Quit
from croupier.cli.progress import working
from croupier.desk.sittings.poker import (
    YOU,
    PokerSitting,
    acted,
    bot_act,
    bought_in,
    closed,
    dealt,
    proof_of,
    with_word,
    without_chips,
)
from croupier.desk.sittings.saved import write_private
from croupier.money import dollars
from croupier.table.poker.hand import Hand
from croupier.table.poker.phh import to_phh
from croupier.table.poker.transcript import transcript


def sit(player: PokerPlayer, sitting: PokerSitting) -> None:
    """Hand after hand, until the player quits."""
    player.kept = sitting
    bots = {seat: bot(name) for seat, name in sitting.bots.items()}
    add_panels(player)
    header(player)
    while True:
        if player.sitting.hand is None:
            _open_hand(player)
        _close_hand(player, _play_on(player, bots))


def _open_hand(player: PokerPlayer) -> None:
    """The shuffle is promised, then the player commits to a word, and opens it before the deal."""
    _buy_in(player)
    player.show()
    player.show(f"Hand {player.sitting.hands + 1}. You have {dollars(player.sitting.at_hand)}.",
              style="bold")  # fmt: skip
    commitment_line(player)
    player.show(player.keys(), style="dim")
    while player.ask("Enter deals. ").casefold() not in ("", "d", "deal"):
        player.warn("Press Enter for the next hand, or one of the keys above.")
    sitting = with_word(player.sitting, player.new_word)
    for line in words_said(sitting.words, "The hand begins"):
        player.show(line, style="dim")
    player.keep(dealt(sitting))


def _buy_in(player: PokerPlayer) -> None:
    """Seats without chips buy in again; you are asked."""
    empty = without_chips(player.sitting)
    if not empty:
        return
    more = dollars(player.sitting.buy_in)
    for seat in empty:
        if seat != YOU:
            player.show(f"{player.name(seat)} buys another {more}.", style="dim")
        elif not player.agrees(f"You have no chips left. Another {more}?", default=True):
            raise Quit
    player.keep(bought_in(player.sitting))


def _play_on(player: PokerPlayer, bots: Mapping[int, Bot]) -> Hand:
    """From act to act to the end of the hand; each is kept before it is told."""
    shown = 0
    while True:
        hand = player.sitting.hand
        assert hand is not None
        shown = tell(player, hand, shown)
        if hand.to_act is None:
            return hand
        if hand.to_act == YOU:
            act = ask_act(player, hand)
        else:
            with _thinking(player, hand.to_act):
                act = bot_act(player.sitting, bots)
        player.keep(acted(player.sitting, act))


def _thinking(player: PokerPlayer, seat: int) -> AbstractContextManager[None]:
    """A progress bar while a bot computes, so that nobody thinks the game has hung."""
    if player.sitting.bots[seat] in SLOW:
        return working(f"{player.name(seat)} thinks")
    return nullcontext()


def _close_hand(player: PokerPlayer, hand: Hand) -> None:
    """Record and chips are kept first, then told: a player who leaves now loses nothing."""
    said = _publish(player, hand)
    player.keep(closed(player.sitting, player.new_secret))
    tell_result(player, hand)
    player.command(said)


def _publish(player: PokerPlayer, hand: Hand) -> str:
    """Writes the whole hand and its shuffle, the secret included; says how to check them."""
    shoe, path = player.sitting.shoe, record_path(player)
    record = proof_of(player.sitting)
    page = path.with_name("hands") / f"{shoe.commitment[:16]}.txt"
    try:
        write_private(path, record)
        page.parent.mkdir(exist_ok=True, mode=0o700)
        page.write_text(transcript(hand), "utf-8")
        page.with_suffix(".phh").write_text(to_phh(hand), "utf-8")
    except OSError as fault:
        return f"The record of the hand cannot be written in {path} ({fault.strerror})."
    return (
        f"Check this shuffle yourself: {called('fair', str(path))}\n"
        f"The hand: {called('replay', str(page))}"
    )
