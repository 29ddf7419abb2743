"""A small bank with every kind of record, created once: the basis of forgeries."""

from pathlib import Path

from croupier.bank.meters.events import Authority, Lift, MeterOpened, Raised
from croupier.bank.store import open_store
from croupier.money import Cents
from croupier.program import program_hash
from croupier.room.cage.cage import deposited, jackpot_banked, jackpot_drawn, reversed_, withdrawn
from croupier.room.cage.corrections import corrected
from croupier.room.meters.ends import meter_discontinued
from croupier.room.meters.meters import meter_changed, meter_opened
from croupier.room.people.floor import approved, dismissed, enrolled
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.room.tables.rounds import acted, card_exposed, dealt, hand_dead, round_called_off
from croupier.room.tables.seats import sat_out
from croupier.room.tables.tables import (
    bought_in,
    cashed_out,
    credited,
    filled,
    table_closed,
    table_opened,
)
from croupier.table.poker.table import open_poker
from croupier.table.table import open_table
from tests.room.rooms import by_two, meter_rules, new_room
from tests.room.words import keep, open_word

PRIME = "four-card-prime"
TWO = Authority("the display failed", "flo", "fran")
BETS = {1: {"ante": 500, "five card jackpot": 100}}


def make(path: Path) -> None:
    """Table A between rounds, B in the middle of one, C closed, 9 with poker."""
    with open_store(f"sqlite:///{path}") as store:
        room = new_room(store)
        _people(room)
        _tables(room)
        _rounds(room)
        _poker(room)
        _by_hand(room)


def _people(room: Room) -> None:
    for player in ("pam", "pat", "quin", "gus"):
        room.do(f"enrol {player}", "flo", enrolled, player, Role.PLAYER)
        room.do(f"in {player}", "flo", deposited, player, Cents(100_000))
    room.do("out gus", "flo", withdrawn, "gus", Cents(100_000))
    room.do("no gus", "flo", dismissed, "gus")
    for name, role in (("dan", Role.DEALER), ("fay", Role.FLOOR)):
        room.do(f"enrol {name}", "ada", enrolled, name, role)
        room.do(f"no {name}", "ada", dismissed, name)
    room.do("again", "ada", approved, program_hash(), "the same, looked at again")


def _tables(room: Room) -> None:
    table = open_table(PRIME, options={"jackpot_type": "progressive"})
    for meter, tables in (("main", ("A", "B")), ("other", ("Z",)), ("spare", ("Y",))):
        rules = meter_rules(table, "five card jackpot", tables)
        room.do(f"meter {meter}", "flo", meter_opened, meter, MeterOpened(rules))
    table = open_table(PRIME, options=table.options, offers=["five card jackpot", "aces baby"])
    for name in ("A", "B"):
        room.do(f"open {name}", "flo", table_opened, name, table)
        room.do(f"fill {name}", "flo", filled, name, Cents(500_000))
    room.do("less A", "flo", credited, "A", Cents(100_000))
    room.do("open C", "flo", table_opened, "C", open_table("4-card-buyout"))
    room.do("close C", "flo", table_closed, "C")
    for seat, player in enumerate(("pam", "pat"), 1):
        room.do(f"sit {player}", "dee", bought_in, "A", seat, player, Cents(30_000))
    room.do("sit quin", "dee", bought_in, "B", 1, "quin", Cents(30_000), cash=True)
    room.do("sit gone", "dee", bought_in, "B", 2, "pat", Cents(1_000), cash=True)
    room.do("up gone", "dee", cashed_out, "B", 2, cash=True)


def _rounds(room: Room) -> None:
    keep(room, "A", 1, BETS[1])
    room.do("close bets", "dee", dealt, "A", {})
    open_word(room, "A", 1)
    room.do("deal A", "dee", dealt, "A", {})
    room.do("act A", "pam", acted, "A", 1, "fold")
    room.do("deal A2", "dee", dealt, "A", {1: {"ante": 500}, 2: {"ante": 500}})
    room.do("dead A2", "flo", hand_dead, "A", 2, "six cards")
    room.do("act A2", "dee", acted, "A", 1, "raise 1x")
    room.do("deal B", "dee", dealt, "B", BETS)
    room.do("off B", "flo", round_called_off, "B", "dealt out of turn")
    room.do("deal B2", "dee", dealt, "B", BETS)
    room.do("seen B2", "flo", card_exposed, "B", 1, 1, "it flashed")


def _poker(room: Room) -> None:
    room.do("open 9", "flo", table_opened, "9", open_poker("five-card-hold-out"))
    for seat, player in enumerate(("pam", "pat", "quin"), 1):
        room.do(f"poker {player}", "dee", bought_in, "9", seat, player, Cents(20_000))
    room.do("deal 9", "dee", dealt, "9")
    while (hand := room.hall.poker("9").round) is not None:
        room.do(f"9 {hand.version}", "dee", acted, "9", hand.to_act, "fold")
    room.do("wait", "quin", sat_out, "9", 3)


def _by_hand(room: Room) -> None:
    room.do("wrong", "flo", deposited, "pam", Cents(5_000))
    by_two(room, "back", "flo", reversed_, "wrong", "ada", "to the wrong player")
    room.do("right", "flo", deposited, "pam", Cents(5_000))
    by_two(room, "up", "flo", meter_changed, "main", Raised(Lift.SEED, Cents(200), TWO))
    by_two(room, "end", "flo", meter_discontinued, "other", None, TWO, players=True)
    by_two(room, "join", "flo", meter_discontinued, "spare", "main", TWO)
    by_two(room, "slip", "flo", jackpot_banked, Cents(3_000_000), "fran", "slip 1")
    by_two(room, "check", "flo", jackpot_drawn, Cents(1_000), "fran", "check 1")
    about = ("A", 1, 1, "ante", Cents(300), "player", "ada", "paid short")
    by_two(room, "correct", "flo", corrected, *about)
