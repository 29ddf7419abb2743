"""What a report says before its figures: what was analysed, by which rules, by which method."""

import hashlib
import json

from croupier.odds.figures import House
from croupier.odds.report_sheets import Column, Section, Sheet
from croupier.rules.registry import rules_hash


def identification(house: House, version: str, date: str) -> Section:
    game = house.game
    rows = [
        ("game", game.name),
        ("source document", game.source),
        ("decks, seats", f"{game.decks}, 1 to {game.seats_max}"),
        *((f"posted: {group}", _table(house, group)) for group in house.posted),
        ("program", f"Croupier {version}"),
        ("digest of the rules (SHA-256)", rules_hash()),
        ("digest of the posted tables (SHA-256)", tables_hash(house)),
    ]
    if date:
        rows.insert(0, ("date", date))
    columns = (Column("item"), Column("value"))
    return Section("Identification", (Sheet("What was analysed", columns, tuple(rows)),))


def _table(house: House, group: str) -> str:
    table = house.posted[group]
    other = f", printed as {table.printed_id}" if table.printed_id != table.id else ""
    return f"{table.id}{other} ({table.title})"


def tables_hash(house: House) -> str:
    """A digest of the posted tables, cell by cell, and of the house options."""
    tables = {
        group: [table.id, table.odds, [[row.label, row.floor, *row.printed] for row in table.rows]]
        for group, table in house.posted.items()
    }
    told = json.dumps([house.game.id, tables, dict(house.options)], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()


def options_in_force(house: House) -> Sheet:
    rows = tuple(
        (option.name, _word(house.options[option.name]), option.text)
        for option in house.game.options
    )
    columns = (Column("option"), Column("in force"), Column("meaning"))
    note = (
        "Where the rulebook leaves room, the reading that is modelled, its reason and the test "
        "that holds it are in docs/rulings.md of the program named above."
    )
    return Sheet("House options in force", columns, rows, note=note)


def _word(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def method(house: House) -> str:
    """The method in short; docs/odds.md has it at length."""
    return f"{COMMON}\n\n{PARTICULAR[house.game.id]}\n\n{CHECKED}"


COMMON = (
    "The figures are not simulated. Every deal is counted, so each figure is a whole number of "
    "deals over a whole number of deals, given here as a fraction in lowest terms; only the "
    "decimals beside it are rounded.\n\n"
    "The player is assumed to choose, from all that he can see (his own cards, the dealer's upcard "
    "and cards offered to him), the action of the highest expected net of the main wagers. Where "
    "two actions are worth the same, the one that bets less is taken. No knowledge of other seats' "
    "cards is used, and one seat is dealt in: cards dealt unseen to others do not change the odds."
)
_BUYOUT = (
    "Cards are counted as kinds with a stock of each. For every upcard and every sequence of cards "
    "offered, the value of buying, refusing and folding is found backwards from the last card, "
    "against the dealer's hands counted by points, including his fifth card where he must draw. "
    "The bonus is priced three ways: beside play that is best without it, with play that is best "
    "for both, and alone on four cards."
)
_SPLIT = (
    "For each of the player's four cards and the upcard, every split and every decision to play or "
    "fold each hand is valued against all draws and all dealer's hands. Each hand that is played "
    "is valued by itself; the joint result of both gives the distribution. The net is found twice, "
    "from the values and from the distribution, and the two must be equal."
)
PARTICULAR = {
    "four-card-prime": (
        "For each upcard the dealer's sets of five further cards are swept in order of rank; for "
        "each player's hand the dealer's hands that it beats and copies are counted by inclusion "
        "and exclusion over the cards it holds. Each raise is then valued exactly."
    ),
    "ultimate-4-card-buyout": _BUYOUT,
    "4-card-buyout": _BUYOUT,
    "4-card-split-v1": _SPLIT,
    "4-card-split-v2": _SPLIT,
}
CHECKED = (
    "The solver is tested against a plain search over the game's own flow on reduced decks, where "
    "the two must be equal as fractions, and on the whole deck against direct enumeration of "
    "single states. The rules that settle a wager at the table are the rules that are counted "
    "here: there is one statement of each."
)
