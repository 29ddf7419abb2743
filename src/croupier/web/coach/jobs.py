"""`python -m croupier.web.coach.jobs`: the process that computes, one job after another.

Jobs and answers are pickled from pipe to pipe. It ends when the server does, however that ends.
"""

import json
import os
import pickle
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from croupier.desk import coach
from croupier.desk.coach import Advice, AdvisedAct
from croupier.desk.coaching import choices, rehearsal
from croupier.desk.coaching.choices import MadeChoice
from croupier.desk.coaching.costs import Prices, WagerCost
from croupier.desk.coaching.course import Course, CourseResult, course_result
from croupier.desk.coaching.poker import PokerAdvice, poker_advice, solved_mix
from croupier.desk.coaching.rehearsal import RuleRemembered
from croupier.desk.coaching.trainer import Trained, Training, trained
from croupier.errors import RuleError
from croupier.extras import missing
from croupier.games.registry import poker_game
from croupier.room.tables.state import table_from
from croupier.table.poker.view import HandView
from croupier.table.table import Table
from croupier.table.view import View

POLITE = 5  # niceness: the tables come first
PostedText = str  # a table's configuration, as JSON
Reseeds = tuple[tuple[str, int], ...]  # of each jackpot wager: what its meter begins with again


@lru_cache(maxsize=64)
def _table(posted: PostedText) -> Table:
    return table_from(json.loads(posted))


def advise(posted: PostedText, seen: View) -> Advice:
    return coach.advice(_table(posted), seen)


def remind(posted: PostedText, seen: View) -> RuleRemembered:
    return rehearsal.remembered(_table(posted), seen)


def judge(posted: PostedText, made: Sequence[MadeChoice]) -> tuple[AdvisedAct, ...]:
    return choices.judged(_table(posted), made)


@lru_cache(maxsize=64)
def _prices(posted: PostedText, reseeds: Reseeds) -> Prices:
    return Prices(_table(posted), dict(reseeds))


def price(posted: PostedText, reseeds: Reseeds) -> None:
    _prices(posted, reseeds)


def course(posted: PostedText, reseeds: Reseeds, played: Course) -> CourseResult:
    return course_result(_prices(posted, reseeds), played)


def costs(
    posted: PostedText,
    reseeds: Reseeds,
    stakes: Mapping[str, int],
    sharers: Mapping[str, int],
    meters: Mapping[str, int],
) -> list[WagerCost]:
    return _prices(posted, reseeds).costs(stakes, sharers, meters)


def advise_poker(game: str, seen: HandView) -> PokerAdvice:
    return poker_advice(poker_game(game), seen)


def mix_poker(game: str, seen: HandView) -> Mapping[str, float]:
    return solved_mix(poker_game(game), seen)


def train(posted: PostedText, training: Training, answer: str | None, rules: bool) -> Trained:
    return trained(_table(posted), training, answer, rules=rules)


def compile_for(posted: PostedText) -> None:
    rehearsal.rehearse(_table(posted))


def find_rules(posted: PostedText) -> None:
    rehearsal.find_rules(_table(posted))


JOBS: Mapping[str, Callable[..., Any]] = {
    job.__name__: job
    for job in (
        *(advise, remind, judge, price, course, costs, compile_for, find_rules),
        *(advise_poker, mix_poker, train),
    )
}


def answer(job: str, about: Sequence[object]) -> object:
    """The job's result; a refusal is returned."""
    try:
        return JOBS[job](*about)
    except RuleError as refused:
        return refused
    except ModuleNotFoundError as lacking:
        return missing("the coach", str(lacking.name))
    except Exception:
        traceback.print_exc()  # to the server's log
        return RuleError("the coach could not find out; please report this", "server/fault")


def serve(asked: BinaryIO, answered: BinaryIO) -> None:
    """Jobs are read ahead, so that the end of the server is noticed during a long one as well."""
    jobs: SimpleQueue[tuple[str, Sequence[object]]] = SimpleQueue()
    Thread(target=_read, args=(asked, jobs), daemon=True).start()
    while True:
        pickle.dump(answer(*jobs.get()), answered)
        answered.flush()


def _read(asked: BinaryIO, jobs: "SimpleQueue[tuple[str, Sequence[object]]]") -> None:
    try:
        while True:
            jobs.put(pickle.load(asked))
    except EOFError:
        os._exit(0)  # nobody waits for an answer any more


def main() -> None:
    answered = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that is printed gets among the answers
    os.nice(POLITE)
    try:
        serve(sys.stdin.buffer, answered)
    except BrokenPipeError:  # the server was killed, and nobody waits for the answer
        os._exit(0)  # without another try to write it


if __name__ == "__main__":
    main()
