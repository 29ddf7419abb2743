"""`croupier hand`, `equity` and `keep`: hands of Five Card Hold Out, and their shares of a pot."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

import typer

from croupier.cards.card import DECK, Card, parse, text
from croupier.cards.scales import FIVE, LOW
from croupier.cli.input import batch, value_of, write_json
from croupier.cli.options import AsJson, Batch
from croupier.cli.progress import working
from croupier.cli.screen import bare, percent, screen
from croupier.desk.hands import equity_json, hand_json, keep_json, keeps_by_share, pot_shares
from croupier.errors import BadRecord, RuleError, shown
from croupier.games.registry import poker_game
from croupier.odds.figures import root
from croupier.odds.poker import Deals, Equity, Showdown, Unknown
from croupier.rules.felt import OptionValue

Qualifier = Annotated[
    str, typer.Option(help="The highest card of a low that qualifies: 5 to 10, J, Q, K, or none.")
]
Wheel = Annotated[
    bool,
    typer.Option(
        "--wheel-straight/--no-wheel-straight", help="Whether A-2-3-4-5 is a straight for high."
    ),
]
Mode = Annotated[str, typer.Option(help="What is played for: high, hilo or low.")]
Trials = Annotated[int, typer.Option(help="How many random deals.")]
Seed = Annotated[int, typer.Option(help="The seed of the random deals.")]
GAME = poker_game()  # these commands do not name a game: it is the house's first
HAND_KEYS = ("held", "board", "qualifier", "wheel_straight")
POT_KEYS = ("hands", "board", "dead", "mode", "qualifier", "wheel_straight", "trials", "seed")


def hand(
    held: Annotated[str, typer.Option(help="The cards held; all of them must play.")] = "",
    board: Annotated[str, typer.Option(help="The community cards.")] = "",
    qualifier: Qualifier = "8",
    wheel_straight: Wheel = True,
    batch: Batch = False,
    as_json: AsJson = False,
) -> None:
    """Poker: the best high and low of held cards and a board.

    Example: [bold]croupier hand --held "8h 4d" --board "4s Ah 5c 8d"[/bold]
    """
    if batch:
        raise typer.Exit(_hand_batch(qualifier, wheel_straight=wheel_straight))
    options: dict[str, OptionValue] = {"qualifier": qualifier, "wheel_straight": wheel_straight}
    best = GAME.best(parse(held), parse(board), options)
    if as_json:
        write_json(hand_json(best))
        return
    sheet = bare()
    sheet.add_row("high", text(best.high.cards), FIVE.words(best.high.score))
    counts = "qualifies" if best.qualifies else "does not qualify"
    sheet.add_row("low", text(best.low.cards), f"{LOW.words(best.low.score)}, {counts}")
    screen().print(sheet)


def _hand_batch(qualifier: str, *, wheel_straight: bool) -> int:
    # A wrong qualifier is refused once, not on every line: five cards need no board.
    GAME.best(DECK[:5], (), {"qualifier": qualifier, "wheel_straight": wheel_straight})

    def answer(said: dict[str, Any], where: str) -> object:
        held, board = (parse(value_of(said, key, where, "")) for key in ("held", "board"))
        options: dict[str, OptionValue] = {
            "qualifier": _qualifier(said, where, qualifier),
            "wheel_straight": value_of(said, "wheel_straight", where, wheel_straight),
        }
        return hand_json(GAME.best(held, board, options))

    return batch(HAND_KEYS, answer)


def _qualifier(said: dict[str, Any], where: str, usual: str) -> str:
    """A line's qualifier: a number or a text, null for none."""
    named = {"qualifier": GAME.spelled("qualifier", said.get("qualifier", usual))}
    return value_of(named, "qualifier", where, "")


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
    batch: Batch = False,
    as_json: AsJson = False,
) -> None:
    """Poker: each hand's share of the pot, exact if all hands are known.

    Example: [bold]croupier equity --hand "As Ah" --hand "Kd Qd Jd" --board "Th 2c"[/bold]
    """
    pot = pot_of(hands or (), board, dead, mode, qualifier, wheel_straight)
    deals = Deals(trials, seed)
    if batch:
        raise typer.Exit(_equity_batch(pot, deals))
    with working("dealing boards"):
        result = pot_shares(GAME.id, pot, deals)
    if as_json:
        write_json(equity_json(result, deals))
    else:
        _show_equity(hands or (), result, deals)


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
    """Poker: every way to keep from five cards, the best first.

    Example: [bold]croupier keep --cards "As Ah Kd 7c 2h" --opponents 2[/bold]
    """
    spread: dict[str, OptionValue] = {
        "mode": mode,
        "qualifier": qualifier,
        "wheel_straight": wheel_straight,
    }
    dealt, deals = parse(cards), Deals(trials, seed)
    with working("dealing boards"):
        keeps = keeps_by_share(GAME.id, dealt, opponents, spread, deals)
    rows = [keep_json(keep, dealt) for keep in keeps]
    if as_json:
        more = {"opponents": opponents, **spread, **deals._asdict(), "exact": False}
        write_json({"keeps": rows, **more})
        return
    sheet = bare("keep", "discard", "equity", "±", "scoop")
    for keep, row in zip(keeps, rows, strict=True):
        error = Fraction(row["standard_error"])
        shares = (percent(share, 2) for share in (keep.pot, error, keep.scoop))
        sheet.add_row(row["keep"], row["discard"], *shares)
    console = screen()
    console.print(sheet)
    said = f"{trials:,} deals, seed {seed}, {opponents} opponents; ± one standard error"
    console.print(said, style="dim")


