"""4 Card Split: the exact value of every legal way to split, play and fold one hand."""

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np

from croupier.cards.card import Card, mask, text
from croupier.cards.hands import THREE_SCORES, three_card
from croupier.errors import BadCards
from croupier.games.four_card_split import rules
from croupier.games.four_card_split.countable import check_legal_ways, uncounted
from croupier.games.four_card_split.loops import in_order
from croupier.games.four_card_split.loops.values import dealers_hands, played
from croupier.odds.figures import PostedTable
from croupier.odds.position import Position
from croupier.odds.solve import Action, State, needs
from croupier.odds.solve import values as state_values

Cards = tuple[Card, ...]
INSTANT = "instant"  # what is decided about an instant winner, which is paid at once


def values(table: PostedTable, state: State, shown: list[Card]) -> list[Action]:
    needs(state, (4,), offer=False, game=table.game.id)
    left = [card for card in range(52) if card not in shown]
    if len(left) < 5:
        raise BadCards(f"{len(left)} cards are left; the round needs five", "cards/short")
    check_legal_ways()
    ways = _ways(state.cards)
    threes = [three_card(mask(first)) for first, _ in ways[: rules.THREES]]
    legal = rules.legal_ways(*map(rules.instant_winner, threes))
    may_fold = legal >> rules.FOLD_ALL_WAY & 1
    play = _playing(table, left, state.up, ways)
    fold = _at_once(table, 0, 0)
    actions = []
    for way, (first, second) in enumerate(ways):
        if not legal >> way & 1:
            continue
        if may_fold:
            ones = {"play": play[first], "fold": fold}
        else:
            ones = {INSTANT: _at_once(table, 1, threes[way])}
        actions += _decisions(first, second, ones, {"play": play[second], "fold": fold})
    if may_fold:
        whole = (text(state.cards), "")  # all four are folded as dealt
        net = Fraction(sum(rules.settle_all_folded()[1:]))
        actions.append(Action("fold", net, whole, ("fold", "fold")))
    return actions


def _at_once(table: PostedTable, instant: int, player: int) -> Fraction:
    """The net of a hand that is folded or paid before the dealer's hand is known."""
    tables = table.steps("ante.drawn"), table.steps("ante.instant")
    nets = {
        sum(rules.settle_hand(0, instant, player, dealer, qualified, *tables)[1:])
        for dealer, qualified in product((0, player, THREE_SCORES), (0, 1))
    }
    if len(nets) > 1:
        raise uncounted(
            "what a hand nets that is folded or paid at once depends on the dealer's hand",
            "it does not",
            "odds/settlement",
        )
    return Fraction(nets.pop())


def _ways(cards: Cards) -> list[tuple[Cards, Cards]]:
    """The two hands of each way: without each card, then by the partner of the first one."""
    a, b, c, d = cards
    ones: list[tuple[Cards, Cards]] = [
        (tuple(card for card in cards if card != alone), (alone,)) for alone in cards
    ]
    return [*ones, ((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]


def _playing(
    table: PostedTable, left: list[int], up: Card, ways: list[tuple[Cards, Cards]]
) -> dict[Cards, Fraction]:
    """What each played hand wins, from the unseen cards."""
    dealer, rest = rules.DEALERS[table.game.id], np.array(left, np.int64)
    hands = [hand for way in ways for hand in way]
    scores = in_order()
    nets = played(
        np.array([mask(hand) for hand in hands], np.int64),
        rest,
        dealers_hands(rest, up, dealer.any_three, *scores),
        dealer.qualifier,
        np.array(table.steps("ante.drawn"), np.int64),
        *scores,
    )
    deals = [comb(len(left), 3 - size) * comb(len(left) - 3 + size, 3) for size in range(4)]
    return {
        hand: Fraction(int(net), deals[len(hand)]) for hand, net in zip(hands, nets, strict=True)
    }


def _decisions(
    first: Cards, second: Cards, ones: dict[str, Fraction], others: dict[str, Fraction]
) -> list[Action]:
    halves = (text(first), text(second))
    return [
        Action(f"{halves[0]} / {halves[1]}: {one}, {two}", net + more, halves, (one, two))
        for one, net in ones.items()
        for two, more in others.items()
    ]


def at_choice(table: PostedTable, at: Position) -> list[Action]:
    """Each split at its best decisions; after the split, each decision about a hand at the best of
    those that are still open.
    """
    cards = (*at.rack, *(card for hand in at.hands for card in hand))
    (up,) = at.up
    worth: dict[str, Fraction] = {}
    for action in state_values(table, State(cards, up, seen=at.seen)):
        option = _option(action, at)
        if option:
            worth[option] = max(action.net, worth.get(option, action.net))
    return [Action(*pair) for pair in worth.items()]


def _option(action: Action, at: Position) -> str:
    """The option that begins this way to play all four cards; empty if it is no longer open."""
    assert action.split is not None and action.decision is not None
    if at.choice == rules.SPLIT:
        fold_all = action.name == rules.FOLD_ALL.name
        return action.name if fold_all else " / ".join(action.split)
    if " / ".join(action.split) != at.choices[rules.SPLIT]:
        return ""
    hand = rules.HANDS.index(at.choice)
    first = at.choices.get(rules.HANDS[0], INSTANT)
    return action.decision[hand] if hand == 0 or action.decision[0] == first else ""
