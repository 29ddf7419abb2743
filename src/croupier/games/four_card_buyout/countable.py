"""What Buyout's loops take for granted of its rules, asked of the rules' own functions.

The loops count how often each hand beats, ties or loses to the dealer, and index their tables by
the bets made; they can price only rules by which that decides every net. Other rules are refused
here, before anything is counted.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import product

from croupier.errors import RuleError
from croupier.games.four_card_buyout import rules
from croupier.games.four_card_buyout.loops.tally import MOST_POINTS
from croupier.rules.paytable import Steps

HANDS = (2, 3, 4)  # the cards in play at the end
BETS = (1, 2, 3)  # the bets that a round may end with
# Facts that lead to each outcome: folded, the player's points, the dealer's.
FACTS = {
    rules.FOLDED: (1, 0, 0),
    rules.LOST: (0, 0, 1),
    rules.PUSHED: (0, 1, 1),
    rules.WON: (0, 1, 0),
}
SCORES = range(MOST_POINTS + 1)


def uncounted(rule: str, counted: str, code: str) -> RuleError:
    return RuleError(
        f"{rule}; rounds of Buyout are counted where {counted}: count them anew before this rule "
        "is solved",
        code,
    )


def check_rules() -> None:
    """Refuses rules of the three bets that the loops cannot follow."""
    _check_settlement(rules.settle)
    _check_bets(rules.bets_on)
    _check_options(rules.third_options, rules.fourth_options, rules.playable)


@lru_cache(maxsize=1)  # for as long as the rule is the same
def _check_settlement(settle: Callable[..., tuple[int, ...]]) -> None:
    for bets, player, dealer in product(BETS, SCORES, SCORES):
        ahead = rules.WON if player > dealer else rules.PUSHED if player == dealer else rules.LOST
        for folded, outcome in ((0, ahead), (1, rules.FOLDED)):
            facts = FACTS[outcome]
            if settle(folded, bets, player, dealer)[1:] != settle(facts[0], bets, *facts[1:])[1:]:
                raise uncounted(
                    "what a bet wins or loses depends on more than who has more points",
                    "only that, the bets made and a fold decide",
                    "odds/settlement",
                )


@lru_cache(maxsize=1)
def _check_bets(bets_on: Callable[[int], int]) -> None:
    if sorted(map(bets_on, HANDS)) != list(BETS):
        raise uncounted(
            f"hands of {', '.join(map(str, HANDS))} cards have "
            f"{', '.join(str(bets_on(cards)) for cards in HANDS)} bets",
            "each has one bet more, from one to three",
            "odds/bets",
        )


@lru_cache(maxsize=1)
def _check_options(
    third: Callable[[int], int], fourth: Callable[[int, int], int], playable: Callable[[int], bool]
) -> None:
    for kept in SCORES:
        legal = [(third(kept), ())] + [(fourth(kept, made), (made,)) for made in SCORES]
        for options, made in legal:
            plays = [kept] if options >> rules.REFUSE & 1 else []
            plays += made if options >> rules.BUY & 1 else ()
            if not options >> rules.FOLD & 1 or not all(map(playable, plays)):
                raise uncounted(
                    "a card may not be folded on, or a hand without points may be played",
                    "every card may be folded on, and only playable hands are played",
                    "odds/legal",
                )


def check_bonus(needs_four: int, table: Steps) -> None:
    """What the bonus of a folded hand nets is the same for all of them."""
    folded = {
        rules.settle_bonus(1, points, cards, needs_four, table)[1]
        for points, cards in product(SCORES, HANDS)
    }
    if len(folded) > 1:
        raise uncounted(
            "what a folded hand's bonus nets depends on the hand",
            "it is the same for every folded hand",
            "odds/settlement",
        )
