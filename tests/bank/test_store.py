"""A store on both databases: acts are written whole and once, or refused without a trace."""

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DatabaseError, IntegrityError

from croupier.bank.act import Act, BadAct, Event, KeyTaken, Part, Receipt
from croupier.bank.audit.run import audit
from croupier.bank.batch import Batch
from croupier.bank.chain import START, Head
from croupier.bank.faults import StoreError
from croupier.bank.ledger import Account, Kind, Posting, Purpose, reversal
from croupier.bank.schema import tables as schema
from croupier.bank.store import Store, StoredStream, open_store
from croupier.errors import BankError
from croupier.money import Cents

ACCOUNTS = (
    Account("outside", Kind.OUTSIDE, may_go_below_zero=True),
    Account("house", Kind.HOUSE, may_go_below_zero=True),
    Account("player/12", Kind.PLAYER),
    Account("table/7/felt/3", Kind.FELT),
)
DEPOSIT = Posting("d1", "outside", "player/12", Cents(10_000), Purpose.DEPOSIT, "at the cage")
OPENING = Act("open", "cage", 0, (Event("deposited", "{}"),), (DEPOSIT,), ACCOUNTS)
WAGER = Posting("w1", "player/12", "table/7/felt/3", Cents(500), Purpose.WAGER)
BETS = Act("bets", "table/7", 0, (Event("opened", '{"ante": 500}'), Event("dealt", "♠")), (WAGER,))
LOST = Posting("l1", "table/7/felt/3", "house", Cents(500), Purpose.WAGER_LOST)
END = Act("end", "table/7", 2, (Event("settled", ""),), (LOST,), cleared=("table/7/felt/3",))


def five_o_clock() -> int:
    return 5


