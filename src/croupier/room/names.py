"""The names in the books of a room: its streams, its accounts, and the ids of its postings."""

import re

from croupier.bank.act import KeyTaken, StaleAct, TooLate
from croupier.bank.ledger import MOST_CENTS, Account, Kind, LedgerError, Posting, Refusal
from croupier.bank.meters.events import CARRIED, ESCROW, HOUSE, RECEIPTS
from croupier.errors import BankError, Refused
from croupier.games.registry import GAMES, POKER
from croupier.money import dollars

# Streams: each table and each meter has one, the room itself, the cage …
ROOM, CAGE = "room", "cage"
PROPOSALS = "proposals"  # for acts that take two people
DIFFERENCES = "differences"  # that two people declared known
SIGN_INS = "sign-ins"  # and refused sign-ins
OWN = "own/"  # the prefix of the streams of limits that players set for themselves
TABLE, METER = "table/", "meter/"  # prefixes of their streams
# Accounts.
JACKPOT_BANK = "jackpot bank"  # deposits in the bank account for jackpots (WAC 230-15-455)
JACKPOT_CASH = "jackpot cash"  # its counterpart, below zero: the escrow is what must be there
OUTSIDE = "outside"  # cash before it comes in and after it goes out
ROOM_ACCOUNTS = (
    Account(OUTSIDE, Kind.OUTSIDE, may_go_below_zero=True),
    Account(HOUSE, Kind.HOUSE, may_go_below_zero=True),
    Account(RECEIPTS, Kind.HOUSE),
    Account(ESCROW, Kind.ESCROW),
    Account(CARRIED, Kind.OUTSIDE, may_go_below_zero=True),
)

OF_SEAT = re.compile(r"table/([^/]+)/[^/]+/([1-9][0-9]?)")


def player_of(name: str) -> str:
    return f"player/{name}"


def tray_of(table: str) -> str:
    """The dealer's chips. A win may take them below zero: then the table needs a fill."""
    return f"table/{table}/tray"


def drop_of(table: str) -> str:
    """The drop box: what players paid for chips."""
    return f"table/{table}/drop"


def chips_of(table: str, seat: int) -> str:
    return f"table/{table}/chips/{seat}"


def felt_of(table: str, seat: int) -> str:
    """A seat's wagers in the round; zero when it is over."""
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


def at_seat(account: str) -> tuple[str, int] | None:
    """The table and seat that an account belongs to, if it is a seat's."""
    found = OF_SEAT.fullmatch(account)
    return (found[1], int(found[2])) if found else None


def in_words(account: str) -> str:
    """An account in everyday words: `player/pam` is pam's deposit."""
    if account == OUTSIDE:
        return "cash"
    if account.startswith(player_of("")):
        return f"{account.removeprefix(player_of(''))}'s deposit"
    table, _, _ = account.removeprefix(TABLE).partition("/")
    words = {
        tray_of(table): f"table {table}'s tray",
        drop_of(table): f"table {table}'s drop box",
        pot_of(table): f"the pot at table {table}",
    }
    if at := at_seat(account):
        words |= {
            chips_of(*at): f"seat {at[1]}'s chips at table {table}",
            felt_of(*at): f"seat {at[1]}'s bets at table {table}",
            held_of(*at): f"seat {at[1]}'s large win at table {table}",
        }
    return words.get(account, f"the {account}")


# The ids of a round's postings contain table, round and seat, so that they can be looked up. An id
# is unique in a bank, so the same act cannot move the same money twice.
BET = "bet"  # chips that a seat puts on the felt


def round_id(table: str, number: int) -> str:
    return f"{table}/{number}"


def act_id(table: str, number: int, known: int) -> str:
    """The prefix of the ids of an act's postings; the round had `known` events before it."""
    return f"{round_id(table, number)}/{known}"


def posting_id(act: str, seat: int, word: str) -> str:
    return f"{act}/{seat}/{word}"


def rake_id(act: str) -> str:
    return f"{act}/rake"


def first_bets(table: str, number: int) -> list[str]:
    """The possible ids of the bets of a round's deal, one for each seat of the largest game."""
    act = act_id(table, number, 0)
    return [posting_id(act, seat, BET) for seat in range(1, most_seats() + 1)]


def most_seats() -> int:
    """The seats of the largest game."""
    banked = max(game.seats_max for game in GAMES.values())
    return max(banked, *(game.seats_max for game in POKER.values()))


def meter_posting_id(table: str, number: int, sensor: str, event: str, place: int) -> str:
    """A posting of the meter of `sensor` in a round; `event` is the kind of the meter's event."""
    return f"{meter_postings_begin(table, number, sensor, event)}{place}"


def meter_postings_begin(table: str, number: int, sensor: str, event: str) -> str:
    return f"{round_id(table, number)}/{sensor}/{event}/"


def hand_posting_id(meter: str, version: int, place: int) -> str:
    """A manual posting of a meter; `version` is that of its stream after the act."""
    return f"{hand_postings_begin(meter, version)}{place}"


def hand_postings_begin(meter: str, version: int) -> str:
    return f"{meter}/{version}/"


def off_id(posting: str) -> str:
    """The reversal of a posting, when its round is called off."""
    return f"{posting}/off"


def correction_id(table: str, number: int, seat: int, wager: str, time: int) -> str:
    """The `time`-th correction of a wager of a past round."""
    return f"{round_id(table, number)}/corrected/{seat}/{wager}/{time}"


# The ledger's refusals in everyday words: in dollars and names, without accounts or ids


def plain(refused: Refused) -> Refused:
    """The same refusal, with the same code; unchanged if it needs no translation."""
    match refused:
        case LedgerError():
            message = _of_the_ledger(refused)
        case KeyTaken(record=record) if record:
            message = (
                f"this key was used for another act, in record {record}; give a new act a new key"
            )
        case TooLate():
            message = "this came too late, and nothing was done; try again"
        case StaleAct():
            message = "somebody else acted at the same moment; look again, then act"
        case _:
            return refused
    return BankError(message, refused.code) if message else refused


def _of_the_ledger(refused: LedgerError) -> str:
    """Empty for a refusal that no act of a room can cause."""
    posting, holds = refused.posting, dollars(refused.holds)
    match refused.refusal:
        case Refusal.AMOUNT_NOT_POSITIVE if posting is not None:
            return f"an amount must be more than $0; this one is {dollars(posting.cents)}"
        case Refusal.WOULD_GO_BELOW_ZERO if posting is not None:
            amount = dollars(posting.cents)
            return f"there is {holds} in {in_words(refused.account)}; {amount} cannot be taken out"
        case Refusal.ALREADY_REVERSED if posting is not None:
            return f"{movement(posting)}: this is reversed already"
        case Refusal.NOT_CLEARED if refused.account:
            return f"there is still {holds} in {in_words(refused.account)}; it must be empty first"
        case Refusal.AMOUNT_TOO_LARGE | Refusal.BALANCE_TOO_LARGE:
            return f"that is too much; no amount and no balance may pass {dollars(MOST_CENTS)}"
        case _:
            return ""


def movement(posting: Posting) -> str:
    """`$75 from cash to pam's deposit (deposit)`."""
    debit, credit = in_words(posting.debit), in_words(posting.credit)
    return f"{dollars(posting.cents)} from {debit} to {credit} ({posting.reason.value})"
