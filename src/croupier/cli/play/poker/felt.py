"""The poker table on the screen: the seats, the cards you may see, the events, the result."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from croupier.cards.card import Card
from croupier.cli.draw import beside, boxes, gain_text
from croupier.cli.play.info import fair_panel, help_panel, word_panel
from croupier.cli.play.terminal import AnyPlayer
from croupier.desk.sittings.poker import YOU, PokerSitting
from croupier.money import dollars
from croupier.table.poker import events
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import PokerTable
from croupier.table.poker.transcript import award_text, hands_in_words
from croupier.table.poker.view import SeatView, view

ABREAST = 4  # with more seats, two columns
LIMITS = {"fixed": "fixed limit", "spread": "spread limit", "pot": "pot limit", "none": "no limit"}
MODES = {"high": "high", "hilo": "high/low", "low": "low"}


class PokerPlayer(AnyPlayer[PokerSitting]):
    letters: ClassVar[Mapping[str, str]] = {
        "?": "help",
        "s": "seats",
        "h": "coach",
        "f": "fair",
        "w": "word",
        "q": "quit",
    }
    record_name = "last-hand.json"

    @property
    def place(self) -> str:
        return f"seat {YOU}"

    def name(self, seat: int) -> str:
        return "You" if seat == YOU else f"Seat {seat} ({self.sitting.bots[seat]})"


def add_panels(player: PokerPlayer) -> None:
    """Registers the keys of poker."""
    player.panels = {
        "help": lambda _: help_panel(player, player.sitting.table.game.how_to_play),
        "seats": lambda _: table_panel(player),
        "fair": lambda _: fair_panel(player, "after the hand"),
        "word": lambda word: word_panel(player, word),
    }


def stakes(table: PokerTable) -> str:
    """What is played for, and at which stakes."""
    limit = LIMITS[table.limit]
    if table.limit == "fixed":
        limit += f" {_pair(table, 'small_bet', 'big_bet')}"
    if table.limit == "spread":
        limit += f" {_pair(table, 'spread_least', 'spread_most', 'to')}"
    low = str(table.options["qualifier"])
    mode = MODES[table.mode] + (f" ({low} or better)" if low != "none" else "")
    ante = f", ante {dollars(table.number('ante'))}" if table.number("ante") else ""
    return f"{mode}, {limit}, blinds {_pair(table, 'small_blind', 'big_blind')}{ante}"


def _pair(table: PokerTable, low: str, high: str, between: str = "and") -> str:
    return f"{dollars(table.number(low))} {between} {dollars(table.number(high))}"


def header(player: PokerPlayer) -> None:
    table = player.sitting.table
    player.console.print(Rule(Text(table.game.name, "bold"), characters=player.pen.rule))
    player.show(table.game.title)
    said = stakes(table)
    most = dollars(table.law.single_wager)
    player.show(
        f"{said[0].upper()}{said[1:]}; a bet and {table.law.raises} raises a round, none above "
        f"{most} (the law's limit of one wager).",
        style="dim",
    )


def table_panel(player: PokerPlayer) -> None:
    """Each player's chips, and their result so far."""
    sitting = player.sitting
    sheet = Grid("seat", "chips", "result", box=None, padding=(0, 2, 0, 0))
    for seat, chips in sitting.stacks.items():
        net = chips - sitting.bought[seat]
        sheet.add_row(player.name(seat), dollars(chips), gain_text(net, "even"))
    player.console.print(sheet)
    said = "before this hand" if sitting.begun else f"after {sitting.hands} hands"
    player.show(f"{stakes(sitting.table)}; {said}", style="dim")


def felt(player: PokerPlayer, hand: Hand) -> None:
    """The seats, the board, your cards, and the pot, as you may see them."""
    game = hand.table.game
    street = "discards" if hand.discarding else game.streets[hand.street].name
    player.console.print(Rule(Text(street), characters=player.pen.rule, style="dim"))
    player.console.print(_seats(player, hand))
    parts = [("You   ", boxes(hand.held[YOU], player.pen))]
    if hand.board:
        parts.append(("   Board   ", boxes(hand.board, player.pen)))
    player.show(beside(parts))
    if hand.discarding:
        player.show(
            " " * 6 + "".join(f"{place:^5}" for place in range(1, game.dealt + 1)), style="dim"
        )
    line = [f"Pot {dollars(hand.pot)}", f"you have {dollars(hand.stacks[YOU])}"]
    if len(hand.held[YOU]) + len(hand.board) >= game.dealt:
        line += hands_in_words(hand, YOU).values()
    player.show(player.pen.dot.join(line), style="bold")