def picture(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """The whole content of the database."""
    with store.reading() as connection:
        return {
            table.name: sorted(tuple(row) for row in connection.execute(select(table)))
            for table in schema.books.sorted_tables
        }


def test_a_round(url: str) -> None:
    with open_store(url) as store:
        assert store.head() == START
        assert store.commit(OPENING) == Receipt("open", "cage", 1, 1, 7)
        assert store.commit(BETS) == Receipt("bets", "table/7", 2, 8, 11)
        assert store.balance("table/7/felt/3") == 500
        assert store.commit(replace(END, snapshot="round over")) == Receipt(
            "end", "table/7", 3, 12, 14
        )
    with open_store(url) as store:  # committed data is there for the next process
        assert store.balances() == {
            "outside": -10_000,
            "house": 500,
            "player/12": 9_500,
            "table/7/felt/3": 0,
        }
        assert store.events("table/7") == [*BETS.events, *END.events]
        assert store.events("table/7", after=2) == list(END.events)
        assert (store.version("table/7"), store.version("table/8")) == (3, 0)
        assert store.stored_streams(["table/7", "cage", "table/8"]) == {
            "table/7": StoredStream(3, "round over"),
            "cage": StoredStream(1, None),
        }
        assert audit(store).head == store.head() == Head(14, store.head().digest)


def test_a_newer_snapshot_replaces_the_older(store: Store) -> None:
    for version in range(3):
        event = (Event("tick", str(version)),)
        store.commit(Act(f"k{version}", "clock", version, event, snapshot=f"at {version + 1}"))
    assert store.stored_streams(["clock"]) == {"clock": StoredStream(3, "at 3")}
    store.commit(Act("k3", "clock", 3, (Event("tick", "3"),)))
    assert store.stored_streams(prefixes=["clo"]) == {
        "clock": StoredStream(4, "at 3", (Event("tick", "3"),))
    }
    audit(store)


def test_a_repeated_key_gives_the_first_receipt_and_does_nothing(store: Store) -> None:
    first = [store.commit(act) for act in (OPENING, BETS, END)]
    before = picture(store)
    assert [store.commit(act) for act in (OPENING, BETS, END)] == first
    assert store.commit_many([END, BETS, OPENING, END]) == [first[2], first[1], first[0], first[2]]
    assert picture(store) == before


def test_a_key_twice_in_one_commit_is_done_once(store: Store) -> None:
    one, two, three = store.commit_many([OPENING, OPENING, replace(OPENING, events=())])
    assert one == two == Receipt("open", "cage", 1, 1, 7)
    assert isinstance(three, KeyTaken)
    assert store.balance("player/12") == 10_000


OTHER_CONTENT = {
    "stream": replace(BETS, stream="table/8"),
    "version": replace(BETS, version=2),
    "event": replace(BETS, events=(Event("opened", "{}"), BETS.events[1])),
    "events": replace(BETS, events=BETS.events[:1]),
    "posting": replace(BETS, postings=(replace(WAGER, memo="!"),)),
    "no posting": replace(BETS, postings=()),
    "account": replace(BETS, accounts=ACCOUNTS[:1]),
    "cleared": replace(BETS, cleared=("player/12",)),
    "snapshot": replace(BETS, snapshot=""),
}


@pytest.mark.parametrize("name", OTHER_CONTENT)
def test_a_key_with_other_content_is_refused(name: str) -> None:
    assert OTHER_CONTENT[name].content != BETS.content


def test_postings_of_another_key_are_not_posted_again(store: Store) -> None:
    store.commit_many([OPENING, BETS])
    receipt = store.commit(Act("again", "cage", 1, (Event("asked twice", ""),), (DEPOSIT, WAGER)))
    assert receipt == Receipt("again", "cage", 2, 12, 13)  # the event and the act, no posting
    assert store.balance("player/12") == 9_500
    audit(store)


REFUSED = [
    ("act/stale", replace(END, key="x", version=1), "answers table/7 #1, which is at #2"),
    ("act/stale", replace(END, key="x", version=3), "answers table/7 #3, which is at #2"),
    ("act/key_taken", replace(END, key="bets"), "key 'bets' was used at table/7 #2"),
    ("act/account_taken", replace(END, accounts=(Account("house", Kind.ESCROW),)), "open already"),
    ("act/bad", replace(END, key=""), "a key is a text of 1 to 100"),
    ("act/bad", replace(END, stream="a" * 101), "a stream is a text"),
    ("act/bad", replace(END, version=-1), "-1 is not a version"),
    ("act/bad", replace(END, events=(Event("x", "\0"),)), "the body of the event x"),
    ("act/bad", replace(END, snapshot="\ud800"), "the snapshot of table/7"),
    ("act/bad", Act("x", "table/7", 2), "says nothing"),
    ("ledger/id_taken", replace(END, postings=(replace(LOST, id="w1"),)), "taken by posting 'w1'"),
    ("ledger/id_not_valid", replace(END, postings=(replace(LOST, id="\ud800"),)), "an id has"),
    (
        "ledger/would_go_below_zero",
        replace(END, postings=(LOST, replace(LOST, id="l2", cents=Cents(1)))),
        "table/7/felt/3 holds $0 and cannot give $0.01",
    ),
    ("ledger/not_cleared", replace(END, postings=()), "would hold $5"),
    (
        "ledger/reverses_unknown",
        replace(END, postings=(reversal(LOST, "r"),)),
        "no posting 'l1' to reverse",
    ),
]


def test_a_refused_act_leaves_the_books_as_they_were(store: Store) -> None:
    store.commit_many([OPENING, BETS])
    before = picture(store)
    for code, act, words in REFUSED:
        with pytest.raises(BankError) as refused:
            store.commit(act)
        assert refused.value.code == code, act
        assert words in str(refused.value)
        assert picture(store) == before
    assert isinstance(store.commit(END), Receipt)  # a refused key is still unused
    audit(store)


def test_each_act_of_a_group_is_accepted_or_refused_separately(store: Store) -> None:
    refused = [act for _, act, _ in REFUSED]
    answers = store.commit_many([OPENING, BETS, *refused, END])
    codes = [answer.code for answer in answers if isinstance(answer, BankError)]
    assert codes == [code for code, _, _ in REFUSED]
    assert [each.key for each in answers if isinstance(each, Receipt)] == ["open", "bets", "end"]
    assert store.balance("house") == 500
    audit(store)


def test_a_group_writes_what_its_acts_write_one_by_one(new_url: Callable[[], str]) -> None:
    acts = [OPENING, BETS, *(act for _, act, _ in REFUSED), replace(END, snapshot="s")]
    with (
        open_store(new_url(), five_o_clock) as one_by_one,
        open_store(new_url(), five_o_clock) as together,
    ):
        for act in acts:
            one_by_one.commit_many([act])
        together.commit_many(acts)
        assert picture(together) == picture(one_by_one)


def test_an_act_may_concern_several_streams(store: Store) -> None:
    store.commit(OPENING)
    fed = Part("meter/1", 0, (Event("wagered", "{}"), Event("shown", "{}")), "the meter")
    bets = replace(BETS, also=(fed,))
    receipt = store.commit(bets)
    assert store.commit(bets) == receipt == store.receipt("bets")
    assert receipt == Receipt("bets", "table/7", 2, 11, 14)
    assert store.events("meter/1") == list(fed.events)
    assert store.stored_streams(["meter/1"]) == {"meter/1": StoredStream(2, "the meter")}
    before = picture(store)
    end = replace(END, also=(Part("meter/1", 1, (Event("settled", "{}"),)),))
    with pytest.raises(BankError, match="answers meter/1 #1, which is at #2"):
        store.commit(end)
    with pytest.raises(BankError, match="a stream twice"):
        store.commit(replace(END, also=(Part("table/7", 2),)))
    with pytest.raises(BankError, match="key may not hold"):
        store.commit(replace(END, key="bets + meter/1"))
    with pytest.raises(BankError, match="key 'bets' was used"):
        store.commit(replace(bets, also=(replace(fed, snapshot=None),)))
    assert picture(store) == before
    store.commit(replace(END, also=(Part("meter/1", 2, (Event("settled", "{}"),)),)))
    assert store.version("meter/1") == store.version("table/7") == 3
    audit(store)


def test_time_never_goes_back(url: str) -> None:
    times = iter([1_000, 400, 2_000])
    with open_store(url, lambda: next(times)) as store:
        for act in (OPENING, BETS, END):
            store.commit(act)
        with store.reading() as connection:
            written = select(schema.acts.c.at).order_by(schema.acts.c.sequence)
            assert list(connection.scalars(written)) == [1_000, 1_000, 2_000]
        audit(store)


def test_an_act_may_have_a_latest_time(url: str) -> None:
    """Compared with the time at which it is written, whenever it was decided."""
    times = iter([1_000, 1_001, 900])
    with open_store(url, lambda: next(times)) as store:
        store.commit(replace(OPENING, until=1_000))
        before = picture(store)
        with pytest.raises(BankError, match="act 'bets' had to be written 1 ms ago"):
            store.commit(replace(BETS, until=1_000))
        assert picture(store) == before
        store.commit(replace(BETS, until=1_000))  # a clock that was set back: 1,000 again
        audit(store)


def test_an_act_may_have_an_earliest_time(url: str) -> None:
    times = iter([1_000, 1_499, 1_500])
    with open_store(url, lambda: next(times)) as store:
        store.commit(OPENING)
        before = picture(store)
        with pytest.raises(BankError, match="act 'bets' comes 1 ms too soon"):
            store.commit(replace(BETS, since=1_500))
        assert picture(store) == before
        store.commit(replace(BETS, since=1_500))


def test_the_journal(new_url: Callable[[], str], journal: list[tuple[list[Posting], str]]) -> None:
    """The rows of postings.txt, one commit for each and then one for all; the ledger decides the
    results.
    """
    free = tuple(Account(name, Kind.HOUSE, True) for name in ("outside", "house"))
    held = tuple(Account(name, Kind.PLAYER) for name in ("ann", "bob", "felt"))
    acts = [Act("open", "journal", 0, accounts=free + held)]
    acts += [Act(f"k{n}", "journal", 0, (), tuple(rows)) for n, (rows, _) in enumerate(journal)]
    good = ("ok", "repeated")
    expected = ["good", *("good" if said in good else f"ledger/{said}" for _, said in journal)]
    with (
        open_store(new_url(), five_o_clock) as one_by_one,
        open_store(new_url(), five_o_clock) as together,
    ):
        answers = [one_by_one.commit_many([act])[0] for act in acts]
        for each in (answers, together.commit_many(acts)):
            assert ["good" if isinstance(one, Receipt) else one.code for one in each] == expected
        assert picture(together) == picture(one_by_one)
        audit(together)


def test_readers_do_not_wait_for_a_writer(store: Store) -> None:
    store.commit(OPENING)
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE accounts SET balance = 1 WHERE name = 'player/12'"))
        assert store.balance("player/12") == 10_000
        audit(store)


def test_a_large_group_queries_the_database_in_pieces(store: Store) -> None:
    many = [Account(f"player/{n}", Kind.PLAYER) for n in range(1200)]
    store.commit(replace(OPENING, accounts=(*ACCOUNTS, *many)))
    paid = [
        Act(
            f"k{n}",
            f"s{n}",
            0,
            (),
            (Posting(f"p{n}", "house", who.name, Cents(n + 1), Purpose.RAKE),),
        )
        for n, who in enumerate(many)
    ]
    assert all(isinstance(answer, Receipt) for answer in store.commit_many(paid))
    assert store.balance("player/1199") == 1200
    assert store.balance("house") == -1200 * 1201 // 2
    audit(store)


def test_an_act_that_fails_leaves_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.commit(OPENING)
    before = picture(store)

    def fail(batch: Batch) -> None:
        raise OSError("the power went")

    monkeypatch.setattr(Batch, "_write_streams", fail)  # after records and balances
    with pytest.raises(OSError, match="power"):
        store.commit(BETS)
    monkeypatch.undo()
    assert picture(store) == before
    assert store.commit(BETS).version == 2


def test_what_was_answered_survives_the_end_of_the_process(url: str) -> None:
    code = """if True:
        import os, sys
        from croupier.bank.act import Act, Event
        from croupier.bank.store import open_store
        store = open_store(sys.argv[1])
        for version in range(3):
            store.commit(Act(f"k{version}", "s", version, (Event("tick", ""),)))
        with store.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE streams SET version = 9")
            os.kill(os.getpid(), 9)
    """
    ended = subprocess.run([sys.executable, "-c", code, url], capture_output=True)
    assert ended.returncode == -9, ended.stderr
    with open_store(url) as store:
        assert store.version("s") == 3
        assert audit(store).head.sequence == 6


CHANGES = [
    "UPDATE postings SET cents = 1",
    "DELETE FROM postings",
    "UPDATE events SET body = ''",
    "DELETE FROM events",
    "UPDATE acts SET content = ''",
    "DELETE FROM acts",
    "UPDATE accounts SET may_go_below_zero = 1",
    "DELETE FROM accounts",
]


def test_the_database_itself_refuses_to_change_records(store: Store) -> None:
    store.commit_many([OPENING, BETS])
    for change in CHANGES:
        with pytest.raises(DatabaseError, match="append only"), store.engine.begin() as connection:
            connection.execute(text(change))


FALSE_ROWS = [
    "UPDATE accounts SET balance = -1 WHERE name = 'player/12'",
    "INSERT INTO postings VALUES (99, 'x', 'house', 'outside', 0, 'rake', '', NULL, '')",
    "INSERT INTO postings VALUES (99, 'x', 'house', 'house', 1, 'rake', '', NULL, '')",
    "INSERT INTO postings VALUES (99, 'x', 'house', 'nobody', 1, 'rake', '', NULL, '')",
    "INSERT INTO postings VALUES (99, 'd1', 'house', 'outside', 1, 'rake', '', NULL, '')",
    "INSERT INTO postings VALUES (99, 'x', 'house', 'outside', 1, 'rake', '', 'none', '')",
    "INSERT INTO events VALUES (99, 'table/7', 2, 'x', '', '')",
    "INSERT INTO acts VALUES (99, 'bets', 's', 1, 1, '', NULL, 0, '')",
    "INSERT INTO head VALUES (2, 0, '', 0)",
]


def test_the_database_itself_refuses_false_rows(store: Store) -> None:
    store.commit_many([OPENING, BETS])
    for row in FALSE_ROWS:
        with pytest.raises(IntegrityError), store.engine.begin() as connection:
            connection.execute(text(row))


def test_of_two_acts_at_one_version_one_is_done(url: str) -> None:
    """Threads with separate stores, like tables in several processes."""
    rounds, threads = 6, 4
    with open_store(url) as store:
        store.commit(OPENING)

    def play(thread: int) -> int:
        done = 0
        with open_store(url) as store:
            for version in range(rounds):
                act = Act(
                    f"{thread}/{version}",
                    "race",
                    version,
                    (Event("won", str(thread)),),
                    (Posting(f"{thread}/{version}", "house", "player/12", Cents(1), Purpose.RAKE),),
                )
                while store.version("race") < version:
                    pass
                answer = store.commit_many([act])[0]
                done += isinstance(answer, Receipt)
                assert isinstance(answer, Receipt) or answer.code == "act/stale"
        return done

    with ThreadPoolExecutor(threads) as pool:
        assert sum(pool.map(play, range(threads))) == rounds
    with open_store(url) as store:
        assert store.balance("player/12") == 10_000 + rounds
        audit(store)


def test_balance_of_no_account(store: Store) -> None:
    with pytest.raises(StoreError, match="no account 'nobody'"):
        store.balance("nobody")


def test_a_version_is_a_whole_number(store: Store) -> None:
    wrong: Any = True
    with pytest.raises(BadAct):
        store.commit(replace(OPENING, version=wrong))
