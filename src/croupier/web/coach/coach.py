"""What the tables ask the coach, and whether it is ready for their games.

It is given what a seat sees, never the round itself.
"""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from time import monotonic
from typing import Any

from croupier.desk.coach import Advice, AdvisedAct
from croupier.desk.coaching.choices import MadeChoice
from croupier.desk.coaching.costs import WagerCost
from croupier.desk.coaching.course import Course, CourseResult
from croupier.desk.coaching.poker import PokerAdvice
from croupier.desk.coaching.rehearsal import RuleRemembered
from croupier.desk.coaching.trainer import Trained, Training
from croupier.errors import RuleError
from croupier.extras import CODE as LACKING
from croupier.room.tables.state import config_of
from croupier.rules.limits import Stakes
from croupier.table.poker.table import PokerTable
from croupier.table.poker.view import HandView
from croupier.table.table import Table
from croupier.table.view import View
from croupier.web.coach.jobs import PostedText, Reseeds
from croupier.web.coach.worker import Worker
from croupier.web.watch.watch import ServerWatch

log = logging.getLogger("croupier.web")
MOST_WAITING = 64  # requests, of the whole room
OFF = "the coach is switched off in this room"
BUSY = "the coach has too much to do right now; ask again in a moment"


def posted_text(table: Table) -> PostedText:
    return json.dumps(config_of(table), sort_keys=True)


def _stake_of(table: PokerTable) -> tuple[object, ...]:
    """Tables with the same are played for the same."""
    return (table.game.id, *(table.options[name] for name in table.game.showdown))


class WebCoach:
    """Two processes: one answers in milliseconds, the other does what takes longer.

    At poker a third may practice for minutes.
    """

    def __init__(self, watch: ServerWatch, *, on: bool = True) -> None:
        self._watch = watch
        self._quick, self._slow = Worker("coach"), Worker("coach: rules")
        self._practice = Worker(
            "coach: practice"
        )  # started when somebody trains, or asks for a mix
        self._ready: dict[str, asyncio.Event] = {}  # by game
        self._rules_found: set[str] = set()  # by game
        self._poker_ready: set[tuple[object, ...]] = set()
        self._preparing: asyncio.Task[None] | None = None
        self._waiting = 0
        # Why it does not speak: the packages that it needs, or the operator's choice.
        self.lacking: RuleError | None = None if on else RuleError(OFF, "coach/off")
        self.counts: Counter[str] = Counter()  # asked, answered, late, refused

    def begin(self, tables: Iterable[Table]) -> None:
        """Compiles and solves in the background what these tables need, game by game."""
        if self.lacking is None:
            self._preparing = asyncio.create_task(self._prepare(list(tables)))

    def close(self) -> None:
        if self._preparing is not None:
            self._preparing.cancel()
        self._quick.close()
        self._slow.close()
        self._practice.close()

    async def _prepare(self, tables: Sequence[Table]) -> None:
        try:
            for table in {table.game.id: table for table in tables}.values():
                await self.ready_for(table)
            for table in {posted_text(table): table for table in tables}.values():
                await self._solve(posted_text(table))
                self._rules_found.add(table.game.id)
        except RuleError as refused:
            log.warning("%s", refused.message)

    async def _solve(self, posted: PostedText) -> None:
        """Prices and rules are stored on this machine; later they are read from there."""
        await asyncio.wrap_future(self._slow.do("price", posted, ()))
        await asyncio.wrap_future(self._slow.do("find_rules", posted))

    def is_ready(self, table: Table) -> bool:
        return table.game.id in self._ready and self._ready[table.game.id].is_set()

    async def ready_for(self, table: Table) -> None:
        """Compiles for a game, once; the second process finds it compiled."""
        if self.lacking is not None:
            raise self.lacking
        game = table.game.id
        if game in self._ready:
            await self._ready[game].wait()
            return
        self._ready[game] = asyncio.Event()
        try:
            for worker in (self._slow, self._quick):
                await asyncio.wrap_future(worker.do("compile_for", posted_text(table)))
        except RuleError as refused:
            if refused.code == LACKING:
                self.lacking = refused
            raise
        finally:
            self._ready[game].set()

    async def advice(self, table: Table, seen: View) -> Advice:
        answered: Advice = await self._asked(self._quick, "advise", posted_text(table), seen)
        return answered

    async def reminder(self, table: Table, seen: View) -> RuleRemembered:
        posted = posted_text(table)
        answered: RuleRemembered = await self._asked(self._slow, "remind", posted, seen)
        return answered

    async def judged(self, table: Table, made: Sequence[MadeChoice]) -> tuple[AdvisedAct, ...]:
        """For rounds that are over: every one counts, so none is refused for being one too many."""
        about = posted_text(table), made
        answered: tuple[AdvisedAct, ...] = await asyncio.wrap_future(
            self._quick.do("judge", *about)
        )
        return answered

    async def course(self, table: Table, reseeds: Reseeds, played: Course) -> CourseResult:
        """The first time at a table its wagers are priced, which may take two minutes."""
        about = posted_text(table), reseeds, played
        answered: CourseResult = await asyncio.wrap_future(self._slow.do("course", *about))
        return answered

    async def costs(
        self,
        table: Table,
        reseeds: Reseeds,
        stakes: Stakes,
        sharers: Mapping[str, int],
        meters: Mapping[str, int],
    ) -> list[WagerCost]:
        """The first time at a table its wagers are priced, which may take two minutes."""
        about = posted_text(table), reseeds, stakes, sharers, meters
        answered: list[WagerCost] = await self._asked(self._slow, "costs", *about)
        return answered

    async def poker_advice(self, game: str, seen: HandView) -> PokerAdvice:
        answered: PokerAdvice = await self._asked(self._quick, "advise_poker", game, seen)
        return answered

    async def poker_ready(self, table: PokerTable, seen: HandView) -> None:
        """What players keep at such a table is computed once, and compiled; then it is read."""
        await asyncio.wrap_future(self._slow.do("advise_poker", table.game.id, seen))
        self._poker_ready.add(_stake_of(table))

    def is_ready_for_poker(self, table: PokerTable) -> bool:
        return _stake_of(table) in self._poker_ready

    async def mix(self, game: str, seen: HandView) -> Mapping[str, float]:
        """The first time at such stakes the player has to practice, which takes minutes."""
        answered: Mapping[str, float] = await self._asked(self._practice, "mix_poker", game, seen)
        return answered

    async def train(self, table: Table, training: Training, answer: str | None) -> Trained:
        """Rules to remember are told as soon as the lists of the game's tables are found."""
        if self.lacking is not None:
            raise self.lacking
        about = posted_text(table), training, answer, table.game.id in self._rules_found
        done: Trained = await self._asked(self._practice, "train", *about)
        return done

    async def _asked(self, worker: Worker, job: str, *about: Any) -> Any:
        self.counts["asked"] += 1
        if self._waiting >= MOST_WAITING:
            self.counts["refused"] += 1
            self._watch.coach.add("refused")
            raise RuleError(BUSY, "coach/busy")
        self._waiting += 1
        began = monotonic()
        try:
            answered = await asyncio.wrap_future(worker.do(job, *about))
        finally:
            self._waiting -= 1
        self.counts["answered"] += 1
        if worker is self._quick:
            self._watch.coached("answered", monotonic() - began)
        else:  # it may have taken minutes, as was to be expected
            self._watch.coach.add("answered")
        return answered
