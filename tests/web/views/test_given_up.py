"""What a button says that a fold loses is what the engine takes for it."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards.card import DECK, parse
from croupier.games.registry import GAMES
from croupier.rules.vocabulary import Choose, Game, Option
from croupier.table.events import Acted
from croupier.table.round import Round, deal, rebuild
from croupier.table.source import Deck
from croupier.table.table import Table, open_table
from croupier.web import messages
from croupier.web.dealer import bot_choice
from croupier.web.views.banked import banked_felt
from croupier.web.views.poker import poker_felt
from tests.effort import examples
from tests.table.random_play import any_round
from tests.table.test_poker import play, start
from tests.web.server.test_hidden_cards import dealt_otherwise


def with_fold_called(name: str, game: str) -> Table:
    """A table whose option "fold" has another name."""
    table = open_table(game)

    def renamed(option: Option) -> Option:
        return option._replace(name=name) if option.name == "fold" else option

    flow = tuple(
        step._replace(options=tuple(map(renamed, step.options)), otherwise=(name,))
        if isinstance(step, Choose) and not callable(step.options)
        else step
        for step in table.game.flow
    )
    return replace(table, game=table.game._replace(flow=flow))


SPLIT = {"ante 1": 1000, "ante 2": 1000, "blind": 1500}
SIDES = {"prime": 500, "bad beat": 500, "aces baby": 500, "four card jackpot": 100}


def fold_of(state: Round) -> messages.Option:
    seat = state.turn
    turn = banked_felt(state, seat).turn
    assert turn is not None
    (fold,) = (one for one in turn.options if one.tone == "fold")
    return fold


@pytest.mark.parametrize(
    "game, bets, cards, acts, lost",
    [
        ("four-card-prime", {"ante": 2500}, "Ts Tc Kh 8s 6c", (), 2500),
        # Rule 4: other wagers still look at the cards.
        ("four-card-prime", {"ante": 2500, **SIDES}, "Ts Tc Kh 8s 6c", (), 2500),
        ("ultimate-4-card-buyout", {"first": 1000}, "Kh 2c 6h Ts Kd", (), 1000),
        ("ultimate-4-card-buyout", {"first": 1000, "bonus": 500}, "Kh 2c 6h Ts Kd", (), 1500),
        ("4-card-buyout", {"first": 1000, "bonus": 500}, "Kh 2c 6h Ts Kd", ("buy",), 2500),
        # The blind is paid already.
        ("4-card-split-v1", SPLIT, "As Kd Th 9c 8c Ad Kc 3s", (), 2000),
        ("4-card-split-v2", SPLIT, "As Kd Th 9c 8c Ad Kc 3s", ("As Kd / Th 9c",), 1000),
        ("4-card-split-v2", SPLIT, "As Kd Th 9c 8c Ad Kc 3s", ("As Kd / Th 9c", "fold"), 1000),
        ("4-card-split-v2", SPLIT, "As Kd Th 9c 8c Ad Kc 3s", ("As Kd / Th 9c", "play"), 1000),
    ],
)
def test_a_fold_says_what_it_loses(
    game: str, bets: dict[str, int], cards: str, acts: tuple[str, ...], lost: int
) -> None:
    state = deal(open_table(game), {1: bets}, Deck((*parse(cards), *reversed(DECK))))
    for act in acts:
        state = state.act(1, act)
    assert fold_of(state).loses == lost


def test_giving_up_is_known_by_what_it_does_and_not_by_its_name() -> None:
    table = with_fold_called("concede", "four-card-prime")
    state = deal(table, {1: {"ante": 2500}, 2: {"ante": 2500}}, Deck(DECK))
    fold = fold_of(state)
    assert (fold.name, fold.loses) == ("concede", 2500)
    state = state.act(1, "concede")
    felt = banked_felt(state, None)
    assert [felt.seats[seat].folded for seat in (1, 2)] == [True, False]
    assert {bot_choice(state) for _ in range(30)} == {"raise 1x", "raise 2x", "raise 3x"}


@pytest.mark.parametrize(
    "acts, folded",
    [
        (("As Kd / Th 9c", "play", "fold"), False),  # the first hand plays on
        (("As Kd / Th 9c", "fold", "play"), False),
        (("As Kd / Th 9c", "fold", "fold"), True),
        (("fold",), True),
    ],
)
def test_a_seat_has_folded_when_no_hand_of_it_plays_on(acts: tuple[str, ...], folded: bool) -> None:
    deck = Deck((*parse("As Kd Th 9c 2h 4s 5s Jd Ad Kc 3s"), *reversed(DECK)))
    state = deal(open_table("4-card-split-v2"), {1: SPLIT, 2: SPLIT}, deck)
    for act in acts:
        state = state.act(1, act)
    assert banked_felt(state, None).seats[1].folded == folded


def test_a_copy_that_the_dealer_hides_is_not_told() -> None:
    """A house that does not pay copies takes the wager for one, and names no hand."""
    table = open_table("four-card-prime", options={"bad_beat_on_copy": False})
    cards = "Ts Tc Kh 8s 6c Td Th Kd 8d 3c 2d"  # both play tens, king, eight
    state = deal(table, {1: {"ante": 2500, "bad beat": 500}}, Deck(parse(cards)))
    assert fold_of(state).loses == 2500
    assert state.act(1, "fold").results[1]["bad beat"].net == -500


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@settings(max_examples=examples(60))
@given(seed=st.integers(min_value=0, max_value=2**64))
def test_a_fold_loses_that_much_with_any_cards(game: Game, seed: int) -> None:
    luck = Random(seed)
    last = any_round(luck, game)
    for at in [at for at, event in enumerate(last.events) if isinstance(event, Acted)]:
        state = rebuild(last.table, last.source, last.events[:at])
        seat = state.turn
        assert seat is not None
        for option in (one for one in banked_felt(state, seat).turn.options if one.loses):  # type: ignore[union-attr]
            again = dealt_otherwise(luck, state, seat)
            for before in (state, again) if again is not None else (state,):
                folded = before.act(seat, option.action)
                while not folded.over:
                    assert folded.turn is not None
                    folded = folded.act(folded.turn, luck.choice(folded.legal))
                nets = [result.net for result in folded.results[seat].values() if result.net < 0]
                assert -sum(nets) >= option.loses


def test_at_poker_what_is_in_the_pot_stays_there() -> None:
    hand = play(start({2: 10_000, 5: 10_000, 8: 10_000}, 8), "8 call", "2 raise 400")

    def fold(seat: int) -> int:
        turn = poker_felt(hand, seat).turn
        assert turn is not None
        return next(one.loses for one in turn.options if one.name == "fold")

    assert hand.to_act == 5
    assert fold(5) == 200
    hand = play(hand, "5 call")
    assert fold(8) == 200
    hand = play(hand, "8 fold")
    assert hand.stacks[8] == 10_000 - 200
