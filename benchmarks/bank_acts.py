"""Durable acts per second of the bank: one act per commit, and a hundred, on SQLite and PostgreSQL.

An act is what a table writes for one decision: two events and two linked postings. An act is only
done once it is on disk, so the figures are shown with the number of 4 KiB writes per second that
this disk makes durable.
"""

import os
import subprocess
import tempfile
from pathlib import Path
from time import perf_counter

from croupier.bank.act import Act, Event, Receipt
from croupier.bank.audit.run import audit
from croupier.bank.ledger import Account, Kind, Posting, Purpose
from croupier.bank.store import Store, open_store
from croupier.money import Cents

SECONDS = 3
GROUPS = (1, 100)
STREAMS = 100
POSTGRES = Path(__file__).resolve().parent.parent / "scripts" / "postgres"
EVENTS = (Event("acted", '{"seat": 3, "act": "raise 2x"}'), Event("dealt", '{"cards": "As Kd"}'))


def opening() -> Act:
    accounts = [Account("house", Kind.HOUSE, may_go_below_zero=True)]
    accounts += [Account(f"table/{n}/felt/3", Kind.FELT) for n in range(STREAMS)]
    return Act("opening", "cage", 0, accounts=tuple(accounts))


def decision(number: int) -> Act:
    table, turn = number % STREAMS, number // STREAMS
    felt = f"table/{table}/felt/3"
    postings = (
        Posting(f"{number}/a", "house", felt, Cents(1000), Purpose.WAGER),
        Posting(f"{number}/b", felt, "house", Cents(1000), Purpose.WAGER_LOST),
    )
    return Act(str(number), f"table/{table}", 2 * turn, EVENTS, postings)


def acts_a_second(store: Store, first: int, group: int) -> tuple[int, int]:
    """The rate per second, and the number of the next act."""
    number, begin = first, perf_counter()
    while perf_counter() - begin < SECONDS:
        answers = store.commit_many([decision(number + n) for n in range(group)])
        assert all(isinstance(answer, Receipt) for answer in answers)
        number += group
    return round((number - first) / (perf_counter() - begin)), number


def measure(name: str, url: str) -> None:
    with open_store(url) as store:
        store.commit(opening())
        number = 0
        for group in GROUPS:
            speed, number = acts_a_second(store, number, group)
            print(f"{name:<12} {group:>4} a commit {speed:>8,} acts a second")
        begin = perf_counter()
        records = audit(store, workers=1).head.sequence
        speed = round(records / (perf_counter() - begin))
        print(f"{name:<12} audit {speed:>16,} records a second, in one process")


def syncs_a_second(folder: str) -> int:
    count, begin = 0, perf_counter()
    file = os.open(f"{folder}/sync", os.O_WRONLY | os.O_CREAT)
    while perf_counter() - begin < 1:
        os.write(file, bytes(4096))
        os.fsync(file)
        count += 1
    os.close(file)
    return count


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'the disk':<12} {syncs_a_second(folder):>24,} writes a second")
        measure("SQLite", f"sqlite:///{folder}/bank.db")
    subprocess.run([POSTGRES, "install"], check=True)
    folder = tempfile.mkdtemp()
    try:
        start = [POSTGRES, "start", folder]
        url = subprocess.run(start, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        measure("PostgreSQL", url)
    finally:
        subprocess.run([POSTGRES, "stop", folder], check=True)


if __name__ == "__main__":
    main()
