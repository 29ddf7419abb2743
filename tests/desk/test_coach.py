"""The coach: its figures are those of `ev` and of the engine, and it sees what the seat sees."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from croupier.cards.card import DECK, Card, name, parse
from croupier.desk.coach import Advice, AdvisedAct, Coach, Habit, Mistakes, advice, rule_to_remember
from croupier.desk.figures import action_values
from croupier.errors import IllegalAction, RuleError
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.odds.solve import State
from croupier.odds.strategy.guides import strategies_of
from croupier.table.events import Acted, Dealt, Opened
from croupier.table.round import Round, deal
from croupier.table.source import Deck
from croupier.table.table import Table, open_table
from croupier.table.view import SpotView, view
from tests.effort import examples

PRIME, BUYOUT, SIX_DECKS, SPLIT = (
    "four-card-prime",
    "ultimate-4-card-buyout",
    "4-card-buyout",
    "4-card-split-v2",
)


def bets_of(table: Table, lucky: Random) -> dict[str, Cents]:
    """The required wagers and, by chance, those that go with them."""
    bets = {wager.name: Cents(1000) for wager in table.game.wagers if wager.required}
    bonus = [wager for wager in table.offers if wager.table == "bonus" and not wager.required]
    return {**bets, **{wager.name: Cents(500) for wager in bonus if lucky.random() < 0.5}}


def dealt(game: str, lucky: Random, seats: Sequence[int] = (1, 3, 4)) -> Round:
    table = open_table(game)
    cards = list(DECK) * table.game.decks
    lucky.shuffle(cards)
    return deal(table, {seat: bets_of(table, lucky) for seat in seats}, Deck(tuple(cards)))


def choices_of(game: str, rounds: int, seed: int) -> Iterator[tuple[Round, Random]]:
    """Every choice of random rounds, with random choices in between."""
    lucky = Random(seed)
    for _ in range(rounds):
        state = dealt(game, lucky)
        while not state.over:
            yield state, lucky
            assert state.turn is not None
            state = state.act(state.turn, lucky.choice(state.legal))


def advised(state: Round) -> Advice:
    return advice(state.table, view(state, state.turn))


# ---- the same figures as `ev`


def seen_by(state: Round, seat: int) -> Iterator[Card]:
    """Cards at other seats that lie face up."""
    for spot in view(state).spots:
        if spot.seat != seat:
            for cards in (*spot.hands, spot.offer, spot.rack):
                yield from (card for card in cards if card is not None)


def ev_of(state: Round) -> Mapping[str, Fraction]:
    """What `ev` says of the hand as it was dealt. For 4 Card Split it lists whole ways to play the
    four cards: of those that begin as this round did, the best for each option.
    """
    assert state.turn is not None
    spot = state.spot(state.turn)
    asked = State(
        cards=(*spot.rack, *(card for hand in spot.hands for card in hand.cards)),
        up=next(card for card in view(state).dealer if card is not None),
        offer=spot.offer[0] if spot.offer else None,
        seen=tuple(seen_by(state, spot.seat)),
        bonus=Fraction(spot.wagers.get("bonus", 0), spot.wagers[state.table.game.wagers[0].name]),
    )
    made = list(spot.choices.values())
    best: dict[str, Fraction] = {}
    for action in action_values(state.table, asked).actions:
        steps = [action.name]
        if action.split is not None and all(action.split):
            steps = [" / ".join(action.split), *(action.decision or ())]
        steps = [step for step in steps if step != "instant"]  # paid at once, without a choice
        before = made if action.split is not None else []
        if steps[: len(before)] == before:
            option = steps[len(before)]
            best[option] = max(action.net, best.get(option, action.net))
    return best


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_is_worth_what_ev_says(game: str) -> None:
    for state, _ in choices_of(game, examples(36), seed=1):
        nets = ev_of(state)
        said = advised(state)
        assert [option.action for option in said.options] == list(state.legal)
        for option in said.options:
            assert option.net == 1000 * nets[option.action], (option.action, state.legal)
        assert said.net == max(option.net for option in said.options)
        assert min(option.cost for option in said.options) == 0


# ---- the same figures as the engine's results, over everything that may still be dealt


def nearly_all_seen(state: Round, left: Sequence[Card], known: Sequence[Card]):
    """The view of seat 1 if every card but these few lay at another seat."""
    own = view(state, 1)
    gone = tuple(card for card in DECK if card not in {*left, *known})
    other = SpotView(2, {}, (gone,), (), (), {}, {}, False)
    return own._replace(spots=(*own.spots, other))


def test_prime_as_the_engine_settles() -> None:
    dealt, left = "As Kd 7h 2c 9s Qh", parse("Kc Qd 8d 5c 7c 3h")
    table, bets = open_table(PRIME), {"ante": Cents(1000)}
    state = deal(table, {1: bets}, Deck((*parse(dealt), *left)))
    said = advice(table, nearly_all_seen(state, left, parse(dealt)))
    for action in state.legal:
        nets = []
        for rest in permutations(left, 5):
            again = deal(table, {1: bets}, Deck((*parse(dealt), *rest))).act(1, action)
            nets.append(sum(result.net for result in again.results[1].values()))
        assert said.of(action).net == Fraction(sum(nets), len(nets))


@pytest.mark.parametrize("first", ["play", "fold"])
def test_split_as_the_engine_settles(first: str) -> None:
    dealt, left = "As Kd 7h 2c Kh", parse("Kc Qd 8d 5c 7c 3h Jd Ts")
    table = open_table(SPLIT)
    bets = {"ante 1": Cents(1000), "ante 2": Cents(1000), "blind": Cents(1000)}
    begun = deal(table, {1: bets}, Deck((*parse(dealt), *left)))
    before = begun.act(1, "As Kd 7h / 2c").act(1, first)
    said = advice(table, nearly_all_seen(before, left, parse(dealt)))
    for action in before.legal:
        needed = 3 + 2 * (action == "play")
        nets = []
        for rest in permutations(left, needed):
            again = deal(table, {1: bets}, Deck((*parse(dealt), *rest)))
            after = again.act(1, "As Kd 7h / 2c").act(1, first).act(1, action)
            results = after.results[1]
            nets.append(sum(results[wager].net for wager in results if wager != "blind"))
        assert said.of(action).net == Fraction(sum(nets), len(nets)), action


def test_buyout_as_the_engine_settles() -> None:
    bets = {"first": Cents(1000), "bonus": Cents(500)}
    table, left = open_table(BUYOUT), parse("Kc Qd 8d 5c 7c 3h")
    fixed = parse("As 9s Kh 7s 2s")  # two for the seat, the upcard, the third and the fourth card
    first, second, up, third, fourth = fixed

    def round_with(rest: Sequence[Card]) -> Round:
        down, *more = rest
        cards = (first, down, second, up, third, fourth, *more)
        return deal(table, {1: bets}, Deck(cards)).act(1, "buy")

    state = round_with(left)
    said = advice(table, nearly_all_seen(state, left, fixed))
    for action in state.legal:
        nets = [
            sum(result.net for result in round_with(rest).act(1, action).results[1].values())
            for rest in permutations(left, 4)
        ]
        assert said.of(action).net == Fraction(sum(nets), len(nets)), action


# ---- it sees what the seat sees


def repeated(state: Round, cards: Sequence[Card]) -> Round:
    """The same bets and choices with other cards, in the order of the deal."""
    opened = state.events[0]
    assert isinstance(opened, Opened)
    again = deal(state.table, opened.wagers, Deck(tuple(cards)))
    for event in state.events:
        if isinstance(event, Acted):
            again = again.act(event.seat, event.action)
    return again


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_change_nothing(game: str) -> None:
    lucky, changed = Random(2), 0
    for state, _ in choices_of(game, 3, seed=3):
        assert state.turn is not None
        dealt = [card for e in state.events if isinstance(e, Dealt) for card in e.cards]
        hidden = Counter(dealt) - Counter(visible(state, state.turn))
        places = [place for place, card in enumerate(dealt) if taken(hidden, card)]
        mixed = [dealt[place] for place in places]
        lucky.shuffle(mixed)
        for place, card in zip(places, mixed, strict=True):
            dealt[place] = card
        rest = list((Counter(DECK * state.table.game.decks) - Counter(dealt)).elements())
        if game in (BUYOUT, SIX_DECKS):  # one card of the dealer's is hidden
            (place,) = places
            dealt[place], rest[0] = rest[0], dealt[place]
        try:
            again = repeated(state, (*dealt, *rest))
        except IllegalAction:  # with other cards an earlier seat could not have chosen as it did
            continue
        if again.turn == state.turn and visible(again, state.turn) == visible(state, state.turn):
            changed += again.spots != state.spots or again.dealer != state.dealer
            assert advised(again) == advised(state)
    assert changed


def taken(cards: Counter[Card], card: Card) -> bool:
    """Whether the card is among these; if so, it is taken out once."""
    cards[card] -= 1
    return cards[card] >= 0


def visible(state: Round, seat: int) -> list[Card]:
    """Every card that the seat sees."""
    seen = view(state, seat)
    rows = [seen.dealer]
    for spot in seen.spots:
        rows += [*spot.hands, spot.offer, spot.rack]
    return [card for row in rows for card in row if card is not None]


def test_it_advises_nobody_else() -> None:
    state = dealt(PRIME, Random(4))
    for seat in (None, 3):
        with pytest.raises(RuleError, match="not this seat's turn"):
            advice(state.table, view(state, seat))


# ---- what decisions cost


@pytest.mark.parametrize("game", GAMES)
def test_whoever_follows_it_gives_up_nothing(game: str) -> None:
    lucky, coach = Random(5), Coach("on")
    for _ in range(4):
        state = dealt(game, lucky, (2,))
        while not state.over:
            said = advised(state)
            coach.sees(said, said.best[0])
            state = state.act(2, said.best[0])
        coach.ends_round()
    assert coach.tally == Mistakes(coach.tally.decisions)
    assert coach.tally.decisions > 0


def decided(state: Round, action: str) -> AdvisedAct:
    return AdvisedAct(advised(state), action)


def test_mistakes_are_added_up_by_kind() -> None:
    table, bets = open_table(PRIME), {"ante": Cents(1000)}
    cards = Deck((*parse("As Kd 7h 2c 9s Qh Kc Qd 8d 5c 7c"),))
    state = deal(table, {1: bets}, cards)
    said = advised(state)
    (best,) = said.best
    worse = [option for option in said.options if option.action != best]
    coach = Coach("on")
    for option in (*worse, worse[0]):
        coach.sees(said, option.action)
    coach.sees(said, best)
    assert [made.action for made in coach.ends_round()][-1] == best
    tally = coach.tally
    assert (tally.decisions, tally.mistakes) == (len(worse) + 2, len(worse) + 1)
    assert tally.cost == sum(option.cost for option in worse) + worse[0].cost
    assert sum(habit.cost for habit in tally.habits) == tally.cost
    costs = [habit.cost for habit in tally.habits]
    assert costs == sorted(costs, reverse=True)
    twice = next(habit for habit in tally.habits if habit.action == worse[0].action)
    assert twice == Habit("raise", worse[0].action, best, 2, 2 * worse[0].cost)


def test_splits_are_one_kind_whatever_their_cards() -> None:
    coach = Coach("on")
    lucky = Random(6)
    while len(coach.tally.habits) < 2:
        state = dealt(SPLIT, lucky, (1,))
        said = advised(state)
        coach.sees(said, max(said.options, key=lambda option: option.cost).action)
        coach.ends_round()
    names = {name(card) for card in DECK}
    for habit in coach.tally.habits:
        assert not names & {*habit.action.split(), *habit.better.split()}


# ---- the rule to remember


@pytest.mark.parametrize("game", [PRIME, pytest.param(BUYOUT, marks=pytest.mark.slow)])
def test_the_rule_that_applies_is_the_one_a_reader_finds(game: str) -> None:
    """Held against the table of choices that the same list of rules makes for the simulator."""
    table = open_table(game)
    strategy = next(one for one in strategies_of(table) if len(one.lines) == 6)
    listed = {f"{line.condition or 'otherwise'}: {line.action}" for line in strategy.lines}
    used = set()
    for state, _ in choices_of(game, examples(90), seed=7):
        said = rule_to_remember(table, view(state, state.turn))
        assert said in listed
        used.add(said)
    assert len(used) > 3


@pytest.mark.slow  # it counts the whole deck
def test_at_split_the_counts_of_the_hands_are_told() -> None:
    table = open_table(SPLIT)
    strategy = next(one for one in strategies_of(table) if len(one.lines) == 6)
    counts = {line.condition: int(line.action) for line in strategy.lines}
    for state, _ in choices_of(SPLIT, 30, seed=8):
        said = rule_to_remember(table, view(state, state.turn))
        if said == "an instant winner must be taken":
            assert len(state.legal) == 1
            continue
        for hand in said.split("; "):
            total = int(hand.partition(" counts ")[2].split()[0])
            true = [points for words, points in counts.items() if f"{words} {points:+d}" in hand]
            assert total == max(0, sum(true))
            assert hand.endswith("play" if total else "fold")
