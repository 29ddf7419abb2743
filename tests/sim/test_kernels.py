"""The compiled round equals the table's round: deck for deck, wager for wager, at every seat."""

import numpy as np
import pytest

from croupier.games.figures import figures_of, solved
from croupier.games.four_card_buyout.loops import rounds as sim_buyout
from croupier.games.four_card_buyout.rules import FOURTH_CARD
from croupier.games.four_card_prime.loops import rounds as sim_prime
from croupier.games.four_card_prime.rules import ENVY_BARRED
from croupier.games.four_card_split.loops import rounds as sim_split
from croupier.games.four_card_split.rules import FOLD_ALL_WAY
from croupier.kernels.card_sets import kind_beside
from croupier.kernels.compiled import kernel
from croupier.kernels.dealing import DECKS, SPARE, words
from croupier.sim.plan import bets_of, steps_of
from croupier.table.round import deal
from croupier.table.source import Deck
from croupier.table.table import open_table

ROUNDS = 100  # for each number of seats


def made(play):
    @kernel
    def compiled(deck, seats, codes, bets, tables, options, nets, scores):
        play(deck, seats, codes, bets, tables, options, nets, scores)

    return compiled


COMPILED = {module.play: made(module.play) for module in (sim_buyout, sim_prime, sim_split)}


class Acts:
    """Any legal action, with its code for the kernel."""

    def __init__(self, played, deck, seats, rng):
        self.played, self.deck, self.rng = played, deck, rng
        self.codes = np.zeros(played.game.seat_choices * seats, np.int64)
        self.exchanged = [False] * seats

    def choose(self, state):
        options = state.options
        option = options[self.rng.integers(len(options))]
        seat = state.turn - 1
        if self.played.game is sim_split.GAME:
            self._split(state.choice.name, option, seat)
            return option.name
        names = {name: code for code, name in self.played.decisions[0].items()}
        if self.played.game.play is sim_buyout.play:
            code = names[f"third card: {option.name}"]
            self.codes[2 * seat + (state.choice.name == FOURTH_CARD)] = code
        else:
            self.codes[seat] = names[option.name]
        return option.name

    def _split(self, choice, option, seat):
        if choice != "split":
            played = option.name == "play"
            self.codes[seat] |= played << ((choice == "hand 2") ^ self.exchanged[seat])
        elif option.split is None:
            self.codes[seat] = FOLD_ALL_WAY << 2
        else:
            up = int(self.deck[4 * len(self.codes)])
            cards = self.deck[4 * seat : 4 * seat + 4].tolist()
            in_order = sorted(cards, key=lambda card: kind_beside(card, up))
            first, second = option.split
            if len(second) == 1:
                self.codes[seat] = in_order.index(second[0]) << 2
                return
            self.exchanged[seat] = in_order[0] in second  # the code's first hand has the lowest
            with_lowest = second if self.exchanged[seat] else first
            self.codes[seat] = 3 + max(map(in_order.index, with_lowest)) << 2


def stakes(house, played, only):
    wagers = {}
    for name in played.wagers:
        wager = house.game.wager(name)
        if not wager.follows and (only is None or name in only):
            wagers[name] = house.options[wager.fixed] if wager.fixed else 500
    return wagers


