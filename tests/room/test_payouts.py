"""Every round of every game as money: nothing stays on the felt, and the tray has the rest."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.bank.ledger import Books, entry
from croupier.games.registry import GAMES
from croupier.room.names import chips_of, felt_of, held_of, table_accounts, tray_of
from croupier.room.tables.payouts import felts, postings
from croupier.rules.vocabulary import Game
from tests.effort import examples
from tests.table.random_play import any_opening, states

SEEDS = st.integers(min_value=0, max_value=2**64)
STAKED = 10_000_000


def books_of(seats: list[int]) -> Books:
    accounts = table_accounts("7", max(seats))
    balances = {chips_of("7", seat): STAKED for seat in seats}
    return Books({account.name: account for account in accounts}, balances)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@settings(max_examples=examples(40), deadline=None)
@given(SEEDS)
def test_a_round_leaves_nothing_on_the_felt(game: Game, seed: int) -> None:
    rng = Random(seed)
    before, books = None, None
    seen: set[str] = set()
    for state in states(rng, any_opening(rng, game)):
        seats = [spot.seat for spot in state.spots]
        books = books or books_of(seats)
        moved = postings("7", 12, before, state)
        assert seen.isdisjoint(posting.id for posting in moved)
        seen |= {posting.id for posting in moved}
        cleared = felts("7", state) if state.over else ()
        balances = {**books.balances, **entry(books, moved, cleared).balances}
        books = Books(books.accounts, balances)
        for spot in state.spots:
            lies = sum(spot.wagers.values()) - sum(result.stake for result in spot.results.values())
            assert balances.get(felt_of("7", spot.seat), 0) == lies
        before = state
    assert before is not None and before.over and books is not None
    sensors = game.jackpots
    won = {
        spot.seat: sum(
            -result.stake if result.wager in sensors else result.net
            for result in spot.results.values()
        )
        for spot in before.spots
    }
    for seat, net in won.items():
        has = books.balances.get(chips_of("7", seat), 0) + books.balances.get(held_of("7", seat), 0)
        assert has == STAKED + net
    assert books.balances.get(tray_of("7"), 0) == -sum(won.values())
