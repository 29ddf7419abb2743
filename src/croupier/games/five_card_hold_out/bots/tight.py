"""A bot that counts: keeps what is worth most, and bets by its expected share of the pot.

It assumes that others hold random hands of as many cards as they show; before the discards, that
they keep by the plain policy. It does not read bets, and it does not bluff.
"""

from fractions import Fraction
from random import Random

from croupier.cards.card import Card, parse, text
from croupier.games.five_card_hold_out.equity import equity, keeps
from croupier.games.five_card_hold_out.loops.practice import TIGHT_MARGIN, TIGHT_RAISES
from croupier.games.five_card_hold_out.policy import stake_of
from croupier.games.five_card_hold_out.rules import DEALT
from croupier.odds.poker import Deals, Keep, Showdown, Unknown
from croupier.table.poker.hand import Legal
from croupier.table.poker.view import HandView

TRIALS = 600  # a standard error of at most 0.02 of a pot
RAISES, MARGIN = Fraction(*TIGHT_RAISES), Fraction(*TIGHT_MARGIN)


def tight(seen: HandView, lucky: Random) -> str:
    cards = parse(seen.own.shown)
    deals = Deals(TRIALS, lucky.getrandbits(32))
    if seen.legal[0].action == "discard":
        kept = _best_keep(seen, cards, deals).cards
        return f"discard {text(card for card in cards if card not in kept)}".strip()
    return _bet(seen, _share(seen, cards, deals))


def _rivals(seen: HandView) -> list[Unknown]:
    """The others still in, with the number of cards each holds; undecided before the discards."""
    return [Unknown() if seat.discarded is None else Unknown(seat.cards) for seat in seen.rivals]


def _best_keep(seen: HandView, cards: tuple[Card, ...], deals: Deals) -> Keep:
    stake = stake_of(seen.mode, seen.qualifier, seen.wheel_straight)
    return keeps(cards, len(seen.rivals), stake, deals)[0]


def _share(seen: HandView, cards: tuple[Card, ...], deals: Deals) -> Fraction:
    """Its share of the pot if nobody bets again."""
    if not seen.board and len(cards) == DEALT and _rivals(seen)[0].kept is None:
        return _best_keep(seen, cards, deals).pot
    board = parse(seen.board) if seen.board else ()
    played_for = (seen.mode, seen.qualifier, seen.wheel_straight)
    pot = Showdown((cards, *_rivals(seen)), board, (), *played_for)
    return equity(pot, deals).pot[0]


def _bet(seen: HandView, share: Fraction) -> str:
    legal = {each.action: each for each in seen.legal}
    larger = legal.get("raise") or legal.get("bet")
    if larger is not None and share * (len(seen.rivals) + 1) >= RAISES:
        return f"{larger.action} {_size(larger, seen.pot)}"
    if "check" in legal:
        return "check"
    call = seen.to_call
    return "call" if share >= Fraction(call, seen.pot + call) + MARGIN else "fold"


def _size(larger: Legal, pot: int) -> int:
    """About the size of the pot, if the limit leaves a choice."""
    return max(larger.least, min(larger.most, larger.least + pot // 2))
