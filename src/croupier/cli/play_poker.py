"""`croupier play five-card-hold-out`: a seat among bots, hand after hand, at the terminal."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

from rich.console import Console
from rich.text import Text

from croupier import fair
from croupier.bots.baseline import Bot, luck
from croupier.bots.players import bot, named
from croupier.cards.card import Card, parse, text
from croupier.cards.scales import FIVE, LOW
from croupier.cli.draw import Pen, beside, boxes, pen_for
from croupier.cli.play_desk import Quit
from croupier.cli.saved import default_path, write_private
from croupier.errors import IllegalAction, RuleError
from croupier.money import dollars, parse_dollars
from croupier.rules.five_card_hold_out import best_high, best_low
from croupier.table.phh import to_phh
from croupier.table.poker import Hand, Legal, deal
from croupier.table.poker_events import (
    Acted,
    Awarded,
    Discarded,
    Event,
    Posted,
    Raked,
    Returned,
    Showed,
    Turned,
)
from croupier.table.poker_record import poker_proof, to_json
from croupier.table.poker_table import (
    PokerTable,
    Positions,
    first_positions,
    next_positions,
    open_poker,
)
from croupier.table.poker_view import view
from croupier.table.shoe import NewSecret, Shoe, source

YOU = 1


@dataclass
class Sitting:
    """You at seat 1, bots at the others. Stacks are play money, in cents."""

    table: PokerTable
    bots: Mapping[int, Bot]
    names: Mapping[int, str]
    buy_in: int
    stacks: dict[int, int]
    word: str
    console: Console
    read: Callable[[str], str]
    new_secret: NewSecret
    path: Path  # where the record of the last hand is kept
    positions: Positions | None = None

    @property
    def pen(self) -> Pen:
        return pen_for(self.console)

    def say(self, *shown: object, style: str = "") -> None:
        self.console.print(*shown, style=style or None, markup=False, highlight=False)

    def ask(self, question: str) -> str:
        try:
            answer = self.read(question).strip()
        except (EOFError, KeyboardInterrupt):
            raise Quit from None
        if answer.casefold() in ("q", "quit"):
            raise Quit
        return answer


def play(
    *,
    seats: int,
    bots: str,
    options: Mapping[str, str],
    buy_in: int,
    word: str = "",
    console: Console | None = None,
    read: Callable[[str], str] = input,
    new_secret: NewSecret = fair.new_secret,
    path: Path | None = None,
) -> int:
    """Hand after hand until you quit. The exit code: 2 if there is no such table."""
    screen = console or Console()
    try:
        table, sits = _sat_down(seats, bots, options, buy_in)
    except RuleError as wrong:
        screen.print(wrong.message, style="yellow", markup=False, highlight=False)
        return 2
    sitting = Sitting(
        table=table,
        bots={seat: bot(name) for seat, name in sits.items()},
        names={YOU: "you", **{seat: f"seat {seat} ({name})" for seat, name in sits.items()}},
        buy_in=buy_in,
        stacks=dict.fromkeys(range(1, seats + 1), buy_in),
        word=word,
        console=screen,
        read=read,
        new_secret=new_secret,
        path=path or default_path().with_name("last-hand.json"),
    )
    sitting.say(f"Five Card Hold Out, {table.mode}, {_stakes(table)}.", style="bold")
    sitting.say("You are seat 1. Type q to leave.", style="dim")
    try:
        while True:
            _hand(sitting)
    except Quit:
        sitting.say(f"\nYou leave with {dollars(sitting.stacks[YOU])}.")
    return 0


def _sat_down(
    seats: int, bots: str, options: Mapping[str, str], buy_in: int
) -> tuple[PokerTable, dict[int, str]]:
    """The table, and which bot sits where."""
    table = open_poker(dict(options), seat_count=seats)
    names = named(bots)
    if buy_in < table.number("big_blind"):
        raise RuleError(f"a buy-in of {dollars(buy_in)} is less than the big blind", "play/buy_in")
    return table, dict(zip(range(2, seats + 1), islice(cycle(names), seats - 1), strict=True))


def _stakes(table: PokerTable) -> str:
    blinds = (
        f"blinds {dollars(table.number('small_blind'))} and {dollars(table.number('big_blind'))}"
    )
    if table.limit == "fixed":
        bets = f"{dollars(table.number('small_bet'))} and {dollars(table.number('big_bet'))}"
        return f"fixed limit, bets of {bets}, {blinds}"
    words = {"spread": "spread limit", "pot": "pot limit", "none": "no limit"}
    return f"{words[table.limit]}, {blinds}"


def _hand(sitting: Sitting) -> None:
    """Shuffle, promise, deal, play, prove."""
    for seat, chips in sitting.stacks.items():
        if chips == 0:
            sitting.stacks[seat] = sitting.buy_in
            sitting.say(f"{sitting.names[seat]}: another {dollars(sitting.buy_in)}.", style="dim")
    seats, count = sitting.stacks.keys(), sitting.table.seat_count
    if sitting.positions is None:
        sitting.positions = first_positions(count, seats, count)
    else:
        sitting.positions = next_positions(sitting.positions, seats, count)
    words = (("player", sitting.word),) if sitting.word else ()
    shoe = Shoe(1, sitting.new_secret(1), words)
    sitting.say(f"\nThe shuffle is promised: {shoe.commitment}", style="dim")
    hand = deal(sitting.table, sitting.stacks, sitting.positions, source(shoe).cards)
    lucky = luck(sitting.new_secret(1).hex())
    told = _told(sitting, hand, 0)
    while hand.to_act is not None:
        seat = hand.to_act
        if seat == YOU:
            hand = _your_act(sitting, hand)
        else:
            hand = hand.act(seat, sitting.bots[seat](view(hand, seat), lucky))
        told = _told(sitting, hand, told)
    sitting.stacks = {seat: hand.stacks[seat] for seat in sitting.stacks}
    net = sitting.stacks[YOU] - _before(hand)
    sitting.say(f"{dollars(net, sign=True) if net else 'Even'}; you have "
                f"{dollars(sitting.stacks[YOU])}.", style="bold")  # fmt: skip
    sitting.console.print(_proof(sitting, shoe, hand), style="dim", soft_wrap=True, markup=False)


def _proof(sitting: Sitting, shoe: Shoe, hand: Hand) -> str:
    """The whole hand and its shuffle, written down; says how to check it."""
    record = {**poker_proof(shoe, hand), "hand": to_json(hand)}
    assert not fair.check(record), "the house dealt other cards than it shuffled"
    history = sitting.path.with_name("hands") / f"{shoe.commitment[:16]}.phh"
    try:
        write_private(sitting.path, record)
        history.parent.mkdir(exist_ok=True, mode=0o700)
        history.write_text(to_phh(hand), "utf-8")
    except OSError as fault:
        return f"The record of the hand cannot be written in {sitting.path} ({fault.strerror})."
    return f"Shuffle proved: croupier fair {sitting.path}\nThe hand: croupier replay {history}"


def _before(hand: Hand) -> int:
    started = hand.events[0]
    return started.stacks[YOU]  # type: ignore[union-attr]


def _your_act(sitting: Sitting, hand: Hand) -> Hand:
    _felt(sitting, hand)
    while True:
        legal = hand.legal()
        answer = sitting.ask(_question(legal))
        try:
            return hand.act(YOU, _meant(answer, legal, hand))
        except (IllegalAction, RuleError) as wrong:
            sitting.say(wrong.message, style="yellow")


def _question(legal: Sequence[Legal]) -> str:
    if legal[0].action == "discard":
        return "Discard which (1 to 5, or cards; Enter keeps all)? "
    words = []
    for each in legal:
        size = dollars(each.least)
        if each.least != each.most:
            size += f" to {dollars(each.most)}"
        words.append(f"{each.action} {size}" if each.least else each.action)
    return f"{', '.join(words)}? "


def _meant(answer: str, legal: Sequence[Legal], hand: Hand) -> str:
    """What the player means: a word or its first letter, an amount in dollars, places of cards."""
    if legal[0].action == "discard":
        words = answer.removeprefix("discard").replace(",", " ").split()
        if words and all(word in "12345" and len(word) == 1 for word in words):
            return f"discard {text(hand.held[YOU][int(word) - 1] for word in words)}"
        return f"discard {text(parse(' '.join(words)))}" if words else "discard"
    word, _, rest = answer.partition(" ")
    known = {each.action: each for each in legal}
    chosen = (
        next((name for name in known if name.startswith(word.casefold())), None) if word else None
    )
    if chosen is None:
        raise IllegalAction(
            f"{answer or 'nothing'}; type one of {', '.join(known)}", "action/unknown"
        )
    if chosen not in ("bet", "raise"):
        return chosen
    each = known[chosen]
    if not rest and each.least == each.most:
        return f"{chosen} {each.least}"
    return f"{chosen} {int(parse_dollars(rest))}"


def _felt(sitting: Sitting, hand: Hand) -> None:
    """The board, your cards, and what lies in the pot."""
    pen = sitting.pen
    parts = [("You  ", boxes(hand.held[YOU], pen))]
    if hand.board:
        parts.append(("   Board  ", boxes(hand.board, pen)))
    sitting.say(beside(parts))
    line = Text(f"Pot {dollars(hand.pot)}, you have {dollars(hand.stacks[YOU])}", "dim")
    if len(hand.held[YOU]) + len(hand.board) >= 5:
        line.append(f"; {_named(hand, YOU)}")
    sitting.say(line)


def _named(hand: Hand, seat: int) -> str:
    """The best high and low so far, in words."""
    held, board, mode = hand.held[seat], hand.board, hand.table.mode
    words = []
    if mode != "low":
        words.append(FIVE.words(best_high(held, board).score))
    if mode != "high":
        low = best_low(held, board)
        if mode == "low" or low.score >= hand.table.low_floor:
            words.append(LOW.words(low.score))
    return ", ".join(words)


def _told(sitting: Sitting, hand: Hand, told: int) -> int:
    """What happened since, in words."""
    for event in hand.events[told:]:
        for line in _lines(sitting, hand, event):
            sitting.say(line)
    return len(hand.events)


def _faces(sitting: Sitting, cards: Sequence[Card]) -> str:
    return " ".join(sitting.pen.face(card).strip() for card in cards)


def _lines(sitting: Sitting, hand: Hand, event: Event) -> Iterator[str]:
    names = sitting.names
    match event:
        case Posted(seat, what, chips):
            yield f"  {names[seat]}: {what} {dollars(chips)}"
        case Acted(seat, action, chips):
            word, _, level = action.partition(" ")
            to = f" to {dollars(int(level))}" if word == "raise" else ""
            yield f"  {names[seat]}: {word}{to}" + (f" ({dollars(chips)})" if chips else "")
        case Discarded(seat, cards):
            yield f"  {names[seat]}: discards {len(cards)}"
        case Turned(street, cards):
            yield f"{street.capitalize()}: {_faces(sitting, cards)}"
        case Showed(seat, cards):
            yield f"  {names[seat]}: {_faces(sitting, cards)}  {_named(hand, seat)}"
        case Returned(seat, chips):
            yield f"  {names[seat]}: {dollars(chips)} back, nobody called"
        case Awarded(seat, pot, half, chips) if chips:
            yield f"  {names[seat]}: wins {dollars(chips)} of pot {pot} ({half})"
        case Raked(chips):
            yield f"  rake {dollars(chips)}"
        case _:
            return
