"""`croupier hand`: what held cards and a board of Five Card Hold Out make, high and low."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from croupier.cards.card import DECK, Card, parse, text
from croupier.cards.scales import FIVE, LOW
from croupier.cli.input import batch, quoted, truth, write_json
from croupier.cli.options import AsJson, Batch
from croupier.cli.screen import bare, screen
from croupier.desk.hands import best_hands, hand_json
from croupier.games.registry import POKER, poker_game
from croupier.rules.poker import Best

Qualifier = Annotated[
    str, typer.Option(help="The highest card of a low that counts: 5 to 10, J, Q, K, or none.")
]
Wheel = Annotated[
    bool,
    typer.Option(
        "--wheel-straight/--no-wheel-straight", help="Whether A-2-3-4-5 is a straight for high."
    ),
]
GAME = next(iter(POKER))  # these commands name none: the first of the house
KEYS = ("held", "board", "qualifier", "wheel_straight")


def hand(
    held: Annotated[str, typer.Option(help="The cards held; all of them must play.")] = "",
    board: Annotated[str, typer.Option(help="The community cards.")] = "",
    qualifier: Qualifier = "8",
    wheel_straight: Wheel = True,
    batch: Batch = False,
    as_json: AsJson = False,
) -> None:
    """Five Card Hold Out: the best high and low of held cards and a board.

    Example: [bold]croupier hand --held "8h 4d" --board "4s Ah 5c 8d"[/bold]
    """
    if batch:
        raise typer.Exit(batched(qualifier, wheel_straight=wheel_straight))
    show_hand(held, board, qualifier, wheel_straight=wheel_straight, as_json=as_json)


def best_of(
    held: Sequence[Card], board: Sequence[Card], qualifier: str, wheel_straight: bool
) -> Best:
    return best_hands(GAME, held, board, {"qualifier": qualifier, "wheel_straight": wheel_straight})


def show_hand(
    held: str, board: str, qualifier: str, *, wheel_straight: bool = True, as_json: bool
) -> None:
    best = best_of(parse(held), parse(board), qualifier, wheel_straight)
    if as_json:
        write_json(hand_json(best))
        return
    sheet = bare()
    sheet.add_row("high", text(best.high.cards), FIVE.words(best.high.score))
    counts = "qualifies" if best.qualifies else "does not qualify"
    sheet.add_row("low", text(best.low.cards), f"{LOW.words(best.low.score)}, {counts}")
    screen().print(sheet)


def batched(qualifier: str, *, wheel_straight: bool = True) -> int:
    # A wrong qualifier is refused once, not on every line: five cards need no board.
    best_of(DECK[:5], (), qualifier, wheel_straight)

    def answer(said: dict[str, Any], where: str) -> object:
        held, board = (parse(quoted(said, key, where)) for key in ("held", "board"))
        wheel = truth(said, "wheel_straight", where, wheel_straight)
        return hand_json(best_of(held, board, qualifier_said(said, where, qualifier), wheel))

    return batch(KEYS, answer)


def qualifier_said(said: dict[str, Any], where: str, usual: str) -> str:
    """A line's qualifier: a number or a text, null for none."""
    named = {"qualifier": poker_game(GAME).spelled("qualifier", said.get("qualifier", usual))}
    return quoted(named, "qualifier", where)
