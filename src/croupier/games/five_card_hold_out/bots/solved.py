"""A bot that has practiced: keeps cards by the policy, and bets as it learned to (betting.py)."""

from math import exp, log
from random import Random

import numpy as np

from croupier.cards.card import Card, mask, parse, text, unmask
from croupier.games.five_card_hold_out.betting import SHARE_TRIALS, BettingPlan, betting_of
from croupier.games.five_card_hold_out.equity import keeps
from croupier.games.five_card_hold_out.loops.players import best_keep, is_odd, share_of
from croupier.games.five_card_hold_out.loops.practice import CALL, FOLD, RAISE, known
from croupier.games.five_card_hold_out.loops.showdowns import Stake
from croupier.games.five_card_hold_out.policy import policy_of, stake_of
from croupier.games.five_card_hold_out.rules import STREETS
from croupier.odds.poker import Deals
from croupier.table.poker.view import HandView

RARELY = 0.08  # acts that practice chose less often than this are not used
KEEP_TRIALS, KEEPS_TRIED = 1_000, 8
NAMES = [street.name for street in STREETS]


def solved(seen: HandView, lucky: Random) -> str:
    if seen.legal[0].action == "discard":
        return _discard(seen, lucky)
    odds = _odds(seen, _planned(seen, lucky))
    act = lucky.choices((FOLD, CALL, RAISE), odds)[0] if any(odds) else CALL
    return _said(seen, act)


def mix(seen: HandView, lucky: Random) -> dict[str, float]:
    """What the bot may do here, and how often it does."""
    if seen.legal[0].action == "discard":
        return {_discard(seen, lucky): 1.0}
    odds = _odds(seen, _planned(seen, lucky))
    if not any(odds):
        return {_said(seen, CALL): 1.0}
    return {_said(seen, act): odd / sum(odds) for act, odd in enumerate(odds) if odd}


def _discard(seen: HandView, lucky: Random) -> str:
    stake = stake_of(seen.mode, seen.qualifier, seen.wheel_straight)
    cards = parse(seen.own.shown)
    kept = keep(cards, len(seen.rivals), stake, lucky)
    return f"discard {text(card for card in cards if card not in kept)}".strip()


def _planned(seen: HandView, lucky: Random) -> list[float]:
    """How often practice chose each act, by its number."""
    stake = stake_of(seen.mode, seen.qualifier, seen.wheel_straight)
    betting = betting_of(stake, len(seen.seats), seen.limit in ("fixed", "spread"))
    chance = _chance(seen, stake, betting, lucky)
    street = NAMES.index(seen.street)
    step = int(np.searchsorted(betting.edges[street], chance, "right"))
    planned: list[float] = betting.plan[_known(seen, street, step)].tolist()
    return planned


def keep(cards: tuple[Card, ...], rivals: int, stake: Stake, lucky: Random) -> tuple[Card, ...]:
    """By the policy, which assumes one rival; against more, the best of a few over random deals."""
    if rivals == 1:
        return tuple(unmask(best_keep(mask(cards), policy_of(stake))[0]))
    deals = Deals(KEEP_TRIALS, lucky.getrandbits(32))
    return keeps(cards, rivals, stake, deals, KEEPS_TRIED)[0].cards


def _chance(seen: HandView, stake: Stake, betting: BettingPlan, lucky: Random) -> float:
    """Computed as in practice: the worth of the best keep, then the geometric mean of shares."""
    own = seen.own
    hand = mask(parse(own.shown))
    if own.discarded is None:
        return best_keep(hand, policy_of(stake))[1]
    gone, board = mask(parse(own.thrown)), mask(parse(seen.board))
    sizes = [seat.cards for seat in seen.rivals]
    shares = {}
    for size in sorted(set(sizes)):
        others = betting.pools.hands[slice(*betting.pools.starts[size : size + 2])]
        seed = lucky.getrandbits(32)
        shares[size] = share_of(hand, gone, board, others, SHARE_TRIALS, seed, stake)
    return exp(sum(log(shares[size]) for size in sizes) / len(sizes))


def _known(seen: HandView, street: int, step: int) -> int:
    """The index of what is known, computed as in practice."""
    made, earlier, answered = 1, 0, 0  # the big blind is the first wager
    leader = before = None
    acted: set[object] = set()  # since the last wager
    for kind, *what in seen.events:
        if kind == "turned":
            earlier += made - (what[0] == NAMES[1])  # excluding the big blind
            before, leader = leader, None
            made = answered = 0
            acted = set()
        elif kind == "acted":
            seat, act = what[0], what[1]
            if str(act).startswith(("bet", "raise")):
                made, leader, acted = made + 1, seat, set()
            acted.add(seat)
            answered = made if seat == seen.viewer else answered
    rivals = seen.rivals
    return known(
        street,
        earlier,
        made,
        made - answered,
        len(rivals),
        all(seat.stack == 0 or seat.seat in acted for seat in rivals),
        0 if before is None else 1 if before == seen.viewer else 2,
        street > 0 and any(is_odd(seat.cards) for seat in rivals),
        step,
    )


def _odds(seen: HandView, planned: list[float]) -> list[float]:
    """Leaves out illegal acts and those hardly ever chosen."""
    legal = {each.action for each in seen.legal}
    can = {FOLD: "call" in legal, CALL: True, RAISE: bool(legal & {"bet", "raise"})}
    return [odd if can[act] and odd >= RARELY else 0.0 for act, odd in enumerate(planned)]


def _said(seen: HandView, act: int) -> str:
    legal = {each.action: each for each in seen.legal}
    larger = legal.get("raise") or legal.get("bet")
    if act == FOLD:
        return "fold"
    if act == RAISE and larger is not None:
        # A pot-sized raise: the size of the pot after the call.
        level = max(seat.bet for seat in seen.seats) + seen.pot + seen.to_call
        return f"{larger.action} {max(larger.least, min(larger.most, level))}"
    return "check" if "check" in legal else "call"
