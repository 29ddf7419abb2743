"""Cards and felt for the terminal, drawn from what a seat may see and what the rules declare.

Cards are white with their own borders, so they are legible on dark, on light and without color.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from croupier.cards.card import RANKS, SUIT_SYMBOLS, SUITS, Card, rank, suit
from croupier.cards.scales import MadeHand, Scale
from croupier.desk.card_marks import scales_with_words
from croupier.money import dollars
from croupier.rules.felt import Result
from croupier.rules.vocabulary import Game
from croupier.table.events import DEALER, Dealt, Revealed, Settled
from croupier.table.explain import settles
from croupier.table.round import Round
from croupier.table.view import SeenCards, SpotView, view

RED, BLACK = "#b00020", "#101010"
PAPER, ASIDE, BACK = "on #f4f4f4", "on #a8a8a8", "#d7e3f4 on #24508c"
GAIN, LOSS = "green", "red"
MARGIN = 8  # the width of "Dealer" and "Seat 9"
MOST_BOXED = 2  # with more seats, only the seat to act gets large cards


class Pen(NamedTuple):
    """The characters that the terminal can show."""

    suits: str = SUIT_SYMBOLS
    back: str = "░"
    top: str = "╭───╮"
    side: str = "│"
    bottom: str = "╰───╯"
    dot: str = " · "
    rule: str = "─"

    def face(self, card: Card | None) -> str:
        """Three characters: ` A♠`, `10♥`, or the back."""
        if card is None:
            return self.back * 3
        shown = RANKS[rank(card)].replace("T", "10")
        return f"{shown:>2}{self.suits[suit(card)]}"


PLAIN = Pen(SUITS, "#", "+---+", "|", "+---+", ", ", "-")


def pen_for(console: Console) -> Pen:
    return Pen() if console.encoding.lower().startswith("utf") else PLAIN


def card_style(card: Card | None, *, aside: bool = False) -> str:
    """`aside`: a card that is not part of the made hand."""
    if card is None:
        return BACK
    return f"{RED if SUITS[suit(card)] in 'dh' else BLACK} {ASIDE if aside else PAPER}"


def compact(cards: Iterable[Card | None], pen: Pen) -> Text:
    """Cards on one line."""
    return Text(" ").join(Text(f" {pen.face(card).strip()} ", card_style(card)) for card in cards)


CardPicture = tuple[Text, Text, Text]


def boxes(cards: SeenCards, pen: Pen, marked: Collection[Card] = ()) -> CardPicture:
    """Cards as boxes of three lines. `marked`: the cards that make the hand, if any do."""
    block = Text(), Text(), Text()
    for card in cards:
        style = card_style(card, aside=bool(marked) and card not in marked)
        block[0].append(pen.top, style)
        block[1].append(pen.side + pen.face(card) + pen.side, style)
        block[2].append(pen.bottom, style)
    return block


def beside(parts: Iterable[tuple[str, CardPicture]]) -> Text:
    """Blocks in one row, each after its label."""
    lines = Text(), Text(), Text()
    for label, block in parts:
        for line, label_text, cards in zip(lines, ("", label, ""), block, strict=True):
            line.append(label_text.ljust(len(label)))
            line.append_text(cards)
    return Text("\n").join(lines)


def felt(state: Round, pen: Pen) -> RenderableType:
    """The dealer and every seat, each as its own player sees it."""
    spots = [view(state, spot.seat).spots[place] for place, spot in enumerate(state.spots)]
    few = len(spots) <= MOST_BOXED
    dealer = view(state).dealer
    rows: list[RenderableType] = [beside([("Dealer".ljust(MARGIN), boxes(dealer, pen))])]
    words = dealers_words(state)
    if words:
        rows.append(_under(Text(words, "italic")))
    for spot in spots:
        rows.extend(_spot(state, spot, pen, boxed=few or spot.seat == state.turn))
    return Group(*rows)


def _under(line: Text) -> Padding:
    """Indents the lines to the margin, including those they are broken into."""
    return Padding(line, (0, 0, 0, MARGIN), expand=False)


def _beside_label(label: str, line: Text) -> Grid:
    sheet = Grid.grid()
    sheet.add_column(width=MARGIN)
    sheet.add_column()
    sheet.add_row(label, line)
    return sheet


def _spot(state: Round, spot: SpotView, pen: Pen, *, boxed: bool) -> Iterator[RenderableType]:
    scales = scales_of(state.table.game, spot.wagers)
    hands = [(hand, made_hands(hand, scales)) for hand in spot.hands]
    label = f"Seat {spot.seat}".ljust(MARGIN)
    words = Text(_in_words([made for _, made in hands], pen), "italic")
    money = Text() if state.over else wagers_line(spot, pen)  # then the settlement shows it
    if boxed and (any(spot.hands) or spot.offer):
        yield beside(_blocks(label, spot, hands, pen))
        yield from (_under(line) for line in (words, money) if line)
    else:
        shown = [compact(hand, pen) for hand in spot.hands if hand] or [Text("no cards", "dim")]
        cards = Text(" / ").join(shown)
        line = Text("  ").join([cards, *(line for line in (words, money) if line)])
        yield _beside_label(label, line)
    if spot.rack:
        yield _under(Text("discarded: ", "dim").append_text(compact(spot.rack, pen)))


def _in_words(hands: Sequence[Mapping[str, MadeHand]], pen: Pen) -> str:
    """The hands in words; the hand and the scale are named only if there are several."""
    lines = []
    for number, hand in enumerate(hands, start=1):
        which = f"hand {number}: " if len(hands) > 1 and hand else ""
        said = [
            f"{name}: {made.words}" if len(hand) > 1 else made.words for name, made in hand.items()
        ]
        lines.append(which + pen.dot.join(said))
    return pen.dot.join(filter(None, lines))


def _blocks(
    label: str, spot: SpotView, hands: Sequence[tuple[SeenCards, Mapping[str, MadeHand]]], pen: Pen
) -> Iterator[tuple[str, CardPicture]]:
    yield label, boxes((), pen)
    for number, (hand, made) in enumerate(hands, start=1):
        if not hand:
            continue  # it is back in the rack
        name = f"hand {number} " if len(hands) > 1 else ""
        gap = "  " if number > 1 else ""
        main = next(iter(made.values()), None)
        yield gap + name, boxes(hand, pen, main.cards if main is not None else ())
    if spot.offer:
        yield "  offered ", boxes(spot.offer, pen)


def wagers_line(spot: SpotView, pen: Pen) -> Text:
    """The wagers on the seat's betting spots, and their results."""
    parts = []
    for name, stake in spot.wagers.items():
        part = Text(f"{name} {dollars(stake)}")
        if name in spot.results:
            part.append(": ").append_text(_became(spot.results[name].net))
        parts.append(part)
    return Text(pen.dot).join(parts)


