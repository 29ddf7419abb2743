"""One state at a time: the advice against plain counting, and the solvers against the advice.

Other seats' cards are visible until few are left, so that plain Python can enumerate the rest.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest

from croupier.cards.card import DECK, Card, mask, parse, text, unmask
from croupier.cards.hands import best_four, points, three_card
from croupier.games.four_card_buyout import rules as four_card_buyout
from croupier.games.four_card_buyout.loops.tally import beaten, dealer_tables
from croupier.games.four_card_buyout.loops.values import dealers_by_points, points_with
from croupier.games.four_card_prime import rules as four_card_prime
from croupier.games.four_card_prime.loops.sweep import places_of, scores_of_four, sweep
from croupier.games.four_card_prime.values import dealers_against
from croupier.games.four_card_split import rules as four_card_split
from croupier.odds.solve import Action, State, best, values
from croupier.table.events import DEALER
from croupier.table.round import Round, deal
from croupier.table.source import Laid
from croupier.table.table import Table, open_table

PRIME, ULTIMATE, SIX_DECKS = "four-card-prime", "ultimate-4-card-buyout", "4-card-buyout"
V1, V2 = "4-card-split-v1", "4-card-split-v2"


def mean(nets: Iterator[int]) -> Fraction:
    told = list(nets)
    return Fraction(sum(told), len(told))


def by_name(actions: Sequence[Action]) -> dict[str, Fraction]:
    assert len({action.name for action in actions}) == len(actions)
    return {action.name: action.net for action in actions}


def at_choice(house: Table, stakes: dict[str, int], state: State) -> Round:
    """The round in which a seat sees this state, whatever the dealer has face down."""
    offer = () if state.offer is None else (state.offer,)
    hidden = (Card(0),) * 5
    dealer = (Card(0), state.up) if offer else (state.up, *hidden)
    return deal(house, {1: stakes}, Laid({1: state.cards + offer, DEALER: dealer}))


# ---- Four Card Prime


@pytest.mark.parametrize("seed", range(6))
def test_prime(seed: int) -> None:
    rng = Random(f"prime {seed}")
    posted = {
        group: rng.choice(open_table(PRIME).game.paytables[group].tables).id
        for group in ("win_bonus", "bad_beat_bonus")
    }
    house = open_table(PRIME, posted=posted)
    cards = rng.sample(DECK, 52)
    left = cards[: rng.randint(5, 10)]
    hand = cards[-5:] if seed % 2 else sorted(cards[-5:])
    state = State(tuple(hand), cards[-6], seen=tuple(cards[len(left) : -6]))
    found = by_name(values(house, state))
    tables = house.steps("win_bonus"), house.steps("bad_beat_bonus")
    player = best_four(mask(hand))
    dealers = [best_four(mask((*five, state.up))) for five in combinations(left, 5)]
    names = ["fold", "raise 1x", "raise 2x", "raise 3x"]
    assert found == {
        name: mean(sum(four_card_prime.settle(times, player, d, *tables)[1:]) for d in dealers)
        for times, name in enumerate(names)
    }
    assert tuple(found) == at_choice(house, {"ante": 100}, state).legal


def test_prime_counts_a_copy_as_won() -> None:
    """Five cards are left, so the dealer's hand is known: it equals the player's own."""
    hand, left = parse("Ac Kd 9h 5c 2d"), parse("Kc 9d 5h 4c 3d")
    rest = tuple(card for card in DECK if card not in (*hand, *left, *parse("Ah")))
    found = by_name(values(open_table(PRIME), State(hand, parse("Ah")[0], seen=rest)))
    assert found["fold"] == -1
    assert found["raise 3x"] == found["raise 1x"] + 2 > 0
    assert best(values(open_table(PRIME), State(hand, parse("Ah")[0], seen=rest))) == ["raise 3x"]


def test_prime_sweep_counts_as_the_advice_does() -> None:
    """Rows of the whole deck for one upcard, some of each strength."""
    deck = np.arange(52)
    scores = scores_of_four(deck)
    places = places_of(scores)
    up = Random("sweep").randrange(13)
    hand, score, weight, low, same, _ = sweep(up, deck, places, np.zeros(0, np.int64), True)
    assert int(weight.sum()) == 2_349_060  # 51 over 5
    rng = Random("rows")
    for row in [0, len(hand) - 1, *(rng.randrange(len(hand)) for _ in range(20))]:
        cards = unmask(int(hand[row]))
        rest = np.array([card for card in DECK if card != up and card not in cards])
        player = best_four(int(hand[row]))
        assert int(scores[score[row]]) == player
        assert (int(low[row]), int(same[row])) == dealers_against(rest, up, player), text(cards)


# ---- Buyout


def dealers_points(up: int, left: Sequence[int]) -> Iterator[int]:
    """One for every three cards and the card after them, drawn or not."""
    for three in combinations(range(len(left)), 3):
        four = [up, *(left[i] for i in three)]
        for fifth in set(range(len(left))) - set(three):
            draws = four_card_buyout.dealer_draws(points(four))
            yield points([*four, left[fifth]]) if draws else points(four)


def buyout_values(house: Table, state: State, left: Sequence[int]) -> dict[str, Fraction]:
    needs_four = int(house.options["bonus_requires_four_cards"])

    def net(cards: Sequence[int], dealers: Sequence[int], *, folded: bool = False) -> Fraction:
        bets = len(cards) - 1
        score = points(cards)
        main = mean(sum(four_card_buyout.settle(folded, bets, score, d)[1:]) for d in dealers)
        told = (int(folded), score, len(cards), needs_four, house.steps("bonus"))
        return main + state.bonus * four_card_buyout.settle_bonus(*told)[1]

    def fourth(cards: tuple[int, ...], offer: int, left: Sequence[int]) -> dict[str, Fraction]:
        dealers = list(dealers_points(state.up, left))
        actions = {}
        if points((*cards, offer)) > 0:
            actions["buy"] = net((*cards, offer), dealers)
        if points(cards) > 0:
            actions["refuse"] = net(cards, dealers)
        return {**actions, "fold": net(cards, dealers, folded=True)}

    assert state.offer is not None
    if len(state.cards) == 3:
        return fourth(state.cards, state.offer, left)
    bought = (*state.cards, state.offer)
    worths = [
        max(fourth(bought, left[i], [*left[:i], *left[i + 1 :]]).values()) for i in range(len(left))
    ]
    actions = {"buy": sum(worths, Fraction(0)) / len(worths)}
    dealers = list(dealers_points(state.up, left))
    if points(state.cards) > 0:
        actions["refuse"] = net(state.cards, dealers)
    return {**actions, "fold": net(state.cards, dealers, folded=True)}


def check_buyout(house: Table, left: Sequence[Card], rng: Random, size: int) -> None:
    """A random state of that many cards in which exactly these are unseen."""
    shown = list(DECK) * house.game.decks
    for card in left:
        shown.remove(card)
    rng.shuffle(shown)
    up, offer, hand = shown[0], shown[1], tuple(shown[2 : 2 + size])
    bonus = rng.choice([Fraction(0), Fraction(1), Fraction(1, 2), Fraction(3)])
    state = State(hand, up, offer, tuple(shown[2 + size :]), bonus)
    found = by_name(values(house, state))
    assert found == buyout_values(house, state, left), text((*hand, up, offer))
    felt = at_choice(house, {"first": 100}, state)
    assert tuple(found) == (felt if size == 2 else felt.act(1, "buy")).legal


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", [ULTIMATE, SIX_DECKS])
def test_buyout(game: str, seed: int) -> None:
    rng = Random(f"{game} {seed}")
    house = open_table(game, options={"bonus_requires_four_cards": seed % 3 == 0})
    check_buyout(house, rng.sample(DECK, rng.randint(5, 8)), rng, 2 + seed % 2)


@pytest.mark.parametrize("seed", range(6))
def test_buyout_with_several_copies_of_a_card_left(seed: int) -> None:
    rng = Random(f"alike {seed}")
    left = [*rng.sample(DECK, 2) * 2, *rng.sample(DECK, 1) * 3]
    check_buyout(open_table(SIX_DECKS), left, rng, 2 + seed % 2)


@pytest.mark.parametrize("decks", [1, 6])
def test_buyout_tables_count_as_the_advice_does(decks: int) -> None:
    rng = Random(f"beaten {decks}")
    up = rng.randrange(52)
    stock = np.full(52, decks)
    stock[up] -= 1
    tables, advice, work = dealer_tables(up, stock), points_with(up), np.empty(5, np.int64)
    shoe = [card for card in DECK for _ in range(stock[card])]
    for turn in range(40):
        size = rng.choice([3, 4])
        held = rng.sample(shoe, size)
        if decks > 1 and turn % 4 == 0:
            held = [held[0], held[0], *held[2:]]
        left = stock.copy()
        np.subtract.at(left, held, 1)
        counts, fewer = dealers_by_points(left, *advice)
        gone = rng.choice(shoe)
        if left[gone]:
            left_without = left.copy()
            left_without[gone] -= 1
            assert (fewer[gone] == dealers_by_points(left_without, *advice)[0]).all(), text([gone])
        score = rng.randint(1, 44) if turn % 2 else points(held)
        low, high = beaten(np.array(held), size, score, up, int(left.sum()), *tables, work)
        expected = int(counts[:score].sum()), int(counts[: score + 1].sum())
        assert (int(low), int(high)) == expected, (text(held), score)


# ---- 4 Card Split


def split_values(house: Table, state: State, left: Sequence[int]) -> dict[object, Fraction]:
    version = four_card_split.DEALERS[house.game.id]
    tables = house.steps("ante.drawn"), house.steps("ante.instant")

    def played(hand: Sequence[int]) -> Fraction:
        nets = []
        for draw in combinations(left, 3 - len(hand)):
            player = three_card(mask((*hand, *draw)))
            for three in combinations([card for card in left if card not in draw], 3):
                dealer = version.hand(state.up, *three)
                qualified = int(dealer >= version.qualifier)
                nets.append(
                    sum(four_card_split.settle_hand(1, 0, player, dealer, qualified, *tables)[1:])
                )
        return mean(iter(nets))

    def at_once(hand: Sequence[int]) -> Fraction:
        score = three_card(mask(hand))
        return Fraction(sum(four_card_split.settle_hand(0, 1, score, 0, 0, *tables)[1:]))

    found: dict[object, Fraction] = {}
    felt = at_choice(house, {"ante 1": 100, "ante 2": 100, "blind": 100}, state)
    for option in felt.options:
        if option.split is None:  # all four as dealt, and nothing else
            whole = frozenset([(frozenset(state.cards), "fold"), (frozenset(), "fold")])
            found[whole] = Fraction(-2)
            continue
        one, other = option.split
        first = {"play": Fraction(0), "fold": Fraction(-1)}
        if len(one) == 3 and four_card_split.instant_winner(three_card(mask(one))):
            first = {"instant": at_once(one)}
        else:
            first["play"] = played(one)
        for name, net in first.items():
            for more, extra in (("play", played(other)), ("fold", Fraction(-1))):
                halves = frozenset([(frozenset(one), name), (frozenset(other), more)])
                found[halves] = net + extra
    return found


def halves(action: Action) -> object:
    assert action.split is not None and action.decision is not None
    hands = (frozenset(parse(half)) for half in action.split)
    return frozenset(zip(hands, action.decision, strict=True))


@pytest.mark.parametrize("version", [V1, V2])
@pytest.mark.parametrize(
    "hand", ["", "As Ks 4s 2s", "Ah Kd Qc Jc", "7c 7d 7h 2s", "9c 9d 8c 8d", "Qs Js 7d 2h"]
)
def test_split(version: str, hand: str) -> None:
    rng = Random(f"{version} {hand}")
    tables = open_table(version).game.paytables["ante"].tables
    house = open_table(version, posted={"ante": rng.choice(tables).id})
    for _ in range(2 if hand else 5):
        mine = list(parse(hand)) or rng.sample(DECK, 4)
        cards = rng.sample([card for card in DECK if card not in mine], 48)
        left = cards[: rng.randint(5, 8)]
        rng.shuffle(mine)
        state = State(tuple(mine), cards[-1], seen=tuple(cards[len(left) : -1]))
        actions = values(house, state)
        found = {halves(action): action.net for action in actions}
        assert len(found) == len(actions)
        assert found == split_values(house, state, left), text((*mine, state.up))
