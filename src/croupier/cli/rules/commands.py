"""Commands about tables: what there is, play, disputes, proofs."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import (
    Aggregates,
    AsJson,
    LimitProfile,
    Options,
    Posts,
    Unprinted,
    amounts,
    pairs,
)
from croupier.cli.room.arguments import BANK, Bank
from croupier.errors import RuleError


def games(as_json: AsJson = False) -> None:
    """The games: wagers, house options and paytables.

    Example: [bold]croupier games[/bold]
    """
    from croupier.cli.rules import games as show

    show.games(as_json=as_json)


def rules(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game id, as `croupier games` lists.")
    ] = "",
    post: Posts = None,
    unprinted: Unprinted = False,
    option: Options = None,
    limits: LimitProfile = None,
    least: Annotated[
        list[str] | None, typer.Option("--min", metavar="WAGER=DOLLARS", help="A minimum.")
    ] = None,
    most: Annotated[
        list[str] | None, typer.Option("--max", metavar="WAGER=DOLLARS", help="A maximum.")
    ] = None,
    aggregate: Aggregates = None,
    offer: Annotated[
        list[str] | None, typer.Option(help="Offer this wager; all of them if none is named.")
    ] = None,
    table: Annotated[
        str, typer.Option(help="A table of a room, instead of a game: its rules as posted.")
    ] = "",
    bank: Bank = BANK,
    as_json: AsJson = False,
) -> None:
    """How to play a game, and its paytables as printed; or the rules as posted at one table.

    Example: [bold]croupier rules four-card-prime --post aces_baby=AB-03[/bold]
    """
    from croupier.cli.rules import asked as rules_asked
    from croupier.cli.rules.games import rules as run

    asked = rules_asked.Asked(
        pairs(post, "--post"),
        pairs(option, "--option"),
        limits,
        amounts(least, "--min"),
        amounts(most, "--max"),
        amounts(aggregate, "--aggregate"),
        offer,
        unprinted=unprinted,
    )
    if table:
        rules_asked.of_room(game, table, bank, asked, as_json=as_json)
    elif not game:
        raise RuleError("name a game, or a table of a room with --table", "command/bad")
    elif asked.is_general:
        run(game, as_json=as_json)
    else:
        rules_asked.of_game(game, asked, as_json=as_json)


def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="A name or a part of one; a menu if left out."),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=99,
            help="How many seats you play, usually 1; poker: how many there are, usually 6.",
        ),
    ] = None,
    bots: Annotated[str, typer.Option(help="Poker: who sits at the other seats.")] = "call,random",
    post: Posts = None,
    unprinted: Unprinted = False,
    option: Options = None,
    limits: Annotated[
        str, typer.Option(help="The limit profile: wa-2023; poker: wa-2016 or wa-2016-lesser.")
    ] = "",
    aggregate: Aggregates = None,
    bankroll: Annotated[str, typer.Option(help="Play money to begin with, in dollars.")] = "500",
    lucky: Annotated[str, typer.Option(help="A word of yours, in every shuffle.")] = "",
    new: Annotated[
        bool, typer.Option("--new", help="Begin anew; asks before it throws a saved game away.")
    ] = False,
) -> None:
    """Sit down and play in the terminal. Quit at any time; one game of each kind is saved.

    Example: [bold]croupier play 4-card-split-v2 --seats 2 --post blind=P4[/bold]
    """
    from croupier.cli.play.desk import Settings
    from croupier.cli.play.game import play as run
    from croupier.money import parse_dollars

    run(
        game,
        Settings(
            bankroll=parse_dollars(bankroll),
            seats=seats,
            bots=bots,
            posted=pairs(post, "--post"),
            unprinted=unprinted,
            options=pairs(option, "--option"),
            profile=limits,
            aggregates=amounts(aggregate, "--aggregate"),
            word=lucky,
            fresh=new,
        ),
    )


def settle(
    file: Annotated[
        Path | None, typer.Argument(help="Requests; standard input if left out.")
    ] = None,
    unprinted: Unprinted = False,
    aggregate: Aggregates = None,
    as_json: AsJson = False,
) -> None:
    """What every wager pays, given the cards, with the reason and the rule.

    Reads one JSON object, or one on each line; docs/settle.md describes the form. Answers in JSON
    when asked, or when the output is not a terminal.

    Example: [bold]croupier settle < dispute.json[/bold]
    """
    from croupier.cli.rules.settle import run

    asked: dict[str, object] = {"unprinted": True} if unprinted else {}
    if aggregate:
        asked["aggregates"] = amounts(aggregate, "--aggregate")
    raise typer.Exit(run(file, asked, as_json=as_json))


def fair(
    file: Annotated[
        Path | None, typer.Argument(help="A round's record; standard input if left out.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a finished round against the shuffle that was committed to before the bets.

    Example: [bold]croupier fair last-round.json[/bold]
    """
    from croupier.cli.rules.prove import fair as run

    raise typer.Exit(run(file, as_json=as_json))


def replay(
    file: Annotated[
        Path | None,
        typer.Argument(help="A transcript, or a poker hand in PHH; standard input if left out."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Replay a transcript and check that every line of it follows from the rules.

    Example: [bold]croupier replay round.txt[/bold]
    """
    from croupier.cli.rules.prove import replay as run

    raise typer.Exit(run(file, as_json=as_json))
