"""Bots by name (the baselines, and those that come with a poker game), and matches between bots.

Matches use duplicate deals: every bot plays every seat with the same cards, so most of the luck of
the cards cancels out.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from math import isqrt
from random import Random
from typing import NamedTuple

from croupier.cards.card import DECK
from croupier.errors import RuleError
from croupier.extras import missing
from croupier.games.registry import folder_of
from croupier.progress import tracked
from croupier.rules.poker import PokerGame
from croupier.table.poker.deal import deal
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import PokerTable, first_positions
from croupier.table.poker.view import HandView, view

Bot = Callable[[HandView, Random], str]  # an act of the viewer, whose turn it is

Mix = Callable[[HandView, Random], dict[str, float]]  # how often each act is chosen


def luck(seed: str) -> Random:
    """The random numbers that bots use."""
    return Random(seed)


def always_call(seen: HandView, lucky: Random) -> str:
    """Never folds, never bets, and keeps all cards."""
    words = {legal.action for legal in seen.legal}
    return next(word for word in ("discard", "check", "call") if word in words)


def random_legal(seen: HandView, lucky: Random) -> str:
    """Any legal act, each kind as likely as the others; any discards."""
    legal = lucky.choice(seen.legal)
    if legal.action == "discard":
        gone = lucky.sample(seen.own.shown.split(), lucky.randint(legal.least, legal.most))
        return " ".join(["discard", *gone])
    if legal.action in ("bet", "raise"):
        return f"{legal.action} {lucky.randint(legal.least, legal.most)}"
    return legal.action


BASELINES: dict[str, Bot] = {"call": always_call, "random": random_legal}


def names_of(game: PokerGame) -> tuple[str, ...]:
    """All bots of a game. The game's own take seconds on their first act, to compute tables."""
    return (*BASELINES, *game.bots)


def bot(name: str, game: PokerGame) -> Bot:
    """A game's own bots are imported only when requested."""
    if name in BASELINES:
        return BASELINES[name]
    try:
        module = import_module(f"croupier.games.{folder_of(game.id)}.bots")
    except ModuleNotFoundError as lacking:
        raise missing(f"the bot {name}", str(lacking.name)) from lacking
    made: Bot = module.BOTS[name]
    return made


def mix_of(name: str, game: PokerGame) -> Mix | None:
    """How a game's own bot chooses among acts; None if it does not do so by chance."""
    if name in BASELINES:
        return None
    bot(name, game)  # refuses what cannot be loaded
    mixes: Mapping[str, Mix] = import_module(f"croupier.games.{folder_of(game.id)}.bots").MIXES
    return mixes.get(name)


def named(written: str, game: PokerGame) -> list[str]:
    """Parses bot names separated by commas."""
    names = [name.strip() for name in written.split(",")]
    known = names_of(game)
    unknown = [name for name in names if name not in known]
    if unknown:
        raise RuleError(f"no bot {unknown[0]!r}; there are: {', '.join(known)}", "bots/unknown")
    return names


class Match(NamedTuple):
    """What one bot won, in chips; each deal is played once per seat."""

    deals: int
    hands: int
    total: int
    squares: int  # of its result of each deal

    @property
    def mean(self) -> Fraction:
        """Chips a hand."""
        return Fraction(self.total, self.hands)

    @property
    def variance(self) -> Fraction:
        """The variance of the mean (chips per hand), estimated from the deals."""
        if self.deals < 2:
            return Fraction(0)
        spread = Fraction(self.squares) - Fraction(self.total * self.total, self.deals)
        return spread * self.deals / (self.deals - 1) / (self.hands * self.hands)

    def error_per_100(self, big_blind: int) -> Fraction:
        """One standard error, in big blinds a hundred hands, rounded down to a millionth."""
        scaled = self.variance * (100 * 10**6) ** 2 / (big_blind * big_blind)
        return Fraction(isqrt(scaled.numerator // scaled.denominator), 10**6)


def matched(
    table: PokerTable, bots: Sequence[Bot], deals: int, stack: int, seed: int
) -> list[Match]:
    """Each bot's result. Every deal is played once per bot, so that each plays every seat."""
    sums = [[0, 0] for _ in bots]
    for number in tracked("deals", range(deals), deals):
        for place, won in enumerate(_deal(table, bots, stack, f"{seed}/{number}")):
            sums[place][0] += won
            sums[place][1] += won * won
    hands = deals * len(bots)
    return [Match(deals, hands, total, squares) for total, squares in sums]


def _deal(table: PokerTable, bots: Sequence[Bot], stack: int, seed: str) -> list[int]:
    """What each bot wins with one deck, over all rotations of the bots around the table."""
    deck = tuple(Random(seed).sample(DECK, len(DECK)))
    seats = range(1, len(bots) + 1)
    button = len(bots)
    won = [0] * len(bots)
    for shift in range(len(bots)):
        sitting = {seat: (seat - 1 + shift) % len(bots) for seat in seats}
        positions = first_positions(button, seats, table.seat_count)
        hand = deal(table, dict.fromkeys(seats, stack), positions, deck)
        over = played(hand, {seat: bots[sitting[seat]] for seat in seats}, f"{seed}/{shift}")
        for seat in seats:
            won[sitting[seat]] += over.stacks[seat] - stack
    return won


def played(hand: Hand, bots: Mapping[int, Bot], seed: str) -> Hand:
    lucky = Random(f"{seed}/acts")
    while hand.to_act is not None:
        seat = hand.to_act
        hand = hand.act(seat, bots[seat](view(hand, seat), lucky))
    return hand
