"""What a house may open and what a seat may bet, with the words in which the rest is refused."""

import pytest

from croupier.errors import BadTable, IllegalWager, RuleError, UnknownGame, UnknownPaytable
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.rules.limits import Limits, profile
from croupier.table.table import Table, dispute_table, open_table

PRIME, BUYOUT, SPLIT = "four-card-prime", "ultimate-4-card-buyout", "4-card-split-v2"


def limits(
    name: str = "wa-2023",
    minimums: dict[str, int] | None = None,
    maximums: dict[str, int] | None = None,
) -> Limits:
    return Limits(
        profile(name),
        {wager: Cents(bound) for wager, bound in (minimums or {}).items()},
        {wager: Cents(bound) for wager, bound in (maximums or {}).items()},
    )


def offered(table: Table) -> list[str]:
    return [wager.name for wager in table.offers]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_table_opens_with_the_first_tables_and_the_default_options(game) -> None:
    table = open_table(game)
    assert table.posted_ids == {name: group.tables[0].id for name, group in game.paytables.items()}
    assert table.options == {option.name: option.default for option in game.options}
    assert offered(table) == [wager.name for wager in game.wagers if not wager.follows]
    for wager in table.offers:
        if not wager.fixed:
            assert (table.limits.least(wager), table.limits.most(wager)) == (
                100,
                wager.most or 40_000,
            )


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_printed_table_can_be_posted_by_either_name(game) -> None:
    for name, group in game.paytables.items():
        for printed in group.tables:
            for id_ in (printed.id, printed.printed_id, f" {printed.id.upper()} "):
                assert open_table(game, posted={name: id_}).posted_ids[name] == printed.id


def test_a_game_is_found_by_any_spelling_of_its_id() -> None:
    for name in ("four-card-prime", "Four Card Prime", "four_card_PRIME", " four  card prime "):
        assert open_table(name).game is GAMES[PRIME]
    assert open_table("4 card split").game is GAMES[SPLIT]


@pytest.mark.parametrize(
    "game, settings, error, code, message",
    [
        (
            "five-card-prime",
            {},
            UnknownGame,
            "game/unknown",
            "no game 'five-card-prime'; known: ultimate-4-card-buyout, 4-card-buyout, "
            "4-card-split-v1, 4-card-split-v2, four-card-prime, five-card-hold-out",
        ),
        (
            PRIME,
            {"posted": {"prime": "PR-03"}},
            UnknownPaytable,
            "paytable/unknown",
            "no table 'PR-03' for prime; known: PR-01, PR-02",
        ),
        (
            BUYOUT,
            {"posted": {"blind": "P1"}},
            UnknownPaytable,
            "paytable/unknown",
            "ultimate-4-card-buyout posts no 'blind'; it posts: bonus",
        ),
        (
            BUYOUT,
            {"options": {"cut_card": 26}},
            BadTable,
            "option/unknown",
            "ultimate-4-card-buyout has no option 'cut_card'; it has: bonus_requires_four_cards, "
            "bonus_alone",
        ),
        (
            SPLIT,
            {"options": {"burn": True}},
            BadTable,
            "option/unknown",
            "4-card-split-v2 has no option 'burn'; it has: none",
        ),
        (
            BUYOUT,
            {"options": {"bonus_alone": "maybe"}},
            BadTable,
            "option/bad",
            "option bonus_alone = 'maybe'; it takes on or off",
        ),
        (
            PRIME,
            {"options": {"jackpot_type": "huge"}},
            BadTable,
            "option/bad",
            "option jackpot_type = 'huge'; it takes progressive, house, none",
        ),
        (
            PRIME,
            {"options": {"jackpot_wager": 0}},
            BadTable,
            "option/bad",
            "option jackpot_wager = 0; it takes dollars such as $2.50, or as many cents, 250; "
            "at least $0.01",
        ),
        (
            PRIME,
            {"options": {"jackpot_wager": True}},
            BadTable,
            "option/bad",
            "option jackpot_wager = True; it takes dollars such as $2.50, or as many cents, 250; "
            "at least $0.01",
        ),
        (
            "4-card-buyout",
            {"options": {"cut_card": "-1"}},
            BadTable,
            "option/bad",
            "option cut_card = '-1'; it takes a whole number from 0 to 312",
        ),
        (
            PRIME,
            {"limits": limits(maximums={"ante": 40_001})},
            BadTable,
            "limits/profile",
            "ante up to $400.01; profile wa-2023 allows single wagers up to $400",
        ),
        (
            PRIME,
            {"limits": limits(minimums={"raise": 40_100})},
            BadTable,
            "limits/empty",
            "raise: the minimum $401 is above the maximum $400",
        ),
        (
            PRIME,
            {"limits": limits(minimums={"play 1": 100})},
            BadTable,
            "limits/wager",
            "four-card-prime has no wager 'play 1'; it has: ante, raise, aces baby, prime, "
            "bad beat, five card jackpot, four card jackpot",
        ),
        (
            SPLIT,
            {"limits": limits(maximums={"blind": 0})},
            BadTable,
            "table/bad",
            "blind: a limit of $0; limits are above zero",
        ),
        (
            SPLIT,
            {"limits": limits(minimums={"blind": -100})},
            BadTable,
            "table/bad",
            "blind: a limit of -$1; limits are above zero",
        ),
        (
            BUYOUT,
            {"limits": limits("tribal")},
            BadTable,
            "limits/missing",
            "profile tribal sets no wager; give first a maximum",
        ),
        (
            BUYOUT,
            {"limits": limits("tribal", maximums={"first": 100_000, "bonus": 500})},
            BadTable,
            "limits/missing",
            "profile tribal sets no wager; give second a maximum",
        ),
        (
            PRIME,
            {"limits": limits(maximums={"bad beat": 501})},
            BadTable,
            "limits/games",
            "four-card-prime with 4 games above $5 (aces baby, ante, bad beat, prime); at most 3 "
            "may take more (WAC 230-15-040)",
        ),
        (
            PRIME,
            {"options": {"jackpot_wager": 501}},
            BadTable,
            "limits/games",
            "four-card-prime with 5 games above $5 (aces baby, ante, five card jackpot, four card "
            "jackpot, prime); at most 3 may take more (WAC 230-15-040)",
        ),
    ],
)
def test_a_table_that_may_not_be_opened(game, settings, error, code, message) -> None:
    with pytest.raises(error) as caught:
        open_table(game, **settings)
    assert (caught.value.code, caught.value.message) == (code, message)


