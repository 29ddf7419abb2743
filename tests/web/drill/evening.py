"""Pages at the tables of one bank: they come, play while faults are inflicted, and leave."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic

from tests.web.drill.journal import Journal
from tests.web.drill.page import Browser, Page
from tests.web.drill.program import Program

SHARED = ("5", "6")  # tables where strangers meet: one with clocks for bets, one of poker
GOES_ON = 90.0  # seconds within which every client must have been answered again
LEAVES = 90.0
SOON, A_COMMIT = 5.0, 0.03


class Evening:
    def __init__(self, programs: Sequence[Program], folder: Path, clients: int, luck: Random):
        self.programs, self.folder, self.clients, self.luck = programs, folder, clients, luck
        self.pages: list[Page] = []
        self.acting = asyncio.Event()  # set whenever somebody sends an act
        self.stuck: list[str] = []
        self.lives: list[asyncio.Task[None]] = []

    def port(self, number: int = 0) -> Callable[[], int]:
        """Everybody stays at one server of the bank: it is there that their session is known."""
        program = self.programs[number % len(self.programs)]
        return lambda: program.port

    async def open(self) -> None:
        """Every other client plays alone, each at the next game; the others share tables."""
        lobby = await Browser(self.port()).ask("GET", "/api/lobby")
        games = [game["game"] for game in lobby["games"]]
        for number in range(self.clients):
            browser = Browser(self.port(number // 4))
            await browser.become_guest()
            alone, place = number % 4 != 3, number // 4
            table = SHARED[place % 4 > 1 and self.clients >= 16]  # two at least
            if alone:
                game = games[(number - place) % len(games)]
                asked = await browser.ask("POST", "/api/practice", game=game, others=number % 2)
                table = asked["table"]
            posted = await browser.ask("GET", f"/api/tables/{table}")
            journal = Journal(self.folder / f"journal-{number:02}")
            page = Page(browser, table, posted, journal, Random(self.luck.random()), self.acting)
            self.pages.append(page)
            self.lives.append(asyncio.create_task(page.live()))
        await self.all_go_on()

    async def all_go_on(self, share: float = 1.0) -> None:
        """Until all are connected, and this share of them has had an act done from now on."""
        before = {page: page.answers for page in self.pages}

        def answered() -> bool:
            went_on = sum(page.answers > many for page, many in before.items())
            acted = went_on >= share * len(before) and all(page.online for page in self.pages)
            return acted or any(one.done() for one in self.lives)

        if not await until(answered, GOES_ON):
            late = [page for page, many in before.items() if page.answers == many]
            late += [page for page in self.pages if not page.online]
            self.stuck += [_described(page) for page in late]

    async def somebody_acts(self) -> None:
        """Until just after an act was sent: it may be on its way, decided, written or answered."""
        self.acting.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.acting.wait(), SOON)
        await asyncio.sleep(self.luck.random() * A_COMMIT)

    async def close(self) -> None:
        """Everybody finishes the round and leaves; then they ask what they have played."""
        for page in self.pages:
            page.leave()
        await asyncio.wait(self.lives, timeout=LEAVES)
        for page, life in zip(self.pages, self.lives, strict=True):
            if not life.done():
                self.stuck.append(f"does not leave: {_described(page)}")
        await asyncio.gather(*(_recall(page) for page in self.pages))
        await self.abandon()

    async def abandon(self) -> None:
        for life in self.lives:
            life.cancel()
        await asyncio.gather(*self.lives, return_exceptions=True)
        self.stuck += [repr(fault) for one in self.lives if (fault := _fault_of(one))]
        for page in self.pages:
            page.journal.close()

    @property
    def longest(self) -> float:
        return max(page.longest for page in self.pages)


def _fault_of(life: "asyncio.Task[None]") -> BaseException | None:
    return None if life.cancelled() else life.exception()


def _described(page: Page) -> str:
    view = {name: page.view.get(name) for name in ("phase", "version", "turn", "seat")}
    waiting = [act["type"] for act in page.unanswered.values()]
    return f"{page.browser.name} at {page.table}: {view}, waits for {waiting} ({page.ended})"


async def until(is_so: Callable[[], bool], longest: float) -> bool:
    """Looks every twentieth of a second."""
    end = monotonic() + longest
    while not is_so():
        if monotonic() > end:
            return False
        await asyncio.sleep(0.05)
    return True


async def _recall(page: Page) -> None:
    before = 0
    while True:
        path = f"/api/tables/{page.table}/rounds?before={before}"
        rounds = (await page.browser.ask("GET", path))["rounds"]
        for line in rounds:
            page.journal.note(recalled=line["round"], net=line["net"])
        if not rounds or rounds[-1]["round"] == 1:
            return
        before = rounds[-1]["round"]
