"""A loop is written for one way to deal and choose: a game that differs is refused."""

from dataclasses import replace
from importlib import import_module, reload

import pytest

from croupier.errors import RuleError
from croupier.games.figures import figures_of, solved
from croupier.games.registry import folder_of
from croupier.rules.vocabulary import Choose, Deal, EachSeat, Flow, Game
from croupier.sim.plan import check_layout, plan
from croupier.table.table import Table, open_table


def changes(flow: Flow) -> list[Flow]:
    """One more card, another face, another order; no choice, or one more."""
    first, second, *rest = flow
    assert isinstance(first, Deal)
    made: list[Flow] = [
        (first._replace(cards=first.cards + 1), second, *rest),
        (first._replace(up_to=True), second, *rest),
        (second, first, *rest),
        (*flow, Choose("again", ())),
    ]
    for at, part in enumerate(flow):
        if isinstance(part, EachSeat) and any(isinstance(step, Choose) for step in part.steps):
            without = tuple(step for step in part.steps if not isinstance(step, Choose))
            made.append((*flow[:at], part._replace(steps=without), *flow[at + 1 :]))
            made.append((*flow[:at], *part.steps, *flow[at + 1 :]))
    return made


def with_game(game: str, **fields: object) -> Table:
    house = open_table(game)
    return replace(house, game=house.game._replace(**fields))


def simple(game: str) -> str:
    return next(iter(figures_of(game).makers.simple))


@pytest.mark.parametrize("game", solved())
def test_no_loop_plays_another_flow(game: str) -> None:
    for flow in changes(open_table(game).game.flow):
        with pytest.raises(RuleError, match="are written for") as caught:
            plan(with_game(game, flow=flow), strategy=simple(game))
        assert caught.value.code == "loops/steps"
        assert "deal " in caught.value.message and "rewrite them" in caught.value.message


@pytest.mark.parametrize("game", solved())
def test_no_solver_starts_for_another_flow(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = f"croupier.games.{folder_of(game)}"
    rules, loops = import_module(f"{folder}.rules"), import_module(f"{folder}.loops")

    def dealt_otherwise(each: Game) -> Game:
        return each._replace(flow=changes(each.flow)[0]) if each.id == game else each

    monkeypatch.setattr(rules, "GAMES", tuple(map(dealt_otherwise, rules.GAMES)))
    with pytest.raises(RuleError, match="are written for") as caught:
        reload(loops)
    assert caught.value.code == "loops/steps"


@pytest.mark.parametrize("game", solved())
def test_the_loop_s_decks_are_the_game_s(game: str) -> None:
    with pytest.raises(RuleError, match=r"2 decks; its loop deals from [16]") as caught:
        plan(with_game(game, decks=2), strategy=simple(game))
    assert caught.value.code == "loops/sizes"


@pytest.mark.parametrize("game", solved())
def test_no_more_cards_are_needed_than_there_are(game: str) -> None:
    """A loop would search for them forever."""
    with pytest.raises(RuleError, match=r"\d+ seats need \d+ cards; .* has \d+") as caught:
        plan(with_game(game, seats_max=99), seats=99, strategy=simple(game))
    assert caught.value.code == "loops/sizes"


@pytest.mark.parametrize("game", solved())
def test_each_choice_of_a_seat_has_its_names(game: str) -> None:
    layout = figures_of(game).layout
    more = layout._replace(decisions=(*layout.decisions, {}))
    with pytest.raises(RuleError, match="choices for each seat") as caught:
        check_layout(open_table(game).game, more, 1)
    assert caught.value.code == "loops/sizes"
