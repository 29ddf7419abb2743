"""What a player may look up at any question: the header, the rules, the tables, the shuffle."""

from pathlib import Path

from rich import box
from rich.columns import Columns
from rich.markdown import Markdown
from rich.rule import Rule
from rich.table import Table as Sheet
from rich.text import Text

from croupier.cli.called import called
from croupier.cli.play_desk import AnyDesk, Desk, S
from croupier.cli.play_jackpots import meters_line
from croupier.cli.unprinted import marked
from croupier.errors import RuleError
from croupier.money import dollars
from croupier.rules.aggregate import words
from croupier.rules.paytable import Paytable
from croupier.table.shoe import CUT_CARD
from croupier.table.table import Table

SHORT = 12  # digits of the commitment that are shown before every round


def add_panels(desk: Desk) -> None:
    """From now on these keys work."""
    table = desk.sitting.table
    when = "when the cut card comes" if table.options.get(CUT_CARD) else "after the round"
    desk.panels = {
        "help": lambda _: help_panel(desk, table.game.how_to_play),
        "tables": lambda _: tables_panel(desk),
        "fair": lambda _: fair_panel(desk, when, record_path(desk)),
        "word": lambda word: word_panel(desk, word),
    }


def header(desk: Desk) -> None:
    table = desk.sitting.table
    desk.console.print(Rule(Text(table.game.name, "bold")))
    desk.show(table.game.title)
    posted = desk.pen.dot.join(f"{group.title} {group.id}" for group in table.posted.values())
    about = Sheet.grid(padding=(0, 2))
    about.add_row("Posted", posted)
    if table.unprinted:
        about.add_row("Unprinted", marked(table))
    about.add_row("Limits", desk.pen.dot.join(limits(table)))
    desk.show(about, style="dim")
    for notice in table.notices:
        desk.show(notice)


def limits(table: Table) -> list[str]:
    """The bounds of the wagers, those with the same bounds together."""
    bounds: dict[str, list[str]] = {}
    for wager in table.offers:
        least, most = table.limits.least(wager), table.limits.most(wager)
        shown = dollars(least) if least == most else f"{dollars(least)} to {dollars(most)}"
        bounds.setdefault(shown, []).append(wager.name)
    singles = [f"{', '.join(names)} {shown}" for shown, names in bounds.items()]
    return [*singles, *words(table.limits.aggregates)]


def commitment_line(desk: AnyDesk[S]) -> None:
    """Before the bets: what the house has bound itself to."""
    shoe = desk.sitting.shoe
    going_on = f"from card {shoe.first + 1} of the shoe, " if shoe.first else ""
    desk.show(
        f"The cards are shuffled: {going_on}commitment {shoe.commitment[:SHORT]} (f shows it all)",
        style="dim",
    )


def help_panel(desk: AnyDesk[S], how_to_play: str) -> None:
    desk.console.print(Markdown(how_to_play))
    desk.show()


def tables_panel(desk: Desk) -> None:
    table = desk.sitting.table
    sheets = [sheet(table.displayed(group)) for group in table.posted]
    desk.console.print(Columns(sheets, padding=(1, 2)))
    if desk.sitting.meters:
        desk.show(f"Jackpots now: {meters_line(desk.sitting.meters)}. "
                  "A percentage is of the wager's own jackpot.")  # fmt: skip


def sheet(table: Paytable) -> Sheet:
    title = f"{table.title} {table.id}"
    shown = Sheet(title=title, caption=f"pays {table.odds}", box=box.ROUNDED)
    shown.add_column("hand")
    for column in table.columns:
        shown.add_column(column, justify="right")
    for row in table.rows:
        label = row.label if row.reachable else f"{row.label} (cannot occur)"
        shown.add_row(label, *row.printed, style="" if row.reachable else "dim")
    return shown


def fair_panel(desk: AnyDesk[S], when: str, record: Path) -> None:
    shoe = desk.sitting.shoe
    words = ", ".join(repr(word) for _, word in shoe.entropy) or "none yet"
    desk.show("Before your bets the house bound itself to this shuffle. Its commitment:")
    desk.show(f"  {shoe.commitment}", style="bold")
    desk.show(
        f"Your words that are mixed in: {words}. A word that you add once you have seen the "
        "commitment is one that the house could not foresee."
    )
    desk.show(f"The secret is told {when}. To check that nothing was changed:")
    desk.command(called("fair", str(record)))


def word_panel(desk: AnyDesk[S], word: str) -> None:
    """Mixes a word into the shuffle, as long as no card is dealt."""
    sitting = desk.sitting
    if sitting.begun:
        desk.warn("The cards are dealt; a word can be mixed in before the next shuffle.")
        return
    if not word:
        word = desk.ask("Your lucky word: ")
    try:
        desk.keep(sitting.with_shoe(sitting.shoe.mixed_with("player", word)))
    except RuleError as wrong:
        desk.refuse(wrong)
    else:
        desk.show(f"Mixed in: {word!r}.")


def record_path(desk: Desk) -> Path:
    """Where the proof of the last shoe is written."""
    return desk.folder / "last-round.json"
