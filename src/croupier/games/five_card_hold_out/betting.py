"""How to bet in Five Card Hold Out: learned in practice against learners and other players.

Three players in twelve do not learn: one always calls, one acts at random, one bets by its share of
the pot alone. So the learned strategy also answers players who do not learn (a restricted Nash
response). All of this is estimated: nothing here is a figure of the game.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.five_card_hold_out.loops import practice as loops
from croupier.games.five_card_hold_out.loops.deals import draws
from croupier.games.five_card_hold_out.loops.keeps import Policy
from croupier.games.five_card_hold_out.loops.players import (
    Pools,
    PracticeDeals,
    check_pools,
    dealt_to,
    kept_hands,
)
from croupier.games.five_card_hold_out.loops.showdowns import DECK_SIZE, Stake
from croupier.games.five_card_hold_out.policy import policy_of
from croupier.games.five_card_hold_out.rules import COMMUNITY, DEALT
from croupier.kernels.arrays import Floats
from croupier.kernels.cache.counts import stored
from croupier.kernels.compiled import in_threads
from croupier.progress import tracked

POOL = 200_000
POOL_SEED, DEAL_SEED = 1, 2
PART = 2_000  # deals that share one stream of random numbers
SHARE_TRIALS = 96  # as many at the table as in practice: equally precise


class Practice(NamedTuple):
    players: int
    deals: int
    passes: int


TWO, MORE = Practice(2, 40_000, 10), Practice(5, 16_000, 8)


class BettingPlan(NamedTuple):
    plan: NDArray[np.float32]  # the odds of each act, by what is known; all 0 if unpracticed
    edges: Floats
    pools: Pools


def betting_of(stake: Stake, seats: int, fixed: bool) -> BettingPlan:
    """The plan learned for a stake, for two seats or for more, at fixed or pot-sized bets."""
    return _kept(stake, TWO if seats == 2 else MORE, fixed)


@cache
def _kept(stake: Stake, practice: Practice, fixed: bool) -> BettingPlan:
    name = "-".join(map(str, ("five-card-hold-out/betting", *stake, *practice, int(fixed))))
    made = stored(name, lambda: learned(stake, practice, fixed))
    pools = check_pools(Pools(made["hands"], made["starts"]))
    return BettingPlan(made["plan"], made["edges"], pools)


def learned(stake: Stake, practice: Practice, fixed: bool) -> dict[str, NDArray[np.generic]]:
    policy = policy_of(stake)
    pools = _pools(policy)
    dealt = _dealt(stake, practice, policy, pools)
    notes = loops.Learned(
        _edges(dealt), np.zeros((loops.INFOS, loops.ACTS)), np.zeros((loops.INFOS, loops.ACTS))
    )
    loops.check_practice(dealt, loops.PracticeStakes(fixed), *notes)
    for turn in tracked("learning to bet", range(practice.passes), practice.passes):
        loops.learn_from(dealt, loops.PracticeStakes(fixed), notes, float(turn + 1), turn, stake)
    total = notes.average.sum(axis=1, keepdims=True)
    plan = notes.average / np.where(total > 0, total, 1)
    return {"plan": plan.astype(np.float32), "edges": notes.edges, **pools._asdict()}


def _pools(policy: Policy) -> Pools:
    hands = kept_hands(draws(POOL_SEED, 0, POOL, DECK_SIZE, DEALT), policy, POOL_SEED)
    sizes = np.bitwise_count(hands)
    order = np.argsort(sizes, kind="stable")
    starts = np.searchsorted(sizes[order], np.arange(DEALT + 2))
    return check_pools(Pools(hands[order], starts))


def _dealt(stake: Stake, practice: Practice, policy: Policy, pools: Pools) -> PracticeDeals:
    def part(number: int) -> PracticeDeals:
        drawn = draws(DEAL_SEED, number, PART, DECK_SIZE, COMMUNITY + DEALT * practice.players)
        return dealt_to(drawn, policy, pools, SHARE_TRIALS, number, stake)

    parts = in_threads("dealing for practice", part, range(practice.deals // PART))
    return PracticeDeals(*map(np.concatenate, zip(*parts, strict=True)))


def _edges(dealt: PracticeDeals) -> Floats:
    """By street, chances that divide the deals into equally likely steps."""
    steps = np.arange(1, loops.CHANCES) / loops.CHANCES
    players = dealt.first.shape[1]
    others = ~np.eye(players, dtype=bool)
    later = [
        np.quantile(np.exp(dealt.later[:, street][:, others]), steps)
        for street in range(loops.ROUNDS - 1)
    ]
    return np.stack([np.quantile(dealt.first, steps), *later]).astype(np.float64)
