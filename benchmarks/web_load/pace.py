"""When the bots act: so many acts a second whatever the server does, or as fast as it answers."""

import asyncio
from array import array
from collections import Counter, deque
from collections.abc import Callable
from random import Random
from time import perf_counter

from .bots import Bot

TICK = 0.001  # seconds
ANSWERS = 15.0  # seconds for the last answers
Progress = Callable[[float, "Pace"], None]


class Pace:
    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.waiting = 0  # acts that are not answered yet
        self._ready: deque[Bot] = deque()
        self._resting: list[Bot] = []  # they have sent as much as a page may

        self.forget()

    def forget(self) -> None:
        """Begins to measure."""
        self.here, self.elsewhere = array("d"), array("d")  # seconds from act to view
        self.acts = self.idle = 0  # done; due when nobody had anything to do
        self.refused: Counter[str] = Counter()
        self.advice = array("d")  # seconds from question to advice
        self.no_advice: Counter[str] = Counter()

    def ready(self, bot: Bot) -> None:
        self._ready.append(bot)

    async def run(self, rate: float, most: int, seconds: float, progress: Progress) -> float:
        """`rate` acts a second, at random moments; 0: flat out, at most so many unanswered.

        Returns after how many seconds the last one was answered.
        """
        begin = told = due = perf_counter()
        while (now := perf_counter()) < begin + seconds:
            due = self._due(now, due, rate) if rate else self._all(now, most)
            if now - told >= 1:
                told = now
                self._ready.extend(self._resting)
                self._resting.clear()
                progress(now - begin, self)
            await asyncio.sleep(TICK)
        end = perf_counter()
        while self.waiting and perf_counter() - end < ANSWERS:
            await asyncio.sleep(TICK)
        return perf_counter() - begin

    def _due(self, now: float, due: float, rate: float) -> float:
        """Sends what is due; returns when the next act is."""
        while due <= now:
            self.idle += not self._one(due)
            due += self.luck.expovariate(rate)
        return due

    def _all(self, now: float, most: int) -> float:
        while self.waiting < most and self._one(now):
            pass
        return now

    def _one(self, due: float) -> bool:
        """One act of the player who has waited longest; False if nobody has anything to do."""
        while self._ready:
            bot = self._ready.popleft()
            if not bot.may():
                self._resting.append(bot)
            elif bot.act(due):
                self.waiting += 1
                return True
        return False

    def answered(self, bot: Bot, due: float, now: float, code: str) -> None:
        self.waiting -= 1
        if code:
            self.refused[code] += 1
            return
        self.acts += 1
        self.here.append(now - due)
        for other in bot.others:
            other.when(bot.arrivals.version, lambda at: self.elsewhere.append(max(0.0, at - due)))

    def advised(self, seconds: float, code: str) -> None:
        if code:
            self.no_advice[code] += 1
        else:
            self.advice.append(seconds)
