"""Questions about stretches of the books, compared with a plain search through all of them."""

from collections.abc import Iterator
from random import Random

import pytest

from croupier.bank.act import Act, Event, Part
from croupier.bank.audit.records import WholeAct, fetch_rows, read, whole_acts
from croupier.bank.ledger import Account, Kind
from croupier.bank.reading import Stretch, act_of_posting, acts_of, rare, stretch, times
from croupier.bank.store import Store, open_store
from tests.bank.test_store import ACCOUNTS, DEPOSIT

KINDS = ("round", "word")


@pytest.fixture
def filled(url: str) -> Iterator[Store]:
    """Acts of several streams, some at the same time and some that tell nothing."""
    rng, versions = Random(5), {"a": 0, "b": 0, "c": 0}
    clock = 100

    def now() -> int:
        return clock

    with open_store(url, now) as store:
        store.commit(Act("first", "a", 0, (), (), ACCOUNTS))
        for number in range(60):
            clock += rng.choice((0, 0, 1, 7))
            name, other = rng.sample(sorted(versions), 2)
            some = tuple(Event(rng.choice(KINDS), str(number)) for _ in range(rng.randrange(3)))
            parts = (Part(other, versions[other], some),) if number % 5 == 0 else ()
            opened = (Account(f"house/{number}", Kind.HOUSE),)
            key = f"act {number}"
            store.commit(Act(key, name, versions[name], some, accounts=opened, also=parts))
            versions[name] += len(some)
            versions[other] += len(some) * len(parts)
        yield store


def all_acts(store: Store) -> list[WholeAct]:
    with store.reading() as connection:
        return list(whole_acts(read(fetch_rows(connection), Stretch(1, store.head().sequence))))


def test_times_and_stretches(filled: Store) -> None:
    acts = all_acts(filled)
    assert times(filled) == (acts[0].act.at, acts[-1].act.at)
    clock = sorted({act.act.at + more for act in acts for more in (-1, 0, 1)} | {0, 10**15})
    for since in clock:
        until = since + 8
        before = [act.act.sequence for act in acts if act.act.at < since]
        within = [act.act.sequence for act in acts if act.act.at < until]
        must = Stretch(max(before, default=0) + 1, max(within, default=0))
        assert stretch(filled, since, until) == must


def test_an_empty_bank_has_no_times(store: Store) -> None:
    assert times(store) is None
    assert stretch(store, 0, 10**15) == Stretch(1, 0)


@pytest.mark.parametrize("most", [1, 3, 1000])
def test_acts_of_a_stream(filled: Store, most: int) -> None:
    acts = [act for act in all_acts(filled) if act.events]
    for stream in ("a", "b", "c", "d"):
        for after in range(25):
            own = [act for act in acts if act.act.stream == stream and act.act.version > after]
            found = list(acts_of(filled, stream, after, most))
            assert [act.key for act in found] == [act.act.key for act in own[:most]]
            assert [act.version for act in found] == [act.act.version for act in own[:most]]
            texts = [[(event.kind, event.body) for event in act.events] for act in own[:most]]
            assert [[(one.kind, one.body) for one in act.events] for act in found] == texts


def test_rare_events_have_the_time_of_their_act(filled: Store) -> None:
    must = [
        (event.sequence, act.act.at)
        for act in all_acts(filled)
        for event in act.events
        if event.kind == "word"
    ]
    whole = Stretch(1, filled.head().sequence)
    assert must
    assert [(told.sequence, at) for told, at in rare(filled, whole, ["word"])] == must


def test_the_act_of_a_posting(filled: Store) -> None:
    filled.commit(Act("pays", "d", 0, (Event("word", ""),) * 2, (DEPOSIT,)))
    assert act_of_posting(filled, ["none", DEPOSIT.id]) == ("d", 0)
    assert act_of_posting(filled, ["none"]) is None
