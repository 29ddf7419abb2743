"""A report's figures add up, as fractions."""

from fractions import Fraction

import numpy as np
import pytest

from croupier.kernels.four_card_buyout import MOST_POINTS
from croupier.odds import four_card_buyout, four_card_prime
from croupier.odds.combinations import combinations
from croupier.odds.figures import Distribution, House, Odds, WagerOdds
from croupier.odds.report import Kind, Plot, Report, Sheet, build
from croupier.odds.report_variants import exposure
from croupier.odds.solve import solve
from croupier.table.table import Table, open_table

GAMES = ("four-card-prime", "ultimate-4-card-buyout")


@pytest.fixture(scope="module", params=GAMES)
def table(request: pytest.FixtureRequest) -> Table:
    return open_table(request.param)


@pytest.fixture(scope="module")
def odds(table: Table) -> Odds:
    return solve(table)


@pytest.fixture(scope="module")
def report(table: Table) -> Report:
    return build(table, table.limits, open_table, solve, version="1", date="1 May 2025")


def sheets(report: Report, section: str) -> list[Sheet]:
    (found,) = [part for part in report.sections if part.title == section]
    return [part for part in found.parts if isinstance(part, Sheet)]


def test_each_combination_table_is_whole_and_adds_up_to_the_net(table: Table, odds: Odds) -> None:
    found = combinations(table)
    for part in found:
        assert sum(part.chance(line) for line in part.lines) == 1, part.name
        assert sum(part.share(line) for line in part.lines) == part.net
        if part.name in odds.wagers:
            assert part.net == odds.wagers[part.name].results.mean, part.name
    assert {part.name for part in found} >= set(odds.wagers)


def test_the_sheets_of_the_report_add_up(report: Report) -> None:
    shown = sheets(report, "Combination tables")
    assert shown
    for sheet in shown:
        names = [column.name for column in sheet.columns]
        for name in ("combinations", "probability", "contribution", "exactly"):
            place = names.index(name)
            assert sum(row[place] for row in sheet.rows) == sheet.total[place], sheet.title
        assert sheet.total[names.index("probability")] == 1


def test_the_distribution_has_the_mean_of_the_main_game(report: Report, odds: Odds) -> None:
    (sheet,) = [s for s in sheets(report, "The main game") if s.title.startswith("Distribution")]
    assert sum(row[1] for row in sheet.rows) == 1
    assert sum(row[3] for row in sheet.rows) == odds.net == sheet.total[3]


def test_every_check_holds(report: Report) -> None:
    verdicts = {row[-1] for sheet in sheets(report, "Checks") for row in sheet.rows}
    assert verdicts == {"equal"}


def test_every_row_fits_its_columns_and_every_plot_has_bars(report: Report) -> None:
    for section in report.sections:
        for part in section.parts:
            if isinstance(part, Sheet):
                rows = [*part.rows, part.total] if part.total else part.rows
                assert all(len(row) == len(part.columns) for row in rows), part.title
                exact = [n for n, column in enumerate(part.columns) if column.kind is Kind.EXACT]
                assert all(isinstance(row[n], Fraction | str) for row in rows for n in exact)
            elif isinstance(part, Plot):
                assert part.bars


def test_the_date_is_only_there_when_given(table: Table, report: Report) -> None:
    (sheet,) = sheets(report, "Identification")
    assert ("date", "1 May 2025") in sheet.rows


def house(**posted: str) -> House:
    return open_table("four-card-prime", posted=posted)


def test_counts_under_another_table_are_the_counts_of_a_house_that_posts_it() -> None:
    def of(house: House, group: str) -> Fraction:
        return next(part for part in combinations(house) if part.group == group).net

    for group, id_ in (("aces_baby", "AB-05"), ("five_card_jackpot", "5CP-03")):
        first = next(part for part in combinations(house()) if part.group == group)
        other = house(**{group: id_})
        assert first.under(other.posted[group]).net == of(other, group)


def test_copies_that_are_not_paid_lower_the_bad_beat_wager() -> None:
    table = open_table("four-card-prime", options={"bad_beat_on_copy": False})
    part = next(part for part in combinations(table) if part.group == "bad_beat_wager")
    assert part.net == solve(table).wagers["bad beat"].results.mean
    assert part.lines[-1].label.startswith("Copies") and part.lines[-1].ways > 0


def test_the_main_net_alone_is_that_of_the_whole_solution() -> None:
    table = house(bad_beat_bonus="BB-04")
    assert four_card_prime.net(table) == solve(table).net


def test_a_bonus_for_four_cards_only_is_priced_as_the_solver_prices_it() -> None:
    table = open_table("ultimate-4-card-buyout", options={"bonus_requires_four_cards": True})
    tally, _ = four_card_buyout.tallied([1] * 52, np.zeros((5, MOST_POINTS + 1), np.int64))
    found = four_card_buyout.bonus_results(four_card_buyout.bonus_nets(table), tally)
    part = combinations(table)[0]
    assert part.net == found.mean
    assert part.lines[-1].label.startswith("Fewer") and part.lines[-1].ways > 0


def stand_in(table: House) -> Odds:
    """A made-up solution of 4 Card Split, whose own takes minutes: only the blind is real."""
    blind = combinations(table)[0].net
    results = Distribution({-3: 2, 4: 1})
    return Odds(
        game=table.game.id,
        posted={group: posted.id for group, posted in table.posted.items()},
        options=table.options,
        unit="ante 1",
        results=results,
        wagered=Fraction(4),
        initial=3,
        decisions={"fold": Fraction(1)},
        wagers={"blind": WagerOdds("", Distribution({0: 1}))},
        parts={"blind": blind, "antes and plays": results.mean - blind},
    )


@pytest.mark.parametrize("game", ["4-card-split-v1", "4-card-split-v2"])
def test_a_table_of_the_blind_moves_the_main_game(game: str) -> None:
    table = open_table(game)
    report = build(table, table.limits, open_table, stand_in, version="1")
    beside, main = sheets(report, "Other tables that may be posted")
    assert len(beside.rows) == len(main.rows) == len(table.game.paytables["blind"].tables)
    gaps = {whole[2] - alone[2] for whole, alone in zip(main.rows, beside.rows, strict=True)}
    assert len(gaps) == 1
    assert next(row[2] for row in main.rows if row[1]) == stand_in(table).house_edge
    printed = {row[0]: row for row in sheets(report, "Checks")[1].rows}
    if game == "4-card-split-v2":
        assert printed["Royal Flush, combinations"][1:] == ("4", "4", "agrees")
        assert sum(name.endswith("combinations") for name in printed) == 10


@pytest.mark.parametrize("game", GAMES)
def test_the_largest_win_is_that_of_the_largest_prize(game: str) -> None:
    table = open_table(game)
    rows = {row[0]: row for row in exposure(table, table.limits, combinations(table)).parts[0].rows}
    wager, most = {"four-card-prime": ("bad beat", 12_500_000)}.get(game, ("bonus", 10_000_000))
    assert rows[wager][3] == most  # in cents: 25,000 times 5 dollars, 250 times 400
