"""Numbers in texts for people match the rules: a change in one must be made in the other."""

from pathlib import Path

import pytest

from croupier.cards.scales import THREE
from croupier.games.four_card_buyout.rules import DEALER_DRAWS_BELOW
from croupier.games.four_card_split.rules import DEALERS
from croupier.games.registry import game
from croupier.rules.limits import profiles

DOCS = Path(__file__).parents[2] / "docs"


def how_to_play(name: str) -> str:
    return " ".join(game(name).how_to_play.split())


@pytest.mark.parametrize("name", ["4-card-buyout", "ultimate-4-card-buyout"])
def test_buyout_below_how_many_points_the_dealer_draws(name: str) -> None:
    assert f"With less than {DEALER_DRAWS_BELOW} points a fifth card follows" in how_to_play(name)


@pytest.mark.parametrize("name", DEALERS)
def test_split_with_which_hand_the_dealer_qualifies(name: str) -> None:
    hand, _, _ = THREE.words(DEALERS[name].qualifier).partition(" (")
    assert f"They qualify with {hand} or better" in how_to_play(name)


def test_prime_what_the_win_bonus_pays() -> None:
    (table,) = game("four-card-prime").paytables["win_bonus"].tables
    pays = {row.label: row.printed[0] for row in table.rows}
    words = (
        f"wins the **Win Bonus**: {pays['Trips']} to 1, for a straight flush "
        f"{pays['Straight Flush']}, for four of a kind {pays['Quads']}."
    )
    assert words in how_to_play("four-card-prime")


@pytest.mark.parametrize("page", ["room.md", "settle.md", "rulings.md"])
def test_above_which_win_a_supervisor_is_called(page: str) -> None:
    (above,) = {law.supervisor_above for law in profiles().values()}
    assert f"above {above // 100:,} dollars" in (DOCS / page).read_text("utf-8")
