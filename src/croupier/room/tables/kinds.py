"""Poker or house-banked: the one place where that is decided.

A table's configuration says which game is played at it. Everything else asks the functions here, or
the open table itself (room/tables/state.py, poker_state.py).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.bank.act import Event
from croupier.bank.ledger import Account
from croupier.bank.sealing import Keys
from croupier.games.registry import POKER, game
from croupier.room.names import poker_accounts, table_accounts
from croupier.room.state.hall import AnyTable, Hall
from croupier.room.tables import banked
from croupier.room.tables import state as banked_state
from croupier.room.tables.opening import History, NewTable
from croupier.room.tables.poker import play as poker
from croupier.room.tables.poker import state as poker_state
from croupier.table.events import from_json as round_event
from croupier.table.poker import record as poker_record
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import PokerTable
from croupier.table.round import Round, rebuild
from croupier.table.shoe import NewSecret
from croupier.table.source import Deck
from croupier.table.table import Table

PostedTable = Table | PokerTable


def play_at(state: AnyTable) -> poker.PokerPlay | banked.BankedPlay:
    """What is done at an open table; who may do it was checked before."""
    if isinstance(state, poker_state.OpenPoker):
        return poker.PokerPlay(state)
    return banked.BankedPlay(state)


def opening_of(
    hall: Hall, name: str, table: PostedTable, history: History, new_secret: NewSecret
) -> NewTable:
    if isinstance(table, PokerTable):
        return poker.opening(hall, name, table, history, new_secret)
    return banked.opening(hall, name, table, history, new_secret)


def plays_poker(game_id: str) -> bool:
    return game_id in POKER


def is_poker(config: Mapping[str, Any]) -> bool:
    return plays_poker(config["game"])


def config_of(table: PostedTable) -> dict[str, object]:
    if isinstance(table, PokerTable):
        return poker_state.config_of(table)
    return banked_state.config_of(table)


def table_from(config: Mapping[str, Any]) -> PostedTable:
    if is_poker(config):
        return poker_state.table_from(config)
    return banked_state.table_from(config)


def seat_count(config: Mapping[str, Any]) -> int:
    return int(config["seats"]) if is_poker(config) else game(config["game"]).seats_max


def accounts_of(name: str, config: Mapping[str, Any]) -> tuple[Account, ...]:
    accounts = poker_accounts if is_poker(config) else table_accounts
    return accounts(name, seat_count(config))


def resumed(version: int, data: Mapping[str, Any], events: Sequence[Event], keys: Keys) -> AnyTable:
    if is_poker(data["config"]):
        return poker_state.resumed(version, data, events, keys)
    return banked_state.resumed(version, data, events, keys)


def rebuilt(
    config: Mapping[str, Any], deck: Deck | None, rows: list[dict[str, Any]]
) -> Round | Hand:
    """A round by its events; without a deck, by the cards as they were dealt."""
    if is_poker(config):
        cards = None if deck is None else deck.cards
        return poker_record.from_json(rows, cards, poker_state.table_from(config))
    events = [round_event(row) for row in rows]
    return rebuild(banked_state.table_from(config), deck or Deck(()), events)
