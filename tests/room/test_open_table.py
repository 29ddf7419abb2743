"""Tables in a room: every act is one transaction, and a table resumes from what was written."""

from pathlib import Path
from random import Random

import pytest

from croupier.bank.act import Act
from croupier.bank.audit import audit
from croupier.bank.ledger import Account, Kind, Posting, Reason
from croupier.bank.store import Store, open_store
from croupier.errors import RuleError
from croupier.money import Cents
from croupier.room.open_table import Step, acted, dealt, left, opened, seated
from croupier.room.payouts import chips_of, tray_of
from croupier.room.room import Room
from croupier.room.table_state import OpenTable, resumed, stream_of
from croupier.rules.registry import GAMES
from croupier.rules.vocabulary import Game
from tests.table.random_play import any_bets, any_table

BOUGHT = Cents(5_000_000)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = open_store(f"sqlite:///{tmp_path / 'bank.db'}")
    accounts = (
        Account("cage", Kind.OUTSIDE, may_go_below_zero=True),
        *(Account(f"player/{seat}", Kind.PLAYER) for seat in range(1, 10)),
    )
    paid_in = tuple(
        Posting(f"deposit/{seat}", "cage", f"player/{seat}", BOUGHT, Reason.DEPOSIT)
        for seat in range(1, 10)
    )
    made.commit(Act("room", "room", 0, postings=paid_in, accounts=accounts))
    return made


def committed(store: Store, step: Step) -> OpenTable:
    store.commit(step.act)
    return step.state


def again(store: Store, name: str) -> OpenTable:
    """As after a restart."""
    kept = store.snapshot(stream_of(name))
    assert kept is not None
    return resumed(kept.version, kept.body, store.events(stream_of(name), after=kept.version))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_table_resumes_after_every_act(store: Store, game: Game) -> None:
    rng = Random(game.id)
    table = any_table(rng, game)
    state = committed(store, opened("open", "7", table))
    for number in range(6):
        bets = any_bets(rng, table)
        for seat in bets:
            if seat not in state.seats:
                step = seated(state, f"sit {seat}", seat, str(seat), BOUGHT)
                state = committed(store, step)
        state = committed(store, dealt(state, f"deal {number}", bets))
        turn = 0
        while state.round is not None:
            assert again(store, "7") == state
            action = rng.choice(state.round.legal)
            turn += 1
            step = acted(state, f"act {number} {turn}", state.round.turn, action)
            assert store.commit(step.act) == store.commit(step.act)  # sent twice, done once
            state = step.state
        assert again(store, "7") == state and state.rounds == number + 1
    balances = store.balances()
    chips = sum(balances[chips_of("7", seat)] for seat in state.seats)
    won = chips - BOUGHT * len(state.seats)
    assert balances[tray_of("7")] == -won
    for seat in list(state.seats):
        cents = store.balance(chips_of("7", seat))
        state = committed(store, left(state, f"up {seat}", seat, cents))
    assert not state.seats and audit(store).head == store.head()


def test_what_is_refused_changes_nothing(store: Store) -> None:
    table = any_table(Random(3), GAMES["four-card-prime"])
    state = committed(store, opened("open", "7", table))
    state = committed(store, seated(state, "sit", 2, "2", Cents(100)))
    before = store.head()
    bets = any_bets(Random(1), table)
    stakes = next(iter(bets.values()))
    with pytest.raises(RuleError, match="nobody sits"):
        dealt(state, "deal", {3: stakes})
    with pytest.raises(RuleError, match="taken"):
        seated(state, "sit 3", 2, "3", Cents(100))
    short = dealt(state, "deal", {2: {**stakes, "ante": 500}})
    with pytest.raises(Exception, match="cannot give"):
        store.commit(short.act)
    assert store.head() == before and again(store, "7") == state


def test_an_act_that_is_sent_again_is_not_decided_on_again(store: Store) -> None:
    room = Room(store)
    room.do(opened("open", "7", any_table(Random(3), GAMES["four-card-prime"])))

    def sit(state: OpenTable) -> Step:
        return seated(state, "sit", 2, "2", Cents(100))

    first = room.once("sit", "7", sit)
    assert first.seats == {2: "2"} and room.once("sit", "7", sit) == first
    assert store.balance(chips_of("7", 2)) == 100
    with pytest.raises(RuleError, match="no table '8'; open tables: 7"):
        room.table("8")
    assert Room(store).table("7") == first
