"""`croupier room deal` and `act`: what an onlooker sees of the round, and what it came to."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from croupier.cli.draw import compact, net_text, pen_for
from croupier.cli.room_run import act as do
from croupier.errors import RuleError
from croupier.money import Cents, dollars
from croupier.room.hall import AnyTable, Asked, Hall, Step
from croupier.room.play import MISDEAL, acted, dealt, hand_dead, round_called_off
from croupier.room.poker_play import hand_acted, hand_called_off, hand_dealt, poker_dead
from croupier.room.poker_state import OpenPoker
from croupier.room.recall import recall
from croupier.room.room import Room
from croupier.table.poker import Hand, Legal
from croupier.table.poker_view import view as view_hand
from croupier.table.round import Round
from croupier.table.view import SpotView, view

Bets = Sequence[tuple[int, Mapping[str, Cents]]]


def deal(bank: str, by: str, key: str, name: str, bets: Bets, *, as_json: bool) -> None:
    if len({seat for seat, _ in bets}) < len(bets):
        raise RuleError("a seat is named twice; write all its bets together", "command/bad")
    said = f"Table {name}: dealt."
    _played(bank, by, key, any_dealt, name, dict(bets), said=said, as_json=as_json)


def any_dealt(hall: Hall, asked: Asked, name: str, bets: Mapping[int, Mapping[str, int]]) -> Step:
    """A hand of poker needs no bets: all who are ready are dealt in."""
    if isinstance(hall.table(name), OpenPoker):
        return hand_dealt(hall, asked, name, list(bets) or None)
    return dealt(hall, asked, name, bets)


def act(bank: str, by: str, key: str, name: str, seat: int, action: str, *, as_json: bool) -> None:
    said = f"Table {name} seat {seat}: {action}."
    _played(bank, by, key, any_acted, name, seat, action, said=said, as_json=as_json)


def any_acted(hall: Hall, asked: Asked, name: str, seat: int, action: str) -> Step:
    poker = isinstance(hall.table(name), OpenPoker)
    return (hand_acted if poker else acted)(hall, asked, name, seat, action)


def call_off(
    bank: str, by: str, key: str, name: str, reason: str, cause: str, *, as_json: bool
) -> None:
    said = f"Table {name}: the round is called off."
    do(bank, by, key, any_called_off, name, reason, cause, said=said, as_json=as_json)


def any_called_off(hall: Hall, asked: Asked, name: str, reason: str, cause: str = MISDEAL) -> Step:
    poker = isinstance(hall.table(name), OpenPoker)
    return (hand_called_off if poker else round_called_off)(hall, asked, name, reason, cause)


def dead_hand(
    bank: str, by: str, key: str, name: str, seat: int, reason: str, *, forfeit: bool, as_json: bool
) -> None:
    said = f"Table {name} seat {seat}: a dead hand."
    about = (name, seat, reason, forfeit)
    _played(bank, by, key, any_dead, *about, said=said, as_json=as_json)


def any_dead(hall: Hall, asked: Asked, name: str, seat: int, reason: str, forfeit: bool) -> Step:
    """At poker it is always lost: there the chips are the other players'."""
    if isinstance(hall.table(name), OpenPoker):
        return poker_dead(hall, asked, name, seat, reason)
    return hand_dead(hall, asked, name, seat, reason, forfeit=forfeit)


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
        state = table.round or recall(room.store, name, table.rounds).round
        if not as_json:
            _show(state, table)
        seen = onlookers(state) if isinstance(state, Hand) else view(state).to_json()
        held = [one._asdict() for one in table.held]
        return {"round": table.rounds, **seen, "held": held}

    do(bank, by, key, decide, name, *about, said=said, as_json=as_json, then=then)


def onlookers(hand: Hand) -> dict[str, object]:
    """A hand of poker as anybody in the room sees it."""
    seen = view_hand(hand)
    seats = [seat._asdict() for seat in seen.seats]
    legal = [each._asdict() for each in hand.legal()]
    return {**seen._asdict(), "seats": seats, "legal": legal}


def _show(state: Round | Hand, table: AnyTable) -> None:
    console = Console()
    if isinstance(state, Hand):
        _show_hand(state, console)
        return
    seen = view(state)
    console.print(Text("  dealer  ").append(compact(seen.dealer, pen_for(console))))
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


def _show_hand(hand: Hand, console: Console) -> None:
    seen = view_hand(hand)
    console.print(f"  board {seen.board or 'none'}  pot {dollars(seen.pot)}", highlight=False)
    for seat in seen.seats:
        cards = seat.shown or f"{seat.cards} cards"
        state = "" if seat.live else "  folded"
        chips = f"{dollars(seat.paid)} in, {dollars(seat.stack)} left"
        console.print(f"  seat {seat.seat}  {cards}  {chips}{state}", highlight=False)
    if hand.to_act is not None:
        may = ", ".join(_legal(each) for each in hand.legal())
        console.print(f"Seat {hand.to_act} may: {may}", highlight=False)


def _legal(each: Legal) -> str:
    if each.action in ("bet", "raise"):
        return f"{each.action} {each.least} to {each.most} (cents)"
    return "discard up to 4 cards" if each.action == "discard" else each.action


def _spot(spot: SpotView, console: Console) -> Iterator[Text]:
    pen = pen_for(console)
    line = Text(f"  seat {spot.seat}  ")
    for hand in (*spot.hands, spot.offer):
        line.append(compact(hand, pen)).append(" ")
    yield line.append("dead hand") if spot.dead else line
    for wager, stake in spot.wagers.items():
        told = Text(f"    {wager} {dollars(stake)}  ")
        result = spot.results.get(wager)
        yield told if result is None else told.append(net_text(result))
