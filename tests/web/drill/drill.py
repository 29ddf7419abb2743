"""One fault after another under load, and what the books and the clients say of it afterwards."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from time import monotonic

from tests.web.drill.checker import Findings, check
from tests.web.drill.evening import Evening
from tests.web.drill.faults import Fault, Place, small_disk
from tests.web.drill.program import CROUPIER, Program, croupier

LONGEST = 30.0  # minutes for one fault, however often it was to be inflicted


@dataclass
class Outcome:
    fault: Fault
    kind: str
    times: int = 0
    findings: Findings = field(default_factory=Findings)
    stuck: list[str] = field(default_factory=list)  # clients that did not go on
    said: list[str] = field(default_factory=list)  # by the fault, or in the server's log
    longest: float = 0.0
    seconds: float = 0.0
    audit: int = -1
    audited: str = ""

    @property
    def is_good(self) -> bool:
        return not (self.findings.all or self.stuck or self.said or self.audit)


async def drill(
    fault: Fault,
    place: Place,
    times: int,
    clients: int,
    minutes: float = LONGEST,
    seed: int = 1,
    *,
    program: Sequence[str] = CROUPIER,
) -> Outcome:
    """On a bank of its own. The server is stopped in order at the end."""
    outcome = Outcome(fault, "sqlite" if place.postgres is None else "postgresql")
    begin = monotonic()
    async with bank_of(place, fault) as bank:
        place.bank = bank
        names = [f"server-{number}" for number in range(fault.servers)]
        programs = [Program(bank, place.folder, name, program) for name in names]
        evening = Evening(programs, place.folder, clients, Random(seed))
        try:
            await _play(evening, place, outcome, times, begin + 60 * minutes)
            for program in programs:
                await asyncio.to_thread(program.stop)
        except TimeoutError as late:
            outcome.said.append(str(late))
            await evening.abandon()
        finally:
            for program in programs:
                program.end()
        outcome.seconds = monotonic() - begin
        if evening.pages:
            _check(outcome, evening, place)
    return outcome


@asynccontextmanager
async def bank_of(place: Place, fault: Fault) -> AsyncIterator[str]:
    if place.postgres is not None:
        yield place.bank
    elif fault.small:
        async with small_disk(place.folder) as disk:
            yield str(disk / "bank.db")
    else:
        yield str(place.folder / "bank.db")


async def _play(evening: Evening, place: Place, outcome: Outcome, times: int, end: float) -> None:
    for program in evening.programs:
        program.start()
    await evening.open()
    while outcome.times < times and monotonic() < end and not evening.stuck:
        await asyncio.sleep(evening.luck.random())
        await outcome.fault.inflict(evening, place)
        outcome.times += 1
        await evening.all_go_on(outcome.fault.share)
    await evening.all_go_on()
    await evening.close()


def _check(outcome: Outcome, evening: Evening, place: Place) -> None:
    url = place.bank if place.postgres is not None else f"sqlite:///{place.bank}"
    outcome.findings = check(url, [page.journal.file for page in evening.pages])
    audited = croupier(place.folder, "audit", "--bank", place.bank)
    outcome.audit, outcome.audited = audited.returncode, audited.stdout + audited.stderr
    outcome.stuck, outcome.longest = evening.stuck, evening.longest
    outcome.said += [*place.said, *(one for each in evening.programs for one in each.tracebacks())]
