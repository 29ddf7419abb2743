"""Poker or house-banked: the one place in the room where that makes a difference.

A table's configuration names its game, and the registry knows which games are poker. Everything
else calls the functions here, or methods that tables of both kinds have: as posted
(table/table.py, table/poker/table.py) and open (room/tables/state.py, room/tables/poker/state.py).
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from croupier.bank.act import Event
from croupier.bank.ledger import Account
from croupier.bank.sealing import Keys
from croupier.games.registry import GAMES, game, plays_poker
from croupier.money import Cents
from croupier.room.names import poker_accounts, table_accounts
from croupier.room.state.hall import AnyTable, Hall
from croupier.room.tables import banked
from croupier.room.tables import state as banked_state
from croupier.room.tables.opening import NewTable
from croupier.room.tables.poker import play as poker
from croupier.room.tables.poker import state as poker_state
from croupier.table import transcript
from croupier.table.events import from_json as round_event
from croupier.table.explain import explanations
from croupier.table.poker import record as poker_record
from croupier.table.poker import transcript as poker_transcript
from croupier.table.poker import view as poker_view
from croupier.table.poker.events import Awarded
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import PokerTable
from croupier.table.poker.transcript import award_text
from croupier.table.round import Play, Round, rebuild
from croupier.table.shoe import NewSecret, Shoe, record
from croupier.table.source import Deck
from croupier.table.table import Table
from croupier.table.view import view

ConfiguredTable = Table | PokerTable


class WagerOutcome(NamedTuple):
    """A wager and its result; at poker, chips put into the pots and chips won."""

    wager: str
    stake: Cents
    net: Cents | None  # None until it is settled
    why: str


def play_at(state: AnyTable) -> poker.PokerPlay | banked.BankedPlay:
    """The acts of an open table's kind; permissions were checked before."""
    if isinstance(state, poker_state.OpenPoker):
        return poker.PokerPlay(state)
    return banked.BankedPlay(state)


def opening_of(hall: Hall, name: str, table: ConfiguredTable, new_secret: NewSecret) -> NewTable:
    if isinstance(table, PokerTable):
        return poker.opening(name, table, new_secret)
    return banked.opening(hall, name, table, new_secret)


def is_banked(game_id: str) -> bool:
    """Whether wagers are made against the house; old books may name a game that is gone."""
    return game_id in GAMES


def is_poker(config: Mapping[str, Any]) -> bool:
    return plays_poker(config["game"])


def config_of(table: ConfiguredTable) -> dict[str, object]:
    if isinstance(table, PokerTable):
        return poker_state.config_of(table)
    return banked_state.config_of(table)


def table_from(config: Mapping[str, Any]) -> ConfiguredTable:
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


def seats_in(now: Round | Play | Hand) -> tuple[int, ...]:
    return tuple(now.in_hand if isinstance(now, Hand) else (spot.seat for spot in now.spots))


def seen(now: Round | Hand, seat: int | None) -> dict[str, object]:
    """What a seat sees; without a seat, what everybody sees. Money is in cents."""
    if isinstance(now, Hand):
        hand = poker_view.view(now, seat)
        seats = [one._asdict() for one in hand.seats]
        return {**hand._asdict(), "seats": seats, "legal": [one._asdict() for one in now.legal()]}
    return view(now, seat).to_json()


def transcript_of(now: Round | Hand) -> str:
    """Hidden cards included: for the house and the regulator."""
    if isinstance(now, Hand):
        return poker_transcript.transcript(now)
    return transcript.transcript(now)


def proof_of(dealt_from: Shoe, now: Round | Hand, *, abandoned: bool) -> dict[str, object]:
    """The proof of a shoe that has no more cards to deal."""
    if isinstance(now, Hand):
        return poker_record.poker_proof(dealt_from, now, abandoned=abandoned)
    return record(dealt_from, now, abandoned=abandoned)


def outcomes_at(now: Round | Hand, seat: int) -> list[WagerOutcome]:
    """The results of a seat's wagers; at poker, of all its chips in the pots."""
    if isinstance(now, Hand):
        won = [each for each in now.events if isinstance(each, Awarded) and each.seat == seat]
        net = Cents(now.stacks[seat] - now.started.stacks[seat]) if now.over else None
        why = "; ".join(award_text(now, each) for each in won)
        return [WagerOutcome("pots", Cents(now.paid[seat]), net, why)]
    spot, reasons = now.spot(seat), explanations(now)[seat]
    return [
        WagerOutcome(
            wager,
            stake,
            spot.results[wager].net if wager in spot.results else None,
            f"{reasons[wager].text} ({reasons[wager].rule})" if wager in reasons else "",
        )
        for wager, stake in spot.wagers.items()
    ]


def rebuilt(
    config: Mapping[str, Any], deck: Deck | None, rows: list[dict[str, Any]]
) -> Round | Hand:
    """Rebuilds a round from its events; without a deck, from the recorded cards."""
    if is_poker(config):
        cards = None if deck is None else deck.cards
        return poker_record.from_json(rows, cards, poker_state.table_from(config))
    events = [round_event(row) for row in rows]
    return rebuild(banked_state.table_from(config), deck or Deck(()), events)
