"""`croupier hand`: what held cards and a board of Five Card Hold Out make, high and low."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from croupier.cards.card import DECK, RANKS, Card, parse, rank, text
from croupier.cards.hands import FIVE_STRAIGHT, FIVE_STRAIGHT_FLUSH
from croupier.cards.scales import FIVE, FIVE_LADDER, LOW, category
from croupier.cli.input import batch, quoted, truth, write_json
from croupier.cli.options import AsJson, Batch
from croupier.cli.screen import bare, screen
from croupier.games.registry import poker_game
from croupier.rules.felt import OptionValue
from croupier.rules.poker import Best, BestHand, low_ranks_of

Qualifier = Annotated[
    str, typer.Option(help="The highest card of a low that counts: 5 to 10, J, Q, K, or none.")
]
Wheel = Annotated[
    bool,
    typer.Option(
        "--wheel-straight/--no-wheel-straight", help="Whether A-2-3-4-5 is a straight for high."
    ),
]
LOW_RANKS = "A23456789TJQK"
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
    options: dict[str, OptionValue] = {"qualifier": qualifier, "wheel_straight": wheel_straight}
    return poker_game().best(held, board, options)


def hand_json(best: Best) -> dict[str, Any]:
    high, low, qualifies = best
    name, words = FIVE_LADDER[category(high.score)].name, FIVE.words(high.score)
    row = {"category": name, "ranks": _high_ranks(high), "cards": text(high.cards)}
    return {
        "high": {**row, "note": words} if words == "royal flush" else row,
        "low": {
            "ranks": "".join(LOW_RANKS[held] for held in low_ranks_of(low.cards)),
            "cards": text(low.cards),
            "qualifies": qualifies,
        },
    }


def _high_ranks(high: BestHand) -> str:
    """Those held most often first, high before low; the ace of a wheel is its lowest card."""
    ranks = [rank(card) for card in high.cards]
    straight = category(high.score) in (FIVE_STRAIGHT, FIVE_STRAIGHT_FLUSH)
    if straight and high.score & 15 < max(ranks):
        return "".join(LOW_RANKS[held] for held in low_ranks_of(high.cards))
    ordered = sorted(ranks, key=lambda held: (-ranks.count(held), -held))
    return "".join(RANKS[held] for held in ordered)


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
    named = {"qualifier": poker_game().spelled("qualifier", said.get("qualifier", usual))}
    return quoted(named, "qualifier", where)
