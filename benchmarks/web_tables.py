"""The web room under load: a server with many tables of every game on a durable bank, and pages
that play at them, over real sockets on this machine. Prints acts a second, the time from an act
to the view that shows it, and what the server uses; and checks the books after each run.

    scripts/bench web_tables                        a minute: 100 tables, with pauses and flat out
    scripts/bench web_tables --full                 100 and 1,000 tables, SQLite and PostgreSQL
    scripts/bench web_tables --tables 1000 --rate 500 --seconds 60 --store postgres
    scripts/bench web_tables --tables 100 --rate 0 --json     flat out, as data
    scripts/bench web_tables --rate 300 --coach 10            ten players ask the coach all the time
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the bots are those of the tests

from benchmarks.web_load.books import BooksWrong
from benchmarks.web_load.figures import as_json, lines
from benchmarks.web_load.pace import Pace
from benchmarks.web_load.run import Load, measured

STORES = ("sqlite", "postgres")
TABLES = (100, 1_000)
MOST_TABLES, MOST_SECONDS, MOST_RATE = 2_000, 4 * 3_600, 5_000


def loads(asked: argparse.Namespace) -> Iterator[Load]:
    stores = STORES if asked.full else (asked.store,)
    tables = TABLES if asked.full and not asked.tables else (asked.tables or TABLES[0],)
    rates = (500.0, 0.0) if asked.rate is None else (asked.rate,)
    seconds = asked.seconds or (30 if asked.full else 10)
    for store in stores:
        for many in tables:
            for rate in rates:
                warm_up = 20 if asked.coach else 3  # the coach compiles first
                yield Load(
                    *(many, seconds, rate, asked.in_flight, store, warm_up), coached=asked.coach
                )


def progress(passed: float, pace: Pace) -> None:
    if sys.stderr.isatty():
        print(f"\r{passed:4.0f} s {pace.acts:>9,} acts", end="\r", file=sys.stderr)


def main() -> None:
    asked = _asked()
    print(f"{os.cpu_count()} processors, client included", file=sys.stderr)
    outcomes = []
    try:
        for load in loads(asked):
            outcome = measured(load, progress)
            outcomes.append(as_json(outcome))
            if not asked.json:
                print("\n".join(lines(outcome)), flush=True)
    except BooksWrong as wrong:
        sys.exit(f"the books are wrong: {wrong}")
    if asked.json:
        print(json.dumps(outcomes, indent=2))


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=FORM)
    parser.add_argument("--full", action="store_true", help="100 and 1,000 tables, both databases")
    parser.add_argument("--tables", type=_within(1, MOST_TABLES), help="100 unless said otherwise")
    parser.add_argument("--seconds", type=_within(1, MOST_SECONDS), help="of each run")
    parser.add_argument(
        "--rate", type=_within(0, MOST_RATE), help="acts a second; 0: flat out; else both"
    )
    parser.add_argument("--in-flight", type=_within(1, 2_000), default=200, help="flat out")
    parser.add_argument("--store", choices=STORES, default="sqlite")
    parser.add_argument(
        "--coach", type=_within(0, 100), default=0, help="players who ask the coach all the time"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as data")
    return parser.parse_args()


def _within(least: int, most: int) -> "type[int]":
    def read(text: str) -> int:
        number = int(text)
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{number} is not from {least} to {most}")
        return number

    return read  # type: ignore[return-value]


FORM = argparse.RawDescriptionHelpFormatter


if __name__ == "__main__":
    main()
