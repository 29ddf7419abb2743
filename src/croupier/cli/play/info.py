"""What a player can look up at any prompt: the header, the rules, the tables, the shuffle."""

from rich import box
from rich.columns import Columns
from rich.markdown import Markdown
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.play.coach import coach_panel
from croupier.cli.play.terminal import AnyPlayer, HousePlayer, S, Terminal
from croupier.cli.screen import called
from croupier.desk.posting import marked
from croupier.desk.sittings.jackpots import Meters
from croupier.desk.sittings.sitting import Words, check_typed
from croupier.errors import RuleError
from croupier.money import dollars
from croupier.rules.limits import words
from croupier.rules.paytable import Paytable
from croupier.rules.vocabulary import CUT_CARD
from croupier.table.table import Table

SHORT = 12  # digits of a commitment shown before every round


def add_panels(player: HousePlayer) -> None:
    """Registers the keys of this game."""
    table = player.sitting.table
    when = "when the cut card comes" if table.options.get(CUT_CARD) else "after the round"
    player.panels = {
        "help": lambda _: help_panel(player, table.game.how_to_play),
        "tables": lambda _: tables_panel(player),
        "coach": lambda mode: coach_panel(player, mode),
        "fair": lambda _: fair_panel(player, when),
        "word": lambda word: word_panel(player, word),
    }


def header(player: HousePlayer) -> None:
    table = player.sitting.table
    player.console.print(Rule(Text(table.game.name, "bold")))
    player.show(table.game.title)
    posted = player.pen.dot.join(f"{group.title} {group.id}" for group in table.posted.values())
    about = Grid.grid(padding=(0, 2))
    about.add_row("Posted", posted)
    if said := marked(table):
        about.add_row("Note", said)
    about.add_row("Limits", player.pen.dot.join(limits(table)))
    player.show(about, style="dim")
    for notice in table.notices:
        player.show(notice)


def limits(table: Table) -> list[str]:
    """The bounds of the wagers, with wagers of the same bounds together."""
    bounds: dict[str, list[str]] = {}
    for wager in table.offers:
        least, most = table.limits.least(wager), table.limits.most(wager)
        shown = dollars(least) if least == most else f"{dollars(least)} to {dollars(most)}"
        bounds.setdefault(shown, []).append(wager.name)
    singles = [f"{', '.join(names)} {shown}" for shown, names in bounds.items()]
    return [*singles, *words(table.limits.aggregates)]


def commitment_line(player: AnyPlayer[S]) -> None:
    """Before the bets: what the house has committed to."""
    shoe = player.sitting.shoe
    going_on = f"from card {shoe.first + 1} of the shoe, " if shoe.first else ""
    player.show(
        f"The cards are shuffled: {going_on}commitment {shoe.commitment[:SHORT]} (f shows it all)",
        style="dim",
    )


def help_panel(player: Terminal, how_to_play: str) -> None:
    player.console.print(Markdown(how_to_play))
    player.show()


def tables_panel(player: HousePlayer) -> None:
    table = player.sitting.table
    sheets = [sheet(table.displayed(group)) for group in table.posted]
    player.console.print(Columns(sheets, padding=(1, 2)))
    if player.sitting.meters:
        player.show(f"Jackpots now: {meters_line(player.sitting.meters)}. "
                  "A percentage is of the wager's own jackpot.")  # fmt: skip


def sheet(table: Paytable) -> Grid:
    title = f"{table.title} {table.id}"
    shown = Grid(title=title, caption=f"pays {table.odds}", box=box.ROUNDED)
    shown.add_column("hand")
    for column in table.columns:
        shown.add_column(column, justify="right")
    for row in table.rows:
        label = row.label if row.reachable else f"{row.label} (cannot occur)"
        shown.add_row(label, *row.printed, style="" if row.reachable else "dim")
    return shown


def fair_panel(player: AnyPlayer[S], when: str) -> None:
    sitting = player.sitting
    player.show("Before your bets the house committed to this shuffle. Its commitment:")
    player.show(f"  {sitting.shoe.commitment}", style="bold")
    if sitting.words:
        player.show("You committed to these words, and opened them before the deal:")
        for word in sitting.words:
            player.show(f"  seat {word.seat}  {word.word!r}")
            player.show(f"  {word.commitment}", style="dim")
    else:
        typed = f", after your word {sitting.word!r}" if sitting.word else ""
        player.show(
            f"Before the deal you commit to a word of 128 random bits{typed}. It is opened when "
            "no bet can be changed, and mixed in: the house could not foresee it."
        )
    player.show(f"The secret is shown {when}. To check that nothing was changed:")
    player.command(called("fair", str(player.record)))


def word_panel(player: AnyPlayer[S], word: str) -> None:
    """Sets the player's part of every word from now on; a word without it is no less random."""
    sitting = player.sitting
    try:
        word = check_typed(word or player.ask("Your lucky word: "))
    except RuleError as wrong:
        player.refuse(wrong)
        return
    player.keep(sitting.with_word(word))
    late = sitting.begun or sitting.shoe.first > 0
    when = "the next shuffle on; these cards are dealt" if late else "your next bet on"
    said = f"{word!r} is in your word" if word else "Your word is random bits alone"
    player.show(f"{said} from {when}.")


def meters_line(meters: Meters) -> str:
    """`five card jackpot $10,000.20`, each by its wager."""
    return ", ".join(f"{name} {dollars(meter.shown)}" for name, meter in meters.items())


def words_said(words: Words, closed: str) -> list[str]:
    """What is shown between bets and deal; `closed` says why nothing can change anymore."""
    if not words:
        return []
    given = ", ".join(word.commitment[:SHORT] for word in words)
    opened = ", ".join(_short(str(word.word)) for word in words)
    one = len(words) == 1
    return [
        f"You commit to {'a word' if one else 'words'}: {given} (f shows it all)",
        f"{closed}; {'the word is' if one else 'the words are'} opened: {opened}",
    ]


def _short(word: str) -> str:
    typed, space, bits = word.rpartition(" ")
    return f"{typed}{space}{bits[:SHORT]}"
