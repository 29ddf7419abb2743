"""What a person has: their deposit, and with it the chips at all tables."""

from croupier.bank.faults import StoreError
from croupier.bank.store import UNKNOWN_ACCOUNT, Store
from croupier.room.names import chips_of, player_of
from croupier.room.room import Room


def balance_of(store: Store, name: str) -> int:
    try:
        return store.balance(player_of(name))
    except StoreError as refused:
        if refused.code != UNKNOWN_ACCOUNT:
            raise
        return 0  # staff have no deposit


def worth(room: Room, name: str) -> int:
    """A player's deposit plus their chips at all tables."""
    chips = 0
    for state in room.hall.tables.values():
        for seat, player in state.seats.items():
            if player == name:
                chips += room.store.balance(chips_of(state.name, seat))
    return balance_of(room.store, name) + chips
