"""What a player may look up at any question: the header, the rules, the tables, the shuffle."""

from pathlib import Path

from rich import box
from rich.columns import Columns
from rich.markdown import Markdown
from rich.rule import Rule
from rich.table import Table as Sheet
from rich.text import Text

from croupier.cli.called import called
from croupier.cli.play.desk import AnyDesk, Desk, S
from croupier.cli.play.jackpots import meters_line
from croupier.cli.play.words import SHORT, check_typed
from croupier.cli.unprinted import marked
from croupier.errors import RuleError
from croupier.money import dollars
from croupier.rules.aggregate import words
from croupier.rules.paytable import Paytable
from croupier.table.shoe import CUT_CARD
from croupier.table.table import Table


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
    sitting = desk.sitting
    desk.show("Before your bets the house bound itself to this shuffle. Its commitment:")
    desk.show(f"  {sitting.shoe.commitment}", style="bold")
    if sitting.words:
        desk.show("You committed to these words, and opened them before the deal:")
        for word in sitting.words:
            desk.show(f"  seat {word.seat}  {word.word!r}")
            desk.show(f"  {word.commitment}", style="dim")
    else:
        typed = f", after your word {sitting.word!r}" if sitting.word else ""
        desk.show(
            f"Before the deal you commit to a word of 128 random bits{typed}. It is opened when "
            "no bet can be changed, and mixed in: the house could not foresee it."
        )
    desk.show(f"The secret is told {when}. To check that nothing was changed:")
    desk.command(called("fair", str(record)))


def word_panel(desk: AnyDesk[S], word: str) -> None:
    """The player's part of every word from now on; no word without it is any less random."""
    sitting = desk.sitting
    try:
        word = check_typed(word or desk.ask("Your lucky word: "))
    except RuleError as wrong:
        desk.refuse(wrong)
        return
    desk.keep(sitting.with_word(word))
    late = sitting.begun or sitting.shoe.first > 0
    when = "the next shuffle on; these cards are dealt" if late else "your next bet on"
    said = f"{word!r} is in your word" if word else "Your word is random bits alone"
    desk.show(f"{said} from {when}.")


def record_path(desk: Desk) -> Path:
    """Where the proof of the last shoe is written."""
    return desk.folder / "last-round.json"
