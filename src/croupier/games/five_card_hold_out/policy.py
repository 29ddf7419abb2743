"""The plain policy of Five Card Hold Out: keep what is worth most against a player like oneself.

In the first round the other player keeps all five; in each later round they keep what was worth
most in the one before. The policy keeps what is worth most in the last round. Worths are estimates
(from random deals, and boards may contain discards): a sensible player, not a perfect one.
"""

from functools import cache
from math import comb

import numpy as np

from croupier.errors import RuleError, shown
from croupier.games.five_card_hold_out import rules
from croupier.games.five_card_hold_out.loops import keeps
from croupier.games.five_card_hold_out.loops import showdowns as loops
from croupier.games.five_card_hold_out.loops.deals import chunks, draws, policy_showdowns
from croupier.kernels.arrays import Ints, Scores
from croupier.kernels.cache.counts import stored
from croupier.kernels.compiled import in_threads
from croupier.rules.poker import PLAYED_FOR, low_part

ROUNDS, LOW_ROUNDS = 2, 4  # it takes longer to settle when a low wins
DEALS = 400_000
SEED = 2018
SUITS = np.arange(0, loops.DECK_SIZE, 13)  # where each suit begins in a mask


def stake_of(mode: str, qualifier: str, wheel_straight: bool = True) -> loops.Stake:
    floor = rules.low_floor(qualifier)
    if mode not in rules.MODES:
        raise RuleError(f"mode {shown(mode)}; it is {', '.join(rules.MODES)}", "option/mode")
    if not rules.takes_qualifier(mode):
        floor = rules.low_floor("none")
    high = loops.FOR_HIGH if wheel_straight else loops.NO_WHEEL
    played_for = PLAYED_FOR[mode]
    return loops.Stake(
        high if played_for.high else loops.NO_HIGH, floor if played_for.low else loops.NO_LOW
    )


@cache
def policy_of(stake: loops.Stake) -> keeps.Policy:
    """The policy for a stake, computed on the first call and cached on disk."""
    made = stored(f"five-card-hold-out/policy-{stake.high}-{stake.floor}", lambda: _made(stake))
    kept, floor = made.pop("kept"), int(made.pop("floor"))
    return keeps.check_policy(
        keeps.Policy(kept, keeps.Worths(**made, floor=floor, wheel=stake.high != loops.NO_WHEEL))
    )


def _made(stake: loops.Stake) -> dict[str, Ints | Scores]:
    fives = keeps.sets(rules.DEALT, comb(loops.DECK_SIZE, rules.DEALT))
    highs, lows = loops.showdowns(fives, np.zeros_like(fives), stake.high != loops.NO_WHEEL)
    scores = np.unique(highs), np.unique(lows)
    worths = worths_of(highs, lows, scores, stake)
    policy = keeps.Policy(_kept(worths), worths)
    for number in range(1, ROUNDS if stake.floor >= loops.NO_LOW else LOW_ROUNDS):
        worths = worths_of(*_finals(policy, number), scores, stake)
        policy = keeps.Policy(_kept(worths), worths)
    arrays = {name: part for name, part in worths._asdict().items() if name != "wheel"}
    return {"kept": policy.kept, **arrays, "floor": np.array(worths.floor)}


def worths_of(
    highs: Scores, lows: Scores, scores: tuple[Scores, Scores], stake: loops.Stake
) -> keeps.Worths:
    """What each score is worth against a player who makes these hands."""
    dealt = len(highs)
    counting = np.array([rules.counts_as_low(int(low), stake.floor) for low in scores[1]])
    counts = counting[np.searchsorted(scores[1], lows)]
    to_lows = low_part(keeps.POT_WORTH, stake.high != loops.NO_HIGH, stake.floor < loops.NO_LOW)
    without = 2 * int((~counts).sum())

    def worth(beaten: Ints, part: int) -> Scores:
        return (beaten * part // (2 * dealt)).astype(np.int32)

    return keeps.Worths(
        *scores,
        high=worth(_beaten(highs, scores[0]), keeps.POT_WORTH - to_lows),
        alone=worth(_beaten(highs[~counts], scores[0]), to_lows),
        low=worth(_beaten(lows[counts], scores[1]) + without, to_lows),
        floor=int((~counting).sum()),
        wheel=stake.high != loops.NO_WHEEL,
    )


def _beaten(made: Scores, scores: Scores) -> Ints:
    """For each score, twice the number of hands that it beats, plus those that it ties."""
    tied = np.bincount(np.searchsorted(scores, made), minlength=len(scores))
    return 2 * (np.cumsum(tied) - tied) + tied


def _finals(policy: keeps.Policy, number: int) -> tuple[Scores, Scores]:
    """The high and the low of random deals that are kept by the policy."""

    def dealt(chunk: tuple[int, int]) -> tuple[Scores, Scores]:
        return policy_showdowns(
            draws(SEED + number, *chunk, loops.DECK_SIZE, rules.COMMUNITY + rules.DEALT), policy
        )

    highs, lows = zip(*in_threads("dealing", dealt, chunks(DEALS)), strict=True)
    return np.concatenate(highs), np.concatenate(lows)


def _kept(worths: keeps.Worths) -> Scores:
    """The worth of each set of one to four cards; sets that differ only by suit count once."""
    found = []
    for size in keeps.SIZES:
        suits = np.sort(
            keeps.sets(size, comb(loops.DECK_SIZE, size))[:, None] >> SUITS & 0x1FFF, axis=1
        )
        alike = (suits << SUITS).sum(axis=1)
        classes, members = np.unique(alike, return_inverse=True)
        parts = np.array_split(classes, max(1, len(classes) // 50))
        worth = in_threads("weighing keeps", lambda part: keeps.sets_worths(part, worths), parts)
        found.append(np.concatenate(worth)[members])
    return np.concatenate(found).astype(np.int32)
