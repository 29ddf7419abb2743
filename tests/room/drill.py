"""A drill: several writers on one bank, killed at any moment; then the books are checked.

    python -m tests.room.drill URL [--kills 1000] [--writers 4] [--server FOLDER [--restarts 0.02]]

The writers (drill_worker.py) work at the same tables, meter and cage, and send each other's acts
again. One after another is killed (SIGKILL) or stopped for a while (SIGSTOP) and, with --server,
the PostgreSQL of that folder is killed and restarted. At the end whatever was left open is sent
again, everybody cashes out, drill_check.py checks the books, then the audit does. It prints its
counts and findings as JSON.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from time import monotonic, sleep

from croupier.bank.store import open_store
from croupier.room.audit.run import audit
from croupier.room.room import Room
from tests.room.drill_check import check
from tests.room.drill_worker import Journal, answered, calm, furnish, left_open, work
from tests.room.rooms import everybody_goes

POSTGRES = Path(__file__).resolve().parents[2] / "scripts" / "postgres"
MOMENT = 0.6  # seconds between two kills, at most
STOPS = 0.1  # how often a writer is stopped before it is killed


class Writers:
    """This many processes; each has a separate journal for every life."""

    def __init__(self, url: str, folder: Path, count: int) -> None:
        self.url, self.folder = url, folder
        self.lives = [0] * count
        self.pids = [0] * count
        self.died: list[str] = []
        for place in range(count):
            self.start(place)

    def journal(self, place: int, life: int) -> Path:
        return self.folder / f"journal-{place}-{life}"

    @property
    def journals(self) -> list[Path]:
        return sorted(self.folder.glob("journal-*"))

    def start(self, place: int) -> None:
        before = self.journal(place, self.lives[place]) if self.lives[place] else None
        self.lives[place] += 1
        journal = self.journal(place, self.lives[place])
        self.pids[place] = os.fork()
        if not self.pids[place]:
            try:
                work(self.url, journal, before)
            except BaseException:
                journal.with_name(f"{journal.name}.died".replace("journal", "died")).write_text(
                    traceback.format_exc()
                )
            finally:
                os._exit(1)

    def kill(self, place: int) -> None:
        """A process that ended by itself did so because of a bug of ours."""
        pid, _ = os.waitpid(self.pids[place], os.WNOHANG)
        if pid:
            self.died.append(f"writer {place} ended by itself")
        else:
            os.kill(self.pids[place], signal.SIGKILL)
            os.waitpid(self.pids[place], 0)

    def stop_for(self, place: int, seconds: float) -> None:
        os.kill(self.pids[place], signal.SIGSTOP)
        sleep(seconds)
        os.kill(self.pids[place], signal.SIGCONT)


def run(
    url: str, folder: Path, kills: int, writers: int, server: Path | None, restarts: float
) -> Counter[str]:
    """The drill itself: returns what was done to the writers."""
    rng, done = Random(kills), Counter[str]()
    all_of_them = Writers(url, folder, writers)
    sleep(1)
    while done["kills"] < kills:
        sleep(rng.random() * MOMENT)
        place = rng.randrange(writers)
        if rng.random() < STOPS:
            all_of_them.stop_for(place, rng.random())
            done["stops"] += 1
        if server is not None and rng.random() < restarts:
            subprocess.run([POSTGRES, "restart", server], check=True, capture_output=True)
            done["restarts"] += 1
        all_of_them.kill(place)
        all_of_them.start(place)
        done["kills"] += 1
    for place in range(writers):
        all_of_them.kill(place)
    _resend(url, folder, all_of_them)
    done["died"] = len(list(folder.glob("died-*")))
    return done


def _resend(url: str, folder: Path, writers: Writers) -> None:
    book = Journal(folder / "journal-last")
    with open_store(url) as store:
        room = Room(store)
        for place, life in enumerate(writers.lives):
            for request in left_open(writers.journal(place, life)):
                book.say(**{"try": request.key, "ask": "", "again": 1})
                answered(room, book, request)


def drill(
    url: str, folder: Path, kills: int, writers: int, server: Path | None, restarts: float
) -> dict[str, object]:
    with open_store(url) as store:
        furnish(store)
    begin = monotonic()
    done = run(url, folder, kills, writers, server, restarts)
    worked = monotonic() - begin
    journals = sorted(folder.glob("journal-*"))
    wrong, counts = check(url, journals)
    faults = [path.read_text("utf-8") for path in sorted(folder.glob("died-*"))]
    with open_store(url) as store:
        try:
            calm(Room(store))
            everybody_goes(Room(store))
        except Exception:
            wrong.append(f"not everybody can go home: {traceback.format_exc()}")
        found, _ = check(url, journals)
        wrong += [words for words in found if words not in wrong]
        try:
            rounds = audit(store).rounds
        except Exception as failed:
            wrong.append(f"the audit: {failed}")
            rounds = 0
    return {
        **done,
        **counts,
        "seconds": round(worked),
        "audited rounds": rounds,
        "faults": faults[:3],
        "wrong": wrong[:50],
        "wrong in all": len(wrong),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--writers", type=int, default=4)
    parser.add_argument("--server", type=Path)
    parser.add_argument("--restarts", type=float, default=0.02)  # for each kill
    parser.add_argument("--folder", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = asked.folder or Path(temporary)
        found = drill(asked.url, folder, asked.kills, asked.writers, asked.server, asked.restarts)
    print(json.dumps(found, indent=1))
    return int(bool(found["wrong"] or found["faults"]))


if __name__ == "__main__":
    sys.exit(main())
