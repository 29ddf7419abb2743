"""Five Card Hold Out: each hand's expected share of the pot, over all boards or over random deals.

Halves are divided as fractions, not as chips.
"""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.cards.card import mask
from croupier.errors import BadCards, RuleError
from croupier.games.five_card_hold_out.loops.deals import chunks, dealt_boards, draws
from croupier.games.five_card_hold_out.loops.keeps import NO_POLICY
from croupier.games.five_card_hold_out.loops.showdowns import (
    HALF,
    HIGH,
    LOW,
    POT,
    SCOOP,
    SQUARES,
    TIE,
    all_boards,
)
from croupier.games.five_card_hold_out.policy import policy_of
from croupier.games.five_card_hold_out.rules import (
    COMMUNITY,
    DEALT,
    MOST_SEATS,
    check_kept,
    check_once,
    check_sizes,
)
from croupier.games.five_card_hold_out.stakes import Stake, stake_of
from croupier.kernels.compiled import in_threads
from croupier.odds.poker import Deals, Equity, Pot, Unknown, check_deals, squared_errors

Ints = NDArray[np.int64]


def equity(pot: Pot, deals: Deals | None = None) -> Equity:
    """Exact where every hand is known; by random deals where one is not."""
    stake = stake_of(pot.mode, pot.qualifier, pot.wheel_straight)
    check_pot(pot)
    if not pot.unknown:
        return _exact(pot, stake)
    deals = deals or Deals()
    check_deals(deals)
    return _sampled(pot, stake, deals)


def check_pot(pot: Pot) -> None:
    if not 2 <= len(pot.hands) <= MOST_SEATS:
        raise RuleError(f"{len(pot.hands)} hands; 2 to {MOST_SEATS} can play", "hands/count")
    for hand in pot.known:
        check_sizes(hand, pot.board)
    check_once([card for hand in pot.known for card in hand] + [*pot.board, *pot.dead])
    for unknown in pot.unknown:
        check_kept(_dealt(unknown), None)
    if len(pot.unseen) < _missing(pot):
        raise BadCards(
            f"{_missing(pot)} cards are still to come, {len(pot.unseen)} are left", "cards/few"
        )


def _dealt(hand: Unknown) -> int:
    return DEALT if hand.kept is None else hand.kept


def _missing(pot: Pot) -> int:
    return COMMUNITY - len(pot.board) + sum(map(_dealt, pot.unknown))


def _exact(pot: Pot, stake: Stake) -> Equity:
    held = np.array([mask(hand) for hand in pot.known], np.int64)
    cards = np.array([*pot.board, *pot.unseen], np.int64)
    sums, boards = all_boards(held, cards, len(pot.board), *stake)
    return _equity(sums, boards)


def _sampled(pot: Pot, stake: Stake, deals: Deals) -> Equity:
    held = np.array([0 if isinstance(hand, Unknown) else mask(hand) for hand in pot.hands])
    unknown = np.array([_dealt(hand) if isinstance(hand, Unknown) else 0 for hand in pot.hands])
    by_policy = np.array([hand == Unknown() for hand in pot.hands], np.int64)
    policy = policy_of(stake) if by_policy.any() else NO_POLICY
    unseen, board = np.array(pot.unseen, np.int64), mask(pot.board)
    missing, cards = COMMUNITY - len(pot.board), _missing(pot)

    def sums(chunk: tuple[int, int]) -> Ints:
        drawn = draws(deals.seed, *chunk, len(unseen), cards)
        return dealt_boards(held, unknown, by_policy, policy, board, missing, unseen, drawn, *stake)

    total = sum(in_threads("dealing", sums, chunks(deals.trials)), np.zeros(1, np.int64))
    found = _equity(total, deals.trials)
    squares = [Fraction(int(seat[SQUARES]), 4 * HALF * HALF) for seat in total]
    return found._replace(squared_errors=squared_errors(found.pot, squares, deals.trials))


def _equity(sums: Ints, count: int) -> Equity:
    def shares(column: int, parts: int) -> list[Fraction]:
        return [Fraction(int(seat[column]), parts * count) for seat in sums]

    return Equity(
        pot=shares(POT, 2 * HALF),
        high=shares(HIGH, HALF),
        low=shares(LOW, HALF),
        scoop=shares(SCOOP, 1),
        tie=shares(TIE, 1),
        dealt=count,
    )
