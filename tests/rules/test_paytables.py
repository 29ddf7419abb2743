"""The printed tables as data: cells that a shifted column or row would change, and the loader.

The tables are not typed here a second time. If the rulebook prints figures that follow from a table
(4 Card Split's nets and edges), those check all of its cells at once.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import chain, combinations_with_replacement

import pytest

from croupier.cards.card import DECK, parse
from croupier.cards.scales import BLIND
from croupier.errors import BadCards, BadPaytable, UnknownPaytable
from croupier.games.registry import GAMES, game
from croupier.money import Cents
from croupier.rules.paytable import LOSS, Paytable, groups, load, numbered, prize

SuitClasses = Callable[[int], Iterable[tuple[tuple[int, ...], int]]]


def pays(table: Paytable, hand: str, column: str = "pays") -> int:
    return prize(table.steps[column], table.scale.score(parse(hand, decks=6)))


def across(game_id: str, group: str, hand: str, column: str = "pays") -> list[int]:
    """What each table of a group pays for a hand, from left to right as printed."""
    return [pays(table, hand, column) for table in game(game_id).paytables[group].tables]


# --- Four Card Prime, appendices A to F


@pytest.mark.parametrize(
    "group, hand, printed",
    [
        ("win_bonus", "7c 7d 7h 7s 2c", [25]),
        ("win_bonus", "7c 7d 7h 2s 3c", [2]),
        ("win_bonus", "2c 9c Jc Kc 3d", [0]),  # "Push"
        ("bad_beat_bonus", "7c 7d 7h 7s 2c", [25, 50, 100, 100]),
        ("bad_beat_bonus", "As 2s 3s 4s 9c", [20, 40, 50, 50]),
        ("bad_beat_bonus", "2c 2d 2h 9s Kc", [2, 5, 5, 10]),
        ("bad_beat_bonus", "Ac Kc Qc Tc 2d", [LOSS, LOSS, LOSS, LOSS]),
        ("aces_baby", "Ac Ad Ah As Kc", [500, 500, 500, 500, 500, 50, 50, 50]),
        ("aces_baby", "As Ks Qs Js 2c", [50, 40, 50, 50, 50, 30, 30, 40]),
        ("aces_baby", "Ks Qs Js Ts 2c", [30, 30, 40, 30, 20, 30, 30, 40]),
        ("aces_baby", "Ac Ad Ah Ks Kc", [20, 15, 25, 20, 15, 7, 9, 8]),
        ("aces_baby", "Kc Kd Kh As Ac", [10, 10, 10, 10, 10, 7, 9, 8]),
        ("aces_baby", "Ac Kc Qc Tc 2d", [5, 5, 5, 5, 5, 6, 6, 5]),
        ("aces_baby", "Ac Kd Qh Js 2d", [4, 4, 3, 3, 3, 5, 4, 4]),
        ("aces_baby", "Ac Ad 2h 3s 5d", [1, 1, 1, 1, 1, 1, 1, 1]),
        ("aces_baby", "Kc Kd Ah Qs 9d", [LOSS] * 8),  # "Kings or less"
        ("prime", "2c 4c 6s 8s Ts", [6, 5]),
        ("prime", "2d 4d 6h 8h Ts", [1, 1]),
        ("prime", "2d 4d 6h 8c Ts", [LOSS, LOSS]),
        ("bad_beat_wager", "7c 7d 7h 7s 2c", [25000, 10000, 10000]),
        ("bad_beat_wager", "5s 6s 7s 8s 2c", [10000, 5000, 5000]),
        ("bad_beat_wager", "2c 9c Jc Kc 3d", [25, 25, 25]),
        ("bad_beat_wager", "Ac 2d 3h 4s 9c", [15, 15, 20]),
        ("bad_beat_wager", "2c 2d 3h 3s Ad", [4, 4, 5]),
        ("bad_beat_wager", "Ac Ad Kh Qs 2c", [LOSS, LOSS, LOSS]),
        ("five_card_jackpot", "As Ks Qs Js Ts", [0, 0, 0, 0]),  # all of it is a percentage
        ("five_card_jackpot", "Ks Qs Js Ts 9s", [0, 0, 1000, 1000]),
        ("five_card_jackpot", "7c 7d 7h 7s 2c", [200, 500, 200, 500]),
        ("five_card_jackpot", "Ac 2d 3h 4s 5c", [15, 15, 15, 15]),
        ("five_card_jackpot", "7c 7d 7h 2s 3c", [10, 7, 10, 7]),
        ("five_card_jackpot", "7c 7d 2h 2s Ac", [0, 0, 0, 0]),
        ("four_card_jackpot", "Ac Ad Ah As Kc", [0, 0]),
        ("four_card_jackpot", "Kc Kd Kh Ks Ac", [300, 300]),
        ("four_card_jackpot", "As Ks Qs Js 2c", [100, 100]),
        ("four_card_jackpot", "2c 2d 2h 9s Kc", [9, 15]),
        ("four_card_jackpot", "2c 9c Jc Kc 3d", [0, 0]),
    ],
)
def test_four_card_prime_cells(group: str, hand: str, printed: list[int]) -> None:
    assert across("four-card-prime", group, hand) == printed


@pytest.mark.parametrize(
    "group, hand, column, printed",
    [
        ("five_card_jackpot", "As Ks Qs Js Ts", "pays percent", [100, 100, 100, 100]),
        ("five_card_jackpot", "As 2s 3s 4s 5s", "pays percent", [10, 10, 0, 0]),
        ("five_card_jackpot", "7c 7d 7h 7s 2c", "pays percent", [0, 0, 0, 0]),
        ("four_card_jackpot", "Ac Ad Ah As Kc", "pays percent", [100, 100]),
        ("four_card_jackpot", "Kc Kd Kh Ks Ac", "pays percent", [0, 0]),
        ("four_card_jackpot", "Ac Ad Ah As Kc", "envy", [100, 100]),
        ("four_card_jackpot", "Kc Kd Kh Ks Ac", "envy", [10, 25]),
        ("four_card_jackpot", "As Ks Qs Js 2c", "envy", [5, 0]),
        ("four_card_jackpot", "2c 2d 2h 9s Kc", "envy", [0, 0]),
    ],
)
def test_four_card_prime_percentages_and_envy(
    group: str, hand: str, column: str, printed: list[int]
) -> None:
    assert across("four-card-prime", group, hand, column) == printed


@pytest.mark.parametrize(
    "group, hand, net",
    [
        ("aces_baby", "Ac Ad Ah As", 500),  # 500 to 1: the stake is returned as well
        ("aces_baby", "Ks Qd 9h 2c", -1),
        ("five_card_jackpot", "9s 9d 9h 9c 2s", 199),  # $200 for 1: the stake is not returned
        ("five_card_jackpot", "Ks Qd 9h 2c 3s", -1),  # pays nothing
        ("five_card_jackpot", "As Ks Qs Js Ts", -1),  # pays only from the meter
    ],
)
def test_the_net_of_a_score_knows_whether_the_stake_comes_back(
    group: str, hand: str, net: int
) -> None:
    table = game("four-card-prime").paytables[group].tables[0]
    assert table.net(table.scale.score(parse(hand))) == net
    if "jackpot" in group:  # displayed for a wager of $5, in dollars; in wagers it is the same
        assert table.multiplied(Cents(500)).net_of(net + 1) == net


def test_jackpots_are_for_1_and_all_other_tables_to_1() -> None:
    for name, tables in game("four-card-prime").paytables.items():
        for table in tables.tables:
            assert table.odds == ("for 1" if name.endswith("jackpot") else "to 1")


# --- Buyout


@pytest.mark.parametrize(
    "hand, printed",
    [
        ("Ac Ad Ah As", [250, 250, 250]),
        ("As As As Ks", [100, 100, 100]),  # 43
        ("As As Ks Qs", [75, 75, 75]),  # 42
        ("As Ks Qs Js", [50, 50, 50]),
        ("Ts Ks Qs Js", [40, 40, 40]),
        ("Ks Js Ts 9s", [35, 35, 35]),  # 39
        ("Ks Js Ts 8s", [30, 30, 30]),  # 38
        ("Ks Js Ts 7s", [25, 25, 25]),  # 37
        ("Ks Js Ts 5s", [25, 25, 25]),  # 35
        ("Ks Js Ts 4s", [20, 20, 20]),  # 34
        ("Ks Js Ts 2s", [20, 20, 20]),  # 32
        ("As Js Ts 2h", [5, 7, 5]),  # 31
        ("Ks Js Ts 2h", [5, 7, 5]),  # 30
        ("Ks Js 9s 2h", [3, 4, 4]),  # 29
        ("Ks Js 7s 2h", [3, 4, 4]),  # 27
        ("Ks Js 6s 2h", [2, 3, 3]),  # 26
        ("As Js 3h 2d", [2, 3, 3]),  # 21
        ("Ks Kd 3h 2c", [LOSS, LOSS, LOSS]),  # 20
        ("As Kd Qh Jc", [LOSS, LOSS, LOSS]),
    ],
)
def test_buyout_cells(hand: str, printed: list[int]) -> None:
    assert across("4-card-buyout", "bonus", hand) == printed
    assert across("ultimate-4-card-buyout", "bonus", hand) == printed[:1]


# --- 4 Card Split


@pytest.mark.parametrize(
    "hand, v2, v1_drawn, v1_instant",
    [
        ("As Ks Qs", [30], [30, 40], [30, 40]),
        ("Ks Qs Js", [12], [15, 15], [15, 15]),
        ("2c 2d 2h", [8], [8, 8], [8, 8]),
        ("Ac 2d 3h", [3], [3, 3], [3, 2]),
        ("2c 3c 5c", [2], [2, 2], [2, 2]),
    ],
)
def test_split_ante_cells(
    hand: str, v2: list[int], v1_drawn: list[int], v1_instant: list[int]
) -> None:
    assert across("4-card-split-v2", "ante", hand, "drawn") == v2
    assert across("4-card-split-v2", "ante", hand, "instant") == v2
    assert across("4-card-split-v1", "ante", hand, "drawn") == v1_drawn
    assert across("4-card-split-v1", "ante", hand, "instant") == v1_instant


def test_split_antes_pay_other_winners_even_money() -> None:
    assert across("4-card-split-v2", "ante", "Ac Ad Kh", "drawn") == [1]
    assert across("4-card-split-v1", "ante", "5c 3d 2h", "drawn") == [1, 1]


@pytest.mark.parametrize(
    "hand, first, last",
    [
        ("As Ks Qs Js", 500, 300),
        ("2c 2d 2h 2s", 100, 150),
        ("Ks Qs Js Ts", 50, 50),
        ("Ac Ad Ah Ks", 8, 8),
        ("2c 3c 4c 6c", 7, 6),
        ("Ac 2d 3h 4s", 6, 5),
        ("Ac Ad Kh Ks", 4, 4),
        ("Tc Td 2h 3s", 2, 2),
        ("9c 9d Ah Ks", LOSS, LOSS),
        ("Ac Kd Qh Ts", LOSS, LOSS),
    ],
)
def test_split_v2_blind_first_and_last_column(hand: str, first: int, last: int) -> None:
    row = across("4-card-split-v2", "blind", hand)
    assert len(row) == 18
    assert (row[0], row[-1]) == (first, last)


@pytest.mark.parametrize(
    "hand, printed",
    [
        ("As Ks Qs Js", [500, 500, 500, 600, 800, 1000, 1000]),
        ("Ks Qs Js Ts", [60, 80, 100, 100, 200, 200, 200]),
        ("2c 3c 4c 6c", [9, 9, 9, 9, 10, 9, 10]),
        ("Ac Ad Kh Ks", [5, 5, 5, 5, 6, 6, 6]),
        ("9c 9d Ah Ks", [LOSS] * 7),
    ],
)
def test_split_v1_blind_cells(hand: str, printed: list[int]) -> None:
    assert across("4-card-split-v1", "blind", hand) == printed


def blind_value(table: Paytable, scores: Mapping[int, int]) -> Fraction:
    """What the blind wins on average, in percent of itself."""
    total = sum(times * prize(table.steps["pays"], score) for score, times in scores.items())
    return Fraction(100 * total, 270725)


def assert_printed_steps(
    tables: Mapping[str, Paytable], printed: Mapping[str, str], suit_classes: SuitClasses
) -> None:
    """Only the blind differs from table to table: so must the printed figures, to the digit."""
    scores: Counter[int] = Counter()
    for cards, times in suit_classes(4):
        scores[BLIND.score(cards)] += times
    worth = {id_: blind_value(tables[id_], scores) for id_ in printed}
    first = next(iter(printed))
    digits = len(printed[first].rpartition(".")[2])
    for id_, figure in printed.items():
        step = Fraction(figure) - Fraction(printed[first])
        assert abs(worth[id_] - worth[first] - step) <= Fraction(1, 10**digits), id_


V2_PLAYER_NET = dict(
    zip(
        (f"P{number}" for number in range(1, 19)),
        (
            *("-0.269", "-0.609", "-1.053", "-1.171", "-1.293", "-1.409"),
            *("-1.649", "-1.945", "-2.093", "-0.324", "-0.564", "-1.200"),
            *("-1.348", "-1.466", "-1.588", "-1.797", "-1.941", "-2.388"),
        ),
        strict=True,
    )
)


def test_split_v2_blinds_p1_to_p18_differ_as_their_printed_player_nets_do(
    suit_classes: SuitClasses,
) -> None:
    tables = {table.id: table for table in game("4-card-split-v2").paytables["blind"].tables}
    assert list(tables) == list(V2_PLAYER_NET)
    assert_printed_steps(tables, V2_PLAYER_NET, suit_classes)


@pytest.mark.parametrize(
    "printed_edge",
    [
        {"1a": "-0.9636", "1b": "-0.6681", "1c": "-0.3726", "1d": "-0.2248"},
        {"2a": "-2.2319", "2b": "-2.9766", "2c": "-1.9364"},
    ],
)
def test_split_v1_blinds_differ_as_their_printed_house_edges_do(
    printed_edge: dict[str, str], suit_classes: SuitClasses
) -> None:
    tables = {table.id: table for table in game("4-card-split-v1").paytables["blind"].tables}
    assert_printed_steps(tables, printed_edge, suit_classes)


# --- Ids


@pytest.mark.parametrize(
    "game_id, group, asked, found",
    [
        ("four-card-prime", "aces_baby", "PT-FLT-FCP-AB-08", "AB-08"),
        ("four-card-prime", "aces_baby", "ab-08", "AB-08"),
        ("four-card-prime", "aces_baby", " Ab-08 ", "AB-08"),
        ("four-card-prime", "win_bonus", "pt-flt-fcp-wc-01", "WC-01"),
        ("four-card-prime", "bad_beat_bonus", "PT-FLT-FCP-BB-04", "BB-04"),
        ("four-card-prime", "bad_beat_wager", "PT-FLT-FCP-BBW-03", "BBW-03"),
        ("four-card-prime", "prime", "PT-FLT-FCP-PR-02", "PR-02"),
        ("four-card-prime", "five_card_jackpot", "PT-BJS-FCP-5CP-04", "5CP-04"),
        ("four-card-prime", "four_card_jackpot", "PT-BJS-FCP-4CP-E02", "4CP-E02"),
        ("4-card-buyout", "bonus", "Table #3", "3"),
        ("4-card-split-v1", "ante", "payout ii", "II"),
        ("4-card-split-v1", "blind", "Payout 2c", "2c"),
        ("4-card-split-v2", "blind", "p18", "P18"),
    ],
)
def test_a_table_is_found_by_its_printed_and_its_short_id(
    game_id: str, group: str, asked: str, found: str
) -> None:
    assert game(game_id).paytables[group].table(asked).id == found


def test_an_unknown_id_is_refused_with_those_known() -> None:
    with pytest.raises(UnknownPaytable) as refused:
        game("four-card-prime").paytables["bad_beat_wager"].table("BBW-04")
    assert refused.value.code == "paytable/unknown"
    assert refused.value.message == (
        "no table 'BBW-04' for bad_beat_wager; known: BBW-01, BBW-02, BBW-03"
    )


def test_every_id_finds_its_own_table() -> None:
    for found in GAMES.values():
        for group in found.paytables.values():
            for table in group.tables:
                assert group.table(table.id) is group.table(table.printed_id) is table


# --- What holds for every table


ALL_TABLES = [
    pytest.param(table, id=f"{found.id} {group} {table.id}")
    for found in GAMES.values()
    for group, tables in found.paytables.items()
    for table in tables.tables
]


@pytest.mark.parametrize("table", ALL_TABLES)
def test_a_better_row_never_pays_less(table: Paytable) -> None:
    for column, steps in table.steps.items():
        if column.endswith(" percent") or f"{column} percent" in table.steps:
            continue  # a row pays in one way or the other
        amounts = [pay for _, pay in steps]
        assert amounts == sorted(amounts, reverse=True), column


@pytest.mark.parametrize("table", ALL_TABLES)
def test_every_score_has_a_row_and_rows_begin_at_their_floor(table: Paytable) -> None:
    assert table.row(0) is table.rows[-1]
    for row in table.rows:
        assert table.row(row.floor) is row
        if row.floor > 0:
            assert table.row(row.floor - 1) is not row


@pytest.mark.parametrize("table", ALL_TABLES)
def test_a_numbered_table_says_which_row_is_reached(table: Paytable) -> None:
    for steps in table.steps.values():
        for number, row in enumerate(reversed(table.rows)):
            assert prize(numbered(steps), row.floor) == number
            assert row.floor == 0 or prize(numbered(steps), row.floor - 1) == number - 1
    assert prize(numbered(((30, 5), (20, 2))), 19) == LOSS


@pytest.mark.parametrize("table", ALL_TABLES)
def test_a_table_names_its_source(table: Paytable) -> None:
    assert table.title and table.source and table.printed_id


def buyout_hands(decks: int, suit_classes: SuitClasses) -> Iterable[tuple[int, ...]]:
    """Every hand on which the bonus may be paid: two, three or four cards in play."""
    if decks == 1:
        return (cards for size in (2, 3, 4) for cards, _ in suit_classes(size))
    return chain.from_iterable(combinations_with_replacement(DECK, size) for size in (2, 3, 4))


@pytest.mark.parametrize(
    "game_id, never", [("ultimate-4-card-buyout", {"43", "42"}), ("4-card-buyout", set())]
)
def test_unreachable_prizes_are_kept_as_printed_and_flagged(
    game_id: str, never: set[str], suit_classes: SuitClasses
) -> None:
    found = game(game_id)
    (*_, table) = found.paytables["bonus"].tables
    dealt = buyout_hands(found.decks, suit_classes)
    reached = Counter(table.row(score).label for score in {table.scale.of(hand) for hand in dealt})
    assert {row.label for row in table.rows if not row.reachable} == never
    assert {row.label for row in table.rows if row.label not in reached} == never
    assert prize(table.steps["pays"], 43) == 100


# --- The row in words


@pytest.mark.parametrize(
    "game_id, group, id_, hand, column, parts",
    [
        ("four-card-prime", "aces_baby", "AB-01", "7c 7d 7h 2s 3c", "pays", "AB-01|Trips|10 to 1"),
        ("four-card-prime", "five_card_jackpot", "5CP-03", "Ks Qs Js Ts 9s", "pays", "$1,000"),
        ("four-card-prime", "four_card_jackpot", "4CP-E02", "Kc Kd Kh Ks Ac", "envy", "Quads|$25"),
        ("4-card-split-v1", "ante", "II", "Ac 2d 3h", "instant", "Straight|2 to 1"),
        ("4-card-split-v2", "ante", "V2", "Ac 2d 3h", "instant", "Straight|3 to 1"),
        ("4-card-split-v2", "blind", "P1", "9c 9d Ah Ks", "pays", "P1|Pair 9-2|Loss"),
    ],
)
def test_a_table_says_its_id_the_row_and_the_pay(
    game_id: str, group: str, id_: str, hand: str, column: str, parts: str
) -> None:
    table = game(game_id).paytables[group].table(id_)
    said = table.says(table.scale.score(parse(hand)), column)
    for part in parts.split("|"):
        assert part in said


# --- The loader


GOOD: dict[str, object] = {
    "title": "Pairs",
    "source": "nowhere",
    "hands": "three-card",
    "odds": "to 1",
    "ids": ["A", "B"],
    "rows": [["Trips", "2c 2d 2h", 8, "9"], ["Pair", "2c 2d 3h", "Push", "-"]],
}


def loaded(**changed: object) -> list[Paytable]:
    return list(groups({"pairs": {**GOOD, **changed}}, "test.toml")["pairs"].tables)


def test_loader_reads_a_table_for_each_id_and_what_is_not_printed_loses() -> None:
    a, b = loaded()
    assert [pays(a, "7c 7d 7h"), pays(a, "7c 7d 8h"), pays(a, "Ac Kd Jh")] == [8, 0, LOSS]
    assert pays(b, "7c 7d 7h") == 9
    assert [row.label for row in a.rows] == ["Trips", "Pair", "Others"]
    assert a.printed_id == "A"


@pytest.mark.parametrize("key", ["title", "source", "hands", "odds", "ids", "rows"])
def test_loader_names_the_missing_key(key: str) -> None:
    section = {name: value for name, value in GOOD.items() if name != key}
    with pytest.raises(BadPaytable) as refused:
        groups({"pairs": section}, "test.toml")
    assert refused.value.code == "paytable/bad"
    assert refused.value.message == f"test.toml pairs: {key} missing"


@pytest.mark.parametrize(
    "changed, told",
    [
        ({"ids": ["A", "A"]}, "test.toml pairs: ids must differ"),
        ({"printed_ids": ["PT-A"]}, "test.toml pairs: ids must differ, with one printed id each"),
        ({"hands": "two-card"}, "test.toml pairs: hands = 'two-card'; known: three-card"),
        (
            {"rows": [["Trips", "2c 2d 2h", 8]]},
            "test.toml pairs A: the row ['Trips', '2c 2d 2h', 8] needs a label, a floor",
        ),
        (
            {"rows": [["Trips", "2c 2d 2h", 8, 9, 10]]},
            "needs a label, a floor and a cell an id",
        ),
        (
            {"rows": [["Trips", "2c 2d 2h", [8, 9], 8]]},
            "test.toml pairs A: Trips pays [8, 9]; the columns are ['pays']",
        ),
        ({"columns": ["pays", "envy"]}, "Trips pays [8]; the columns are ['pays', 'envy']"),
        (
            {"rows": [["Pair", "2c 2d 3h", 1, 1], ["Trips", "2c 2d 2h", 8, 8]]},
            "test.toml pairs A: Pair stands above Trips but is not the higher hand",
        ),
        (
            {"rows": [["Trips", "2c 2d 2h", 8, 8], ["Twos", "2c 2d 2s", 8, 8]]},
            "Trips stands above Twos but is not the higher hand",
        ),
        ({"rows": [["Trips", "2c 2d 2h", 8, "many"]]}, "test.toml pairs B: 'many' is not a prize"),
        ({"rows": [["Trips", "2c 2d 2h", "101%", 8]]}, "test.toml pairs A: '101%' is not a prize"),
        ({"rows": [["Trips", "2c 2d 2h", 2.5, 8]]}, "'2.5' is not a prize; write 25, $25, 10%"),
        ({"rows": [["Trips", "2c 2d 2h", -2, 8]]}, "'-2' is not a prize"),
    ],
)
def test_loader_refuses_what_is_not_a_table(changed: dict[str, object], told: str) -> None:
    with pytest.raises(BadPaytable) as refused:
        loaded(**changed)
    assert told in refused.value.message


@pytest.mark.parametrize(
    "floor, told",
    [("2c 2d", "a three-card hand takes 3 cards"), ("2c 2d 2x", "'2x' is not a card")],
)
def test_loader_refuses_a_floor_that_is_not_a_hand(floor: str, told: str) -> None:
    with pytest.raises(BadCards, match=told):
        loaded(rows=[["Trips", floor, 8, 8]])


def test_loader_refuses_a_group_that_is_not_a_section() -> None:
    with pytest.raises(BadPaytable) as refused:
        groups({"pairs": 7}, "test.toml")
    assert (
        refused.value.message
        == "test.toml: pairs is not a group of tables; write [pairs] with rows"
    )


def test_loader_names_the_games_of_a_file() -> None:
    with pytest.raises(BadPaytable) as refused:
        load("croupier.games.four_card_split", "4-card-split-v3")
    assert "has no [4-card-split-v3]" in refused.value.message
    assert "4-card-split-v2" in refused.value.message


@pytest.mark.parametrize(
    "cell, pay",
    [
        *(("25", 25), (25, 25), ("$25", 25), ("$1,000", 1000)),
        *(("Push", 0), ("-", 0), ("Loss", LOSS), (-1, LOSS)),
    ],
)
def test_loader_reads_a_cell_as_it_is_printed(cell: object, pay: int) -> None:
    (table, _) = loaded(rows=[["Trips", "2c 2d 2h", cell, 8]])
    assert pays(table, "7c 7d 7h") == pay


def test_loader_reads_percentages_apart_from_amounts() -> None:
    (table, other) = loaded(rows=[["Trips", "2c 2d 2h", "10%", 8], ["Pair", "2c 2d 3h", 3, 3]])
    score = table.scale.score(parse("7c 7d 7h"))
    assert prize(table.steps["pays"], score) == 0
    assert prize(table.steps["pays percent"], score) == 10
    assert "pays percent" not in other.steps


def test_one_printed_column_may_have_two_names() -> None:
    (table, _) = loaded(columns=["drawn and instant"])
    assert table.steps["drawn"] == table.steps["instant"]
    assert "drawn and instant" not in table.steps


def test_prize_is_that_of_the_first_row_reached_and_a_loss_below_all() -> None:
    steps = ((30, 5), (20, 2))
    assert [prize(steps, score) for score in (31, 30, 29, 20, 19)] == [5, 5, 2, 2, LOSS]
