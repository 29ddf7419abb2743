"""A round in the room as one seat or any onlooker sees it: printed, and as plain data."""

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from croupier.cli.draw import compact, net_text, pen_for
from croupier.cli.screen import Screen
from croupier.money import dollars
from croupier.room.tables.poker.amounts import legal_words
from croupier.room.tables.state import Held
from croupier.table.poker.hand import Hand
from croupier.table.poker.view import view as view_hand
from croupier.table.round import Round
from croupier.table.view import SpotView, view


def show(state: Round | Hand, seat: int | None, held: tuple[Held, ...] = ()) -> None:
    console = Screen()
    if isinstance(state, Hand):
        _show_hand(state, seat, console)
    else:
        _show_round(state, seat, console)
    for one in held:
        console.print(
            f"Seat {one.seat}: {dollars(one.cents)} won with the {one.wager} waits for a "
            "supervisor.",
            style="yellow",
        )


def _show_round(state: Round, seat: int | None, console: Console) -> None:
    now = view(state, seat)
    console.print(Text("  dealer  ").append(compact(now.dealer, pen_for(console))))
    for spot in now.spots:
        for line in _spot(spot, console):
            console.print(line)
    if state.turn is not None:
        may = state.legal if seat == state.turn else state.announced
        words = ", ".join(may) or "split the hidden cards; room hand shows them to their player"
        console.print(f"Seat {state.turn} may: {words}")


def _show_hand(hand: Hand, seat: int | None, console: Console) -> None:
    now = view_hand(hand, seat)
    console.print(f"  board {now.board or 'none'}  pot {dollars(now.pot)}")
    for one in now.seats:
        cards = one.shown or f"{one.cards} cards"
        state = "" if one.live else "  folded"
        chips = f"{dollars(one.paid)} in, {dollars(one.stack)} left"
        console.print(f"  seat {one.seat}  {cards}  {chips}{state}")
    if hand.to_act is not None:
        may = ", ".join(map(legal_words, hand.legal()))
        console.print(f"Seat {hand.to_act} may: {may}")


def _spot(spot: SpotView, console: Console) -> Iterator[Text]:
    pen = pen_for(console)
    line = Text(f"  seat {spot.seat}  ")
    for hand in (*spot.hands, spot.offer):
        line.append(compact(hand, pen)).append(" ")
    yield line.append("dead hand") if spot.dead else line
    for wager, stake in spot.wagers.items():
        line = Text(f"    {wager} {dollars(stake)}  ")
        result = spot.results.get(wager)
        yield line if result is None else line.append(net_text(result))