def test_too_many_games_for_one_hand_of_cards() -> None:
    law = profile("wa-2023")._replace(games=5)
    with pytest.raises(BadTable, match=r"with 6 separate games .*may carry 5") as caught:
        open_table(PRIME, limits=Limits(law))
    assert caught.value.code == "limits/games"


def test_a_profile_that_is_not_known() -> None:
    with pytest.raises(BadTable, match="no limit profile 'wa-1999'; known: wa-2009, wa-2023"):
        dispute_table(PRIME, profile_name="wa-1999")


def test_the_older_law_allows_less() -> None:
    table = open_table(BUYOUT, limits=limits("wa-2009"))
    assert table.limits.most(table.offers[0]) == 30_000


def test_tribal_limits_are_the_maximums_that_the_house_gives() -> None:
    maximums = {"first": 100_000, "second": 100_000, "third": 100_000, "bonus": 500}
    table = open_table(BUYOUT, limits=limits("tribal", maximums=maximums))
    table.check_stakes(1, {"first": 100_000, "bonus": 500})
    with pytest.raises(IllegalWager, match=r"\$1 to \$1,000 \(profile tribal\)"):
        table.check_stakes(1, {"first": 100_001})


def test_words_and_numbers_are_read_as_options() -> None:
    for yes in ("on", "ON", "true", "yes", True):
        assert open_table(BUYOUT, options={"bonus_alone": yes}).options["bonus_alone"] is True
    for no in ("off", "False", "no", False):
        assert open_table(BUYOUT, options={"bonus_alone": no}).options["bonus_alone"] is False
    name = "four_card_jackpot_wager"
    assert open_table(PRIME, options={name: "200"}).options[name] == 200


def test_without_jackpots_their_wagers_are_not_offered() -> None:
    table = open_table(PRIME, options={"jackpot_type": "none"})
    assert offered(table) == ["ante", "aces baby", "prime", "bad beat"]


def test_required_wagers_are_offered_whatever_is_named() -> None:
    assert offered(open_table(PRIME, offers=["prime"])) == ["ante", "prime"]
    assert offered(open_table(SPLIT, offers=[])) == ["ante 1", "ante 2", "blind"]


def test_fewer_games_may_each_take_more() -> None:
    table = open_table(
        PRIME, offers=["bad beat", "prime"], limits=limits(maximums={"bad beat": 40_000})
    )
    table.check_stakes(1, {"ante": 100, "bad beat": 40_000})


@pytest.mark.parametrize("name", ["raise", "bonus", ""])
def test_a_wager_that_cannot_be_offered(name: str) -> None:
    with pytest.raises(BadTable, match=f"four-card-prime cannot offer {name!r}; it can: "):
        open_table(PRIME, offers=["ante", name])


