"""The accounts of a room by name, and those that every room has."""

from croupier.bank.ledger import Account, Kind
from croupier.bank.meters.events import CARRIED, ESCROW, HOUSE, RECEIPTS

JACKPOT_BANK = "jackpot bank"  # what was taken to the bank account for jackpots (WAC 230-15-455)
JACKPOT_CASH = "jackpot cash"  # its other side, below zero: the escrow is what must be there
OUTSIDE = "outside"  # cash, before it is brought in and after it is taken away
ROOM_ACCOUNTS = (
    Account(OUTSIDE, Kind.OUTSIDE, may_go_below_zero=True),
    Account(HOUSE, Kind.HOUSE, may_go_below_zero=True),
    Account(RECEIPTS, Kind.HOUSE),
    Account(ESCROW, Kind.ESCROW),
    Account(CARRIED, Kind.OUTSIDE, may_go_below_zero=True),
)


def player_of(name: str) -> str:
    """What a player has on deposit."""
    return f"player/{name}"


def tray_of(table: str) -> str:
    """The dealer's chips. A win may take it below zero: then the table waits for a fill."""
    return f"table/{table}/tray"


def drop_of(table: str) -> str:
    """The drop box: what players paid for chips."""
    return f"table/{table}/drop"


def chips_of(table: str, seat: int) -> str:
    return f"table/{table}/chips/{seat}"


def felt_of(table: str, seat: int) -> str:
    """What lies before a seat; zero when the round is over."""
    return f"table/{table}/felt/{seat}"


def pot_of(table: str) -> str:
    """The pot of a hand of poker; zero when the hand is over."""
    return f"table/{table}/pot"


def held_of(table: str, seat: int) -> str:
    """A large win that waits for a supervisor."""
    return f"table/{table}/held/{seat}"


def table_accounts(table: str, seats: int) -> tuple[Account, ...]:
    return (
        Account(tray_of(table), Kind.HOUSE, may_go_below_zero=True),
        Account(drop_of(table), Kind.HOUSE),
        *(
            Account(of(table, seat), kind)
            for seat in range(1, seats + 1)
            for of, kind in ((chips_of, Kind.PLAYER), (felt_of, Kind.FELT), (held_of, Kind.PLAYER))
        ),
    )


def poker_accounts(table: str, seats: int) -> tuple[Account, ...]:
    return (*table_accounts(table, seats), Account(pot_of(table), Kind.FELT))


def in_words(account: str) -> str:
    """An account as people speak of it: `player/pam` is pam's deposit."""
    match account.split("/"):
        case ["player", name]:
            return f"{name}'s deposit"
        case ["table", table, "tray"]:
            return f"table {table}'s tray"
        case ["table", table, "drop"]:
            return f"table {table}'s drop box"
        case ["table", table, "pot"]:
            return f"the pot at table {table}"
        case ["table", table, "chips", seat]:
            return f"seat {seat}'s chips at table {table}"
        case ["table", table, "felt", seat]:
            return f"seat {seat}'s bets at table {table}"
        case ["table", table, "held", seat]:
            return f"seat {seat}'s large win at table {table}"
        case ["outside"]:
            return "cash"
        case _:
            return f"the {account}"
