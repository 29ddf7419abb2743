"""A room of tables: every act is one transaction, and everything resumes from what was written."""

from collections.abc import Callable, Mapping
from random import Random

import pytest

from croupier.bank.audit import run as bank_audit
from croupier.bank.meters.events import ESCROW
from croupier.bank.reading import Stretch
from croupier.bank.store import Store, open_store
from croupier.games.registry import GAMES, POKER
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.books.log import log
from croupier.room.names import chips_of, felt_of, pot_of
from croupier.room.people.floor import enrolled
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.room.state.hall import Actor, Hall, Transition, decision
from croupier.room.tables.mistakes import CALLED_OFF
from croupier.room.tables.poker.state import OpenPoker
from croupier.room.tables.rounds import acted, dealt
from croupier.room.tables.tables import bought_in, cashed_out, filled
from croupier.rules.poker import PokerGame
from croupier.rules.vocabulary import Game
from tests.room.rooms import any_request, any_room, escrow_due, everybody_goes, new_room, play
from tests.table.random_play import any_stakes

ALL: list[Game | PokerGame] = [*GAMES.values(), *POKER.values()]


def check_chips(state: OpenPoker, balances: Mapping[str, Cents]) -> None:
    """A poker table's stacks equal the books' chips, and so do its hand's."""
    seats = range(1, state.table.seat_count + 1)
    chips = {seat: balances[chips_of(state.name, seat)] for seat in seats}
    assert state.stacks == {seat: cents for seat, cents in chips.items() if cents}
    assert set(state.stacks) <= set(state.seats)
    assert balances[pot_of(state.name)] == 0
    hand = state.round
    if hand is not None:
        assert {seat: hand.stacks[seat] for seat in hand.in_hand} == {
            seat: chips[seat] for seat in hand.in_hand
        }
        felts = {seat: balances[felt_of(state.name, seat)] for seat in seats}
        assert felts == {seat: hand.paid[seat] for seat in seats}


def check_books(room: Room) -> None:
    """What holds after every act: balances, the felt between rounds, the escrow."""
    balances = room.store.balances()
    assert sum(balances.values()) == 0
    assert balances[ESCROW] == escrow_due(room.hall.meters)
    for name, state in room.hall.tables.items():
        lies = sum(cents for who, cents in balances.items() if who.startswith(f"table/{name}/felt"))
        if state.round is None:
            assert lies == 0
        if isinstance(state, OpenPoker):
            check_chips(state, balances)
            assert lies == (0 if state.round is None else state.round.pot)
        held = sum(cents for who, cents in balances.items() if who.startswith(f"table/{name}/held"))
        assert held == sum(one.cents for one in state.held)


@pytest.mark.parametrize("game", ALL, ids=[game.id for game in ALL])
def test_a_table_resumes_after_every_act(store: Store, game: Game | PokerGame) -> None:
    rng = Random(game.id)
    room = any_room(store, rng, [game])
    (name,) = room.hall.tables
    while (state := room.hall.table(name)).rounds < 6 or state.round is not None or state.held:
        request = any_request(room, rng, name)
        first = room.do_all([request])
        assert room.do_all([request]) == first  # sent twice, done once
        assert Room(store).hall == room.hall
        check_books(room)
    everybody_goes(room)
    balances = store.balances()
    assert not any(cents for who, cents in balances.items() if who.startswith("table/"))
    assert audit(store).head == store.head()


def test_a_round_resumes_whatever_else_is_done_at_the_table(store: Store) -> None:
    """A fill, and players who come and go at the seats that are not in the round."""
    rng = Random(3)
    room = any_room(store, rng, [GAMES["four-card-prime"]])
    (name,) = room.hall.tables
    bets = {3: any_stakes(rng, room.hall.banked(name).table)}
    room.do("deal", "dee", dealt, name, bets)
    goes = room.hall.table(name).seats[5]
    for key, by, decide, *about in (
        ("fill", "flo", filled, name, Cents(700)),
        ("up", "dee", cashed_out, name, 5),
        ("down", "dee", bought_in, name, 5, goes, Cents(100)),
        ("act", "dee", acted, name, 3, "raise 1x"),
    ):
        assert room.hall.table(name).round is not None
        room.do(key, by, decide, *about)
        assert Room(store).hall == room.hall
        check_books(room)
    assert room.hall.table(name).round is None and room.hall.table(name).rounds == 1


def test_many_tables_in_one_commit(
    new_url: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(new_url()) as store:
        room = any_room(store, Random(5), ALL)
        play(room, Random(6), 4)
        check_books(room)
        assert Room(store).hall == room.hall
        everybody_goes(room)
        begun = sum(state.rounds for state in room.hall.tables.values())
        log_of = log(store, Stretch(1, store.head().sequence))
        rounds = begun - sum(entry.kind == CALLED_OFF for entry in log_of)
        assert audit(store).rounds == rounds
        monkeypatch.setattr(bank_audit, "WINDOW", 60)  # rounds and acts across every edge
        assert audit(store, workers=1).rounds == rounds


def test_a_decision_gets_the_time(url: str) -> None:
    """By the store's own clock, the one used when the act is written."""
    told: list[int] = []

    @decision("enrol_at")
    def enrolled_at(hall: Hall, asked: Actor) -> Transition:
        told.append(asked.now)
        return enrolled(hall, asked, "tim", Role.PLAYER)

    with open_store(url, lambda: 86_400_000) as store:
        room = new_room(store)
        room.do("tim", "ada", enrolled_at)
        assert "tim" in room.hall.floor.people
    assert told == [86_400_000]
