"""`croupier games`: the games of the house, with wagers, options and paytables."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.screen import ScreenTable, screen
from croupier.games.registry import ALIASES, GAMES, POKER, rules_hash
from croupier.money import dollars
from croupier.rules.limits import PokerProfile, poker_profiles, profiles
from croupier.rules.paytable import Paytable
from croupier.rules.poker import PokerGame
from croupier.rules.vocabulary import Choose, EachSeat, Game, HouseOption, Wager


def games(as_json: AsJson = False) -> None:
    """The games: wagers, house options and paytables.

    Example: [bold]croupier games[/bold]
    """
    if as_json:
        write_json(
            {
                "rules": rules_hash(),
                "games": [game_json(game) for game in GAMES.values()],
                "poker": [poker_json(game) for game in POKER.values()],
                "limits": {name: row._asdict() for name, row in profiles().items()},
                "poker_limits": {name: row._asdict() for name, row in poker_profiles().items()},
            }
        )
        return
    console = screen()
    for game in GAMES.values():
        grid = _headed(console, game)
        grid.add_row("  decks, seats", f"{game.decks}, 1 to {game.seats_max} ({game.seats_why})")
        grid.add_row("  wagers", ", ".join(_wager_text(wager) for wager in game.wagers))
        for group in game.paytables.values():
            grid.add_row(f"  {group.name}", ", ".join(table.id for table in group.tables))
        if aliases := _aliases(game.id):
            grid.add_row("  also called", ", ".join(aliases))
        add_options(grid, game.options)
        console.print(grid)
        console.print()
    for poker in POKER.values():
        _show_poker(console, poker)
    console.print(
        "An amount is written in dollars with their sign, $2.50, or in plain cents, 250.",
        style="dim",
    )


def _headed(console: Console, game: Game | PokerGame) -> Table:
    console.print(Text.assemble((game.id, "bold cyan"), f"  {game.title}"))
    console.print(f"  {game.source}", style="dim")
    return ScreenTable.grid(padding=(0, 2))


def _show_poker(console: Console, game: PokerGame) -> None:
    grid = _headed(console, game)
    grid.add_row("  seats", f"2 to {game.seats_max} ({game.seats_why})")
    add_options(grid, game.options)
    grid.add_row(
        "  qualifier by mode", ", ".join(f"{m}: {q}" for m, q in _qualifiers(game).items())
    )
    for law in poker_profiles().values():
        grid.add_row("  limits", poker_limits(law))
    console.print(grid)
    console.print()


def add_options(grid: Table, options: Sequence[HouseOption]) -> None:
    for option in options:
        default, more = option.words(option.default), f" ({_values(option)})  {option.text}"
        grid.add_row(f"  {option.name}", Text.assemble(default, (more, "dim")))


def _values(option: HouseOption) -> str:
    """What an option may be, in few words; amounts are explained below the list."""
    return "an amount" if option.money else option.takes


def _aliases(game: str) -> list[str]:
    return [alias for alias, meant in ALIASES.items() if meant == game]


def _qualifiers(game: PokerGame) -> dict[str, str]:
    """What a low must qualify with, unless the house says otherwise."""
    (modes,) = [option.values for option in game.options if option.name == "mode"]
    return {mode: str(game.usual({"mode": mode})["qualifier"]) for mode in modes}


def poker_limits(law: PokerProfile) -> str:
    return (
        f"{law.name}, single wagers up to {dollars(law.single_wager)}, at most "
        f"{law.betting_rounds} betting rounds of a bet and {law.raises} raises"
    )


def poker_json(game: PokerGame) -> dict[str, object]:
    return {**_about_json(game), "qualifier_by_mode": _qualifiers(game)}


def _about_json(game: Game | PokerGame) -> dict[str, object]:
    return {
        "game": game.id,
        "name": game.name,
        "title": game.title,
        "source": game.source,
        "seats": game.seats_max,
        "options": _options_json(game.options),
    }


def _options_json(options: Sequence[HouseOption]) -> dict[str, object]:
    return {
        option.name: {
            "default": option.default,
            "values": list(option.values) or None,
            "takes": option.takes,
            "text": option.text,
        }
        for option in options
    }


def _wager_text(wager: Wager) -> str:
    notes = []
    if wager.required:
        notes.append("required")
    if wager.follows:
        notes.append("in play")
    return wager.name + (f" ({', '.join(notes)})" if notes else "")


def game_json(game: Game) -> dict[str, object]:
    return {
        **_about_json(game),
        "aliases": _aliases(game.id),
        "decks": game.decks,
        "wagers": [
            {
                "name": wager.name,
                "required": wager.required,
                "in_play": wager.follows,
                "equals": wager.equals or None,
                "at_least": wager.at_least or None,
                "table": wager.table or None,
                "maximum": wager.most,
            }
            for wager in game.wagers
        ],
        "choices": {choice.name: _actions(choice) for choice in _choices(game)},
        "tables": {
            group.name: [table_json(table) for table in group.tables]
            for group in game.paytables.values()
        },
        "notices": dict(game.notices),
    }


def _choices(game: Game) -> Iterator[Choose]:
    for part in game.flow:
        for step in part.steps if isinstance(part, EachSeat) else (part,):
            if isinstance(step, Choose):
                yield step


def _actions(choice: Choose) -> list[str]:
    """The names of the actions; a split is named by its cards, so it has none of its own."""
    return [] if callable(choice.options) else [option.name for option in choice.options]


def table_json(table: Paytable) -> dict[str, object]:
    return {
        "id": table.id,
        "printed_id": table.printed_id,
        "title": table.title,
        "source": table.source,
        "odds": table.odds,
        "rows": [
            {
                "hand": row.label,
                **dict(zip(table.columns, row.printed, strict=True)),
                "reachable": row.reachable,
            }
            for row in table.rows
        ],
    }
