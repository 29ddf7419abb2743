"""The names in the books of a room: its streams, its accounts, and the ids of its postings."""

from croupier.bank.ledger import Account, Kind
from croupier.bank.meters.meter import CARRIED, ESCROW, HOUSE, RECEIPTS
from croupier.games.registry import GAMES, POKER

# Streams: each table and each meter has one, the room itself, the cage …
ROOM, CAGE = "room", "cage"
PROPOSALS = "proposals"  # of what takes two people
DIFFERENCES = "differences"  # which an audit found, and two people declared known
TABLE, METER = "table/", "meter/"  # how the names of their streams begin
# Accounts.
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


# The postings of a round are named after table, round and seat, so that they are found again. An id
# is used once in a bank, so the same act cannot move the same money twice.
BET = "bet"  # what a seat puts on the felt


def round_id(table: str, number: int) -> str:
    return f"{table}/{number}"


def act_id(table: str, number: int, known: int) -> str:
    """How the ids of an act's postings begin; the round had `known` events before it."""
    return f"{round_id(table, number)}/{known}"


def posting_id(act: str, seat: int, word: str) -> str:
    return f"{act}/{seat}/{word}"


def rake_id(act: str) -> str:
    return f"{act}/rake"


def first_bets(table: str, number: int) -> list[str]:
    """The possible ids of the bets of a round's deal, one for each seat that any game has."""
    banked = max(game.seats_max for game in GAMES.values())
    seats = max(banked, *(game.seats_max for game in POKER.values()))
    act = act_id(table, number, 0)
    return [posting_id(act, seat, BET) for seat in range(1, seats + 1)]


def meter_posting_id(table: str, number: int, sensor: str, event: str, place: int) -> str:
    """What the meter of `sensor` moves in a round; `event` is the meter event's kind."""
    return f"{meter_postings_begin(table, number, sensor, event)}{place}"


def meter_postings_begin(table: str, number: int, sensor: str, event: str) -> str:
    return f"{round_id(table, number)}/{sensor}/{event}/"


def correction_id(table: str, number: int, seat: int, wager: str, time: int) -> str:
    """The `time`-th correction of a wager of a past round."""
    return f"{round_id(table, number)}/corrected/{seat}/{wager}/{time}"
