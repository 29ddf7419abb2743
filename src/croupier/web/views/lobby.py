"""The lobby, and the past rounds of a player."""

import json

from croupier.desk.room.show import receipt_json
from croupier.errors import Refused
from croupier.room.books.receipt import receipt
from croupier.room.cage.cash_postings import BOUGHT
from croupier.room.room import Room
from croupier.room.state.hall import AnyTable, no_table
from croupier.room.tables.state import UnreadTable
from croupier.web import messages
from croupier.web.tables import games, is_practice
from croupier.web.views.posted import game_card

LOOKED_AT = 60  # most rounds searched for those the player was in
SHOWN = 20


def lobby_of(room: Room, person: str | None) -> messages.Lobby:
    tables = []
    for state in room.hall.tables.values():
        mine = person is not None and person in state.seats.values()
        if isinstance(state, UnreadTable) or not state.is_open:
            continue
        if is_practice(state.name) and not mine:
            continue
        least, most = state.table.stakes
        tables.append(
            messages.LobbyTable(
                table=state.name,
                game=state.game_id,
                title=state.table.game.name,
                seats=state.table.seat_count,
                taken=len(state.seats),
                least=least,
                most=most,
                stakes=state.table.stakes_text,
                phase="playing" if state.round is not None else "open",
                practice=is_practice(state.name),
                mine=mine,
            )
        )
    return messages.Lobby(games=tuple(map(game_card, games())), tables=tuple(tables))


def rounds_of(room: Room, table: str, person: str, before: int) -> messages.PastRounds:
    """The last rounds that this person played at an open or closed table, newest first."""
    state = _table_of(room, table, person)
    if not has_sat(room, state, person):  # reading a round takes milliseconds
        return messages.PastRounds(rounds=())
    rounds = state.rounds
    newest = min(rounds, before - 1) if before else rounds
    lines: list[messages.RoundLine] = []
    for number in range(newest, max(0, newest - LOOKED_AT), -1):
        try:
            own = receipt(room.store, room.hall, person, table, number)
        except Refused:
            continue
        net = sum(one.net or 0 for one in own.outcomes)
        lines.append(
            messages.RoundLine(
                round=number,
                ended=own.ended,
                net=net,
                proof="sealed" if own.proof is None else "proved",
            )
        )
        if len(lines) == SHOWN:
            break
    return messages.PastRounds(rounds=tuple(lines))


def round_of(room: Room, table: str, person: str, number: int) -> dict[str, object]:
    name = _table_of(room, table, person).name
    return receipt_json(receipt(room.store, room.hall, person, name, number))


def _table_of(room: Room, table: str, person: str) -> AnyTable:
    """An open or closed table; others' practice tables look as if they did not exist."""
    state = room.hall.any_table(table)
    if is_practice(table) and not has_sat(room, state, person):
        raise no_table(table)
    return state


def has_sat(room: Room, state: AnyTable, person: str) -> bool:
    bought = room.store.rare_events(state.stream, before=state.version + 1)
    return any(
        event.kind == BOUGHT and json.loads(event.body)["player"] == person for event in bought
    )
