"""Tables of choices: every state has its own index, where the intended choice is stored."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest
from numba import vectorize
from numpy.typing import NDArray

from croupier.cards.card import DECK, Card, mask, parse, text
from croupier.cards.hands import best_four, points, three_card
from croupier.cards.scales import FOUR
from croupier.errors import RuleError
from croupier.games.four_card_buyout import guide as strategy_buyout
from croupier.games.four_card_buyout.exact import states
from croupier.games.four_card_buyout.loops.rounds import fourth_place, third_place
from croupier.games.four_card_buyout.rules import BUY
from croupier.games.four_card_prime.counts import raise_pays
from croupier.games.four_card_prime.loops import sweep as four_card_prime
from croupier.games.four_card_prime.loops.rounds import HANDS as PRIME_HANDS
from croupier.games.four_card_prime.loops.rounds import choice_place as prime_place
from croupier.games.four_card_prime.loops.rounds import fill
from croupier.games.four_card_split.choices import coded
from croupier.games.four_card_split.exact import counted, instants, pays_of, scores_of
from croupier.games.four_card_split.loops.rounds import HANDS as SPLIT_HANDS
from croupier.games.four_card_split.loops.rounds import choice_place as split_place
from croupier.games.four_card_split.loops.states import Pays, UpcardStates, best_ways, outcomes_of
from croupier.games.four_card_split.rules import instant_winner, legal_ways, splits_of
from croupier.kernels.card_sets import class_hands
from croupier.kernels.own_choices import compiled_ask
from croupier.kernels.rounds import CODES, LOOKS, packed_code
from croupier.odds.solve import State, best, solve, values
from croupier.odds.strategy.choices import Choices, choices, loaded, packed, strategies
from croupier.odds.strategy.guides import strategies_of
from croupier.table.table import Table, open_table
from tests.effort import whole_deck

PRIME, ULTIMATE, SIX_DECKS = "four-card-prime", "ultimate-4-card-buyout", "4-card-buyout"
V1, V2 = "4-card-split-v1", "4-card-split-v2"

Halves = frozenset[Card]

# The indexes of many states at once, compiled.
prime_places, split_places = vectorize(prime_place), vectorize(split_place)
third_places, fourth_places = vectorize(third_place), vectorize(fourth_place)


def unpacked(whole: NDArray[np.uint8], bits: int = 2) -> NDArray[np.uint8]:
    """The codes again, and the padding of the last byte."""
    codes = [whole >> bits * place & (1 << bits) - 1 for place in range(8 // bits)]
    return np.stack(codes, axis=1).reshape(-1).astype(np.uint8)


def exchanged(cards: tuple[int, ...], up: int) -> tuple[int, ...]:
    """The cards with the upcard's suit and clubs exchanged, by name."""
    suits = {up // 13: 0, 0: up // 13}
    return tuple(suits.get(card // 13, card // 13) * 13 + card % 13 for card in cards)


def deals(count: int, size: int, seed: int) -> Iterator[tuple[tuple[Card, ...], Card]]:
    lucky = Random(seed)
    for _ in range(count):
        up, *cards = lucky.sample(DECK, size + 1)
        yield tuple(cards), up


# ---- indexes


@pytest.mark.parametrize("place, size", [(prime_place, 5), (split_place, 4)])
def test_sets_of_cards_are_in_colexicographic_order(place, size: int) -> None:
    for up in (0, 5, 12):
        lowest = [card for card in DECK if card != up][:11]
        sets = sorted(combinations(lowest, size), key=lambda cards: cards[::-1])
        start = up * comb(51, size)
        assert [place(mask(cards), up) - start for cards in sets] == list(range(len(sets)))
        assert place(mask(DECK[-size:]), up) - start == comb(51, size) - 1


@pytest.mark.parametrize("place, size", [(prime_place, 5), (split_place, 4)])
def test_the_upcard_s_suit_changes_places_with_clubs(place, size: int) -> None:
    for cards, up in deals(300, size, 1):
        assert place(mask(cards), up) == place(mask(exchanged(cards, up)), up % 13), text(cards)


def test_every_place_of_prime_is_reached() -> None:
    """As many indexes as hands, and all of them, so each hand has its own."""
    table = np.zeros(13 * PRIME_HANDS, np.uint8)
    hands = class_hands(7, 5)
    fill(7, hands, np.ones(len(hands), np.uint8), table)
    assert comb(51, 5) == PRIME_HANDS and int(table.sum()) == PRIME_HANDS
    assert table[7 * PRIME_HANDS : 8 * PRIME_HANDS].all()


def test_every_place_of_split_is_reached() -> None:
    rest = [card for card in DECK if card != 22]
    reached = {split_place(mask(cards), 22) for cards in combinations(rest, 4)}
    assert reached == set(range(9 * SPLIT_HANDS, 10 * SPLIT_HANDS))


def test_every_place_of_buyout_is_reached() -> None:
    """Of all kinds, an upcard of any suit; the order of the cards does not matter."""
    twos, threes = (list(combinations_with_replacement(range(52), many)) for many in (2, 3))
    reached = {third_place(*two, offer, 22) for two in twos for offer in range(52)}
    assert reached == set(range(9 * 1378 * 52, 10 * 1378 * 52))
    reached = {fourth_place(*three, 40, 22) for three in threes}
    assert reached == set(range(9 * 24804 * 52 + 40, 10 * 24804 * 52 + 40, 52))
    lucky = Random(2)
    for _ in range(300):
        up, offer, *cards = lucky.choices(DECK, k=5)
        a, b, c = cards
        seen = fourth_place(c, a, b, offer, up), third_place(b, a, offer, up)
        assert seen == (fourth_place(a, b, c, offer, up), third_place(a, b, offer, up))
        a, b, c, offer = exchanged((a, b, c, offer), up)
        club = up % 13
        assert seen == (fourth_place(a, b, c, offer, club), third_place(a, b, offer, club))


@pytest.mark.parametrize("size", [0, 1, 6, 8])
def test_what_is_packed_is_read_again(size: int) -> None:
    codes = np.array([Random(size).randrange(4) for _ in range(size)], np.uint8)
    whole = packed(codes, 2)
    assert len(whole) == (size + 3) // 4
    assert [packed_code(whole, place) for place in range(size)] == codes.tolist()
    assert unpacked(whole)[:size].tolist() == codes.tolist()


@pytest.mark.parametrize("bits", [1, 2, 4])
def test_codes_that_do_not_fit_are_refused(bits: int) -> None:
    most = (1 << bits) - 1
    assert unpacked(packed(np.array([most, 0], np.uint8), bits), bits)[:2].tolist() == [most, 0]
    with pytest.raises(RuleError, match=f"code {most + 1} .* codes up to {most}$") as caught:
        packed(np.array([0, most + 1, most], np.uint8), bits)
    assert caught.value.code == "strategy/codes"


@pytest.mark.parametrize("bits", LOOKS)
def test_every_loop_reads_what_is_packed_for_it(bits: int) -> None:
    """All codes that a simulator counts, or that fit."""
    codes = np.arange(min(CODES, 1 << bits), dtype=np.uint8)
    whole = packed(codes, bits)
    assert [LOOKS[bits](whole, place) for place in range(len(codes))] == codes.tolist()


# ---- Four Card Prime


def test_prime_s_optimal_raises_are_as_often_as_the_solver_says() -> None:
    house = open_table(PRIME)
    codes = unpacked(choices(house, "optimal")["raise"])[: 13 * PRIME_HANDS]
    counts = np.bincount(codes, minlength=4)
    shares = [Fraction(int(count), len(codes)) for count in counts]
    assert shares == list(solve(house).decisions.values())


def test_prime_s_optimal_raise_is_the_best_of_one_state() -> None:
    house = open_table(PRIME)
    table = choices(house, "optimal")["raise"]
    for cards, up in deals(40, 5, 3):
        found = best(values(house, State(cards, up)))
        times = packed_code(table, prime_place(mask(cards), up))
        assert ("fold", "raise 1x", "raise 2x", "raise 3x")[times] == found[0], text((*cards, up))


# ---- Buyout


def free(stock: NDArray[np.int64], *gone: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many of each kind are left when these are on the table, row by row."""
    left = np.repeat(stock[None, :], len(gone[0]), axis=0)
    for kinds in gone:
        left[np.arange(len(kinds)), kinds] -= 1
    return np.maximum(left, 0)


def pairs(stock: NDArray[np.int64], a: NDArray[np.int64], b: NDArray[np.int64]) -> Any:
    return np.where(a == b, stock[a] * (stock[a] - 1) // 2, stock[a] * stock[b])


def kinds_of(size: int) -> NDArray[np.int64]:
    """All sets of kinds in the order of their indexes: a row for each card."""
    sets = sorted(combinations_with_replacement(range(52), size), key=lambda cards: cards[::-1])
    return np.array(sets).T


def buyout_counts(house: Table, tables: Choices) -> list[list[int]]:
    """Rounds by the action taken for the third card, and for the fourth if one is offered."""
    third = unpacked(tables["third card"]).reshape(13, 1378, 52)
    fourth = unpacked(tables["fourth card"])[: 13 * 24804 * 52].reshape(13, 24804, 52)
    (a, b), (x, y, z) = kinds_of(2), kinds_of(3)
    counts = np.zeros((2, 4), np.int64)
    for up in range(13):
        stock = np.full(52, house.game.decks)
        stock[up] -= 1
        rounds = pairs(stock, a, b)[:, None] * free(stock, a, b)
        reach = np.zeros(len(x), np.int64)
        for low, high, offer, alike in ((y, z, x, x == y), (x, z, y, y == z), (x, y, z, x < 0)):
            two = high * (high + 1) // 2 + low
            bought = third[up, two, offer] == BUY
            reach += np.where(bought & ~alike, rounds[two, offer], 0)
        later = reach[:, None] * free(stock, x, y, z)
        for choice, made, ways in ((0, third[up], rounds), (1, fourth[up], later)):
            for action in range(4):
                counts[choice, action] += ways[made == action].sum()
    return counts.tolist()


@pytest.mark.slow  # the quick run simulates them and compares: tests/sim/test_run.py
@pytest.mark.parametrize("game", [ULTIMATE, SIX_DECKS])
def test_buyout_s_optimal_actions_are_as_often_as_the_solver_says(game: str) -> None:
    house = open_table(game)
    found = []
    for counts in buyout_counts(house, choices(house, "optimal")):
        assert counts[3] == 0
        found += [Fraction(count, sum(counts)) for count in counts[:3]]
    assert found == list(solve(house).decisions.values())


@pytest.mark.parametrize("game", [ULTIMATE, pytest.param(SIX_DECKS, marks=pytest.mark.slow)])
def test_buyout_s_optimal_action_is_the_best_of_one_state(game: str) -> None:
    house = open_table(game)
    tables = choices(house, "optimal")
    lucky = Random(game)
    for turn in range(40):
        up, offer, *cards = lucky.sample(DECK * house.game.decks, 4 + turn % 2)
        place = (third_place, fourth_place)[turn % 2](*cards, offer, up)
        found = values(house, State(tuple(cards), up, offer))
        action = packed_code(tables[("third card", "fourth card")[turn % 2]], place)
        named = ("fold", "refuse", "buy")[action]
        assert named in best(found), text((*cards, offer, up))


# ---- 4 Card Split


def split_of(code: int, cards: tuple[Card, ...], up: Card) -> tuple[Halves, Halves, int] | None:
    """Both hands and which are played, from the code; nothing if all four are folded."""
    own = sorted(cards, key=lambda card: exchanged((card,), up))
    way, plays = code >> 2, code & 3
    if way == 7:
        assert plays == 0
        return None
    second = {own[way]} if way < 4 else set(own[1:]) - {own[way - 3]}
    return frozenset(own) - second, frozenset(second), plays


def legal(cards: tuple[Card, ...]) -> set[Any]:
    """The ways to split by the rules, whichever hand of two is named first; None: fold all."""
    found = set()
    for option in splits_of(*cards):
        found.add(option.split and frozenset(map(frozenset, option.split)))
    return found


def check_legal(table: NDArray[np.uint8], count: int) -> None:
    """An instant winner is made, and not played; no split that the rules forbid is made."""
    for cards, up in deals(count, 4, 5):
        made = split_of(int(table[split_place(mask(cards), up)]), cards, up)
        ways = legal(cards)
        assert (made and frozenset(made[:2])) in ways, text((*cards, up))
        if made and len(made[0]) == 3 and instant_winner(three_card(mask(made[0]))):
            assert made[2] & 1 == 0


@pytest.mark.parametrize("game", whole_deck(V1, V2))
def test_split_s_optimal_ways_are_as_often_as_the_solver_says(game: str) -> None:
    house = open_table(game)
    table = choices(house, "optimal")["split"]
    assert len(table) == 13 * SPLIT_HANDS
    counts: Counter[str] = Counter()
    for code, count in enumerate(np.bincount(table).tolist()):
        way = "three and one" if code < 16 else "two and two" if code < 28 else "fold all"
        counts[f"{way}, {(code & 3).bit_count()} played"] += count
    found = {name: Fraction(count, len(table)) for name, count in counts.items() if count}
    assert found == solve(house).decisions
    check_legal(table, 300)


@pytest.mark.slow
def test_another_ante_table_is_played_in_another_way() -> None:
    one, two = (choices(open_table(V1, posted={"ante": ante}), "optimal") for ante in ("I", "II"))
    assert not np.array_equal(one["split"], two["split"])


@pytest.mark.parametrize(
    "game, ante",
    [
        pytest.param(V1, "I", marks=pytest.mark.slow),
        pytest.param(V1, "II", marks=pytest.mark.slow),
        pytest.param(V2, "V2", marks=pytest.mark.slow),
    ],
)
def test_split_s_optimal_way_is_the_best_of_one_state(game: str, ante: str) -> None:
    house = open_table(game, posted={"ante": ante})
    table = choices(house, "optimal")["split"]
    alone = 0
    for cards, up in deals(150, 4, 7):
        actions = values(house, State(cards, up))
        most = max(action.net for action in actions)
        found = [action for action in actions if action.net == most]
        if len(found) > 1:
            continue  # the state's own order of cards distinguishes them
        alone += 1
        (action,) = found
        assert action.split is not None and action.decision is not None
        made = split_of(int(table[split_place(mask(cards), up)]), cards, up)
        if made is None:
            assert action.name == "fold"
            continue
        plays = {made[0]: made[2] & 1, made[1]: made[2] >> 1}
        halves = [frozenset(parse(half)) for half in action.split]
        assert plays == {
            half: int(decision == "play")
            for half, decision in zip(halves, action.decision, strict=True)
        }, text((*cards, up))
    assert alone > 100


# ---- what a table costs, summed over every state


def cost(house: Table, strategy: str) -> Fraction:
    """What the list of rules loses, as its search found it."""
    return strategies_of(house, [int(strategy.removeprefix("rules-"))])[0].cost


@pytest.mark.slow
def test_prime_s_rules_cost_what_their_table_loses() -> None:
    house = open_table(PRIME)
    table = unpacked(choices(house, "rules-2")["raise"])
    deck = np.array(DECK, np.int64)
    scores = four_card_prime.scores_of_four(deck)
    pays = np.array([raise_pays(house, int(score)) for score in scores])
    places = four_card_prime.places_of(scores)
    dealers, brought = comb(46, 5), 0
    for up in range(13):
        hands, score, weight, beaten, copied, _ = four_card_prime.sweep(
            up, deck, places, np.zeros(0, np.int64), True
        )
        times = table[prime_places(hands, up)]
        won, tied, lost = pays[score, times].T
        ends = beaten * won + copied * tied + (dealers - beaten - copied) * lost
        brought += int((weight * ends).sum())
    net = Fraction(brought, 13 * PRIME_HANDS * dealers)
    assert solve(house).net - net == cost(house, "rules-2") > 0


@pytest.mark.slow
def test_buyout_s_rules_cost_what_their_tables_lose() -> None:
    house = open_table(ULTIMATE)
    tables = choices(house, "rules-3")
    third, fourth = (unpacked(tables[name]) for name in ("third card", "fourth card"))
    seen = strategy_buyout.situations(1)
    listed = [state for _, state in states((1,) * 52)]
    brought = rounds = 0
    for up, (state, upcard) in enumerate(zip(listed, seen.upcards, strict=True)):
        three, kind = np.nonzero(state.offers >= 0)  # one deck: one card of each kind
        cards = state.cards.astype(np.int64)
        row = upcard.starts[three] + state.offers[three, kind]
        action = fourth[fourth_places(*cards[three].T, kind, up)] == BUY
        bought = np.zeros(len(cards), np.int64)
        np.add.at(bought, three, upcard.worth[row, action.astype(np.int64)])
        for i in range(3):
            two = np.delete(cards, i, axis=1)
            buys = third[third_places(*two.T, cards[:, i], up)] == BUY
            passed = upcard.passed[:, i] * (seen.unseen - 4)
            worth = np.where(buys, bought, passed).astype(object)
            brought += int((worth * upcard.rounds[:, i]).sum())
            rounds += int(upcard.rounds[:, i].sum())
    net = Fraction(brought, rounds * seen.outcomes)
    assert solve(house).net - net == cost(house, "rules-3") > 0


def split_brought(pays: Pays, up: int, state: UpcardStates, table: NDArray[np.uint8]) -> int:
    """What a table wins against one upcard."""
    outcomes = outcomes_of(47)

    def priced(worth: Any, times: int) -> Any:
        worth = worth.astype(np.int64)
        return (worth[..., 0] + (worth[..., 1:] * pays.more[1:]).sum(axis=-1)) * times

    rows = np.arange(len(state.cards))
    code = table[split_places((1 << state.cards.astype(np.int64)).sum(axis=1), up)]
    alone, paired = priced(state.alone, 2), priced(state.paired, outcomes.of_two)
    hands = np.zeros((len(rows), 8, 2), np.int64)  # by way; folding all four plays none
    net, wins = np.moveaxis(state.threes.astype(np.int64), -1, 0)
    hands[:, :4, 0] = (net + wins * pays.more[state.rows]) * outcomes.of_three
    hands[:, :4, 1], hands[:, 4:7] = alone, paired
    way, plays = code >> 2, code[:, None] >> np.array([0, 1], np.uint8) & 1
    made = np.where(plays == 1, hands[rows, way], -outcomes.all)
    instant = (way < 4) & instants(state.legal)[rows, way & 3]
    prizes = pays.instant[state.rows[rows, way & 3]]
    made[:, 0] = np.where(instant, prizes * outcomes.all, made[:, 0])
    return int((made.sum(axis=1) * state.weights).sum())


@pytest.mark.slow
def test_split_s_rules_cost_what_their_table_loses() -> None:
    house = open_table(V2)
    table = choices(house, "rules-2")["split"]
    check_legal(table, 300)
    scores = scores_of(house)
    pays, brought, most = pays_of(house, scores), 0, 0
    for up, state in enumerate(counted(scores)):
        brought += split_brought(pays, up, state, table)
        most += int((best_ways(state, pays, len(scores.deck) - 5)[0] * state.weights).sum())
    total = 13 * SPLIT_HANDS * outcomes_of(47).all
    assert Fraction(most - brought, total) == cost(house, "rules-2") > 0


# ---- simple strategies


@pytest.mark.parametrize("game", [PRIME, ULTIMATE, SIX_DECKS, V1, V2])
def test_every_strategy_has_a_name_and_words(game: str) -> None:
    named = strategies(game)
    assert {"optimal", "rules-N"} < set(named) and all(named.values())
    with pytest.raises(RuleError, match="always"):
        choices(open_table(game), "never")


def pairs_reading(cards: tuple[Card, ...]) -> int:
    """3 with a pair of tens or better, 1 with any other pair or an ace, else 0."""
    name = FOUR.words(best_four(mask(cards)))
    ranks = [card % 13 for card in cards]
    if name.startswith("pair"):
        return 3 if max(rank for rank in ranks if ranks.count(rank) == 2) >= 8 else 1
    return int(12 in ranks) if " high" in name and not name.startswith(("fl", "str")) else 3


def test_prime_s_simple_strategies_do_as_they_say() -> None:
    house = open_table(PRIME)
    for times, name in enumerate(("always-fold", *(f"always-raise-{n}x" for n in (1, 2, 3)))):
        assert (unpacked(choices(house, name)["raise"])[: 13 * PRIME_HANDS] == times).all()
    table = choices(house, "pairs")["raise"]
    for cards, up in deals(2000, 5, 11):
        assert packed_code(table, prime_place(mask(cards), up)) == pairs_reading(cards), text(cards)


BUYS = {
    "never-buy": lambda kept, made: False,
    "always-buy": lambda kept, made: True,
    "buy-points": lambda kept, made: made > kept,
}


@pytest.mark.parametrize("name", BUYS)
@pytest.mark.parametrize("game", [ULTIMATE, SIX_DECKS])
def test_buyout_s_simple_strategies_do_as_they_say(game: str, name: str) -> None:
    house = open_table(game)
    tables = choices(house, name)
    lucky = Random(name)
    for turn in range(1500):
        up, offer, *cards = lucky.sample(DECK * house.game.decks, 4 + turn % 2)
        kept, made = points(cards), points((*cards, offer))
        buys = BUYS[name](kept, made) and (len(cards) == 2 or made > 0)
        place = (third_place, fourth_place)[turn % 2](*cards, offer, up)
        action = packed_code(tables[("third card", "fourth card")[turn % 2]], place)
        assert ("fold", "refuse", "buy")[action] == (
            "buy" if buys else "refuse" if kept else "fold"
        ), text((*cards, offer, up))


@pytest.mark.parametrize("game", [V1, V2])
def test_split_s_simple_strategies_do_as_they_say(game: str) -> None:
    house = open_table(game)
    names = ("always-fold", "always-play", "pairs-and-aces")
    fold, play, some = (choices(house, name)["split"] for name in names)
    for table in (fold, play, some):
        check_legal(table, 200)
    assert set(np.unique(fold)) == {0, 4, 8, 12, 28}
    assert set(np.unique(play)) == {2, 6, 10, 14, 19, 23, 27}
    for cards, up in deals(300, 4, 13):
        made = split_of(int(some[split_place(mask(cards), up)]), cards, up)
        ranks = [card % 13 for card in cards]
        pair_or_ace = len(set(ranks)) < 4 or 12 in ranks
        instant = None not in legal(cards)
        assert instant or (made is not None) == pair_or_ace, text(cards)
        for bit, hand in enumerate(made[:2] if made and not instant else ()):
            held = [card % 13 for card in hand]
            assert made[2] >> bit & 1 == (12 in held or len(set(held)) < len(held)), text(cards)


# ---- a player's own function

OWN = """
from itertools import combinations

from croupier.cards.hands import best_four, points, three_card
from croupier.games.four_card_split.rules import instant_winner


def mask(cards):
    return sum([1 << card for card in cards])


def seen(cards):
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def prime(cards, upcard):
    score = best_four(seen(cards))
    return 3 if score >= best_four(seen((8, 21, 26, 40))) else 0


def buyout(cards, offer, upcard):
    kept = points(cards)
    if points(cards + (offer,)) > kept:
        return "buy"
    return "refuse" if kept > 0 else "fold"


CODES = {"fold": 0, "refuse": 1, "buy": 2}


def buyout_by_code(cards, offer, upcard):
    return CODES[buyout(cards, offer, upcard)]


def split(cards, upcard):
    for three in combinations(cards, 3):
        if instant_winner(three_card(mask(three))):
            return three, False, True
    return (cards[3], cards[1]), True, upcard == 0


def buys_all(cards, offer, upcard):
    return "buy"


def fails(cards, upcard):  # compiled and plainly
    return cards[5]


def folds(cards, upcard):
    return None


def loses_a_card(cards, upcard):
    return (cards[0], cards[0]), True, True
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("own") / "mine.py"
    path.write_text(OWN)
    return str(path)


def test_prime_asks_a_players_own_function(own: str) -> None:
    table = choices(open_table(PRIME), f"{own}:prime")["raise"]
    lowest = FOUR.score(parse("Tc Td 2h 3s"))
    for cards, up in deals(2000, 5, 17):
        times = 3 if best_four(mask(cards)) >= lowest else 0
        assert packed_code(table, prime_place(mask(cards), up)) == times, text((*cards, up))


@pytest.mark.parametrize(
    "game, name, compiled",
    [
        (ULTIMATE, "buyout", True),
        pytest.param(SIX_DECKS, "buyout", True, marks=pytest.mark.slow),
        pytest.param(ULTIMATE, "buyout_by_code", False, marks=pytest.mark.slow),
    ],
)
def test_buyout_asks_a_players_own_function(game: str, name: str, compiled: bool, own: str) -> None:
    """Compiled or in plain Python (because of its dict): in every state it equals a built-in
    strategy.
    """
    ask = compiled_ask(loaded(f"{own}:{name}"), 2, True, ("fold", "refuse", "buy"))
    assert (ask is not None) == compiled
    tables = choices(open_table(game), f"{own}:{name}")
    built_in = choices(open_table(game), "buy-points")
    assert all(np.array_equal(tables[decision], built_in[decision]) for decision in built_in)


@pytest.mark.slow
def test_split_asks_a_players_own_function(own: str) -> None:
    table = choices(open_table(V2), f"{own}:split")["split"]
    check_legal(table, 200)
    asked = 0
    for cards, up in deals(300, 4, 19):
        made = split_of(int(table[split_place(mask(cards), up)]), cards, up)
        assert made is not None
        if len(made[0]) == 3:
            assert made[2] == 2
            continue
        assert sorted((made[2] & 1, made[2] >> 1)) == [int(up % 13 == 0), 1]
        asked += 1
    assert asked > 100


def test_an_answer_for_split_is_written_as_it_is_meant() -> None:
    for cards, up in deals(50, 4, 23):
        four = tuple(sorted(exchanged(cards, up)))
        every = legal_ways(*[False] * 4)
        assert split_of(coded(None, four, every, up % 13), four, Card(up % 13)) is None
        for size, play, other in product((1, 2, 3), (False, True), (False, True)):
            hand = tuple(Random(up).sample(four, size))
            made = split_of(coded((hand, play, other), four, every, up % 13), four, Card(up % 13))
            assert made is not None
            plays = {made[0]: made[2] & 1, made[1]: made[2] >> 1}
            assert plays == {frozenset(hand): play, frozenset(four) - set(hand): other}


@pytest.mark.parametrize(
    "game, name, words",
    [
        (PRIME, "fails", "failed with 3c 4c 5c 6c 7c against 2c: IndexError"),
        (PRIME, "nobody", "has no function nobody"),
        (ULTIMATE, "buys_all", r"'buy' with 4c 3d 2h, offered 5s against 2c; legal: fold \(0\)"),
        (V2, "folds", "None with 3c 4c 5c 6c against 2c; an instant winner must be made: 4c 5c 6c"),
        (V2, "loses_a_card", "with 3c 4c 5c 6c against 2c; legal: .one to three of the cards"),
    ],
)
def test_an_illegal_answer_names_the_state(game: str, name: str, words: str, own: str) -> None:
    with pytest.raises(RuleError, match=words):
        choices(open_table(game), f"{own}:{name}")


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(RuleError, match="there is no file nowhere"):
        choices(open_table(PRIME), "nowhere.py:choose")
