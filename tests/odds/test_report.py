"""A report's figures add up, as fractions, and equal the solver's."""

import shlex
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb
from operator import mul

import numpy as np
import pytest

from croupier.errors import RuleError
from croupier.games.figures import figures_of
from croupier.games.four_card_buyout import exact as four_card_buyout
from croupier.games.four_card_buyout import rules as buyout_rules
from croupier.games.four_card_prime import exact as four_card_prime
from croupier.games.four_card_prime.counts import counted
from croupier.games.four_card_prime.rules import HOUSE_JACKPOT_NOTICE
from croupier.games.four_card_split import figures as split_figures
from croupier.games.four_card_split import report as split_report
from croupier.games.four_card_split.printed import V2_COMBINATIONS
from croupier.games.four_card_split.report import Antes
from croupier.games.registry import GAMES as ALL_GAMES
from croupier.games.registry import rules_hash
from croupier.money import Cents
from croupier.odds.combinations import combinations
from croupier.odds.figures import Distribution, Odds, PostedTable, WagerOdds
from croupier.odds.solve import solve, verify_game
from croupier.odds.strategy.guides import strategies_of
from croupier.report.build import Report, Sources, build
from croupier.report.checks import again
from croupier.report.exposure import dearest, exposure
from croupier.report.introduction import Provenance, rulings, tables_hash
from croupier.report.jackpots import jackpot_section
from croupier.report.sheets import CellKind, Plot, Prose, ReportSheet, Section
from croupier.report.variations import others
from croupier.rules.limits import Limits, profile
from croupier.rules.paytable import Paytable, prize
from croupier.table.dispute import settle
from croupier.table.table import Table, open_table

GAMES = ("four-card-prime", "ultimate-4-card-buyout")
SPLITS = ("4-card-split-v1", "4-card-split-v2")


@cache
def solved(game: str, options: tuple[tuple[str, object], ...]) -> Odds:
    return solve(open_table(game, options=dict(options)))  # type: ignore[arg-type]


def solve_once(house: PostedTable) -> Odds:
    """Every test uses the tables posted by default."""
    return solved(house.game.id, tuple(house.options.items()))


SOURCES = Sources(
    open_table,
    solve_once,
    settle,
    lambda game: verify_game(open_table, game),
    lambda house: strategies_of(house, [2]),
)


@pytest.fixture(scope="module", params=GAMES)
def table(request: pytest.FixtureRequest) -> Table:
    return open_table(request.param)


@pytest.fixture(scope="module")
def odds(table: Table) -> Odds:
    return solve_once(table)


@pytest.fixture(scope="module")
def report(table: Table) -> Report:
    return build(table, table.limits, SOURCES, Provenance("1", {"numpy": "0"}, "1 May 2025"))


@cache
def prime_report() -> Report:
    table = open_table("four-card-prime")
    return build(table, table.limits, SOURCES, Provenance("1"))


def sheets(report: Report, section: str) -> list[ReportSheet]:
    (found,) = [part for part in report.sections if part.title == section]
    return [part for part in found.parts if isinstance(part, ReportSheet)]


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


def test_the_strategies_are_those_that_are_searched(report: Report, table: Table) -> None:
    (strategy,) = strategies_of(table, [2])
    sheet = sheets(report, "Strategies")[-1]
    assert sheet.title.startswith("2 rules: cost")
    assert [row[2] for row in sheet.rows] == [line.action for line in strategy.lines]
    assert [row[3] for row in sheet.rows if row[1] != "otherwise"] == [
        line.without for line in strategy.lines if line.condition
    ]


def test_every_check_holds(report: Report) -> None:
    found, *_ = sheets(report, "Checks")
    assert len(found.rows) > 3
    assert {row[-1] for row in found.rows} == {"equal"}


def test_no_section_and_no_sheet_is_empty(report: Report) -> None:
    assert len({section.title for section in report.sections}) == len(report.sections)
    for section in report.sections:
        assert section.parts, section.title
        for part in section.parts:
            if isinstance(part, Prose):
                assert part.text.strip(), section.title
            elif isinstance(part, ReportSheet):
                assert part.rows, part.title
                assert all(any(cell != "" for cell in row) for row in part.rows), part.title
            else:
                assert part.caption and len(part.bars) > 1, part.title


def cells(sheet: ReportSheet, first: int = 0) -> Mapping[object, tuple[object, ...]]:
    return {row[first]: row for row in sheet.rows}


