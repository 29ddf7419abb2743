"""The drill of the web room: `scripts/drill [FAULT…] [--times N] [--clients N] [--postgres]`."""

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from sqlalchemy import make_url

from tests.web.drill.drill import LONGEST, Outcome, drill
from tests.web.drill.faults import FAULTS, POSTGRES, Place

HEAD = ("fault", "times", "acts", "resent", "lost", "doubled", "taken back", "longest", "audit")
WIDTHS = (28, 6, 7, 7, 5, 8, 11, 8, 7)


def row(outcome: Outcome) -> tuple[object, ...]:
    found = outcome.findings
    return (
        *(outcome.fault.words, outcome.times),
        *(found.counts["told done"], found.counts["resent and done"]),
        *(len(found.lost), len(found.doubled), len(found.back), f"{outcome.longest:.1f} s"),
        "passed" if not outcome.audit else f"exit {outcome.audit}",
    )


def printed(cells: tuple[object, ...]) -> None:
    first, *others = (str(cell) for cell in cells)
    print(
        first.ljust(WIDTHS[0]),
        *(one.rjust(many) for one, many in zip(others, WIDTHS[1:], strict=True)),
        flush=True,
    )


def trouble(outcome: Outcome) -> list[str]:
    audit = [outcome.audited.strip()] if outcome.audit else []
    stuck = [f"stuck: {words}" for words in outcome.stuck]
    return [*outcome.findings.all[:20], *stuck, *outcome.said[:10], *audit]


@contextmanager
def servers(wanted: bool) -> Iterator[Path | None]:
    """A separate PostgreSQL that writes through to the disk."""
    if not wanted:
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="croupier-postgres-"))
    try:
        started = subprocess.run([POSTGRES, "start", folder], check=True, capture_output=True)
        (folder / "url").write_bytes(started.stdout.strip())
        yield folder
    finally:
        subprocess.run([POSTGRES, "stop", folder], check=True)


def database(server: Path, name: str) -> str:
    url = (server / "url").read_text()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE drill_{name}")  # type: ignore[call-overload]
    return make_url(url).set(database=f"drill_{name}").render_as_string(hide_password=False)


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/drill", description=__doc__)
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=", ".join(FAULTS))
    parser.add_argument("--times", type=int, default=0, help="instead of each fault's own number")
    parser.add_argument("--clients", type=int, default=16, help="at most 36")
    parser.add_argument("--minutes", type=float, default=LONGEST, help="for each fault, at most")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL, not SQLite")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the banks, journals and logs")
    asked = parser.parse_args()
    if unknown := set(asked.faults) - set(FAULTS):
        parser.error(
            f"there is no fault {', '.join(sorted(unknown))}; there are {', '.join(FAULTS)}"
        )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that it ends its servers as well
    kind, good = "postgresql" if asked.postgres else "sqlite", True
    printed(HEAD)
    with tempfile.TemporaryDirectory(dir=memory()) as temporary, servers(asked.postgres) as server:
        for name in asked.faults or FAULTS:
            fault = FAULTS[name]
            if kind not in fault.on:
                continue
            folder = (asked.keep or Path(temporary)) / f"{kind}-{name}"
            folder.mkdir(parents=True)
            bank = "" if server is None else database(server, name)
            doing = drill(
                *(fault, Place(bank, folder, server), asked.times or fault.times),
                *(asked.clients, asked.minutes, asked.seed),
            )
            outcome = asyncio.run(doing)
            printed(row(outcome))
            good &= outcome.is_good
            for words in trouble(outcome):
                print(f"    {words}", flush=True)
    return int(not good)


def memory() -> str | None:
    """A folder in memory, if there is one: a killed process loses nothing of it."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


if __name__ == "__main__":
    sys.exit(main())