def _became(net: int) -> Text:
    """The result of a wager that is settled while the round goes on."""
    if net > 0:
        return Text(f"won {dollars(net)}", GAIN)
    return Text("lost", LOSS) if net < 0 else Text("push", "dim")


def gain_text(net: int, zero: str = "push", style: str = "") -> Text:
    color = GAIN if net > 0 else LOSS if net < 0 else "dim"
    return Text(dollars(net, sign=True) if net else zero, f"{style} {color}".strip())


def net_text(result: Result) -> Text:
    shown = Text("returned") if result.void and not result.net else gain_text(result.net)
    if result.meter_percent:
        shown.append(f" plus {result.meter_percent}% of the meter", GAIN)
    return shown


def scales_of(game: Game, wagers: Iterable[str]) -> list[Scale]:
    """The scales that the rules will settle these wagers by, in the order of the wagers."""
    spoken = [fact.words for name in wagers for fact in settles(game, name).facts]
    return [scale for words in dict.fromkeys(spoken) for scale in scales_with_words(words)]


def made_hands(hand: SeenCards, scales: Iterable[Scale]) -> dict[str, MadeHand]:
    """What the cards make on each scale for that many cards, if all are seen."""
    cards = tuple(card for card in hand if card is not None)
    if not cards or len(cards) < len(hand):
        return {}
    # Two scales share their words: the later one is for fewer numbers of cards.
    fit = {scale.words: scale for scale in scales if len(cards) in scale.sizes}
    return {scale.name: scale.made(cards) for scale in fit.values()}


def dealers_words(state: Round) -> str:
    """The dealer's hand as the settlement used it, once all of it is face up."""
    if None in view(state).dealer:
        return ""
    for event in reversed(state.events):
        if isinstance(event, Dealt | Revealed) and event.seat == DEALER:
            break  # earlier settlements used fewer of the dealer's cards
        if isinstance(event, Settled):
            first = event.results[0]
            facts = settles(state.table.game, first.wager, first.why).facts
            for fact, value in zip(facts, event.facts, strict=True):
                if fact.name == "dealer":
                    return fact.words(value)
    return ""