def test_what_can_be_offered_is_listed_in_the_order_of_the_felt() -> None:
    with pytest.raises(BadTable) as caught:
        open_table(PRIME, offers=["raise"])
    right = "ante, aces baby, prime, bad beat, five card jackpot, four card jackpot"
    assert caught.value.message == f"four-card-prime cannot offer 'raise'; it can: {right}"


def test_the_house_jackpot_notice_is_shown_word_for_word() -> None:
    assert open_table(PRIME).notices == ()
    (notice,) = open_table(PRIME, options={"jackpot_type": "house"}).notices
    assert notice == (
        "House Jackpot prizes are paid by the casino and are not components of any progressive "
        "prize contest.  Player wagers do not accrue to any guaranteed player fund.  The displayed "
        "House Jackpot prize may be modified or discontinued at any time without prior notice."
    )


PRIME_SEATS = "four-card-prime has seats 1 to 9 (5 x 9 + 6 = 51 cards)"
SPLIT_SEATS = "4-card-split-v2 has seats 1 to 8 (8 x 6 + 4 = 52 cards)"
BUYOUT_SEATS = "ultimate-4-card-buyout has seats 1 to 9 (WAC 230-15-055 (4 x 9 + 5 = 41 cards))"


@pytest.mark.parametrize(
    "game, seats, message",
    [
        (PRIME, [], f"no seat made a wager; {PRIME_SEATS}"),
        (PRIME, [0], f"seat 0; {PRIME_SEATS}"),
        (PRIME, [1, -2], f"seat -2; {PRIME_SEATS}"),
        (PRIME, [3, 10], f"seat 10; {PRIME_SEATS}"),
        (SPLIT, [9], f"seat 9; {SPLIT_SEATS}"),
        (SPLIT, range(1, 10), f"9 seats; {SPLIT_SEATS}"),
        (BUYOUT, range(10), f"10 seats; {BUYOUT_SEATS}"),
    ],
)
def test_seats_that_do_not_exist(game, seats, message) -> None:
    with pytest.raises(BadTable) as caught:
        open_table(game).check_seats(seats)
    assert (caught.value.code, caught.value.message) == ("table/seats", message)


ANTES = {"ante 1": 500, "ante 2": 500}
OFFERED = "ante, aces baby, prime, bad beat, five card jackpot, four card jackpot"
NOT_CENTS = "a wager is whole cents above zero"
BOUNDS = "this table takes $1 to $400 (profile wa-2023)"
REFUSED_STAKES = {
    "wager/missing": [
        (PRIME, {}, "no ante; a seat must bet ante"),
        (PRIME, {"prime": 500}, "no ante; a seat must bet ante"),
        (SPLIT, ANTES, "no blind; a seat must bet ante 1, ante 2, blind"),
        (SPLIT, {"ante 1": 500, "blind": 500}, "no ante 2; a seat must bet ante 1, ante 2, blind"),
        (BUYOUT, {"bonus": 500}, "no first; a seat must bet first"),
    ],
    "wager/unknown": [
        (PRIME, {"tip": 100}, f"'tip' is not offered before the deal; offered: {OFFERED}"),
        (PRIME, {"raise": 500}, f"'raise' is not offered before the deal; offered: {OFFERED}"),
    ],
    "wager/not_legal": [
        (PRIME, {"ante": 0}, f"ante 0; {NOT_CENTS}"),
        (PRIME, {"ante": -500}, f"ante -500; {NOT_CENTS}"),
        (PRIME, {"ante": 500.0}, f"ante 500.0; {NOT_CENTS}"),
        (PRIME, {"ante": True}, f"ante True; {NOT_CENTS}"),
        (PRIME, {"ante": "500"}, f"ante '500'; {NOT_CENTS}"),
        (PRIME, {"ante": None}, f"ante None; {NOT_CENTS}"),
        (PRIME, {"ante": float("nan")}, f"ante nan; {NOT_CENTS}"),
    ],
    "wager/limit": [
        (PRIME, {"ante": 99}, f"ante $0.99; {BOUNDS}"),
        (PRIME, {"ante": 40_001}, f"ante $400.01; {BOUNDS}"),
        (
            PRIME,
            {"ante": 500, "bad beat": 501},
            "bad beat $5.01; this table takes $1 to $5 (profile wa-2023)",
        ),
    ],
    "wager/fixed": [
        (
            PRIME,
            {"ante": 500, "five card jackpot": 200},
            "five card jackpot $2; the jackpot wager is $1",
        ),
    ],
    "wager/unequal": [
        (
            SPLIT,
            {"ante 1": 500, "ante 2": 600, "blind": 600},
            "ante 2 $6; it must equal ante 1, $5",
        ),
        (SPLIT, {**ANTES, "blind": 499}, "blind $4.99; it must be at least ante 1, $5"),
    ],
}


