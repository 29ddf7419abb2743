"""The house-banked games as Gymnasium environments: the engine's rounds, and the seat's view."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from croupier.cards.card import text
from croupier.envs import IDS
from croupier.envs.house import ROWS, SEAT, HouseEnv
from croupier.errors import BadTable, IllegalAction, IllegalWager
from croupier.games.registry import GAMES
from croupier.odds.solve import Action, State, best, values
from croupier.rules.felt import Face
from croupier.table.events import Acted, Dealt
from croupier.table.round import Round, deal
from croupier.table.source import Deck

any_game = pytest.mark.parametrize("game", GAMES)
SIDE_BETS = {
    "four-card-prime": {"ante": 500, "aces baby": 300, "prime": 200, "bad beat": 500},
    "ultimate-4-card-buyout": {"first": 300, "bonus": 200},
    "4-card-buyout": {"first": 300, "bonus": 200},
    "4-card-split-v1": {"ante 1": 200, "ante 2": 200, "blind": 700},
    "4-card-split-v2": {"ante 1": 200, "ante 2": 200, "blind": 700},
}


def test_tables_that_no_rulebook_prints_together_are_refused_or_reported() -> None:
    posted = {"ante": "II", "blind": "1a"}
    with pytest.raises(BadTable, match="no rulebook prints these together"):
        HouseEnv("4-card-split-v1", posted=posted)
    env = HouseEnv("4-card-split-v1", posted=posted, unprinted=True)
    assert env.reset(seed=1)[1] == {"unprinted": ["ante II with blind 1a"]}


def random_episodes(env: HouseEnv, count: int) -> Iterator[tuple[float, dict[str, Any]]]:
    """The last reward and info of each, played at random within the mask."""
    env.reset(seed=7)
    env.action_space.seed(7)
    for _ in range(count):
        seen, _ = env.reset()
        over = False
        while not over:
            seen, reward, over, cut, info = env.step(env.action_space.sample(seen["action_mask"]))
            assert not cut and "illegal" not in info
            assert over or reward == 0
            assert env.observation_space.contains(seen)
        yield reward, info


@any_game
def test_gymnasiums_own_check(game: str) -> None:
    check_env(gymnasium.make(IDS[game], render_mode="ansi").unwrapped)


def test_the_ids() -> None:
    assert set(IDS.values()) == {
        "croupier/Ultimate4CardBuyout-v0",
        "croupier/4CardBuyout-v0",
        "croupier/4CardSplitV1-v0",
        "croupier/4CardSplitV2-v0",
        "croupier/FourCardPrime-v0",
    }


@any_game
def test_rewards_are_what_the_table_settles(game: str) -> None:
    env = HouseEnv(game, bets=SIDE_BETS[game])
    for reward, info in random_episodes(env, 200):
        again = deal(env.table, {SEAT: SIDE_BETS[game]}, env.round.source)
        for event in env.round.events:
            if isinstance(event, Acted):
                again = again.act(SEAT, event.action)
        assert again.over
        nets = {wager: result.net for wager, result in again.results[SEAT].items()}
        assert info["results"] == nets and info["net"] == sum(nets.values())
        first = next(iter(SIDE_BETS[game].values()))
        assert reward == float(Fraction(sum(nets.values()), first))


def test_a_reward_as_printed_in_the_readme() -> None:
    """Three sevens win 3 antes on the ante, 3 on the raise, and half an ante on Prime."""
    env = HouseEnv("four-card-prime", bets={"ante": 1000, "prime": 500})
    env.reset(options={"deck": "7c 7s 7h 2s 3s  Ac 8d Qc Tc 9c 9s"})
    seen, reward, over, _, info = env.step(env.actions.index("raise 3x"))
    assert (reward, over) == (6.5, True)
    assert info["results"] == {"ante": 3000, "raise": 3000, "prime": 500}
    assert not seen["action_mask"].any()


def test_each_jackpot_has_its_own_wager() -> None:
    """Three sevens: 10 dollars for 1 of the five cards, 9 for 1 of the best four, times five."""
    bets = {"ante": 1000, "five card jackpot": 100, "four card jackpot": 500}
    env = HouseEnv("four-card-prime", options={"four_card_jackpot_wager": 500}, bets=bets)
    env.reset(options={"deck": "7c 7s 7h 2s 3s  Ac 8d Qc Tc 9c 9s"})
    *_, info = env.step(env.actions.index("fold"))
    assert info["results"] == {
        "ante": -1000,
        "five card jackpot": 1000 - 100,
        "four card jackpot": 5 * 900 - 500,
    }


@any_game
def test_a_seed_determines_the_deal(game: str) -> None:
    env, other = HouseEnv(game), HouseEnv(game)
    decks = [
        [_dealt(chosen, seed) for seed in (1, 2, None)] for chosen in (env, other)
    ]  # None: the generator continues
    assert decks[0] == decks[1]
    assert len(set(decks[0])) == 3
    assert sorted(decks[0][0]) == sorted([*range(52)] * GAMES[game].decks)


def _dealt(env: HouseEnv, seed: int | None) -> tuple[int, ...]:
    env.reset(seed=seed)
    assert isinstance(env.round.source, Deck)
    return env.round.source.cards


@any_game
def test_hidden_cards_are_in_no_observation(game: str) -> None:
    """Cards that the seat cannot see change places; all that it saw so far is the same."""
    env, other, chance = HouseEnv(game), HouseEnv(game), Random(5)
    for seed in range(60):
        told, _ = env.reset(seed=seed)
        history, acts = [told], []
        while not env.round.over:
            deck = with_hidden_changed(chance, env.round)
            again = [other.reset(options={"deck": text(deck)})[0]]
            again += [other.step(act)[0] for act in acts]
            np.testing.assert_equal(again, history)
            acts.append(int(env.action_space.sample(told["action_mask"])))
            told, *_ = env.step(acts[-1])
            history.append(told)


def with_hidden_changed(chance: Random, state: Round) -> list[int]:
    assert isinstance(state.source, Deck)
    deck = list(state.source.cards)
    hidden, place = [], 0
    for event in state.events:
        if isinstance(event, Dealt):
            after = place + len(event.cards)
            hidden += list(range(place, after)) if event.face is Face.DOWN else []
            place = after
    hidden += range(place, len(deck))
    cards = [deck[where] for where in chance.sample(hidden, len(hidden))]
    for where, card in zip(hidden, cards, strict=True):
        deck[where] = card
    assert deck != list(state.source.cards)
    return deck


def test_where_the_cards_are() -> None:
    env = HouseEnv("4-card-split-v2", render_mode="ansi")
    seen, _ = env.reset(options={"deck": "7h Ks 2c 9d  Qd 3c 4c 5c  8s 8d 8h"})
    assert shown(seen) == {"hand 1": "2c 9d 7h Ks", "dealer": "Qd"}
    assert seen["choice"] == 0 and list(seen["wagers"]) == [1, 1, 1, 0, 0]
    text_shown = env.render()
    assert text_shown is not None and "dealer  Qd ?? ?? ??" in text_shown
    assert env.legal()[env.actions.index("split 134/2")] == "7h Ks 2c / 9d"
    seen, *_ = env.step(env.actions.index("split 134/2"))
    assert shown(seen) == {"hand 1": "2c 7h Ks", "hand 2": "9d", "dealer": "Qd"}
    assert [env.actions[act] for act in env.legal()] == ["play", "fold"] and seen["choice"] == 1
    seen, *_ = env.step(env.actions.index("fold"))
    assert shown(seen) == {"hand 2": "9d", "rack": "2c 7h Ks", "dealer": "Qd"}
    seen, _, over, _, _ = env.step(env.actions.index("play"))
    assert over and seen["choice"] == 3
    assert shown(seen)["hand 2"] == "8d 9d 8s"
    assert shown(seen)["dealer"] == "3c 4c 5c Qd"


def shown(seen: dict[str, Any]) -> dict[str, str]:
    rows = zip(ROWS, seen["cards"], strict=True)
    return {what: text(np.nonzero(row)[0]) for what, row in rows if row.any()}


@any_game
def test_a_refused_act_changes_nothing(game: str) -> None:
    env = HouseEnv(game)
    refused = 0
    for seed in range(30):
        seen, _ = env.reset(seed=seed)
        for action in np.flatnonzero(seen["action_mask"] == 0):
            before = env.round
            again, reward, over, cut, info = env.step(action)
            assert env.round is before and (reward, over, cut) == (0, False, False)
            np.testing.assert_equal(again, seen)
            assert "legal: " in info["illegal"]
            refused += 1
    assert refused or game == "four-card-prime", "there all four options are always legal"


def test_a_raise_beyond_the_limit_is_masked() -> None:
    env = HouseEnv("four-card-prime", bets={"ante": 15_000})  # a wager is at most 400 dollars
    seen, _ = env.reset(seed=1)
    assert dict(zip(env.actions, seen["action_mask"], strict=True)) == {
        "fold": 1, "raise 1x": 1, "raise 2x": 1, "raise 3x": 0,
    }  # fmt: skip


def test_what_is_not_an_action_is_refused() -> None:
    env = HouseEnv("four-card-prime")
    env.reset(seed=1)
    for wrong in (-1, 4):
        with pytest.raises(IllegalAction, match="0 to 3"):
            env.step(wrong)
    env.step(0)
    with pytest.raises(IllegalAction, match="over"):
        env.step(0)
    with pytest.raises(IllegalWager, match="at least"):
        HouseEnv("4-card-split-v2", bets={"ante 1": 500, "blind": 400})


@pytest.mark.parametrize(
    "bets, made",
    [
        ({}, {"ante 1": 100, "ante 2": 100, "blind": 100}),
        ({"ante 1": 1000}, {"ante 1": 1000, "ante 2": 1000, "blind": 1000}),
        ({"ante 2": 1000}, {"ante 1": 1000, "ante 2": 1000, "blind": 1000}),
        ({"ante 1": 200, "blind": 700}, {"ante 1": 200, "ante 2": 200, "blind": 700}),
    ],
)
def test_what_a_bet_requires_is_added(bets: dict[str, int], made: dict[str, int]) -> None:
    assert HouseEnv("4-card-split-v2", bets=bets).bets == made


def test_an_agent_that_never_acts_is_cut_off() -> None:
    env = gymnasium.make(IDS["4-card-split-v2"])
    env.reset(seed=1)
    play = env.unwrapped.actions.index("play")  # type: ignore[attr-defined]
    steps = [env.step(play)[2:4] for _ in range(100)]
    assert steps == [(False, False)] * 99 + [(False, True)]


@any_game
def test_the_best_play_can_be_played(game: str) -> None:
    """By the exact value of every action; the solver's legal actions are those of the mask."""
    env = HouseEnv(game)
    for seed in range(60):
        env.reset(seed=seed)
        plan: list[str] = []
        while not env.round.over:
            plan = plan or best_acts(env)
            act = next(a for a, words in env.legal().items() if words == plan[0])
            plan.pop(0)
            _, reward, over, _, info = env.step(act)
            assert "illegal" not in info
        assert over and reward * env.unit == info["net"]


def best_acts(env: HouseEnv) -> list[str]:
    """What the solver would do: one act, or a split with the decisions for its hands."""
    spot, up = env.round.spot(SEAT), env.round.dealer
    (upcard,) = (c for c, face in zip(up.cards, up.faces, strict=True) if face is Face.UP)
    told = values(env.table, State(spot.cards, upcard, next(iter(spot.offer), None)))
    chosen = next(action for action in told if action.name in best(told))
    assert len(env.legal()) == len({action.split or action.name for action in told})
    return acts_of(chosen)


def acts_of(action: Action) -> list[str]:
    if action.split is None or action.name == "fold":
        return [action.name]
    assert action.decision is not None
    return [" / ".join(action.split), *(word for word in action.decision if word != "instant")]


@any_game
def test_vectors_of_environments(game: str) -> None:
    envs = gymnasium.make_vec(IDS[game], num_envs=3, vectorization_mode="sync")
    seen, _ = envs.reset(seed=3)
    assert seen["cards"].shape == (3, len(ROWS), 52)
    for _ in range(20):
        acts = [int(np.flatnonzero(mask)[0]) if mask.any() else 0 for mask in seen["action_mask"]]
        seen, *_ = envs.step(np.array(acts))
    envs.close()
