"""The state of an open poker table, also as plain data.

Poker has its own engine. What all tables have in common is in room/tables/state.py, so the same
code sells and cashes chips, and fills and closes tables.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from types import MappingProxyType
from typing import Any, ClassVar, NoReturn

from croupier import fair
from croupier.bank.act import Event
from croupier.bank.ledger import Posting
from croupier.bank.sealing import Keys
from croupier.errors import RuleError
from croupier.money import Cents
from croupier.room.names import chips_of
from croupier.room.tables.shoes import with_secret
from croupier.room.tables.state import AtTable, Held, Seated, check_going_on, resumed_fields
from croupier.table.poker.deal import NO_DEBTS, Blinds, Dealing, blinds_from
from croupier.table.poker.hand import Hand
from croupier.table.poker.record import from_json, to_json
from croupier.table.poker.table import PokerTable, Positions, stored_poker
from croupier.table.shoe import NewSecret, Shoe, source


@dataclass(frozen=True, slots=True)
class OpenPoker(AtTable):
    table: PokerTable
    stacks: Mapping[int, Cents]  # chips, by seat, of seats that have any
    _: KW_ONLY
    round: Hand | None = None
    blinds: Blinds = NO_DEBTS  # missed blinds
    positions: Positions | None = None  # in the last completed hand

    held: ClassVar[tuple[Held, ...]] = ()  # players win from each other, not from the house
    one_seat_each: ClassVar[bool] = True  # nobody may see two hands
    round_word: ClassVar[str] = "hand"
    posted: ClassVar[None] = None  # not banked by the house
    meters: ClassVar[Mapping[str, str]] = MappingProxyType({})

    @property
    def turn(self) -> int | None:
        return None if self.round is None else self.round.to_act

    @property
    def legal(self) -> list[str]:
        return [] if self.round is None else [each.action for each in self.round.legal()]

    def as_banked(self) -> NoReturn:
        raise RuleError(f"table {self.name} plays poker, and no rounds", "room/game")

    def as_poker(self) -> "OpenPoker":
        return self

    def seated(self, seat: int) -> "Seated":
        owed, posts = self.blinds.owed.get(seat, ()), seat in self.blinds.posting
        return Seated(seat in self.out, seat in self.leaving, tuple(sorted(owed)), posts)

    @property
    def ready(self) -> list[int]:
        return [seat for seat in self.active if seat in self.stacks]

    @property
    def owes(self) -> bool:
        return self.table.options["missed_blinds"] != "none"

    def dealing(self, seats: Collection[int]) -> Dealing:
        return self.blinds.dealing(self.positions, seats, self.table.seat_count)

    def after_hand(self, now: Positions, played: Collection[int]) -> "OpenPoker":
        """The table after a hand: its positions, and the blinds that seats have missed."""
        blinds, count = self.blinds, self.table.seat_count
        if self.owes:
            blinds = blinds.after_hand(self.positions, now, self.seats, played, count)
        return replace(self, round=None, positions=now, blinds=blinds)

    def with_player(self, seat: int, player: str) -> "OpenPoker":
        return self.joined(seat, player, in_hand=self.round is not None)

    def joined(self, seat: int, player: str, *, in_hand: bool) -> "OpenPoker":
        """A newcomer owes the big blind, once the first hand of the game has begun."""
        new = self.owes and (in_hand or self.positions is not None) and seat not in self.seats
        blinds = self.blinds.with_new(seat) if new else self.blinds
        return replace(self, seats={**self.seats, seat: player}, blinds=blinds)

    def plays(self, seat: int) -> bool:
        if self.round is None:
            return self.before.is_closed(seat)
        return seat in self.round.in_hand

    def without(self, seat: int) -> "OpenPoker":
        seats, out, leaving = self.seats_without(seat), self.out - {seat}, self.leaving - {seat}
        now = replace(self, seats=seats, out=out, leaving=leaving)
        return replace(now, blinds=self.blinds.without(seat), before=self.before.without(seat))

    def with_out(self, seat: int) -> "OpenPoker":
        blinds = self.blinds._replace(posting=self.blinds.posting - {seat})
        return replace(self, out=self.out | {seat}, blinds=blinds)

    def with_in(self, seat: int, *, post: bool = False) -> "OpenPoker":
        posting = self.blinds.posting | ({seat} if post else set())
        blinds = self.blinds._replace(posting=posting)
        return replace(self, out=self.out - {seat}, leaving=self.leaving - {seat}, blinds=blinds)

    def with_leaving(self, seat: int) -> "OpenPoker":
        return replace(self, leaving=self.leaving | {seat})

    def with_money(self, moved: Sequence[Posting]) -> "OpenPoker":
        """Only postings change a stack, so it always equals the seat's chips account."""
        stacks = {}
        for seat in range(1, self.table.seat_count + 1):
            chips = chips_of(self.name, seat)
            given = sum(one.cents for one in moved if one.credit == chips)
            taken = sum(one.cents for one in moved if one.debit == chips)
            stacks[seat] = Cents(self.stacks.get(seat, 0) + given - taken)
        return replace(self, stacks=_some(stacks))

    def opened_by(self, keys: Keys) -> "OpenPoker":
        shoe, hand = with_secret(self.shoe, keys, self.name), self.round
        if shoe is self.shoe:
            return self
        if hand is not None:
            hand = from_json(to_json(hand), source(shoe).cards, self.table)
        return replace(self, shoe=shoe, round=hand)

    def to_json(self) -> dict[str, object]:
        return self.snapshot(
            config_of(self.table),
            to_json(self.round) if self.round else (),
            stacks={str(seat): chips for seat, chips in self.stacks.items()},
            out=sorted(self.out),
            **self.blinds.to_json(),
            positions=self.positions,
        )


def new_deck(new_secret: NewSecret = fair.new_secret) -> Shoe:
    """Every hand has its own shuffle."""
    return Shoe(1, new_secret(1))


def config_of(table: PokerTable) -> dict[str, object]:
    return {
        "game": table.game.id,
        "options": dict(table.options),
        "seats": table.seat_count,
        "profile": table.law.name,
        **({} if table.coach else {"coach": False}),
    }


def table_from(data: Mapping[str, Any]) -> PokerTable:
    """In older books tables had no setting for missed blinds."""
    seats, profile = int(data["seats"]), str(data["profile"])
    options = {"missed_blinds": "none", **data["options"]}
    coach = bool(data.get("coach", True))
    return stored_poker(str(data["game"]), options, seat_count=seats, profile=profile, coach=coach)


def resumed(
    version: int, data: Mapping[str, Any], events: Sequence[Event], keys: Keys
) -> OpenPoker:
    """The table from a snapshot and the events after it.

    A hand in progress gets its remaining cards, if their key is available.
    """
    table, (rows, fields) = table_from(data["config"]), resumed_fields(version, data, events, keys)
    shoe = fields["shoe"]
    deck = source(shoe).cards if rows and shoe.secret else None
    hand = from_json(rows, deck, table) if rows else None
    stacks = {int(seat): Cents(chips) for seat, chips in data["stacks"].items()}
    if hand is not None:
        check_going_on(over=hand.over)
        stacks |= {seat: Cents(hand.stacks[seat]) for seat in hand.in_hand}
    return OpenPoker(
        table=table,
        stacks=_some(stacks),
        round=hand,
        blinds=blinds_from(data),
        positions=None if data["positions"] is None else Positions(*data["positions"]),
        **fields,
    )


def _some(stacks: Mapping[int, Cents]) -> dict[int, Cents]:
    return {seat: chips for seat, chips in stacks.items() if chips}
