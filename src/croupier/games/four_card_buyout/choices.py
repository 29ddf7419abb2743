"""Buyout as tables of choices: fold, refuse or buy the third card, and then the fourth."""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from croupier.games.four_card_buyout import rules
from croupier.games.four_card_buyout.exact import FOURTH_LEGAL, NO_BONUS, THIRD_LEGAL, nets, states
from croupier.games.four_card_buyout.guide import FACES, TO_BUY, playbook, situations
from croupier.games.four_card_buyout.loops.rounds import fill, offer_classes, points_of_sets
from croupier.games.four_card_buyout.loops.states import best_play
from croupier.games.four_card_buyout.loops.tally import MOST_POINTS
from croupier.kernels.arrays import Bools, Codes, Ints
from croupier.kernels.card_sets import KINDS, SETS_OF_THREE, SETS_OF_TWO
from croupier.kernels.compiled import in_threads
from croupier.odds.figures import PostedTable
from croupier.odds.strategy.choices import Asker, Choices, Function, Simple
from croupier.odds.strategy.guides import Strategy, followed
from croupier.progress import tracked

SETS = (SETS_OF_TWO, SETS_OF_THREE)  # of kept cards, at each decision


def optimal(table: PostedTable) -> Choices:
    """The best play for the bets alone, whether or not there is a bonus."""
    decks = table.game.decks
    listed = [state for _, state in states((decks,) * KINDS)]
    third, fourth = (np.zeros(13 * size * KINDS, np.uint8) for size in SETS)
    main, unseen = nets(), decks * KINDS - 4

    def against(up: int) -> None:
        fill(up, listed[up], best_play(listed[up], unseen, main, NO_BONUS), third, fourth)

    in_threads("choices under each upcard", against, range(13))
    return {rules.THIRD_CARD: third, rules.FOURTH_CARD: fourth}


class Shows(NamedTuple):
    """One decision's states in order of their indexes: kept cards, then the one on offer."""

    sets: Ints  # kinds, the lowest first
    kept: Ints  # points, by set
    made: Ints  # points with the offer, by set and offer


@cache
def shows(size: int) -> Shows:
    kinds = combinations_with_replacement(range(KINDS), size)
    sets = np.array(sorted(kinds, key=lambda cards: cards[::-1]))
    kept, made = points_of_sets(sets)
    return Shows(sets, kept.astype(np.int64), made.astype(np.int64))


def possible(sets: Ints, decks: int, up: int) -> Bools:
    """Whether the shoe can hold these cards and the one on offer, besides the upcard."""
    left = np.full((len(sets), KINDS), decks, np.int64)
    left[:, up] -= 1
    for cards in sets.T:
        left[np.arange(len(sets)), cards] -= 1
    found: Bools = (left > 0) & (left.min(axis=1) >= 0)[:, None]
    return found


Buys = Callable[[Shows, int], Bools]  # whether to buy, by set and offer, against an upcard


def legal_actions(seen: Shows) -> Bools:
    """Whether each action is legal, by set, offer and action."""
    if seen.sets.shape[1] == 2:
        bits = np.broadcast_to(THIRD_LEGAL[seen.kept][:, None], seen.made.shape)
    else:
        bits = FOURTH_LEGAL[seen.kept[:, None], seen.made]
    legal: Bools = bits[:, :, None] >> np.arange(len(rules.ACTIONS)) & 1 == 1
    return legal


def passing(table: PostedTable, *buys: Buys) -> Choices:
    """A card that is not bought is refused, or folded if the hand has no points."""
    tables = {}
    for size, name, buy in zip((2, 3), (rules.THIRD_CARD, rules.FOURTH_CARD), buys, strict=True):
        seen = shows(size)
        legal = legal_actions(seen)
        passed = np.where(legal[:, :, rules.REFUSE], rules.REFUSE, rules.FOLD)
        codes = [
            np.where(buy(seen, up) & legal[:, :, rules.BUY], rules.BUY, passed)
            * possible(seen.sets, table.game.decks, up)
            for up in range(13)
        ]
        tables[name] = np.concatenate(codes).astype(np.uint8).reshape(-1)
    return tables


def listed(table: PostedTable, strategy: Strategy) -> Choices:
    seen = situations(table.game.decks)
    third, fourth = followed(playbook(table), strategy)
    thirds = np.zeros((13, MOST_POINTS + 1, FACES.max() + 1, FACES.max() + 1), bool)
    thirds[tuple(seen.third.T)] = third == TO_BUY
    fourths = np.zeros((13, MOST_POINTS + 1, MOST_POINTS + 1), bool)
    fourths[tuple(seen.fourth.T)] = fourth == TO_BUY

    def buy_third(shown: Shows, up: int) -> Bools:
        offers = np.broadcast_to(FACES, (len(shown.sets), KINDS))
        kept = np.broadcast_to(FACES[shown.sets].T[:, :, None], (2, *offers.shape))
        faces = np.sort(np.stack([*kept, offers]), axis=0)
        bought: Bools = thirds[up, shown.made, faces[2], faces[1]]
        return bought

    def buy_fourth(shown: Shows, up: int) -> Bools:
        bought: Bools = fourths[up, shown.kept[:, None], shown.made]
        return bought

    return passing(table, buy_third, buy_fourth)


def own(table: PostedTable, function: Function) -> Choices:
    tables = {}
    for size, name in ((2, rules.THIRD_CARD), (3, rules.FOURTH_CARD)):
        seen = shows(size)
        asker = Asker(function, size, rules.ACTIONS, offered=True)
        alike = offer_classes(seen.sets)
        legal = legal_actions(seen)
        upcards = tracked(f"the {name} under each upcard", range(13), 13)
        tables[name] = np.concatenate(
            [
                _asked(asker, seen, legal, alike, possible(seen.sets, table.game.decks, up), up)
                for up in upcards
            ]
        )
    return tables


def _asked(asker: Asker, seen: Shows, legal: Bools, alike: Ints, may: Bools, up: int) -> Codes:
    """Asks about one state for all that differ only by suit."""
    first = alike == np.arange(alike.size).reshape(alike.shape)
    row, offer = np.nonzero(first & may)
    codes = np.zeros(alike.shape, np.uint8)
    states = np.column_stack([seen.sets[row], offer])
    codes[row, offer] = asker.ask(states, up, legal[row, offer])
    return codes.reshape(-1)[alike.reshape(-1)]


def _always(shown: Shows, up: int) -> Bools:
    return np.ones(shown.made.shape, bool)


def _never(shown: Shows, up: int) -> Bools:
    return np.zeros(shown.made.shape, bool)


def _adds(shown: Shows, up: int) -> Bools:
    more: Bools = shown.made > shown.kept[:, None]
    return more


SIMPLE: Mapping[str, Simple] = {
    "never-buy": Simple(
        "refuse the third card, and fold without points",
        lambda table: passing(table, _never, _never),
    ),
    "always-buy": Simple(
        "buy both cards; fold the fourth if there would be no points",
        lambda table: passing(table, _always, _always),
    ),
    "buy-points": Simple(
        "buy each card that adds points; refuse others, and fold without points",
        lambda table: passing(table, _adds, _adds),
    ),
}
