"""A sitting at a poker table at home: a seat among bots."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import cycle, islice
from typing import ClassVar, Self

from croupier import fair
from croupier.bots.baseline import Bot, luck
from croupier.bots.players import named
from croupier.desk.sittings.sitting import Settings
from croupier.desk.sittings.words import NewWord, Words, check_typed, committed, mixed
from croupier.desk.sittings.words import to_json as words_to_json
from croupier.errors import RuleError
from croupier.money import dollars
from croupier.rules.limits import DEFAULT_POKER_PROFILE
from croupier.table.poker.deal import deal
from croupier.table.poker.hand import Hand
from croupier.table.poker.record import poker_proof, to_json
from croupier.table.poker.table import (
    PokerTable,
    Positions,
    first_positions,
    next_positions,
    open_poker,
)
from croupier.table.poker.view import view
from croupier.table.shoe import NewSecret, Record, Shoe, source

YOU = 1
USUAL_SEATS = 6


@dataclass(frozen=True, slots=True)
class PokerSitting:
    """You at seat 1, bots at the others. Chips are play money, in cents."""

    table: PokerTable
    bots: Mapping[int, str]
    buy_in: int
    word: str  # typed by the player: in every word that they commit to
    shoe: Shoe  # of the hand in progress, or of the next
    stacks: Mapping[int, int]  # without what the hand in progress changes
    bought: Mapping[int, int]  # all that a seat ever put on the table
    hands: int = 0  # played to their end
    positions: Positions | None = None  # of the hand in progress, or of the last
    hand: Hand | None = None
    words: Words = ()  # of the hand in progress
    note: str = ""  # what became of it since it was saved
    middle: ClassVar[str] = "a hand in progress"

    @property
    def money(self) -> int:
        return self.at_hand

    @property
    def seats(self) -> range:
        return range(1, self.table.seat_count + 1)

    @property
    def begun(self) -> bool:
        """Whether cards are dealt, so that it is too late for words."""
        return self.hand is not None

    def with_word(self, word: str) -> Self:
        return replace(self, word=word)

    @property
    def at_hand(self) -> int:
        """Your chips that are not in a pot."""
        return self.stacks[YOU] if self.hand is None else self.hand.stacks[YOU]


def shuffled(new_secret: NewSecret = fair.new_secret) -> Shoe:
    """Every hand has a shuffle of its own."""
    return Shoe(1, new_secret(1))


def poker_table_for(settings: Settings) -> tuple[PokerTable, dict[int, str]]:
    """The table that was asked for, and which bot sits where; or why there is none."""
    seats = USUAL_SEATS if settings.seats is None else settings.seats
    profile = settings.profile or DEFAULT_POKER_PROFILE
    table = open_poker(dict(settings.options), seat_count=seats, profile=profile)
    names, buy_in = named(settings.bots), settings.bankroll
    if buy_in < table.number("big_blind"):
        raise RuleError(f"a buy-in of {dollars(buy_in)} is less than the big blind", "play/buy_in")
    return table, dict(zip(range(2, seats + 1), islice(cycle(names), seats - 1), strict=True))


def new_poker_sitting(
    table: PokerTable, bots: Mapping[int, str], settings: Settings, new_secret: NewSecret
) -> PokerSitting:
    stacks = dict.fromkeys(range(1, table.seat_count + 1), int(settings.bankroll))
    word, buy_in = check_typed(settings.word), settings.bankroll
    return PokerSitting(table, bots, buy_in, word, shuffled(new_secret), stacks, dict(stacks))


def without_chips(sitting: PokerSitting) -> list[int]:
    """The seats that must buy more before the next hand."""
    return [seat for seat, chips in sitting.stacks.items() if chips == 0]


def bought_in(sitting: PokerSitting) -> PokerSitting:
    """Every seat without chips has bought in again."""
    empty = without_chips(sitting)
    bought = {seat: sitting.buy_in if seat in empty else 0 for seat in sitting.seats}
    return replace(
        sitting,
        stacks={seat: chips + bought[seat] for seat, chips in sitting.stacks.items()},
        bought={seat: chips + bought[seat] for seat, chips in sitting.bought.items()},
    )


def with_word(sitting: PokerSitting, new_word: NewWord) -> PokerSitting:
    """Your word, committed to and opened before the deal."""
    words = committed(sitting.shoe, [YOU], sitting.word, new_word)
    return replace(sitting, words=words, shoe=mixed(sitting.shoe, words))


def dealt(sitting: PokerSitting) -> PokerSitting:
    """The button moves on and the next hand is dealt."""
    at, count = sitting.positions, len(sitting.seats)
    positions = (
        first_positions(count, sitting.seats, count)
        if at is None
        else next_positions(at, sitting.seats, count)
    )
    hand = deal(sitting.table, sitting.stacks, positions, source(sitting.shoe).cards)
    return replace(sitting, positions=positions, hand=hand)


def acted(sitting: PokerSitting, act: str) -> PokerSitting:
    """The seat to act has acted."""
    hand = sitting.hand
    assert hand is not None and hand.to_act is not None
    return replace(sitting, hand=hand.act(hand.to_act, act))


def bot_act(sitting: PokerSitting, bots: Mapping[int, Bot]) -> str:
    """What the bot to act does. Its luck is fixed with the shuffle: resuming changes nothing."""
    hand = sitting.hand
    assert hand is not None and hand.to_act is not None
    seed = f"{sitting.shoe.secret.hex()}/{len(hand.events)}"
    return bots[hand.to_act](view(hand, hand.to_act), luck(seed))


def proof_of(sitting: PokerSitting) -> Record:
    """The whole hand and its shuffle, the secret included."""
    assert sitting.hand is not None
    words = words_to_json(sitting.words)
    proof = {**poker_proof(sitting.shoe, sitting.hand), "words": words}
    record = {**proof, "hand": to_json(sitting.hand)}
    assert not fair.check(record), "the house dealt other cards than it shuffled"
    return record


def closed(sitting: PokerSitting, new_secret: NewSecret) -> PokerSitting:
    """The hand is over: every seat has its chips, and new cards are shuffled."""
    hand = sitting.hand
    assert hand is not None
    return replace(
        sitting,
        shoe=shuffled(new_secret),
        words=(),
        stacks={seat: hand.stacks[seat] for seat in sitting.seats},
        hands=sitting.hands + 1,
        hand=None,
    )
