"""What a report says before its figures: what was analyzed, by which rules, by which method."""

import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from croupier.games.figures import figures_of
from croupier.games.registry import rules_hash
from croupier.kernels.cache.sources import digest, modules_of
from croupier.odds.figures import PostedTable
from croupier.report.sheets import Prose, ReportSheet, Section, columns
from croupier.rules.vocabulary import Wager

DIGESTS = (
    "The first digest is of all files that state a rule or a table of any game, the second of the "
    "tables and options in force here, cell by cell, the third of the files that solve and price. "
    "Any change of a rule, a table or the solver changes its digest. Their first digits are on "
    "every page."
)
ALL = "All games"
RULINGS = (
    "Where the rulebook is silent, garbled or contradicts itself, this is the reading that is "
    "modeled, with its reason. Precedence: the state's rules (WAC 230-15), then the approved "
    "rulebook, then a house option, then Hoyle. Each reading is checked by a test of the program; "
    "`docs/rulings.md` names it."
)
COMMON = (
    "The figures are not simulated. Every deal is counted, so each figure is a whole number of "
    "deals over a whole number of deals, given here as a fraction in lowest terms; only the "
    "decimals beside it are rounded.\n\n"
    "The player is assumed to choose, from all that they can see (their own cards, the dealer's "
    "upcard and cards offered to them), the action with the highest expected net of the main "
    "wagers. Where two actions are worth the same, the one that bets less is taken. No knowledge "
    "of other seats' cards is used, and one seat is dealt in: cards dealt unseen to others do not "
    "change the odds."
)


class Provenance(NamedTuple):
    """How a report was made: by which version, with which packages, and when, if that is given."""

    version: str
    packages: Mapping[str, str] = {}
    date: str = ""


def identification(table: PostedTable, provenance: Provenance) -> Section:
    game = table.game
    rows = [
        ("game", game.name),
        ("id in the program", game.id),
        ("source document", game.source),
        ("decks of 52 cards", str(game.decks)),
        ("seats", f"1 to {game.seats_max} ({game.seats_why})"),
        ("wagers", "; ".join(_wager(wager) for wager in game.wagers)),
        *((f"posted: {group}", _table(table, group)) for group in table.posted),
        *(("posted together, but printed in no rulebook", words) for words in table.unprinted),
        ("program", f"Croupier {provenance.version}"),
        ("digest of the rules (SHA-256)", rules_hash()),
        ("digest of the posted tables (SHA-256)", tables_hash(table)),
        ("digest of the solver (SHA-256)", solver_hash(table)),
    ]
    if provenance.date:
        rows.insert(0, ("date", provenance.date))
    sheet = ReportSheet("What was analyzed", columns("item", "value"), tuple(rows), note=DIGESTS)
    return Section("Identification", (sheet,))


def _wager(wager: Wager) -> str:
    if wager.required:
        return f"{wager.name} (required)"
    return f"{wager.name} (made during the round)" if wager.follows else f"{wager.name} (optional)"


def _table(table: PostedTable, group: str) -> str:
    paytable = table.posted[group]
    other = f", printed as {paytable.printed_id}" if paytable.printed_id != paytable.id else ""
    return f"{paytable.id}{other} ({paytable.title})"


def unprinted_words(table: PostedTable) -> str:
    """For the title page: what is posted together that no rulebook prints together."""
    return f"; {'; '.join(table.unprinted)}: printed in no rulebook" if table.unprinted else ""


def solver_hash(table: PostedTable) -> str:
    """A digest of the files that solve this game and price its tables."""
    figures = figures_of(table.game.id)
    return digest(modules_of(figures.solve) | modules_of(figures.prepare))


def tables_hash(table: PostedTable) -> str:
    """A digest of the posted tables, cell by cell, and of the house options."""
    tables = {
        group: [
            *(paytable.id, paytable.odds),
            [[row.label, row.floor, *row.printed] for row in paytable.rows],
        ]
        for group, paytable in table.posted.items()
    }
    text = json.dumps([table.game.id, tables, dict(table.options)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def options_in_force(table: PostedTable) -> Prose | ReportSheet:
    if not table.game.options:
        return Prose(
            "### House options\nThe rulebook leaves the house no option but the tables it posts."
        )
    rows = tuple(
        (option.name, option.words(table.options[option.name]), option.text)
        for option in table.game.options
    )
    return ReportSheet("House options in force", columns("option", "in force", "meaning"), rows)


def rulings_section(table: PostedTable) -> Section:
    """How the rulebook is read where it is silent or contradicts itself."""
    sheets = [
        ReportSheet(f"Readings: {heading}", columns("rule", "reading", "reason"), rows)
        for heading, rows in rulings().items()
        if heading == ALL
        or any(table.game.name.startswith(name) for name in heading.split(" and "))
    ]
    return Section("Rulings", (Prose(RULINGS), *sheets))


@cache
def rulings() -> dict[str, tuple[tuple[str, ...], ...]]:
    """The tables of docs/rulings.md by heading: rule, reading and reason."""
    text = (files("croupier.rules") / "rulings.md").read_text("utf-8")
    found = {}
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading, _, body = section.partition("\n")
        rows = [line.strip("|").split(" | ") for line in body.splitlines() if line[:2] == "| "]
        cells = tuple(
            tuple(re.sub(r"[*`]", "", cell).strip() for cell in row[:3]) for row in rows[2:]
        )
        if cells:
            found[heading.strip()] = cells
    return found


def method(table: PostedTable) -> str:
    """A summary of the method; the full version is docs/odds.md."""
    parts = [COMMON, figures_of(table.game.id).method, CHECKED, SETTLED]
    if table.game.jackpots:
        parts.append(SHARED)
    return "\n\n".join(parts)


CHECKED = (
    "The solver is tested against a plain search over the game's own flow on reduced decks, where "
    "the two must be equal as fractions, and on the whole deck against direct enumeration of "
    "single states."
)
SETTLED = (
    "What a hand wins or loses is never stated again for the figures: it is what the function "
    "returns that settles the wager at the table, called for every case that is counted apart. "
    "Where deals are counted together, as hands that win by one row of a table are, the same "
    "functions are asked whether the rules allow it, and rules that do not are refused. A table "
    "priced row by row takes its pays from the posted table as printed, and its sum is compared "
    "with the figure found from the settlement (“Figures found in two ways”)."
)
SHARED = (
    "For a jackpot, three results of a round with several seats are derived a second time, as "
    "means over all deals, because there are too many to settle one by one: how winners of one "
    "round share a meter, how often it is reseeded, and what envy several seats pay. They are "
    "tested against the functions that pay them at the table, deal by deal, on reduced decks."
)