def hand_of(written: str) -> tuple[Card, ...] | Unknown:
    """Kept cards; `random:3` for three unknown ones; `random` for what the policy keeps."""
    word, colon, kept = written.strip().partition(":")
    if word != "random":
        return parse(written)
    if not colon:
        return Unknown()
    if not (kept.isascii() and kept.isdigit() and len(kept) == 1):
        raise RuleError(
            f"hand {shown(written)}; write random, or random:1 to random:5", "hands/random"
        )
    return Unknown(int(kept))


def pot_of(
    hands: Sequence[str], board: str, dead: str, mode: str, qualifier: str, wheel_straight: bool
) -> Showdown:
    kept = tuple(map(hand_of, hands))
    return Showdown(kept, parse(board), parse(dead), mode, qualifier, wheel_straight)


def _show_equity(hands: Sequence[str], result: Equity, deals: Deals) -> None:
    console = screen()
    sheet = bare("hand", "equity", "high", "low", "scoop", "tie")
    columns = (result.pot, result.high, result.low, result.scoop, result.tie)
    for seat, hand in enumerate(hands):
        sheet.add_row(hand, *(percent(column[seat], 3) for column in columns))
    console.print(sheet)
    if result.squared_errors is None:
        console.print(f"exact, {result.dealt:,} boards", style="dim")
    else:
        error = percent(Fraction(root(max(result.squared_errors), 10)), 3)
        said = f"{result.dealt:,} deals, seed {deals.seed}; standard error up to {error}"
        console.print(said, style="dim")


def _equity_batch(usual: Showdown, deals: Deals) -> int:
    """One pot per line; whatever a line omits is as given to the command."""

    def answer(said: dict[str, Any], where: str) -> object:
        hands = said.get("hands", [])
        if not isinstance(hands, list) or not all(isinstance(hand, str) for hand in hands):
            raise BadRecord(f"{where}: hands = {shown(hands)}; write a list of texts")
        pot = pot_of(
            hands,
            value_of(said, "board", where, ""),
            value_of(said, "dead", where, ""),
            value_of(said, "mode", where, usual.mode),
            _qualifier(said, where, usual.qualifier),
            value_of(said, "wheel_straight", where, usual.wheel_straight),
        )
        dealt = Deals(
            value_of(said, "trials", where, deals.trials), value_of(said, "seed", where, deals.seed)
        )
        return equity_json(pot_shares(GAME.id, pot, dealt), dealt)

    return batch(POT_KEYS, answer)
