"""A room to play in: people, tables of any kind, a meter for every sensor, chips at every seat."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import count
from random import Random
from typing import Any

from croupier.bank.act import Receipt
from croupier.bank.meters.events import Authority, MeterOpened
from croupier.bank.meters.rules import MeterRules
from croupier.bank.store import Store
from croupier.money import Cents
from croupier.odds.house_edge import Worth
from croupier.program import program_hash
from croupier.room.cage.cage import (
    deposited,
    jackpot_awarded,
    jackpot_banked,
    jackpot_drawn,
    reversed_,
)
from croupier.room.cage.corrections import corrected
from croupier.room.meters.ends import meter_discontinued
from croupier.room.meters.holdings import AccrualLine
from croupier.room.meters.meters import OpenMeter, meter_changed, meter_linked, meter_opened
from croupier.room.people.floor import enrolled, founded
from croupier.room.people.matters import (
    Award,
    Banking,
    Correction,
    Drawing,
    Matter,
    MeterChange,
    MeterEnd,
    MeterLink,
    MeterOpening,
    Reversal,
)
from croupier.room.people.proposals import proposed, seconded
from croupier.room.people.roles import Role
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.state.hall import Hall, WorthOf
from croupier.room.tables.bets import bet_made
from croupier.room.tables.poker.state import OpenPoker
from croupier.room.tables.rounds import acknowledged, acted, dealt, timed_out
from croupier.room.tables.seats import left, sat_in, sat_out
from croupier.room.tables.state import OpenTable
from croupier.room.tables.tables import bought_in, cashed_out, filled, table_closed, table_opened
from croupier.rules.poker import PokerGame
from croupier.rules.vocabulary import Game
from croupier.table.table import Table
from tests.room.poker_rooms import any_poker, any_poker_request, open_full_poker
from tests.room.words import commitment_of, next_word
from tests.table.random_play import any_action, any_bets, any_stakes, any_table

RICH = Cents(100_000_000)
PROGRAM = cache(program_hash)  # it reads every file of the program
STAFF = {"dee": Role.DEALER, "flo": Role.FLOOR, "fran": Role.FLOOR, "aud": Role.AUDITOR}


RoomLike = Callable[[Callable[[Store], object]], Room]  # see conftest.py


def no_worth(hall: Hall, name: str, table: Table) -> tuple[Worth, ...]:
    """Tables are opened by the hundred, in any configuration, so their worth is not computed."""
    return ()


def escrow_due(meters: Mapping[str, OpenMeter]) -> Cents:
    """What the escrow account must hold: all meters and reserves."""
    return Cents(sum(meter.meter.held for meter in meters.values()))


def new_room(store: Store, worth_of: WorthOf = no_worth) -> Room:
    """Founded by `ada`, with some staff."""
    room = Room(store, worth_of)
    room.do("found", "ada", founded, PROGRAM())
    for name, role in STAFF.items():
        room.do(f"enrol {name}", "ada", enrolled, name, role)
    return room


TAKE_TWO = (
    reversed_,
    corrected,
    jackpot_awarded,
    jackpot_banked,
    jackpot_drawn,
    meter_changed,
    meter_linked,
    meter_discontinued,
)


def matter_of(first: str, decide: object, *about: Any, **more: Any) -> tuple[Matter, str]:
    """What takes two people, as the decision expects it, and who is the second."""
    if decide is reversed_:
        posting, second, reason = about
        return Reversal(posting, reason), second
    if decide is corrected:
        *what, second, reason = about
        return Correction(*what, reason), second
    if decide is jackpot_awarded:
        player, cents, second, reason = about
        return Award(player, cents, reason), second
    if decide in (jackpot_banked, jackpot_drawn):
        cents, second, reference = about
        return (Banking if decide is jackpot_banked else Drawing)(cents, reference), second
    if decide is meter_changed:
        name, change = about
        return MeterChange(name, change), _other(first, change.authority)
    if decide is meter_opened:
        return MeterOpening(*about), more["second"]
    name, what, authority = about
    if decide is meter_linked:
        return MeterLink(name, what, authority.reason), _other(first, authority)
    assert decide is meter_discontinued, decide
    matter = MeterEnd(name, what, more.get("players", False), authority.reason)
    return matter, _other(first, authority)


def _other(first: str, authority: Authority) -> str:
    """Either of the two may propose it."""
    return authority.first if first == authority.second else authority.second


def by_two(room: Room, key: str, first: str, decide: object, *about: Any, **more: Any) -> Receipt:
    """One proposes, the other approves; the resulting act has the key."""
    matter, second = matter_of(first, decide, *about, **more)
    room.do(f"{key} proposal {room.hall.proposals.last + 1}", first, proposed, matter)
    return room.do(key, second, seconded, room.hall.proposals.last)


def meter_rules(table: Table, sensor: str, tables: tuple[str, ...]) -> MeterRules:
    """A meter that grows by fractions of a cent, and that a table can use unchanged."""
    kind = str(table.options["jackpot_type"])
    house = kind == "house"
    return MeterRules(
        sensor=sensor,
        kind=kind,
        split=str(table.options["jackpot_split"]),
        wager=table.fixed_wager(sensor),
        seed=Cents(1_000_000),
        reseed=Cents(0 if house else 500_000),
        contribution_rate=0 if house else 1_803,
        reserve_rate=0 if house else 411,
        cap=None if house else Cents(1_000_300),
        tables=tables,
    )


def open_table(room: Room, name: str, table: Table, linked: tuple[str, ...] = ()) -> None:
    """With a new meter for every sensor, unless one is already linked to it."""
    served = {
        meter.meter.rules.sensor
        for meter in room.hall.meters.values()
        if name in meter.meter.rules.tables
    }
    for wager in table.offers:
        if wager.name in table.game.jackpots and wager.name not in served:
            rules = meter_rules(table, wager.name, (name, *linked))
            meter = f"{name} {wager.name}"
            room.do(f"meter {meter}", "flo", meter_opened, meter, MeterOpened(rules))
    room.do(f"open {name}", "flo", table_opened, name, table)
    room.do(f"fill {name}", "flo", filled, name, RICH)


def seat_players(room: Room, name: str, cents: Cents = RICH) -> None:
    """A player at every seat."""
    for seat in range(1, room.hall.banked(name).table.game.seats_max + 1):
        player = f"{name} player {seat}"
        room.do(f"enrol {player}", "flo", enrolled, player, Role.PLAYER)
        room.do(f"deposit {player}", "flo", deposited, player, cents)
        room.do(f"sit {player}", "dee", bought_in, name, seat, player, cents)


def any_room(store: Store, rng: Random, games: Sequence[Game | PokerGame]) -> Room:
    """A table of each game, in any configuration, full of players."""
    room = new_room(store)
    for game in games:
        name = game.id.replace("-", " ")
        if isinstance(game, PokerGame):
            open_full_poker(room, rng, name, any_poker(rng))
            continue
        open_table(room, name, any_table(rng, game))
        seat_players(room, name)
    return room


def any_request(room: Room, rng: Random, name: str) -> Request:
    """What somebody at this table may request next."""
    state = room.hall.table(name)
    if isinstance(state, OpenPoker):
        return any_poker_request(rng, state)
    key = f"{name} #{state.version}"
    if state.round is None:
        if state.held:
            return Request(key, "flo", acknowledged, (name, state.held[0].seat))
        return _before_deal(rng, state, key)
    if rng.random() < 0.05:
        return Request(key, "flo", filled, (name, Cents(500)))
    seat = state.round.turn
    if rng.random() < 0.05:
        return _about_to_leave(rng, state, key)
    if rng.random() < 0.1:
        return Request(key, "dee", timed_out, (name, seat, state.round.version))
    by = rng.choice(["dee", state.seats[seat]])
    return Request(key, by, acted, (name, seat, any_action(rng, state.round)))


def _about_to_leave(rng: Random, state: OpenTable, key: str) -> Request:
    """Somebody who is in the round leaves, or decides to stay."""
    seat = rng.choice([seat for seat in state.seats if state.plays(seat)])
    decide = sat_in if seat in state.leaving else left
    return Request(key, rng.choice(["dee", state.seats[seat]]), decide, (state.name, seat))


def _before_deal(rng: Random, state: OpenTable, key: str) -> Request:
    """Players bet themselves, with words or without; the dealer states the other bets."""
    name, before = state.name, state.before
    away = sorted(state.out | state.leaving)
    if away and before.closed is None:
        return Request(key, state.seats[away[0]], sat_in, (name, away[0]))
    if rng.random() < 0.03 and not before.binds:
        seat = rng.choice(list(state.seats))
        return Request(key, rng.choice(["dee", state.seats[seat]]), sat_out, (name, seat))
    if before.missing or rng.random() < 0.2:
        request = next_word(rng, state, key)
        if request is not None:
            return request
    if before.closed is not None:
        about_to = [seat for seat in state.seats if before.is_closed(seat)]
        if rng.random() < 0.1 and (seat := rng.choice(about_to)) not in state.leaving:
            return Request(key, rng.choice(["dee", state.seats[seat]]), left, (name, seat))
        return Request(key, "dee", dealt, (name, {}))
    if rng.random() < 0.4:
        seat = rng.choice(list(state.seats))
        word = "" if state.shoe.first else commitment_of(state, seat)
        about = (name, seat, any_stakes(rng, state.table), rng.choice(["", word]))
        return Request(key, state.seats[seat], bet_made, about)
    bets = any_bets(rng, state.table)
    stated = {seat: stakes for seat, stakes in bets.items() if seat not in before.bets}
    return Request(key, "dee", dealt, (name, stated))


def play(room: Room, rng: Random, rounds: int) -> None:
    """That many rounds at each table, acts of several tables in one commit."""
    ends = {name: state.rounds + rounds for name, state in room.hall.tables.items()}
    while True:
        going = [
            name
            for name, state in room.hall.tables.items()
            if state.rounds < ends[name] or state.round is not None or state.held
        ]
        if not going:
            return
        some = rng.sample(going, rng.randint(1, len(going)))
        for answer in room.do_all([any_request(room, rng, name) for name in some]):
            if isinstance(answer, Exception):
                raise answer


def everybody_goes(room: Room) -> None:
    """Finishes open rounds, cashes everybody out, and closes the tables."""
    rng, numbers = Random(4), count(1)
    for name in list(room.hall.tables):
        while (now := room.hall.table(name)).round is not None or now.held or now.before.closed:
            request = any_request(room, rng, name)
            room.do(request.key, request.by, request.decide, *request.about, **request.more)
        for seat in list(now.seats):
            room.do(f"up {next(numbers)} {name} {seat}", "dee", cashed_out, name, seat)
        room.do(f"close {name}", "flo", table_closed, name)


def balances(line: AccrualLine) -> bool:
    """A meter's earlier amount plus all changes equals its present amount."""
    into, out = line.contributed + line.funded + line.moved, line.paid + line.lowered
    return line.before + into - out - line.to_players == line.held
