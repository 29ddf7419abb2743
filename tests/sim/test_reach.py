"""No result is outside the counts: the rules give the lowest and the highest result of each wager.

A loop with a result outside would write outside its array.
"""

from collections.abc import Callable
from typing import Any

import pytest

from croupier.errors import RuleError
from croupier.games.figures import figures_of, solved
from croupier.games.four_card_buyout import rules as buyout
from croupier.games.four_card_prime import rules as prime
from croupier.games.four_card_split import rules as split
from croupier.sim.plan import Plan, plan
from croupier.table.table import open_table

RULES = {
    "four-card-prime": (
        *((prime, name) for name in ("settle", "pays", "settle_bad_beat", "settle_jackpot")),
        (prime, "settle_envy_jackpot"),
    ),
    "4-card-split-v2": tuple(
        (split, name) for name in ("settle_hand", "settle_all_folded", "settle_blind")
    ),
    "ultimate-4-card-buyout": ((buyout, "settle"), (buyout, "settle_bonus")),
}
RULES["4-card-split-v1"] = RULES["4-card-split-v2"]
RULES["4-card-buyout"] = RULES["ultimate-4-card-buyout"]


def shifted(kernel: Callable[..., tuple[int, ...]], by: int) -> Callable[..., tuple[int, ...]]:
    def settled(*facts: Any) -> tuple[int, ...]:
        why, net, *rest = kernel(*facts)
        return why, net + by, *rest

    return settled


def planned(game: str) -> Plan:
    return plan(open_table(game), strategy=next(iter(figures_of(game).makers.simple)))


CASES = [(game, *where) for game in solved() for where in RULES[game]]


@pytest.mark.parametrize("game, module, name", CASES)
def test_a_rule_by_which_a_seat_loses_too_much_is_refused(
    game: str, module: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, shifted(getattr(module, name), -9))
    with pytest.raises(RuleError, match=r"may lose \d+ units in a round") as caught:
        planned(game)
    assert caught.value.code == "simulate/pays"


@pytest.mark.parametrize("game, module, name", CASES)
def test_a_rule_by_which_a_seat_wins_more_has_room(
    game: str, module: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = planned(game).width
    monkeypatch.setattr(module, name, shifted(getattr(module, name), 10**6))
    assert before < 10**6 <= planned(game).width
    monkeypatch.setattr(module, name, shifted(getattr(module, name), 10**8))
    with pytest.raises(RuleError, match=r"may win \d+ units in a round") as caught:
        planned(game)
    assert caught.value.code == "simulate/pays"


def test_the_least_and_the_most_are_what_the_rules_print() -> None:
    """Four Card Prime: quads win 25 above even money, eight seats are envied $100 each for $1."""
    house = open_table("four-card-prime")
    layout = figures_of(house.game.id).layout
    reached = layout.reach(house, 9)
    columns = [*layout.wagers, *(f"{name} percent" for name in layout.meters)]
    assert {columns[column]: ends for column, ends in reached.items()} == {
        "ante": (-1, 26),
        "raise": (-3, 3),
        "aces baby": (-1, 500),
        "prime": (-1, 6),
        "bad beat": (-1, 25_000),
        "five card jackpot": (-1, 199),
        "four card jackpot": (-1, 799),
        "five card jackpot percent": (0, 100),
        "four card jackpot percent": (0, 100),
    }
