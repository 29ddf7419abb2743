"""A sitting at a poker table at home, one seat among bots; and the file that stores it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any, ClassVar, Self

from croupier import fair
from croupier.bots.players import Bot, bot, luck, named, names_of
from croupier.desk.sittings import saved
from croupier.desk.sittings import sitting as home
from croupier.errors import BadRecord, IllegalAction, RuleError
from croupier.games.registry import rules_hash
from croupier.money import dollars
from croupier.rules.limits import DEFAULT_POKER_PROFILE
from croupier.table.poker import table as poker
from croupier.table.poker.deal import deal
from croupier.table.poker.hand import Hand
from croupier.table.poker.phh import to_phh
from croupier.table.poker.record import from_json, poker_proof, to_json
from croupier.table.poker.transcript import transcript
from croupier.table.poker.view import view
from croupier.table.shoe import NewSecret, Shoe, ShoeRecord, source
from croupier.table.shoe import from_json as shoe_from_json

YOU = 1
USUAL_SEATS = 6
FORMAT = "croupier poker 1"


@dataclass(frozen=True, slots=True)
class PokerSitting:
    """You are in seat 1, bots are in the others. Chips are play money, in cents."""

    table: poker.PokerTable
    bots: Mapping[int, str]
    buy_in: int
    word: str  # typed by the player; part of every word that they commit to
    shoe: Shoe  # of the hand in progress, or of the next
    stacks: Mapping[int, int]  # not counting the hand in progress
    bought: Mapping[int, int]  # everything that a seat ever put on the table
    hands: int = 0  # completed hands
    positions: poker.Positions | None = None  # in the hand in progress, or in the last
    hand: Hand | None = None
    words: home.Words = ()  # for the hand in progress
    note: str = ""  # what changed when it was loaded
    middle: ClassVar[str] = "a hand in progress"

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
    """Every hand has its own shuffle."""
    return Shoe(1, new_secret(1))


def poker_table_for(game: str, settings: home.Settings) -> tuple[poker.PokerTable, dict[int, str]]:
    """The requested table, and which bot sits where; or the reason why there is none."""
    seats = USUAL_SEATS if settings.seats is None else settings.seats
    table = settings.poker_table(game, seats)
    names, buy_in = named(settings.bots, table.game), settings.bankroll
    if buy_in < table.number("big_blind"):
        raise RuleError(f"a buy-in of {dollars(buy_in)} is less than the big blind", "play/buy_in")
    return table, dict(zip(range(2, seats + 1), islice(cycle(names), seats - 1), strict=True))


def new_poker_sitting(
    table: poker.PokerTable, bots: Mapping[int, str], settings: home.Settings, new_secret: NewSecret
) -> PokerSitting:
    stacks = dict.fromkeys(range(1, table.seat_count + 1), int(settings.bankroll))
    word, buy_in = home.check_typed(settings.word), settings.bankroll
    return PokerSitting(table, bots, buy_in, word, shuffled(new_secret), stacks, dict(stacks))


def without_chips(sitting: PokerSitting) -> list[int]:
    """The seats that must buy chips before the next hand."""
    return [seat for seat, chips in sitting.stacks.items() if chips == 0]


def bought_in(sitting: PokerSitting) -> PokerSitting:
    empty = without_chips(sitting)
    bought = {seat: sitting.buy_in if seat in empty else 0 for seat in sitting.seats}
    return replace(
        sitting,
        stacks={seat: chips + bought[seat] for seat, chips in sitting.stacks.items()},
        bought={seat: chips + bought[seat] for seat, chips in sitting.bought.items()},
    )


def with_word(sitting: PokerSitting, new_word: home.NewWord) -> PokerSitting:
    """Your word, committed to and opened before the deal."""
    words = home.committed(sitting.shoe, [YOU], sitting.word, new_word)
    return replace(sitting, words=words, shoe=home.mixed(sitting.shoe, words))


def dealt(sitting: PokerSitting) -> PokerSitting:
    """Moves the button and deals the next hand."""
    if sitting.hand is not None:
        raise IllegalAction("a hand is in progress; finish it first", "play/hand")
    at, count = sitting.positions, len(sitting.seats)
    positions = (
        poker.first_positions(count, sitting.seats, count)
        if at is None
        else poker.next_positions(at, sitting.seats, count)
    )
    hand = deal(sitting.table, sitting.stacks, positions, source(sitting.shoe).cards)
    return replace(sitting, positions=positions, hand=hand)


def acted(sitting: PokerSitting, act: str) -> PokerSitting:
    hand = sitting.hand
    assert hand is not None and hand.to_act is not None
    return replace(sitting, hand=hand.act(hand.to_act, act))


def bots_of(sitting: PokerSitting) -> dict[int, Bot]:
    """The bots at the other seats, loaded once per sitting."""
    return {seat: bot(name, sitting.table.game) for seat, name in sitting.bots.items()}


def is_slow(sitting: PokerSitting, seat: int) -> bool:
    """Whether the bot there takes seconds at its first act: one of the game's own bots."""
    return sitting.bots[seat] in sitting.table.game.bots


