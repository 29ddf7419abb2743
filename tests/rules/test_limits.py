"""Wagering limits: the state's profiles, a house's own bounds, and what a seat may bet."""

from collections.abc import Mapping

import pytest

from croupier.cards.card import DECK, parse
from croupier.errors import BadTable, IllegalAction, IllegalWager
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.rules.limits import DEFAULT_PROFILE, Limits, profile, profiles
from croupier.rules.vocabulary import Wager
from croupier.table.round import Round, deal
from croupier.table.source import Deck, Laid
from croupier.table.table import Table, dispute_table, open_table

PRIME, BUYOUT, SPLIT = "four-card-prime", "ultimate-4-card-buyout", "4-card-split-v2"


def within(
    game: str = PRIME,
    name: str = DEFAULT_PROFILE,
    *,
    least: Mapping[str, int] | None = None,
    most: Mapping[str, int] | None = None,
    **rest: object,
) -> Table:
    minimums = {wager: Cents(cents) for wager, cents in (least or {}).items()}
    maximums = {wager: Cents(cents) for wager, cents in (most or {}).items()}
    return open_table(game, limits=Limits(profile(name), minimums, maximums), **rest)  # type: ignore[arg-type]


def bet(table: Table, **stakes: object) -> Round:
    """Seat 1 bets, with the underscores of the names as spaces; cards do not matter."""
    wagers = {name.replace("_", " "): stake for name, stake in stakes.items()}
    return deal(table, {1: wagers}, Deck(DECK))  # type: ignore[dict-item]


# --- Profiles


@pytest.mark.parametrize(
    "name, single_wager", [("wa-2009", 30000), ("wa-2023", 40000), ("tribal", None)]
)
def test_profiles_and_their_single_wager(name: str, single_wager: int | None) -> None:
    law = profile(name)
    assert law.single_wager == single_wager
    assert law.effective and law.source


@pytest.mark.parametrize("name", ["wa-2009", "wa-2023", "tribal"])
def test_wac_230_15_040_and_320_figures(name: str) -> None:
    law = profile(name)
    assert (law.games, law.games_above_small, law.small_wager) == (6, 3, 500)
    assert law.supervisor_above == 300000


def test_an_unknown_profile_is_refused_with_those_known() -> None:
    with pytest.raises(BadTable) as refused:
        profile("nevada")
    assert refused.value.code == "limits/unknown"
    assert refused.value.message == f"no limit profile 'nevada'; known: {', '.join(profiles())}"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_opens_under_both_state_profiles(game: str) -> None:
    for name in ("wa-2009", "wa-2023"):
        assert within(game, name).game.id == game


def test_tribal_profile_needs_the_compacts_maximums() -> None:
    with pytest.raises(BadTable) as refused:
        within(BUYOUT, "tribal")
    assert refused.value.code == "limits/missing"
    assert refused.value.message == "profile tribal sets no wager; give first a maximum"
    most = {"first": 500000, "second": 500000, "third": 500000, "bonus": 500}
    table = within(BUYOUT, "tribal", most=most)
    assert bet(table, first=500000).turn == 1


# --- One spot


@pytest.mark.parametrize("name, most", [("wa-2009", 30000), ("wa-2023", 40000)])
def test_a_wager_up_to_the_single_wager_and_not_a_cent_more(name: str, most: int) -> None:
    table = within(PRIME, name)
    assert bet(table, ante=most).turn == 1
    with pytest.raises(IllegalWager) as refused:
        bet(table, ante=most + 1)
    assert refused.value.code == "wager/limit"
    assert refused.value.message == (
        f"four-card-prime seat 1: ante ${most // 100}.01; this table takes "
        f"$1 to ${most // 100} (profile {name})"
    )


def test_a_wager_below_the_minimum_is_refused() -> None:
    table = within(least={"ante": 1000})
    with pytest.raises(IllegalWager, match=r"ante \$9\.99; this table takes \$10 to \$400"):
        bet(table, ante=999)
    assert bet(table, ante=1000).turn == 1