def test_the_figures_are_the_solvers(report: Report, odds: Odds) -> None:
    summary = [row[1] for row in sheets(report, "Summary")[0].rows]
    assert summary[:3] == [
        odds.house_edge,
        odds.house_edge / odds.initial,
        odds.element_of_risk,
    ]
    figures, *results, _ = sheets(report, "The main game")
    assert odds.results.variance in cells(figures, 1)
    assert results
    for sheet in results:
        shares = [column.name for column in sheet.columns].index("contribution")
        assert sum(row[shares] for row in sheet.rows) == odds.net, sheet.title
        ways = [column.name for column in sheet.columns].index("combinations")
        assert sum(row[ways] for row in sheet.rows) == sheet.total[ways]
    wagers = cells(sheets(report, "Wagers with a table of their own")[0])
    assert {name: row[2] for name, row in wagers.items()} == {
        name: -wager.results.mean for name, wager in odds.wagers.items()
    }
    decisions = cells(sheets(report, "Strategies")[0])
    assert {name: row[1] for name, row in decisions.items()} == odds.decisions


def test_a_wager_that_is_counted_by_hand() -> None:
    """Prime: five cards of one color pay 6 to 1, four of them 1 to 1."""
    all_five, four, hands = 2 * comb(26, 5), 2 * comb(26, 4) * 26, comb(52, 5)
    (row,) = [
        row
        for row in sheets(prime_report(), "Wagers with a table of their own")[0].rows
        if row[0] == "prime"
    ]
    assert row[2] == -Fraction(6 * all_five + four - (hands - all_five - four), hands)


def test_the_identification_names_game_and_digests(report: Report, table: Table) -> None:
    (sheet,) = sheets(report, "Identification")
    told = {str(row[0]): row[1] for row in sheet.rows}
    assert told["source document"] == table.game.source
    assert told["digest of the rules (SHA-256)"] == rules_hash()
    assert told["digest of the posted tables (SHA-256)"] == tables_hash(table)
    assert rules_hash()[:12] in report.digest and tables_hash(table)[:12] in report.digest


def test_rulings_are_those_of_the_game(report: Report, table: Table) -> None:
    general, own = sheets(report, "Rulings")
    assert general.rows == rulings()["All games"] and len(general.rows) > 10
    assert table.game.name in own.title and len(own.rows) > 10
    assert all(len(row) == 3 and all(row) for row in (*general.rows, *own.rows))


@pytest.mark.parametrize("game", ALL_GAMES)
def test_every_game_has_its_own_rulings(game: str) -> None:
    name = ALL_GAMES[game].name
    own = [head for head in rulings() if any(name.startswith(p) for p in head.split(" and "))]
    assert len(own) == 1


def test_every_option_changes_a_figure_or_is_explained(report: Report, table: Table) -> None:
    found = sheets(report, "Other house options")
    told = {
        " = ".join(map(str, row[:2])) if sheet.columns[1].name == "value" else row[0]
        for sheet in found
        for row in sheet.rows
    }
    for option in table.game.options:
        for value in others(option, table.options[option.name]):
            assert f"{option.name} = {option.words(value)}" in told
    still = [sheet for sheet in found if sheet.columns[1].name == "value"]
    why = figures_of(table.game.id).unmoved
    assert all(row[2] == why[str(row[0])] for sheet in still for row in sheet.rows)


def test_the_other_values_are_those_of_tables_that_may_be_opened() -> None:
    """A jackpot wager of 5 dollars: more than that would be a fourth game above 5 dollars."""
    table = open_table("four-card-prime", options={"four_card_jackpot_wager": 500})
    for option in table.game.options:
        for value in others(option, table.options[option.name]):
            assert value != table.options[option.name]
            open_table("four-card-prime", options={**table.options, option.name: value})


def test_a_changed_figure_is_that_of_the_other_house() -> None:
    report = prime_report()
    moved = {row[:2]: row for row in sheets(report, "Other house options")[0].rows}
    row = moved["bad_beat_on_copy = off", "bad beat: house edge"]
    other = solve_once(open_table("four-card-prime", options={"bad_beat_on_copy": False}))
    assert row[3] == -other.wagers["bad beat"].results.mean
    assert row[4] == row[3] - row[2] and row[4] > 0


def test_the_break_even_meter_is_plotted_by_seats() -> None:
    report = prime_report()
    (section,) = [part for part in report.sections if part.title == "Jackpots"]
    plots = [part for part in section.parts if isinstance(part, Plot)]
    wagers = solve_once(open_table("four-card-prime")).wagers
    assert [dict(plot.bars) for plot in plots] == [
        wagers[name].more["break_even_meter"] for name in ("five card jackpot", "four card jackpot")
    ]


