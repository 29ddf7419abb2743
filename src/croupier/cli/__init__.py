"""The command `croupier`. Commands import what they need when they run, so that help is instant."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.errors import RuleError

if TYPE_CHECKING:
    from croupier.table.table import Table

app = typer.Typer(
    help="Deals, settles and plays casino card games to the letter of their rulebooks.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game id, as `croupier games` lists.")
]
Posts = Annotated[
    list[str] | None,
    typer.Option("--post", metavar="NAME=ID", help="Post a paytable, such as aces_baby=AB-03."),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar="NAME=VALUE", help="Set a house option, such as bonus_alone=on."
    ),
]
Pays = Annotated[
    list[str] | None,
    typer.Option(
        "--pay",
        metavar="NAME:ROW=PAY,…",
        help="What if rows of a posted table paid so much, such as 'aces_baby: Trips=9, AA=2'.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


@app.command()
def games(as_json: AsJson = False) -> None:
    """The rule sets: wagers, house options and paytables.

    Example: [bold]croupier games[/bold]
    """
    from croupier.cli import show

    show.games(as_json=as_json)


@app.command()
def rules(game: GameName, as_json: AsJson = False) -> None:
    """How to play a game, and its paytables as printed.

    Example: [bold]croupier rules four-card-prime[/bold]
    """
    from croupier.cli import show

    show.rules(game, as_json=as_json)


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Asked for if left out.")
    ] = None,
    seats: Annotated[
        int, typer.Option(min=1, help="How many seats you play; poker: how many there are.")
    ] = 1,
    bots: Annotated[str, typer.Option(help="Poker: who sits at the other seats.")] = "call,random",
    post: Posts = None,
    option: Options = None,
    limits: Annotated[str, typer.Option(help="The limit profile of the table.")] = "wa-2023",
    bankroll: Annotated[str, typer.Option(help="Play money to begin with, in dollars.")] = "500",
    lucky: Annotated[str, typer.Option(help="A word of yours, mixed into every shuffle.")] = "",
    new: Annotated[
        bool, typer.Option("--new", help="Do not offer to resume a saved game.")
    ] = False,
) -> None:
    """Sit down and play in the terminal. Quit at any time; the game is kept.

    Example: [bold]croupier play 4-card-split-v2 --seats 2 --post blind=P4[/bold]
    """
    from croupier.money import parse_dollars
    from croupier.rules.registry import poker

    if game is not None and poker(game) is not None:
        from croupier.cli.play_poker import play as play_poker

        raise typer.Exit(
            play_poker(
                seats=seats if seats > 1 else 6,
                bots=bots,
                options=pairs(option, "--option"),
                buy_in=parse_dollars(bankroll),
                word=lucky,
                fresh=new,
            )
        )
    from croupier.cli.play import play as run

    code = run(
        game,
        seats=seats,
        posted=pairs(post, "--post"),
        options=pairs(option, "--option"),
        profile=limits,
        bankroll=parse_dollars(bankroll),
        entropy=lucky,
        fresh=new,
    )
    raise typer.Exit(code)


@app.command()
def settle(
    file: Annotated[
        Path | None, typer.Argument(help="Requests; standard input if left out.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """What every wager must be paid, from the cards as they lie, with the reason and the rule.

    Reads one JSON object, or one on each line; docs/settle.md describes the form. Answers in JSON
    when asked, or when the output is not a terminal.

    Example: [bold]croupier settle < dispute.json[/bold]
    """
    from croupier.cli.settle import run

    raise typer.Exit(run(file, as_json=as_json))


@app.command()
def fair(
    file: Annotated[
        Path | None, typer.Argument(help="A round's record; standard input if left out.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a finished round against the shuffle that was committed to before the bets.

    Example: [bold]croupier fair last-round.json[/bold]
    """
    from croupier.cli.prove import fair as run

    raise typer.Exit(run(file, as_json=as_json))


