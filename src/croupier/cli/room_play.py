"""`croupier room deal` and `act`: what an onlooker sees of the round, and what it came to."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from croupier.cli.draw import compact, net_text, pen_for
from croupier.cli.room_run import act as do
from croupier.errors import RuleError
from croupier.money import Cents, dollars
from croupier.room.hall import Step
from croupier.room.play import acted, dealt
from croupier.room.recall import recall
from croupier.room.room import Room
from croupier.room.table_state import OpenTable
from croupier.table.round import Round
from croupier.table.view import SpotView, view

Bets = Sequence[tuple[int, Mapping[str, Cents]]]


def deal(bank: str, by: str, key: str, name: str, bets: Bets, *, as_json: bool) -> None:
    if len({seat for seat, _ in bets}) < len(bets):
        raise RuleError("a seat is named twice; write all its bets together", "command/bad")
    _played(bank, by, key, dealt, name, dict(bets), said=f"Table {name}: dealt.", as_json=as_json)


def act(bank: str, by: str, key: str, name: str, seat: int, action: str, *, as_json: bool) -> None:
    said = f"Table {name} seat {seat}: {action}."
    _played(bank, by, key, acted, name, seat, action, said=said, as_json=as_json)


def _played(
    bank: str,
    by: str,
    key: str,
    decide: Callable[..., Step],
    name: str,
    *about: object,
    said: str,
    as_json: bool,
) -> None:
    def then(room: Room) -> dict[str, object]:
        table = room.hall.table(name)
        state = recall(room.store, name, table.rounds).round
        if not as_json:
            _show(state, table)
        return {"round": table.rounds, **view(state).to_json(), "held": _held(table)}

    do(bank, by, key, decide, name, *about, said=said, as_json=as_json, then=then)


def _held(table: OpenTable) -> list[dict[str, object]]:
    return [held._asdict() for held in table.held]


def _show(state: Round, table: OpenTable) -> None:
    console = Console()
    seen = view(state)
    pen = pen_for(console)
    console.print(Text("  dealer  ").append(compact(seen.dealer, pen)))
    for spot in seen.spots:
        for line in _spot(spot, console):
            console.print(line)
    if state.turn is not None:
        console.print(f"Seat {state.turn} may: {', '.join(state.legal)}", highlight=False)
    for held in table.held:
        console.print(
            f"Seat {held.seat}: {dollars(held.cents)} won with the {held.wager} waits for a "
            "supervisor.",
            style="yellow",
            highlight=False,
        )


def _spot(spot: SpotView, console: Console) -> Iterator[Text]:
    pen = pen_for(console)
    line = Text(f"  seat {spot.seat}  ")
    for hand in (*spot.hands, spot.offer):
        line.append(compact(hand, pen)).append(" ")
    yield line
    for wager, stake in spot.wagers.items():
        told = Text(f"    {wager} {dollars(stake)}  ")
        result = spot.results.get(wager)
        yield told if result is None else told.append(net_text(result))