def test_every_row_fits_its_columns_and_every_plot_has_bars(report: Report) -> None:
    for section in report.sections:
        for part in section.parts:
            if isinstance(part, ReportSheet):
                rows = [*part.rows, part.total] if part.total else part.rows
                assert all(len(row) == len(part.columns) for row in rows), part.title
                exact = [
                    n for n, column in enumerate(part.columns) if column.kind is CellKind.EXACT
                ]
                assert all(isinstance(row[n], Fraction | str) for row in rows for n in exact)
            elif isinstance(part, Plot):
                assert part.bars


def test_the_commands_repeat_the_tables_and_options_of_the_house() -> None:
    posted, options = {"aces_baby": "AB-05"}, {"jackpot_split": "in order"}
    table = open_table("four-card-prime", posted=posted, options=options)
    _, sheet = again(table, Provenance("1.2", {"numpy": "2"}))
    command = shlex.split(str(sheet.rows[1][0]))
    assert command[:3] == ["croupier", "report", "four-card-prime"]
    assert "aces_baby=AB-05" in command and "jackpot_split=in order" in command
    assert "envy_multiple" not in " ".join(command)  # the default
    assert sheet.note == "Croupier 1.2 with numpy 2."


def test_the_date_is_only_there_when_given(table: Table, report: Report) -> None:
    (sheet,) = sheets(report, "Identification")
    assert ("date", "1 May 2025") in sheet.rows


def house(**posted: str) -> PostedTable:
    return open_table("four-card-prime", posted=posted)


def test_counts_under_another_table_are_the_counts_of_a_house_that_posts_it() -> None:
    def of(house: PostedTable, group: str) -> Fraction:
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


@pytest.mark.parametrize("posted", [{}, {"bad_beat_bonus": "BB-04"}])
def test_the_main_net_is_that_of_the_best_raise_in_every_state(posted: dict[str, str]) -> None:
    """Each kind of state separately, trying all four raises: no crossing lines, no running sums."""
    table, dealers = house(**posted), comb(46, 5)
    counts = counted(table)
    hands = np.diff(counts.hands)
    total = 0
    for floor, (low, high) in zip(counts.bonus_floors, pairwise(counts.starts), strict=True):
        pays = four_card_prime.raise_pays(table, int(counts.scores[floor]))
        beaten = counts.wins[low:high].astype(np.int64)
        assert all(copied == won for won, copied, _ in pays)  # rule 6: the player wins copies
        worths = [won * beaten + lost * (dealers - beaten) for won, _, lost in pays]
        total += int((np.max(worths, axis=0) * hands[low:high]).sum())
    net = Fraction(total, int(hands.sum()) * dealers)
    assert int(hands.sum()) == comb(52, 6) * 6
    assert net == four_card_prime.net(table) == solve(table).net


def test_a_bonus_for_four_cards_only_is_priced_as_the_solver_prices_it() -> None:
    table = open_table("ultimate-4-card-buyout", options={"bonus_requires_four_cards": True})
    tally, _ = four_card_buyout.tallied([1] * 52)
    found = four_card_buyout.bonus_results(four_card_buyout.bonus_nets(table), tally)
    part = combinations(table)[0]
    assert part.net == found.mean
    assert part.lines[-1].label.startswith("Fewer") and part.lines[-1].ways > 0


def stand_in(table: PostedTable) -> Odds:
    """A made-up solution of 4 Card Split, whose real one takes minutes: only the blind is real."""
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


@pytest.fixture
def quick_split(monkeypatch: pytest.MonkeyPatch) -> Sources:
    """4 Card Split without its long counts: its antes and its nets are made up as well."""
    made_up = Antes((0, 1, 2, 1, 1, 1), (20, 5, 4, 3, 2, 1), 1, 30, 8, -6, 66)
    monkeypatch.setattr(split_report, "antes", lambda house: made_up)
    nets = {"ante": Fraction(1, 50)}
    for game in SPLITS:
        quick = replace(figures_of(game), net=lambda house: nets["ante"])
        monkeypatch.setitem(split_figures.FIGURES, game, quick)
    return Sources(open_table, stand_in, settle, lambda game: [], lambda house: [])