@app.command()
def replay(
    file: Annotated[
        Path | None,
        typer.Argument(help="A transcript, or a poker hand in PHH; standard input if left out."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a transcript again and see that every line of it follows from the rules.

    Example: [bold]croupier replay round.txt[/bold]
    """
    from croupier.cli.prove import replay as run

    raise typer.Exit(run(file, as_json=as_json))


@app.command()
def odds(
    game: GameName,
    post: Posts = None,
    option: Options = None,
    pay: Pays = None,
    seed: Annotated[
        str | None, typer.Option(help="A progressive meter's seed, in jackpot wagers.")
    ] = None,
    contribution: Annotated[
        str | None, typer.Option(help="What a jackpot wager adds to its meter, such as 25%.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """The exact odds of a table under optimal play: edges, frequencies, variance.

    Example: [bold]croupier odds four-card-prime --post bad_beat_bonus=BB-04[/bold]
    """
    from croupier.cli.figures import odds as run

    run(_table(game, post, option, pay), as_json=as_json, seed=seed, contribution=contribution)


@app.command()
def ev(
    game: GameName,
    cards: Annotated[str, typer.Option(help="Your cards.")] = "",
    up: Annotated[str, typer.Option(help="The dealer's upcard.")] = "",
    offer: Annotated[str | None, typer.Option(help="Buyout: the card on offer.")] = None,
    seen: Annotated[str, typer.Option(help="Other cards that lie face up.")] = "",
    bonus: Annotated[str, typer.Option(help="Buyout: a bonus bet, in first bets.")] = "0",
    batch: Annotated[bool, typer.Option("--batch", help="JSON lines from standard input.")] = False,
    post: Posts = None,
    option: Options = None,
    pay: Pays = None,
    as_json: AsJson = False,
) -> None:
    """The exact value of every action in one state, in units of the first bet.

    Example: [bold]croupier ev four-card-prime --cards "As Kd 7h 2c 9s" --up Qh[/bold]
    """
    from croupier.cli import figures

    table = _table(game, post, option, pay)
    if batch:
        if cards or up or offer or seen or bonus != "0":
            raise RuleError(
                "--batch: write the cards and bets of a state in its line", "state/batch"
            )
        raise typer.Exit(figures.ev_batch(table))
    state = figures.state_of(table, cards=cards, up=up, offer=offer, seen=seen, bonus=bonus)
    figures.ev(table, state, as_json=as_json)


@app.command()
def verify(as_json: AsJson = False) -> None:
    """Every figure printed in the rulebooks beside ours, exact, with a verdict.

    Example: [bold]croupier verify[/bold]
    """
    from croupier.cli.figures import verified

    raise typer.Exit(verified(as_json=as_json))


@app.command()
def simulate(
    game: GameName,
    bots: Annotated[str, typer.Option(help="Who plays, in seat order.")] = "call,random",
    hands: Annotated[int, typer.Option(min=2, max=10_000_000, help="How many hands.")] = 2000,
    stack: Annotated[int, typer.Option(min=1, max=10**9, help="Chips at each hand's start.")] = (
        20_000
    ),
    seed: Annotated[int, typer.Option(help="The same seed, the same hands.")] = 1,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Bots against each other with duplicate deals: what each wins, with its error.

    Example: [bold]croupier simulate five-card-hold-out --bots solved,call --hands 10000[/bold]
    """
    from croupier.cli.simulate import run

    options = pairs(option, "--option")
    run(game, bots=bots, hands=hands, stack=stack, seed=seed, options=options, as_json=as_json)


@app.command()
def strategy(
    game: GameName,
    rules: Annotated[
        list[int] | None, typer.Option(help="How many rules; may be given several times.")
    ] = None,
    post: Posts = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """The best play as short lists of rules to memorise, with what each list costs, exactly.

    Example: [bold]croupier strategy four-card-prime --rules 4[/bold]
    """
    from croupier.cli.strategy import run

    run(_table(game, post, option), rules or (), as_json=as_json)


@app.command()
def report(
    game: GameName,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file to write: .html, .pdf or .xlsx.")
    ],
    post: Posts = None,
    option: Options = None,
    date: Annotated[str, typer.Option(help="A date for the title page; none if left out.")] = "",
) -> None:
    """The mathematics of a table, as a gambling regulator expects it: every figure, exact.

    Example: [bold]croupier report four-card-prime -o prime.pdf[/bold]
    """
    from croupier.cli.report import report as run

    run(_table(game, post, option), output, date=date)


@app.command()
def design(
    game: GameName,
    table: Annotated[str, typer.Option(metavar="GROUP", help="The table to design.")],
    edge: Annotated[str, typer.Option(help="The house edge to come near to, such as 3%.")],
    hit: Annotated[
        str | None, typer.Option(help="How often the wager should pay, such as 20%.")
    ] = None,
    within: Annotated[
        str,
        typer.Option(help="So near to it, tables with few changes come first; 0%: the nearest."),
    ] = "0.05%",
    rows: Annotated[
        str, typer.Option(help="What rows may pay, such as 'Trips=8..12,Flush=5'.")
    ] = "",
    limit: Annotated[int, typer.Option(min=1, max=100, help="How many tables.")] = 10,
    post: Posts = None,
    option: Options = None,
    pay: Pays = None,
    as_json: AsJson = False,
) -> None:
    """Whole-number paytables near a house edge, priced exactly, those with few changes first.

    Example: [bold]croupier design four-card-prime --table aces_baby --edge 3%[/bold]
    """
    from croupier.cli.design import run

    house = _table(game, post, option, pay)
    run(
        house,
        table,
        edge=edge,
        hit=hit,
        within=within,
        rows=rows,
        limit=limit,
        as_json=as_json,
    )


Qualifier = Annotated[
    str, typer.Option(help="The highest card of a low that counts: none, 8 or 9.")
]
Wheel = Annotated[
    bool,
    typer.Option(
        "--wheel-straight/--no-wheel-straight", help="Whether A-2-3-4-5 is a straight for high."
    ),
]


@app.command()
def hand(
    held: Annotated[str, typer.Option(help="The cards held; all of them must play.")] = "",
    board: Annotated[str, typer.Option(help="The community cards.")] = "",
    qualifier: Qualifier = "8",
    wheel_straight: Wheel = True,
    batch: Annotated[bool, typer.Option("--batch", help="JSON lines from standard input.")] = False,
    as_json: AsJson = False,
) -> None:
    """Five Card Hold Out: the best high and the best low of held cards and a board.

    Example: [bold]croupier hand --held "8h 4d" --board "4s Ah 5c 8d"[/bold]
    """
    from croupier.cli.hand import batched, run

    if batch:
        raise typer.Exit(batched(qualifier, wheel_straight=wheel_straight))
    run(held, board, qualifier, wheel_straight=wheel_straight, as_json=as_json)


Mode = Annotated[str, typer.Option(help="What is played for: high, hilo or low.")]
Trials = Annotated[int, typer.Option(help="How many random deals.")]
Seed = Annotated[int, typer.Option(help="What fixes the random deals.")]


@app.command()
def equity(
    hands: Annotated[
        list[str] | None,
        typer.Option("--hand", help="Cards kept, random:3 for three unknown, or random; 2 to 9."),
    ] = None,
    board: Annotated[str, typer.Option(help="The community cards so far.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that cannot come.")] = "",
    mode: Mode = "high",
    qualifier: Qualifier = "8",
    wheel_straight: Wheel = True,
    trials: Trials = 100_000,
    seed: Seed = 1,
    batch: Annotated[bool, typer.Option("--batch", help="JSON lines from standard input.")] = False,
    as_json: AsJson = False,
) -> None:
    """Five Card Hold Out: what each hand may expect of the pot, exact where hands are known.

    Example: [bold]croupier equity --hand "As Ah" --hand "Kd Qd Jd" --board "Th 2c"[/bold]
    """
    from croupier.cli.hold_out import equity_batch, pot_of, run_equity
    from croupier.odds.hold_out_stakes import Deals

    pot = pot_of(hands or (), board, dead, mode, qualifier, wheel_straight)
    deals = Deals(trials, seed)
    if batch:
        raise typer.Exit(equity_batch(pot, deals))
    run_equity(hands or (), pot, deals, as_json=as_json)


@app.command()
def keep(
    cards: Annotated[str, typer.Option(help="The five cards dealt.")] = "",
    opponents: Annotated[int, typer.Option(help="How many others go to the showdown.")] = 1,
    mode: Mode = "high",
    qualifier: Qualifier = "8",
    wheel_straight: Wheel = True,
    trials: Trials = 100_000,
    seed: Seed = 1,
    as_json: AsJson = False,
) -> None:
    """Five Card Hold Out: every keep of five cards, the best first.

    Example: [bold]croupier keep --cards "As Ah Kd 7c 2h" --opponents 2[/bold]
    """
    from croupier.cli.hold_out import run_keep
    from croupier.odds.hold_out_stakes import Deals

    spread = {"mode": mode, "qualifier": qualifier, "wheel_straight": wheel_straight}
    run_keep(cards, opponents, spread, Deals(trials, seed), as_json=as_json)


def _table(
    game: str, post: list[str] | None, option: list[str] | None, pay: list[str] | None = None
) -> "Table":
    from croupier.table.table import open_table, with_pays

    options: dict[str, bool | int | str] = dict(pairs(option, "--option"))
    table = open_table(game, posted=pairs(post, "--post"), options=options)
    for key, rows in map(changed_rows, pay or ()):
        table = with_pays(table, key, rows)
    return table


def changed_rows(written: str) -> tuple[str, dict[str, str]]:
    """`aces_baby: Trips=9, Flush=6`: the table, with its column if it has several, and its rows."""
    key, colon, rest = written.partition(":")
    rows: dict[str, str] = {}
    for item in rest.split(","):
        row, equals, pays = (part.strip() for part in item.rpartition("="))
        if not colon or not equals or not row or not pays:
            raise RuleError(
                f"--pay {written!r}; write --pay 'NAME: ROW=PAY, ROW=PAY'", "command/bad"
            )
        if row in rows:
            raise RuleError(f"--pay {written!r} names {row!r} twice; write each row once")
        rows[row] = pays
    return key.strip(), rows


def pairs(written: list[str] | None, flag: str) -> dict[str, str]:
    """`NAME=VALUE` as typed on the command line."""
    read = {}
    for item in written or ():
        name, equals, value = item.partition("=")
        if not equals or not name or not value:
            raise RuleError(f"{flag} {item!r}; write {flag} NAME=VALUE", "command/bad")
        if name.strip() in read:
            raise RuleError(f"{flag} names {name.strip()!r} twice; write it once", "command/bad")
        read[name.strip()] = value.strip()
    return read


def version(asked: bool) -> None:
    if asked:
        from croupier import __version__

        typer.echo(f"croupier {__version__}")
        raise typer.Exit


@app.callback()
def croupier(
    shown: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Runs the command; what the rules refuse is said in plain words."""
    try:
        app()
    except RuleError as refused:
        typer.echo(f"croupier: {refused.message}  [{refused.code}]", err=True)
        sys.exit(2)
    except OSError as failed:
        typer.echo(f"croupier: {failed}", err=True)
        sys.exit(2)
