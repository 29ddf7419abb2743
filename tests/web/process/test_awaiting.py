"""What another thread answers, as the event loop hears it."""

import asyncio
import threading
from concurrent.futures import Future

import pytest

from croupier.errors import RuleError
from croupier.web.process.awaiting import Answers


def test_answers_that_come_together_wake_the_loop_once(monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[object] = []

    async def scenario() -> None:
        loop, answers = asyncio.get_running_loop(), Answers()
        wake = loop.call_soon_threadsafe
        asked = [Future[int]() for _ in range(100)]
        waiting = [asyncio.ensure_future(answers.to(one)) for one in asked]
        await asyncio.sleep(0)

        def counted(call: object, *about: object) -> object:
            woken.append(call)
            return wake(call, *about)  # type: ignore[arg-type]

        def answer() -> None:
            for number, one in enumerate(asked):
                one.set_result(number)

        monkeypatch.setattr(loop, "call_soon_threadsafe", counted, raising=False)
        other = threading.Thread(target=answer)
        other.start()
        other.join()  # the loop is busy with this: all have come before it looks
        assert await asyncio.gather(*waiting) == list(range(100))

    asyncio.run(scenario())
    assert len(woken) == 1


def test_a_refusal_is_raised_where_it_is_awaited() -> None:
    async def scenario() -> None:
        answers, asked = Answers(), Future[int]()
        waiting = asyncio.ensure_future(answers.to(asked))
        await asyncio.sleep(0)
        asked.set_exception(RuleError("no", "room/table"))
        with pytest.raises(RuleError, match="no"):
            await waiting
        known = Future[int]()
        known.set_result(7)  # answered before anybody waits
        assert await answers.to(known) == 7

    asyncio.run(scenario())


def test_who_no_longer_waits_withdraws_the_question() -> None:
    async def scenario() -> None:
        answers, asked, begun = Answers(), Future[int](), Future[int]()
        assert begun.set_running_or_notify_cancel()  # too late: it is being decided
        waiting = [asyncio.ensure_future(answers.to(one)) for one in (asked, begun)]
        await asyncio.sleep(0)
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert asked.cancelled() and not begun.cancelled()
        begun.set_result(1)  # nobody hears it, and nothing breaks
        await asyncio.sleep(0)

    asyncio.run(scenario())
