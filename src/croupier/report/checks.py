"""The checks in a report: each figure in two ways, the rulebook's figures, how to reproduce it."""

from fractions import Fraction
from shlex import quote
from typing import NamedTuple

from croupier.odds.combinations import Combinations
from croupier.odds.figures import Odds, PostedTable
from croupier.odds.solve import Check
from croupier.report.introduction import Provenance
from croupier.report.sheets import CellKind, Column, Prose, ReportSheet, Section, columns

TWICE = (
    "Compared as fractions, so that equal means equal in every digit. Both ways begin with the "
    "same counts of hands: this checks the pricing. The counts themselves are checked by the "
    "program's tests (below)."
)


def checks(
    table: PostedTable,
    odds: Odds,
    tables: list[Combinations],
    results: list[ReportSheet],
    printed: list[Check],
    provenance: Provenance,
) -> Section:
    twice = [*_main(odds, results), *_wagers(odds, tables)]
    value = Column("", CellKind.DECIMAL)
    heads = columns("figure", "one way", value, "the other way", value, "verdict")
    rows = tuple((*pair, "equal" if pair.one == pair.two else "DIFFERS") for pair in twice)
    both = ReportSheet("Figures found in two ways", heads, rows, note=TWICE)
    return Section("Checks", (both, _printed(printed), *again(table, provenance)))


class Pair(NamedTuple):
    figure: str
    way: str
    one: Fraction
    other: str
    two: Fraction


def _main(odds: Odds, results: list[ReportSheet]) -> list[Pair]:
    distribution = "mean of the distribution of the result"
    found = [
        Pair("net of the main game", f"sum of “{sheet.title}”", net, distribution, odds.net)
        for sheet in results
        if sheet.title.startswith("The main game")
        for *_, net in [[cell for cell in sheet.total if isinstance(cell, Fraction)]]
    ]
    thirds = odds.results.win + odds.results.push + odds.results.lose
    found.append(Pair("all rounds", "wins, pushes and losses together", thirds, "one", Fraction(1)))
    if odds.parts:
        parts = sum(odds.parts.values(), Fraction(0))
        found.append(
            Pair("net of the main game", "value of the best way", parts, distribution, odds.net)
        )
    return found


def _wagers(odds: Odds, tables: list[Combinations]) -> list[Pair]:
    rows, results = "sum over the rows of its table", "mean of the distribution of its results"
    found = [
        Pair(f"net of {table.name}", rows, table.net, results, odds.wagers[table.name].results.mean)
        for table in tables
        if table.name in odds.wagers
    ]
    alone = {wager.table: wager.more.get("alone_net") for wager in odds.wagers.values()}
    for table in tables:
        if table.name not in odds.wagers and isinstance(net := alone.get(table.table.id), Fraction):
            found.append(
                Pair(f"net of the {table.name}", rows, table.net, "mean over all hands", net)
            )
    return found


def _printed(printed: list[Check]) -> Prose | ReportSheet:
    if not printed:
        return Prose(
            "### Figures printed in the rulebook\n"
            "The rulebook of this game prints no probability and no house edge, so there is none "
            "to compare with."
        )
    heads = columns("figure", "printed", "found", "verdict")
    rows = tuple((check.figure, check.printed, check.shown, check.verdict) for check in printed)
    note = (
        "As the command croupier verify prints them. A misprint is a figure that contradicts the "
        "rulebook's own table, an unreachable prize one that no hand can win."
    )
    return ReportSheet("Figures printed in the rulebook, and ours", heads, rows, note=note)


def again(table: PostedTable, provenance: Provenance) -> tuple[Prose, ReportSheet]:
    posted = [f"--post {group}={paytable.id}" for group, paytable in table.posted.items()]
    options = [
        f"--option {quote(f'{option.name}={option.words(table.options[option.name])}')}"
        for option in table.game.options
        if table.options[option.name] != option.default
    ]
    mixed = ["--unprinted"] if table.unprinted else []
    words = ["croupier report", table.game.id, *posted, *mixed, *options, "-o report.pdf"]
    report = " ".join(words)
    commands = (
        ("scripts/setup", "the program with its packages, each in the version of the lock"),
        (report, "this report"),
        (report.replace("report", "odds", 1).replace(" -o report.pdf", ""), "all its figures"),
        (f"croupier ev {table.game.id} --help", "the value of every action in one state"),
        ("croupier verify", "every figure that a rulebook prints, beside ours"),
        ("scripts/test --slow", "all tests, including those of the solver"),
    )
    with_what = ", ".join(f"{name} {version}" for name, version in provenance.packages.items())
    note = f"Croupier {provenance.version}" + (f" with {with_what}." if with_what else ".")
    sheet = ReportSheet("How to repeat it", columns("command", "gives"), commands, note=note)
    return Prose(TESTED), sheet


TESTED = (
    "### How the counts are tested\n"
    "- On reduced decks the solver equals a plain search that walks the game's own flow event by "
    "event and shares nothing with it but the rules: the net, the whole distribution, what is "
    "wagered, the decisions and every wager, as fractions (`tests/odds/test_small_deck.py`).\n"
    "- On the whole deck, states drawn at random equal a direct enumeration that uses none of the "
    "solver's shortcuts (`tests/odds/test_states.py`).\n"
    "- Counts of hands equal plain enumerations and the counts that rulebooks print "
    "(`tests/cards`, `tests/rules/test_counts.py`)."
)