def compare(house, seats, rng, only=None):
    played = figures_of(house.game.id).layout
    cards = played.game.cards_needed(seats)
    deck = np.zeros(cards + SPARE, np.uint8)
    shuffle = played.game.dealing.deal
    seed, number = rng.integers(2**62, size=2).tolist()
    shuffle(deck, cards, np.zeros(DECKS, np.int64), words(seed, number, 0), seed, number)
    bets = stakes(house, played, only)
    source = Deck(tuple(deck[:cards].tolist()))
    state = deal(house, {seat + 1: bets for seat in range(seats)}, source)
    acts = Acts(played, deck, seats, rng)
    while not state.over:
        state = state.act(state.turn, acts.choose(state))
    nets = np.zeros((seats, played.columns), np.int64)
    made = bets_of(house, played, [name for name in bets if name in played.wagers[played.mains :]])
    if only is not None and played.wagers[0] not in only:
        made &= ~((1 << played.mains) - 1)
    tables, options = steps_of(house, played), np.array(played.options(house), np.int64)
    COMPILED[played.game.play](
        deck, seats, acts.codes, made, tables, options, nets, np.zeros(seats, np.int64)
    )
    for seat in range(seats):
        results = state.results[seat + 1]
        unit = bets.get(played.wagers[0], 0)
        for column, name in enumerate(played.wagers):
            stake = unit if column < played.mains else bets.get(name, 0)
            net = results[name].net if name in results else 0
            assert net == nets[seat, column] * stake, (house.game.id, seats, seat, name)
        for column, name in enumerate(played.meters, len(played.wagers)):
            if name in bets:
                assert results[name].meter_percent == nets[seat, column]


HOUSES = [
    (game, seats) for game in solved() for seats in range(1, open_table(game).game.seats_max + 1)
]


@pytest.mark.parametrize("game, seats", HOUSES)
def test_kernel_and_table_agree(game, seats):
    rng = np.random.default_rng(seats)
    house = open_table(game)
    for _ in range(ROUNDS):
        compare(house, seats, rng)


def any_house(game, rng):
    """The same game with other tables posted and other options set."""
    first = open_table(game)
    posted = {
        name: group.tables[rng.integers(len(group.tables))].id
        for name, group in first.game.paytables.items()
    }
    options = {
        option.name: bool(rng.integers(2))
        for option in first.game.options
        if isinstance(option.default, bool)
    }
    if first.game.option("envy_barred"):
        options["envy_barred"] = ENVY_BARRED[rng.integers(len(ENVY_BARRED))]
    return open_table(game, posted=posted, options=options, unprinted=True)


@pytest.mark.parametrize("game", solved())
def test_with_other_tables_and_options(game):
    rng = np.random.default_rng(77)
    for _ in range(120):
        house = any_house(game, rng)
        compare(house, int(rng.integers(1, house.game.seats_max + 1)), rng)


@pytest.mark.parametrize("game", ["ultimate-4-card-buyout", "4-card-buyout"])
def test_the_bonus_alone(game):
    rng = np.random.default_rng(8)
    house = open_table(game, options={"bonus_alone": True})
    for _ in range(100):
        compare(house, int(rng.integers(1, 8)), rng, only={"bonus"})


@pytest.mark.parametrize(
    "barred, trips", [("any winner", 9), ("winner of that award", 109), ("nobody", 109)]
)
def test_envy_is_paid_in_these_rounds(barred, trips):
    """Otherwise the comparison above would prove nothing: four aces, trips and queen high."""
    from croupier.cards.card import parse

    house = open_table("four-card-prime", options={"envy_barred": barred})
    played = figures_of(house.game.id).layout
    tables, options = steps_of(house, played), np.array(played.options(house), np.int64)
    hands = parse("As Ad Ah Ac 2c 9s 9d 9h 3c 2d 8s 6d 5h Tc Jd Kh Qs 9c 7h 3s 2s")
    deck = np.zeros(21 + SPARE, np.uint8)
    deck[:21] = hands
    state = deal(house, {seat: stakes(house, played, None) for seat in (1, 2, 3)}, Deck(hands))
    while not state.over:
        state = state.act(state.turn, "raise 1x")
    nets = np.zeros((3, played.columns), np.int64)
    COMPILED[sim_prime.play](
        deck, 3, np.ones(3, np.int64), 511, tables, options, nets, np.zeros(3, np.int64)
    )
    jackpot = played.wagers.index("four card jackpot")
    told = [state.results[seat]["four card jackpot"].net for seat in (1, 2, 3)]
    assert told == [100 * nets[seat, jackpot] for seat in range(3)]
    assert told == [-100, 100 * trips - 100, 10_000 - 100]