@pytest.mark.parametrize(
    "code, game, stakes, message",
    [(code, *row) for code, rows in REFUSED_STAKES.items() for row in rows],
)
def test_stakes_that_are_refused(code, game, stakes, message) -> None:
    with pytest.raises(IllegalWager) as caught:
        open_table(game).check_stakes(3, stakes)
    assert (caught.value.code, caught.value.message) == (code, f"{game} seat 3: {message}")


@pytest.mark.parametrize(
    "game, options, stakes",
    [
        (PRIME, {}, {"ante": 100}),
        (PRIME, {}, {"ante": 40_000, "bad beat": 500, "five card jackpot": 100}),
        (PRIME, {"jackpot_wager": 250}, {"ante": 100, "four card jackpot": 250}),
        (PRIME, {"jackpot_wager": 50}, {"ante": 100, "four card jackpot": 50}),
        (SPLIT, {}, {**ANTES, "blind": 500}),
        (SPLIT, {}, {**ANTES, "blind": 40_000}),
        (BUYOUT, {}, {"first": 100, "bonus": 40_000}),
        (BUYOUT, {"bonus_alone": True}, {"bonus": 100}),
        (BUYOUT, {"bonus_alone": True}, {"first": 100, "bonus": 100}),
    ],
)
def test_stakes_that_are_accepted(game, options, stakes) -> None:
    open_table(game, options=options).check_stakes(1, stakes)


@pytest.mark.parametrize(
    "game, minimums, stakes, whole",
    [
        (PRIME, {}, {}, {"ante": 100}),
        (PRIME, {"ante": 500}, {"prime": 200}, {"ante": 500, "prime": 200}),
        (SPLIT, {}, {}, {"ante 1": 100, "ante 2": 100, "blind": 100}),
        (SPLIT, {"blind": 900}, {"ante 1": 200}, {"ante 1": 200, "ante 2": 200, "blind": 900}),
        (SPLIT, {}, {"ante 2": 700}, {"ante 1": 700, "ante 2": 700, "blind": 700}),
        (SPLIT, {}, {"blind": 700}, {"ante 1": 100, "ante 2": 100, "blind": 700}),
        (BUYOUT, {}, {"bonus": 200}, {"first": 100, "bonus": 200}),
    ],
)
def test_a_bet_is_completed_by_what_it_requires(game, minimums, stakes, whole) -> None:
    table = open_table(game, limits=limits(minimums=minimums))
    assert table.completed(stakes) == whole
    table.check_stakes(1, whole)


@pytest.mark.parametrize("stakes", [{"ante 1": 200, "ante 2": 300}, {"ante 1": 200, "blind": 100}])
def test_bets_that_are_made_stay_as_they_are_when_a_bet_is_completed(stakes) -> None:
    table = open_table(SPLIT)
    whole = table.completed(stakes)
    assert {name: whole[name] for name in stakes} == stakes
    with pytest.raises(IllegalWager):
        table.check_stakes(1, whole)


@pytest.mark.parametrize(
    "game, options, least",
    [(PRIME, {}, 300), (BUYOUT, {}, 300), (BUYOUT, {"bonus_alone": True}, 100)],
)
def test_the_least_bet_may_be_a_wager_alone(game, options, least) -> None:
    least_first = limits(minimums={GAMES[game].wagers[0].name: 300})
    assert open_table(game, options=options, limits=least_first).least_bet == least


def test_a_jackpot_wager_above_the_law_cannot_be_offered() -> None:
    with pytest.raises(BadTable, match=r"five card jackpot up to \$400\.01; profile wa-2023"):
        open_table(PRIME, options={"jackpot_wager": 40_001}, offers=["five card jackpot"])


@pytest.mark.parametrize("game", GAMES)
def test_a_dispute_is_settled_at_any_stake_that_the_law_allows(game: str) -> None:
    table = dispute_table(game)
    for wager in table.offers:
        if not wager.fixed:
            assert (table.limits.least(wager), table.limits.most(wager)) == (1, 40_000)


@pytest.mark.parametrize("value", ["9" * 5000, 10**5000], ids=["word", "number"])
def test_an_option_of_thousands_of_digits_is_refused(value) -> None:
    with pytest.raises(RuleError):
        open_table(PRIME, options={"jackpot_wager": value})