def blind_by_the_rulebook(posted: Paytable) -> Fraction:
    """From the combinations that V2 prints; V1 merges all losing hands."""
    counts = [combinations for combinations, *_ in V2_COMBINATIONS.values()]
    nets = [prize(posted.steps["pays"], row.floor) for row in posted.rows]
    nets += nets[-1:] * (len(counts) - len(nets))
    return Fraction(sum(map(mul, nets, counts)), comb(52, 4))


@pytest.mark.parametrize("game", SPLITS)
def test_a_table_of_the_blind_moves_the_main_game(game: str, quick_split: Sources) -> None:
    table = open_table(game)
    report = build(table, table.limits, quick_split, Provenance("1"))
    found = {sheet.title: sheet for sheet in sheets(report, "Other tables that may be posted")}
    beside = found["blind: house edge, blind wager"]
    main = found["blind: house edge, main game, per ante"]
    assert len(beside.rows) == len(main.rows) == len(table.game.paytables["blind"].tables)
    gaps = {whole[1] - alone[1] for whole, alone in zip(main.rows, beside.rows, strict=True)}
    assert len(gaps) == 1
    for row, posted in zip(beside.rows, table.game.paytables["blind"].tables, strict=True):
        assert row[1] == -blind_by_the_rulebook(posted), posted.id
    assert next(row[1] for row in main.rows if "posted" in row[3]) == stand_in(table).house_edge


@pytest.mark.parametrize("game", SPLITS)
def test_the_ante_table_is_in_the_report_row_by_row(game: str, quick_split: Sources) -> None:
    table = open_table(game)
    report = build(table, table.limits, quick_split, Provenance("1"))
    sheet = next(s for s in sheets(report, "The main game") if s.title.startswith("Ante 1"))
    told = {row[0]: row[1] for row in sheet.rows}
    for label, ways in (("Royal Flush", 1), ("Straight Flush", 2), ("Others", 20)):
        assert told[f"{label}, played and won"] == ways
    assert told["Straight, instant winner"] == 2 and told["Folded"] == 8
    assert sheet.total[1] == 80


def test_a_report_of_tables_that_no_rulebook_prints_together_is_marked(
    quick_split: Sources,
) -> None:
    posted = {"ante": "II", "blind": "1a"}
    table = open_table("4-card-split-v1", posted=posted, unprinted=True)
    report = build(table, table.limits, quick_split, Provenance("1"))
    assert "ante II with blind 1a: printed in no rulebook" in report.subtitle
    (what,) = sheets(report, "Identification")
    assert ("posted together, but printed in no rulebook", "ante II with blind 1a") in what.rows
    (*_, how) = sheets(report, "Checks")
    assert "--post ante=II --post blind=1a --unprinted" in str(how.rows[1][0])
    found = {sheet.title: sheet for sheet in sheets(report, "Other tables that may be posted")}
    remarks = {row[0]: row[3] for row in found["ante: house edge, main game, per ante"].rows}
    unprinted = "printed in no rulebook beside the others"
    assert unprinted in str(remarks["II"]) and unprinted not in str(remarks["I"])


@pytest.mark.slow
@pytest.mark.parametrize("game", SPLITS)
def test_the_report_of_split_with_its_real_figures(game: str) -> None:
    table = open_table(game)
    report = build(table, table.limits, SOURCES, Provenance("1"))
    twice, printed, _ = sheets(report, "Checks")
    assert {row[-1] for row in twice.rows} == {"equal"}
    assert {row[-1] for row in printed.rows} == {"agrees", "misprint"}
    by_wager = next(s for s in sheets(report, "The main game") if s.title.endswith("by wager"))
    odds = solve_once(table)
    assert by_wager.total[1:3] == (odds.wagered, odds.net)


@pytest.mark.parametrize("game", GAMES)
def test_the_largest_win_is_that_of_the_largest_prize(game: str) -> None:
    table = open_table(game)
    found = exposure(table, table.limits, combinations(table), settle)
    rows = {row[0]: row for row in found.parts[1].rows}  # type: ignore[union-attr]
    wager, most = {"four-card-prime": ("bad beat", 12_500_000)}.get(game, ("bonus", 10_000_000))
    assert rows[wager][3] == most  # in cents: 25,000 times 5 dollars, 250 times 400


# By hand, in dollars at 400 a wager: four aces bought with three bets, and the bonus of 250 to 1;
# A-K-Q-J suited, A-K-Q paid 30 at once, J-T-9 suited drawn; four aces against four kings.
DEAREST = {
    "ultimate-4-card-buyout": 400 * (250 + 3),
    "4-card-buyout": 400 * (250 + 3),
    "4-card-split-v1": 400 * (500 + 30 + 15 + 1),
    "4-card-split-v2": 400 * (500 + 30 + 12 + 1),
    "four-card-prime": 400 * (26 + 1 + 500 - 1) + 5 * 25_000 + 199 - 1,
}