def bot_act(sitting: PokerSitting, bots: Mapping[int, Bot]) -> str:
    """What the bot to act does. Its luck is determined by the shuffle: resuming changes nothing."""
    hand = sitting.hand
    assert hand is not None and hand.to_act is not None
    seed = f"{sitting.shoe.secret.hex()}/{len(hand.events)}"
    return bots[hand.to_act](view(hand, hand.to_act), luck(seed))


def proof_of(sitting: PokerSitting) -> ShoeRecord:
    """The whole hand and its shuffle, including the secret."""
    assert sitting.hand is not None
    words = home.words_to_json(sitting.words)
    proof = {**poker_proof(sitting.shoe, sitting.hand), "words": words}
    record = {**proof, "hand": to_json(sitting.hand)}
    assert not fair.check(record), "the house dealt other cards than it shuffled"
    return record


def publish(sitting: PokerSitting, path: Path) -> Path:
    """Writes the proof of a finished hand, and next to it the hand as text; returns the path."""
    assert sitting.hand is not None
    page = path.with_name("hands") / f"{sitting.shoe.commitment[:16]}.txt"
    saved.write_private(path, proof_of(sitting))
    page.parent.mkdir(exist_ok=True, mode=0o700)
    page.write_text(transcript(sitting.hand), "utf-8")
    page.with_suffix(".phh").write_text(to_phh(sitting.hand), "utf-8")
    return page


def closed(sitting: PokerSitting, new_secret: NewSecret) -> PokerSitting:
    """Ends the hand: every seat gets its chips, and new cards are shuffled."""
    hand = sitting.hand
    assert hand is not None and hand.over, "chips are still in the pot"
    return replace(
        sitting,
        shoe=shuffled(new_secret),
        words=(),
        stacks={seat: hand.stacks[seat] for seat in sitting.seats},
        hands=sitting.hands + 1,
        hand=None,
    )


def save_poker(path: Path, sitting: PokerSitting) -> None:
    """Written atomically and readable only by the owner: the file contains the secret of the
    shuffle.
    """
    saved.write_private(
        path,
        {
            "format": FORMAT,
            "rules": rules_hash(),
            "game": sitting.table.game.id,
            "options": dict(sitting.table.options),
            "profile": sitting.table.law.name,
            "seats": sitting.table.seat_count,
            **({} if sitting.table.coach else {"coach": False}),
            "bots": _by_seat(sitting.bots),
            "buy_in": sitting.buy_in,
            "word": sitting.word,
            "stacks": _by_seat(sitting.stacks),
            "bought": _by_seat(sitting.bought),
            "hands": sitting.hands,
            "positions": list(sitting.positions) if sitting.positions else None,
            "house": saved.covered(
                {
                    "shoe": sitting.shoe.to_json(),
                    "words": home.words_to_json(sitting.words),
                    "events": to_json(sitting.hand) if sitting.hand else [],
                }
            ),
        },
    )


