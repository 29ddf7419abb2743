"""Four Card Prime for people: what to raise, by your best four and the dealer's upcard."""

from typing import NamedTuple

import numpy as np

from croupier.cards.card import RANKS, mask, rank
from croupier.cards.hands import CATEGORY, FOUR_HIGH, FOUR_PAIR, best_four
from croupier.cards.scales import FOUR_LADDER, RANK_PLURALS
from croupier.games.four_card_prime.counts import dealers, raise_pays, scored
from croupier.games.four_card_prime.exact import net
from croupier.games.four_card_prime.loops.rounds import EVERY_SUIT
from croupier.games.four_card_prime.rules import ACTIONS, FOUR_CARD_PRIME
from croupier.kernels.arrays import Ints
from croupier.kernels.cache.counts import stored
from croupier.kernels.compiled import in_threads
from croupier.odds.figures import PostedTable
from croupier.odds.position import Position
from croupier.odds.strategy import guides
from croupier.odds.strategy.search import Choice, Condition


class Situations(NamedTuple):
    """Hands that look the same to a person: score, upcard's rank, cards held of that rank."""

    score: Ints
    up: Ints
    matched: Ints
    hands: Ints
    beaten: Ints  # the dealer's lower hands, over all of them
    copied: Ints  # the dealer's equal hands


def situations() -> Situations:
    def make() -> dict[str, Ints]:
        whole = scored()

        def against(up: int) -> tuple[Ints, ...]:
            hand, place, weight, beaten, copied, _ = whole.swept(up)
            alike = hand >> up & EVERY_SUIT
            matched = sum(alike >> 13 * suit & 1 for suit in range(4))
            key, group = np.unique(
                (whole.scores[place] * 13 + up) * 5 + matched, return_inverse=True
            )
            totals = np.zeros((3, len(key)), np.int64)
            hands = weight.astype(np.int64) * 4  # an upcard of clubs represents four
            np.add.at(totals[0], group, hands)
            np.add.at(totals[1], group, hands * beaten)
            np.add.at(totals[2], group, hands * copied)
            return key, *totals

        done = in_threads("hands against each upcard", against, range(13))
        key, *totals = (np.concatenate(column) for column in zip(*done, strict=True))
        order = np.argsort(key)
        names = ("key", *Situations._fields[3:])
        return dict(zip(names, (column[order] for column in (key, *totals)), strict=True))

    kept = stored(f"{FOUR_CARD_PRIME.id}/situations", make)
    key = kept.pop("key")
    return Situations(key // 65, key // 5 % 13, key % 5, **kept)


def choice_of(table: PostedTable, seen: Situations) -> Choice:
    scores, place = np.unique(seen.score, return_inverse=True)
    pays = np.array([raise_pays(table, int(score)) for score in scores], object)[place]
    beaten, copied = seen.beaten.astype(object), seen.copied.astype(object)
    lost = seen.hands.astype(object) * dealers() - beaten - copied
    worth = sum(many[:, None] * pays[:, :, end] for end, many in enumerate((beaten, copied, lost)))
    names = tuple(option.name for option in ACTIONS)
    return Choice(names, worth, np.ones(worth.shape, bool))


def rungs(score: Ints) -> list[tuple[int, str]]:
    """Hands that a person can name, as floors: `ace-king high`, `a pair of tens`, `two pair`."""
    floors = []
    for category, row in enumerate(FOUR_LADDER):
        base = category << CATEGORY
        if category == FOUR_HIGH:
            for high in range(3, 13):
                for next_ in range(2, high):
                    floor = base | high << 12 | next_ << 8
                    floors.append((floor, f"{RANKS[high]}-{RANKS[next_]} high or better"))
        elif category == FOUR_PAIR:
            for rank in range(13):
                floors.append((base | rank << 8, f"a pair of {RANK_PLURALS[rank]} or better"))
                for kicker in range(9, 13):
                    words = f"a pair of {RANK_PLURALS[rank]} with {RANKS[kicker]} kicker or better"
                    floors.append((base | rank << 8 | kicker << 4, words))
        else:
            floors.append((base, f"{row.name} or better"))
    return [(floor, words) for floor, words in floors if (score >= floor).any()]


def conditions_of(seen: Situations, choice: Choice) -> list[Condition]:
    floors = rungs(seen.score)
    bucket = np.searchsorted([floor for floor, _ in floors], seen.score, side="right")
    marks = guides.telling(choice, bucket, seen.up * 5 + seen.matched)
    marked = [floor for place, floor in enumerate(floors, 1) if place in marks]
    return guides.crossed(*groups(seen, marked), most=3)


def groups(seen: Situations, floors: list[tuple[int, str]]) -> list[list[Condition]]:
    """Conditions of the hand, the upcard, and of both, with the hands from each floor up."""
    hands = [Condition(words, seen.score >= floor) for floor, words in floors]
    upcards = guides.upcard_conditions(seen.up)
    matches = [
        Condition("you hold a card of the upcard's rank", seen.matched > 0),
        Condition("you hold two cards of the upcard's rank", seen.matched > 1),
        Condition("you hold no card of the upcard's rank", seen.matched == 0),
    ]
    pair = seen.score >> CATEGORY == FOUR_PAIR
    paired = np.where(pair, seen.score >> 8 & 15, -1)
    upcards += [
        Condition("your pair is higher than the upcard", paired > seen.up),
        Condition("your pair is no lower than the upcard", paired >= seen.up),
        Condition("your pair is lower than the upcard", pair & (paired < seen.up)),
    ]
    return [hands, upcards, matches]


def remind(table: PostedTable, at: Position) -> str:
    (cards,), (up,) = at.hands, at.up
    matched = sum(rank(card) == rank(up) for card in cards)
    one = [np.array([value]) for value in (best_four(mask(cards)), rank(up), matched, 1, 0, 0)]
    seen = Situations(*one)
    held = [condition for group in groups(seen, rungs(seen.score)) for condition in group]
    return guides.deciding(guides.list_to_remember(table).lines, at.legal, held)


def playbook(table: PostedTable) -> guides.Playbook:
    seen = situations()
    choice = choice_of(table, seen)
    total = int(seen.hands.sum()) * dealers()
    best = net(table) * total
    stage = guides.Stage("raise or fold", conditions_of(seen, choice))
    return guides.Playbook((stage,), total, int(best), lambda later: choice)