def _seats(player: PokerPlayer, hand: Hand) -> Grid:
    """In two columns if there are many, if the screen is wide enough."""
    seen = view(hand, YOU)
    cells = [_seat(player, seat, seen.button) for seat in seen.seats]
    if len(cells) > ABREAST:
        sheet = _sheet(cells, (len(cells) + 1) // 2)
        if player.console.measure(sheet).maximum <= player.console.width:
            return sheet
    return _sheet(cells, len(cells))


def _sheet(cells: Sequence[Sequence[Text]], rows: int) -> Grid:
    sheet = Grid.grid(padding=(0, 2, 0, 0))
    for row in range(rows):
        sheet.add_row(*(part for cell in cells[row::rows] for part in cell))
    return sheet


def _seat(player: PokerPlayer, seat: SeatView, button: int) -> list[Text]:
    """Name, chips, bet, cards: one row of cells."""
    mark = ", button" if seat.seat == button else ""
    bet = f"bet {dollars(seat.bet)}" if seat.bet else ""
    holds = "" if seat.discarded is None else f"{seat.cards} card{'s' if seat.cards > 1 else ''}"
    if not seat.live:
        holds = "folded"
    elif not seat.stack:
        holds = f"{holds}, all in".removeprefix(", ")
    name = f"{seat.seat} {player.sitting.bots.get(seat.seat, 'you')}"
    style = "" if seat.live else "dim"
    return [Text(part, style) for part in (name + mark, dollars(seat.stack), bet, holds)]


def tell(player: PokerPlayer, hand: Hand, first: int) -> int:
    """Prints what happened since; returns the number of events printed so far."""
    for event in hand.events[first:]:
        for line in _lines(player, hand, event):
            player.show(line)
    return len(hand.events)


def _faces(player: PokerPlayer, cards: Sequence[Card]) -> str:
    return " ".join(player.pen.face(card).strip() for card in cards)


def _lines(player: PokerPlayer, hand: Hand, event: events.HandEvent) -> Iterator[str]:
    match event:
        case events.Posted(seat, what, chips):
            yield f"  {_does(player, seat, 'posts')} the {what}, {dollars(chips)}"
        case events.SeatActed(seat, action, chips):
            yield f"  {_act(player, seat, action, chips)}"
        case events.Discarded(seat, cards):
            yield f"  {_does(player, seat, 'discards')} {len(cards) or 'nothing'}"
        case events.Turned(street, cards):
            yield f"{street.capitalize()}: {_faces(player, cards)}"
        case events.Showed(seat, cards):
            words = player.pen.dot.join(hands_in_words(hand, seat).values())
            yield f"  {_does(player, seat, 'shows')} {_faces(player, cards)}: {words}"
        case events.Returned(seat, chips):
            yield f"  {_does(player, seat, 'takes')} back {dollars(chips)} that nobody called"
        case events.Awarded(seat, _, _, chips) if chips:
            yield f"  {_does(player, seat, 'wins')} {award_text(hand, event)}"
        case events.Raked(chips):
            yield f"  The house rakes {dollars(chips)}"
        case _:
            return


def _does(player: PokerPlayer, seat: int, verb: str) -> str:
    return f"{player.name(seat)} {verb.removesuffix('s') if seat == YOU else verb}"


def _act(player: PokerPlayer, seat: int, action: str, chips: int) -> str:
    word, _, level = action.partition(" ")
    said = _does(player, seat, f"{word}s")
    if word == "raise":
        said += f" to {dollars(int(level))}"
    elif chips:
        said += f" {dollars(chips)}"
    return said


def tell_result(player: PokerPlayer, hand: Hand) -> None:
    """The result of the hand for you, and of the sitting so far."""
    sitting = player.sitting
    net = hand.stacks[YOU] - hand.started.stacks[YOU]
    so_far = sitting.stacks[YOU] - sitting.bought[YOU]
    line = Text("This hand: ", "bold").append_text(gain_text(net, "even"))
    line.append(f". You have {dollars(sitting.stacks[YOU])}; so far ")
    line.append_text(gain_text(so_far, "even"))
    many = "hands" if sitting.hands > 1 else "hand"
    player.show(line.append(f" in {sitting.hands} {many}."))