@pytest.mark.parametrize(
    "barred, most, hand",
    [
        # 100 dollars from each of eight other seats, with a hand that may be paid it; all for 1.
        ("any winner", 8 * 100 - 1, "Others, and envy of all other seats"),
        ("winner of that award", 8 * 100 + 9 - 1, "Trips, and envy of all other seats"),
        ("nobody", 8 * 100 + 300 - 1, "Quads, and envy of all other seats"),
    ],
)
def test_the_largest_win_includes_no_barred_envy(barred: str, most: int, hand: str) -> None:
    table = open_table("four-card-prime", options={"envy_barred": barred})
    found = exposure(table, table.limits, combinations(table), settle)
    rows = {row[0]: row for row in found.parts[1].rows}  # type: ignore[union-attr]
    assert rows["four card jackpot"][2:] == (most, 100 * most, f"{hand}; the meter: Four Aces")


def largest_pays(table: Table) -> dict[str, tuple[object, ...]]:
    found = exposure(table, table.limits, combinations(table), settle)
    return {str(row[0]): row[2:] for row in found.parts[1].rows}  # type: ignore[union-attr]


def test_the_largest_pay_of_a_follow_up_bet_is_that_of_the_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = open_table("ultimate-4-card-buyout")
    assert largest_pays(table)["second"] == (1, 40_000, "paid 1 to 1")
    monkeypatch.setattr(buyout_rules, "settle", lambda *_: (buyout_rules.WON, 3, 2, 2))
    assert largest_pays(table)["second"] == (2, 80_000, "paid 2 to 1")


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_wager_without_a_declared_largest_win_is_refused(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it may be, it is not assumed to be 1 to 1."""
    table = open_table(game)
    silent = replace(figures_of(game), largest_wins=lambda _: {})
    monkeypatch.setattr("croupier.report.exposure.figures_of", lambda _: silent)
    with pytest.raises(RuleError, match=f"largest win of the .* of {game}"):
        largest_pays(table)


def test_a_raise_whose_limit_is_below_the_ante_is_made_with_a_smaller_ante() -> None:
    limits = Limits(profile("wa-2023"), maximums={"raise": Cents(10_000)})
    table = open_table("four-card-prime", limits=limits)
    (seat,) = dearest(table, limits, settle, 1, at_limits=True).answer["seats"]
    assert [seat["wagers"][name]["stake"] for name in ("ante", "raise")] == [10_000, 10_000]


def jackpots_of(**options: str | int) -> Section:
    table = open_table("four-card-prime", options=options)
    return jackpot_section(table, solve_once(open_table("four-card-prime")))


def test_jackpots_are_displayed_at_the_wager_of_the_table() -> None:
    five, four = (
        {row[0]: row[1:] for row in part.rows}
        for part in jackpots_of(five_card_jackpot_wager=500).parts
        if isinstance(part, ReportSheet) and part.title.endswith("as displayed")
    )
    assert five["Four of a kind"] == ("$1,000",) and five["Five-card Royal Flush"] == ("100%",)
    assert four["Quads"] == ("$300", "$10")


@pytest.mark.parametrize("kind, shown", [("progressive", 0), ("house", 1)])
def test_house_jackpots_are_reported_with_their_notice(kind: str, shown: int) -> None:
    prose = [part.text for part in jackpots_of(jackpot_type=kind).parts if isinstance(part, Prose)]
    assert sum(HOUSE_JACKPOT_NOTICE in text for text in prose) == shown


@pytest.mark.parametrize("game", ALL_GAMES)
def test_the_most_expensive_deal_of_one_seat_is_settled_by_the_table(game: str) -> None:
    table = open_table(game)
    one = dearest(table, table.limits, settle, 1, at_limits=True)
    assert one.cost == 100 * DEAREST[game]


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_full_table_costs_more_than_a_seat_and_no_more_than_the_bound(game: str) -> None:
    table = open_table(game)
    seats = table.game.seats_max
    full = dearest(table, table.limits, settle, seats, at_limits=True)
    dealt = [*full.deal.dealer, *(card for seat in full.deal.seats for card in seat.cards)]
    assert len(full.deal.seats) == seats
    assert max(dealt.count(card) for card in dealt) <= table.game.decks
    assert 100 * DEAREST[game] < full.cost <= 100 * DEAREST[game] * seats