def test_each_betting_spot_is_a_single_wager() -> None:
    assert bet(within(), ante=40000, aces_baby=40000, prime=40000).turn == 1
    assert bet(within(SPLIT), ante_1=40000, ante_2=40000, blind=40000).turn == 1


@pytest.mark.parametrize("stake", [0, -500, True, 500.0, "500", None])
def test_a_wager_is_whole_cents_above_zero(stake: object) -> None:
    with pytest.raises(IllegalWager) as refused:
        bet(within(), ante=stake)
    assert refused.value.message == (
        f"four-card-prime seat 1: ante {stake!r}; a wager is whole cents above zero"
    )


def test_an_unknown_wager_is_refused_with_those_offered() -> None:
    with pytest.raises(IllegalWager) as refused:
        bet(within(BUYOUT), first=500, insurance=100)
    assert refused.value.message == (
        "ultimate-4-card-buyout seat 1: 'insurance' is not offered before the deal; "
        "offered: first, bonus"
    )


def test_a_refused_seat_stops_the_deal_for_all() -> None:
    with pytest.raises(IllegalWager, match="seat 2: no ante"):
        deal(within(), {1: {"ante": 500}, 2: {}}, Deck(DECK))


# --- Raises


@pytest.mark.parametrize(
    "name, ante, times",
    [
        ("wa-2023", 13333, 3),
        ("wa-2023", 13334, 2),
        ("wa-2023", 20000, 2),
        ("wa-2023", 20001, 1),
        ("wa-2023", 40000, 1),
        ("wa-2009", 10000, 3),
        ("wa-2009", 10001, 2),
        ("wa-2009", 30000, 1),
    ],
)
def test_a_raise_above_the_single_wager_is_not_legal(name: str, ante: int, times: int) -> None:
    state = bet(within(PRIME, name), ante=ante)
    assert state.legal == ("fold", "raise 1x", "raise 2x", "raise 3x")[: times + 1]


def test_a_raise_above_the_single_wager_is_refused_and_changes_nothing() -> None:
    state = bet(within(), ante=20000)
    with pytest.raises(IllegalAction) as refused:
        state.act(1, "raise 3x")
    assert refused.value.message.endswith("'raise 3x'; legal: fold, raise 1x, raise 2x")
    assert dict(state.spot(1).wagers) == {"ante": 20000}
    assert state.turn == 1


def test_a_house_may_hold_raises_lower() -> None:
    state = bet(within(most={"ante": 1000, "raise": 2000}), ante=1000)
    assert state.legal == ("fold", "raise 1x", "raise 2x")


def test_buyout_second_and_third_bets_are_separate_single_wagers() -> None:
    cards = {1: parse("As Ks Qs Js"), 0: parse("Kc Kd 4h 2h")}
    state = deal(within(BUYOUT), {1: {"first": 40000}}, Laid(cards))
    state = state.act(1, "buy").act(1, "buy")
    assert [state.spot(1).wagers[name] for name in ("first", "second", "third")] == [40000] * 3


# --- A house's own bounds


def test_a_house_maximum_above_the_law_is_refused() -> None:
    assert bet(within(most={"ante": 40000}), ante=40000).turn == 1
    with pytest.raises(BadTable) as refused:
        within(most={"ante": 40001})
    assert refused.value.code == "limits/profile"
    assert refused.value.message == (
        "ante up to $400.01; profile wa-2023 allows single wagers up to $400"
    )


def test_a_minimum_above_the_maximum_is_refused() -> None:
    with pytest.raises(BadTable) as refused:
        within(least={"ante": 2000}, most={"ante": 1000})
    assert refused.value.message == "ante: the minimum $20 is above the maximum $10"


