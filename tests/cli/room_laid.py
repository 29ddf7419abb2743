"""A room whose cards come in a given order, so that what is shown and paid is known in advance."""

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

import pytest

from croupier.bank.store import open_store
from croupier.cards.card import Card
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.program import program_hash
from croupier.room.books import recall
from croupier.room.people.floor import enrolled, founded
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.room.tables import banked
from croupier.room.tables import state as table_state
from croupier.room.tables.poker import play as poker_play
from croupier.room.tables.poker import state as poker_state
from croupier.room.tables.tables import bought_in, filled, table_opened
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import open_poker
from croupier.table.round import Round
from croupier.table.shoe import Shoe
from croupier.table.source import Deck
from croupier.table.table import open_table
from tests.cli.room_desk import said

HOLD_OUT = "five-card-hold-out"
PEOPLE = {"flo": Role.FLOOR, "dee": Role.DEALER, "aud": Role.AUDITOR}
PLAYERS = {1: "pam", 2: "pat"}


class Desk(NamedTuple):
    """A bank in which table 7 has just been dealt, with these cards."""

    bank: str
    game: str
    deck: tuple[Card, ...]

    @property
    def state(self) -> Round | Hand:
        with open_store(f"sqlite:///{self.bank}") as store:
            state = Room(store).hall.table("7").round
        assert state is not None
        return state

    @property
    def turn(self) -> int:
        state = self.state
        seat = state.to_act if isinstance(state, Hand) else state.turn
        assert seat is not None
        return seat

    def printed(self, *words: str, by: str) -> str:
        return said("room", *words, "--by", by, "--bank", self.bank)


class Laying:
    """Opens a room whose cards come in a given order, and deals the first round."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.banks = count(1)
        self.decks: dict[str, Deck] = {}  # by the secret of the shoe that they replace
        self.next = Deck(())
        for module in (banked, table_state, poker_play, poker_state, recall):
            patch.setattr(module, "source", self.source)

    def source(self, shoe: Shoe) -> Deck:
        return self.decks.setdefault(str(shoe.secret), self.next)

    def __call__(
        self, game: str, deck: tuple[Card, ...], offers: Sequence[str] = (), bets: str = ""
    ) -> Desk:
        """The smallest bets, or these bets of the first seat."""
        self.next = Deck(deck)
        desk = Desk(f"{next(self.banks)}.db", game, deck)
        with open_store(f"sqlite:///{desk.bank}") as store:
            _furnish(Room(store, lambda *asked: ()), game, offers)
        least = (
            ""
            if game == HOLD_OUT
            else ",".join(f"{wager.name}=5" for wager in GAMES[game].wagers if wager.required)
        )
        rows = [bets] if bets else [f"{seat}:{least}" for seat in PLAYERS if least]
        desk.printed("deal", "7", *rows, by="dee")
        return desk


def _furnish(room: Room, game: str, offers: Sequence[str]) -> None:
    room.do("found", "ada", founded, program_hash())
    for name, role in {**PEOPLE, **dict.fromkeys(PLAYERS.values(), Role.PLAYER)}.items():
        room.do(f"enrol {name}", "ada", enrolled, name, role)
    if game == HOLD_OUT:
        room.do("open", "flo", table_opened, "7", open_poker("five-card-hold-out"))
    else:
        room.do("open", "flo", table_opened, "7", open_table(game, offers=offers))
    room.do("fill", "flo", filled, "7", Cents(1_000_000))
    for seat, name in PLAYERS.items():
        room.do(f"sit {name}", "dee", bought_in, "7", seat, name, Cents(10_000), cash=True)