def _by_seat(values: Mapping[int, object]) -> dict[str, object]:
    return {str(seat): value for seat, value in values.items()}


def load_poker(path: Path, game: str) -> PokerSitting | None:
    """The sitting in the file; None if there is no file, BadRecord with the reason if it is
    damaged.
    """
    return saved.loaded(path, lambda written: _from_json(written, game))


def _from_json(written: object, game: str) -> PokerSitting:
    data = saved.checked(written, FORMAT, game)
    house = saved.uncovered(data["house"])
    note = saved.called_off(data, house["events"], "hand")
    if note:
        usual = partial(poker.open_poker, game, seat_count=saved.whole(data["seats"]))
        table, other = saved.reopened(partial(_table, data), usual)
    else:
        table, other = _table(data), ""
    events = [] if note else house["events"]
    shoe = shuffled() if note else shoe_from_json(house["shoe"])
    positions = (
        None if data["positions"] is None else poker.Positions(*map(saved.whole, data["positions"]))
    )
    sitting = PokerSitting(
        table=table,
        bots={int(seat): str(name) for seat, name in data["bots"].items()},
        buy_in=saved.whole(data["buy_in"]),
        word=saved.typed_word(data),
        shoe=shoe,
        stacks=_chips(data["stacks"]),
        bought=_chips(data["bought"]),
        hands=saved.whole(data["hands"]),
        positions=positions,
        hand=from_json(events, source(shoe).cards, table) if events else None,
        words=() if note else home.words_from_json(house["words"], shoe.entropy),
        note=note + other,
    )
    _check(sitting)
    return sitting


def _table(data: Mapping[str, Any]) -> poker.PokerTable:
    profile = str(data.get("profile", DEFAULT_POKER_PROFILE))  # older files do not say
    return poker.open_poker(
        str(data["game"]),
        data["options"],
        seat_count=saved.whole(data["seats"]),
        profile=profile,
        coach=bool(data.get("coach", True)),
    )


def _chips(written: Mapping[str, Any]) -> dict[int, int]:
    return {int(seat): saved.whole(chips) for seat, chips in written.items()}


def _check(sitting: PokerSitting) -> None:
    """Rejects anything that a hand could stumble over later."""
    seats = sitting.seats
    _check_seats(sitting.stacks, seats, "stacks")
    _check_seats(sitting.bought, seats, "bought")
    _check_seats(sitting.bots, seats[1:], "bots")
    if any(name not in names_of(sitting.table.game) for name in sitting.bots.values()):
        raise BadRecord("there is no such bot", "record/saved")
    missing = sum(sitting.bought.values()) - sum(sitting.stacks.values())
    if missing < 0 or (missing and not sitting.table.options["rake_percent"]):
        raise BadRecord("its chips are not those that were bought", "record/saved")
    if sitting.buy_in < sitting.table.number("big_blind"):
        raise BadRecord("its buy-in is less than the big blind", "record/saved")
    if sitting.shoe.decks != 1 or sitting.shoe.first:
        raise BadRecord("its shoe is not one of this game", "record/saved")
    at = sitting.positions
    if at is not None and (
        at.button not in seats or at != poker.first_positions(at.button, seats, len(seats))
    ):
        raise BadRecord("button and blinds are in impossible positions", "record/saved")
    _check_hand(sitting)


def _check_seats(by_seat: Collection[int], seats: range, what: str) -> None:
    if list(by_seat) != list(seats):
        raise BadRecord(f"its {what} are not of seats {seats[0]} to {seats[-1]}", "record/saved")


def _check_hand(sitting: PokerSitting) -> None:
    hand = sitting.hand
    if hand is None:
        return
    before = hand.started.stacks
    if (hand.table, hand.positions, before) != (sitting.table, sitting.positions, sitting.stacks):
        raise BadRecord("its hand is not one of this table", "record/saved")
