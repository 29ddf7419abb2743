"""Five Card Hold Out: each hand's expected share of the pot, over all boards or over random deals.

Halves are divided as exact fractions, not in chips.
"""

from fractions import Fraction
from itertools import combinations

import numpy as np

from croupier.cards.card import DECK, Card, mask, text
from croupier.errors import BadCards, RuleError
from croupier.games.figures import PokerFigures
from croupier.games.five_card_hold_out import rules
from croupier.games.five_card_hold_out.loops import deals as loops
from croupier.games.five_card_hold_out.loops.keeps import NO_POLICY, keep_worth
from croupier.games.five_card_hold_out.loops.showdowns import (
    HALF,
    HIGH,
    LOW,
    POT,
    SCOOP,
    SQUARES,
    TIE,
    Stake,
    all_boards,
)
from croupier.games.five_card_hold_out.policy import policy_of, stake_of
from croupier.kernels.arrays import Ints
from croupier.kernels.compiled import in_threads
from croupier.odds.poker import Deals, Equity, Keep, Showdown, Unknown, check_deals, squared_errors

ALL_KEEPS = 2**rules.DEALT - 1


def equity(pot: Showdown, deals: Deals | None = None) -> Equity:
    """Exact if every hand is known; otherwise by random deals."""
    stake = stake_of(pot.mode, pot.qualifier, pot.wheel_straight)
    check_pot(pot)
    if not pot.unknown:
        return _exact(pot, stake)
    deals = deals or Deals()
    check_deals(deals)
    return _sampled(pot, stake, deals)


def check_pot(pot: Showdown) -> None:
    if not 2 <= len(pot.hands) <= rules.MOST_SEATS:
        raise RuleError(f"{len(pot.hands)} hands; 2 to {rules.MOST_SEATS} can play", "hands/count")
    for hand in pot.known:
        rules.check_sizes(hand, pot.board)
    rules.check_once([card for hand in pot.known for card in hand] + [*pot.board, *pot.dead])
    for unknown in pot.unknown:
        rules.check_kept(_dealt(unknown), None)
    if len(pot.unseen) < _missing(pot):
        raise BadCards(
            f"{_missing(pot)} cards are still to come, {len(pot.unseen)} are left", "cards/few"
        )


def _dealt(hand: Unknown) -> int:
    return rules.DEALT if hand.kept is None else hand.kept


def _missing(pot: Showdown) -> int:
    return rules.COMMUNITY - len(pot.board) + sum(map(_dealt, pot.unknown))


def _exact(pot: Showdown, stake: Stake) -> Equity:
    held = np.array([mask(hand) for hand in pot.known], np.int64)
    cards = np.array([*pot.board, *pot.unseen], np.int64)
    sums, boards = all_boards(held, cards, len(pot.board), stake)
    return _equity(sums, boards)


def _sampled(pot: Showdown, stake: Stake, deals: Deals) -> Equity:
    hands = loops.SeatHands(
        np.array([0 if isinstance(hand, Unknown) else mask(hand) for hand in pot.hands]),
        np.array([_dealt(hand) if isinstance(hand, Unknown) else 0 for hand in pot.hands]),
        np.array([hand == Unknown() for hand in pot.hands], np.int64),
    )
    policy = policy_of(stake) if hands.by_policy.any() else NO_POLICY
    unseen, board, cards = np.array(pot.unseen, np.int64), mask(pot.board), _missing(pot)

    def sums(chunk: tuple[int, int]) -> Ints:
        drawn = loops.draws(deals.seed, *chunk, len(unseen), cards)
        return loops.dealt_boards(hands, policy, board, unseen, drawn, stake)

    total = sum(in_threads("dealing", sums, loops.chunks(deals.trials)), np.zeros(1, np.int64))
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


def keeps(
    cards: tuple[Card, ...],
    opponents: int,
    stake: Stake,
    deals: Deals,
    most: int = ALL_KEEPS,
    dead: tuple[Card, ...] = (),
) -> list[Keep]:
    """Keeps, best first, against opponents who keep by the policy.

    All of them, or the `most` that are worth the most against one opponent. `dead`: other cards
    that are seen, and cannot come.
    """
    _check_keep(cards, opponents, dead)
    check_deals(deals)
    sets = [held for size in range(1, rules.DEALT + 1) for held in combinations(cards, size)]
    policy = policy_of(stake)
    if most < ALL_KEEPS:
        sets.sort(key=lambda held: -keep_worth(mask(held), policy))
        del sets[most:]
    held = np.array([mask(cards) for cards in sets], np.int64)
    unseen = np.array([card for card in DECK if card not in (*cards, *dead)], np.int64)
    needs = loops.needs_of(held, unseen, stake)

    def sums(chunk: tuple[int, int]) -> Ints:
        drawn = loops.draws(
            deals.seed, *chunk, len(unseen), rules.COMMUNITY + rules.DEALT * opponents
        )
        return loops.keep_deals(held, needs, unseen, policy, drawn, stake)

    total = sum(in_threads("dealing", sums, loops.chunks(deals.trials)), np.zeros(1, np.int64))
    shares = [Fraction(int(keep[POT]), 2 * HALF * deals.trials) for keep in total]
    squares = [Fraction(int(keep[SQUARES]), 4 * HALF * HALF) for keep in total]
    errors = squared_errors(shares, squares, deals.trials)
    scoops = [Fraction(int(keep[SCOOP]), deals.trials) for keep in total]
    found = map(Keep, sets, shares, scoops, errors)
    return sorted(found, key=lambda keep: -keep.pot)


def _check_keep(cards: tuple[Card, ...], opponents: int, dead: tuple[Card, ...]) -> None:
    rules.check_once((*cards, *dead))
    if len(cards) != rules.DEALT:
        raise BadCards(
            f"{text(cards) or 'no cards'}; a player is dealt {rules.DEALT}", "cards/count"
        )
    if not 1 <= opponents < rules.MOST_SEATS:
        raise RuleError(
            f"{opponents} opponents; 1 to {rules.MOST_SEATS - 1} can play", "hands/count"
        )
    left, needed = len(DECK) - len(cards) - len(dead), rules.COMMUNITY + rules.DEALT * opponents
    if left < needed:
        raise BadCards(f"{needed} cards are still to come, {left} are left", "cards/few")


FIGURES = PokerFigures(
    equity=equity,
    keeps=lambda cards, opponents, options, deals, dead=(): keeps(
        cards, opponents, stake_of(**options), deals, dead=dead
    ),
)
