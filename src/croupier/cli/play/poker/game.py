"""Poker at the terminal: a seat among bots, hand after hand."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from itertools import cycle, islice

from croupier import fair
from croupier.bots.baseline import Bot, luck
from croupier.bots.players import SLOW, bot, named
from croupier.cli.called import called
from croupier.cli.play.desk import Quit, Settings
from croupier.cli.play.info import commitment_line
from croupier.cli.play.poker.acts import ask_act
from croupier.cli.play.poker.felt import (
    PokerDesk,
    add_panels,
    header,
    record_path,
    tell,
    tell_result,
)
from croupier.cli.play.poker.saved import YOU, PokerSitting, shuffled
from croupier.cli.play.saved import write_private
from croupier.cli.play.words import check_typed, committed, mixed, words_said
from croupier.cli.play.words import to_json as words_to_json
from croupier.cli.progress import working
from croupier.errors import RuleError
from croupier.money import dollars
from croupier.rules.limits import DEFAULT_POKER_PROFILE
from croupier.table.poker.hand import Hand, deal
from croupier.table.poker.phh import to_phh
from croupier.table.poker.record import poker_proof, to_json
from croupier.table.poker.table import PokerTable, first_positions, next_positions, open_poker
from croupier.table.poker.transcript import transcript
from croupier.table.poker.view import view
from croupier.table.shoe import Shoe, source

USUAL_SEATS = 6


def table_for(settings: Settings) -> tuple[PokerTable, dict[int, str]]:
    """The table that was asked for, and which bot sits where; or why there is none."""
    seats = USUAL_SEATS if settings.seats is None else settings.seats
    profile = settings.profile or DEFAULT_POKER_PROFILE
    table = open_poker(dict(settings.options), seat_count=seats, profile=profile)
    names, buy_in = named(settings.bots), settings.bankroll
    if buy_in < table.number("big_blind"):
        raise RuleError(f"a buy-in of {dollars(buy_in)} is less than the big blind", "play/buy_in")
    return table, dict(zip(range(2, seats + 1), islice(cycle(names), seats - 1), strict=True))


def new_sitting(
    desk: PokerDesk, table: PokerTable, bots: Mapping[int, str], settings: Settings
) -> PokerSitting:
    stacks = dict.fromkeys(range(1, table.seat_count + 1), int(settings.bankroll))
    word, buy_in = check_typed(settings.word), settings.bankroll
    return PokerSitting(table, bots, buy_in, word, shuffled(desk.new_secret), stacks, dict(stacks))


def sit(desk: PokerDesk, sitting: PokerSitting) -> None:
    """Hand after hand, until the player quits."""
    desk.kept = sitting
    bots = {seat: bot(name) for seat, name in sitting.bots.items()}
    add_panels(desk)
    header(desk)
    while True:
        if desk.sitting.hand is None:
            _open_hand(desk)
        _close_hand(desk, _play_on(desk, bots))


def _open_hand(desk: PokerDesk) -> None:
    """The shuffle is promised, then the player commits to a word, and opens it before the deal."""
    _buy_in(desk)
    desk.show()
    desk.show(f"Hand {desk.sitting.hands + 1}. You have {dollars(desk.sitting.at_hand)}.",
              style="bold")  # fmt: skip
    commitment_line(desk)
    desk.show(desk.keys(), style="dim")
    while desk.ask("Enter deals. ").casefold() not in ("", "d", "deal"):
        desk.warn("Press Enter for the next hand, or one of the keys above.")
    sitting = _with_word(desk)
    at, count = sitting.positions, len(sitting.seats)
    positions = (
        first_positions(count, sitting.seats, count)
        if at is None
        else next_positions(at, sitting.seats, count)
    )
    hand = deal(sitting.table, sitting.stacks, positions, source(sitting.shoe).cards)
    desk.keep(replace(sitting, positions=positions, hand=hand))


def _with_word(desk: PokerDesk) -> PokerSitting:
    sitting = desk.sitting
    words = committed(sitting.shoe, [YOU], sitting.word, desk.new_word)
    for line in words_said(words, "The hand begins"):
        desk.show(line, style="dim")
    return replace(sitting, words=words, shoe=mixed(sitting.shoe, words))


def _buy_in(desk: PokerDesk) -> None:
    """Whoever has no chips buys more; you are asked."""
    sitting = desk.sitting
    empty = [seat for seat, chips in sitting.stacks.items() if chips == 0]
    if not empty:
        return
    more = dollars(sitting.buy_in)
    for seat in empty:
        if seat != YOU:
            desk.show(f"{desk.name(seat)} buys another {more}.", style="dim")
        elif not desk.agrees(f"You have no chips left. Another {more}?", default=True):
            raise Quit
    bought = {seat: sitting.buy_in if seat in empty else 0 for seat in sitting.seats}
    desk.keep(
        replace(
            sitting,
            stacks={seat: chips + bought[seat] for seat, chips in sitting.stacks.items()},
            bought={seat: chips + bought[seat] for seat, chips in sitting.bought.items()},
        )
    )


def _play_on(desk: PokerDesk, bots: Mapping[int, Bot]) -> Hand:
    """From act to act to the end of the hand; each is kept before it is told."""
    hand = desk.sitting.hand
    assert hand is not None
    told = tell(desk, hand, 0)
    while hand.to_act is not None:
        seat = hand.to_act
        if seat == YOU:
            act = ask_act(desk, hand)
        else:
            with _thinking(desk, seat):
                act = bots[seat](view(hand, seat), luck(_seed(desk.sitting.shoe, hand)))
        hand = hand.act(seat, act)
        desk.keep(replace(desk.sitting, hand=hand))
        told = tell(desk, hand, told)
    return hand


def _thinking(desk: PokerDesk, seat: int) -> AbstractContextManager[None]:
    """A bar while a bot counts, so that nobody takes the game for dead."""
    if desk.sitting.bots[seat] in SLOW:
        return working(f"{desk.name(seat)} thinks")
    return nullcontext()


def _seed(shoe: Shoe, hand: Hand) -> str:
    """A bot's luck at an act: fixed with the shuffle, so that resuming rolls no dice again."""
    return f"{shoe.secret.hex()}/{len(hand.events)}"


def _close_hand(desk: PokerDesk, hand: Hand) -> None:
    """Record and chips are kept first, then told: a player who leaves now loses nothing."""
    sitting = desk.sitting
    proof = _publish(desk, hand)
    desk.keep(
        replace(
            sitting,
            shoe=shuffled(desk.new_secret),
            words=(),
            stacks={seat: hand.stacks[seat] for seat in sitting.seats},
            hands=sitting.hands + 1,
            hand=None,
        )
    )
    tell_result(desk, hand)
    desk.command(proof)


def _publish(desk: PokerDesk, hand: Hand) -> str:
    """Writes the whole hand and its shuffle, the secret included; says how to check them."""
    shoe, path = desk.sitting.shoe, record_path(desk)
    words = words_to_json(desk.sitting.words)
    record = {**poker_proof(shoe, hand), "words": words, "hand": to_json(hand)}
    assert not fair.check(record), "the house dealt other cards than it shuffled"
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
