"""Five Card Hold Out: the expected share of the pot of every keep of five cards, deal by deal."""

from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from croupier.cards.card import DECK, Card, mask, text
from croupier.errors import BadCards, RuleError
from croupier.games.five_card_hold_out.loops.deals import chunks, draws, keep_deals, needs_of
from croupier.games.five_card_hold_out.loops.keeps import keep_worth
from croupier.games.five_card_hold_out.loops.showdowns import HALF, NO_LOW, POT, SCOOP, SQUARES
from croupier.games.five_card_hold_out.policy import policy_of
from croupier.games.five_card_hold_out.rules import COMMUNITY, DEALT, MOST_SEATS, check_once
from croupier.games.five_card_hold_out.stakes import Stake
from croupier.kernels.compiled import in_threads
from croupier.odds.poker import Deals, Keep, check_deals, squared_errors

Ints = NDArray[np.int64]
ALL_KEEPS = 2**DEALT - 1


def keeps(
    cards: tuple[Card, ...], opponents: int, stake: Stake, deals: Deals, most: int = ALL_KEEPS
) -> list[Keep]:
    """Keeps, the best first, against opponents who keep by the policy.

    All of them, or those that are worth most against one opponent.
    """
    _check(cards, opponents)
    check_deals(deals)
    sets = [held for size in range(1, DEALT + 1) for held in combinations(cards, size)]
    policy = policy_of(stake)
    if most < ALL_KEEPS:
        sets.sort(key=lambda held: -keep_worth(mask(held), policy))
        del sets[most:]
    held = np.array([mask(cards) for cards in sets], np.int64)
    unseen = np.array([card for card in DECK if card not in cards], np.int64)
    needs = needs_of(held, unseen, stake.high, stake.floor < NO_LOW)

    def sums(chunk: tuple[int, int]) -> Ints:
        drawn = draws(deals.seed, *chunk, len(unseen), COMMUNITY + DEALT * opponents)
        return keep_deals(held, *needs, unseen, opponents, policy, drawn, *stake)

    total = sum(in_threads("dealing", sums, chunks(deals.trials)), np.zeros(1, np.int64))
    shares = [Fraction(int(keep[POT]), 2 * HALF * deals.trials) for keep in total]
    squares = [Fraction(int(keep[SQUARES]), 4 * HALF * HALF) for keep in total]
    errors = squared_errors(shares, squares, deals.trials)
    scoops = [Fraction(int(keep[SCOOP]), deals.trials) for keep in total]
    found = map(Keep, sets, shares, scoops, errors)
    return sorted(found, key=lambda keep: -keep.pot)


def _check(cards: tuple[Card, ...], opponents: int) -> None:
    check_once(cards)
    if len(cards) != DEALT:
        raise BadCards(f"{text(cards) or 'no cards'}; a player is dealt {DEALT}", "cards/count")
    if not 1 <= opponents < MOST_SEATS:
        raise RuleError(f"{opponents} opponents; 1 to {MOST_SEATS - 1} can play", "hands/count")