@pytest.mark.parametrize("bound", ["least", "most"])
def test_a_bound_for_an_unknown_wager_is_refused_with_those_known(bound: str) -> None:
    with pytest.raises(BadTable) as refused:
        within(**{bound: {"first": 1000}})  # type: ignore[arg-type]
    assert refused.value.message.startswith("four-card-prime has no wager 'first'; it has: ante,")


@pytest.mark.parametrize("cents", [0, -100])
def test_a_bound_of_nothing_is_refused(cents: int) -> None:
    with pytest.raises(BadTable, match="limits are above zero"):
        within(most={"ante": cents})


# --- WAC 230-15-040: games on one hand of cards


def test_six_separate_games_may_be_offered_and_the_raise_is_not_one() -> None:
    offered = {wager.part_of or wager.name for wager in within().offers}
    assert len(offered) == 6


def test_a_seventh_game_is_refused() -> None:
    game = GAMES[PRIME]
    seven = game._replace(wagers=(*game.wagers, Wager("seventh", most=Cents(500))))
    with pytest.raises(BadTable) as refused:
        open_table(seven)
    assert refused.value.code == "limits/games"
    assert refused.value.message == (
        "four-card-prime with 7 separate games (aces baby, ante, bad beat, five card jackpot, "
        "four card jackpot, prime, seventh); one hand of cards may carry 6 (WAC 230-15-040)"
    )


def test_a_seventh_game_is_allowed_where_another_is_not_offered() -> None:
    game = GAMES[PRIME]
    seven = game._replace(wagers=(*game.wagers, Wager("seventh", most=Cents(500))))
    names = [wager.name for wager in seven.wagers if not wager.follows and wager.name != "prime"]
    assert len(open_table(seven, offers=names).offers) == 6


def test_a_fourth_game_above_5_dollars_is_refused() -> None:
    assert within(most={"bad beat": 500})
    with pytest.raises(BadTable) as refused:
        within(most={"bad beat": 501})
    assert refused.value.code == "limits/games"
    assert refused.value.message == (
        "four-card-prime with 4 games above $5 (aces baby, ante, bad beat, prime); "
        "at most 3 may take more (WAC 230-15-040)"
    )


def test_another_game_may_go_above_5_dollars_where_one_stays_below() -> None:
    table = within(most={"bad beat": 40000, "prime": 500})
    assert bet(table, ante=500, bad_beat=40000).turn == 1
    with pytest.raises(IllegalWager, match=r"prime \$5\.01; this table takes \$1 to \$5 "):
        bet(table, ante=500, prime=501)


def test_bad_beat_wager_takes_5_dollars_unless_the_house_says_otherwise() -> None:
    with pytest.raises(IllegalWager, match=r"bad beat \$6; this table takes \$1 to \$5 "):
        bet(within(), ante=500, bad_beat=600)


def test_a_jackpot_wager_above_5_dollars_counts_as_well() -> None:
    with pytest.raises(BadTable, match="5 games above"):
        within(options={"jackpot_wager": 600})
    table = within(options={"jackpot_wager": 600}, offers=("four card jackpot",))
    assert bet(table, ante=500, four_card_jackpot=600).turn == 1


def test_antes_plays_and_second_bets_are_part_of_one_game() -> None:
    for name, games in ((SPLIT, {"ante 1", "blind"}), (BUYOUT, {"first", "bonus"})):
        assert {wager.part_of or wager.name for wager in GAMES[name].wagers} == games


# --- To settle a dispute


def test_a_dispute_table_takes_any_stake_that_the_law_allows() -> None:
    table = dispute_table(PRIME)
    assert bet(table, ante=1, bad_beat=40000, aces_baby=40000, prime=40000).turn == 1
    with pytest.raises(IllegalWager, match=r"ante \$400\.01"):
        bet(table, ante=40001)
    with pytest.raises(IllegalWager, match=r"ante \$300\.01"):
        bet(dispute_table(PRIME, profile_name="wa-2009"), ante=30001)
