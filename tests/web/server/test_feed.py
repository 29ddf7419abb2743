"""What a table's feed makes once for everybody who sees the same, and what it does not send."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from croupier.web import feed as web_feed
from croupier.web.feed import Feed, Viewer
from croupier.web.reading import Reading
from croupier.web.views.view import Look, Waiting
from tests.web.server.running import run, serving, swift
from tests.web.server.test_next_step import a_round, banked, looked

Told = list[dict[str, Any]]


def next_one(look: Look) -> Reading:
    return Reading(replace(look, state=replace(look.state, version=look.state.version + 1)), {})


def viewer(person: str | None) -> tuple[Viewer, Told]:
    told: Told = []
    return Viewer(person, lambda text: told.append(json.loads(text)), lambda *_: None), told


def fed(scenario: Callable[[Feed], None], look: Look) -> None:
    async def run() -> None:
        scenario(Feed("7", Reading(look, {})))

    asyncio.run(run())


def test_the_rail_shares_one_view(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str | None] = []
    view_of = web_feed.view_of

    def counted(look: Look, person: str | None, *about: Any) -> Any:
        made.append(person)
        return view_of(look, person, *about)

    def scenario(feed: Feed) -> None:
        here = [viewer(person) for person in (None, None, None, "pam", "quin")]
        for one, _ in here:
            feed.welcome(one, None, 0)
        made.clear()
        feed.take(next_one(replace(feed.look, chips={1: 5, 3: 5})))
        assert sorted(made, key=str) == [None, "pam", "quin"]
        steps = [told[-1] for _, told in here]
        assert steps[0] == steps[1] == steps[2]
        assert [one["view"]["you"] for one in steps[2:]] == [None, "pam", "quin"]
        assert all(one["view"]["seats"][0]["chips"] == 5 for one in steps)

    monkeypatch.setattr(web_feed, "view_of", counted)
    fed(scenario, looked(banked(round=a_round())))


def test_a_version_without_news_is_skipped_even_after_one_with_lines() -> None:
    def scenario(feed: Feed) -> None:
        one, told = viewer(None)
        feed.welcome(one, None, 0)
        state = feed.look.state
        feed.take(
            next_one(replace(feed.look, state=replace(state, seats={**state.seats, 5: "rex"})))
        )
        assert told[-1]["view"]["happened"]
        feed.take(next_one(feed.look))
        assert told[-1] == {"type": "skip", "version": feed.look.state.version}

    fed(scenario, looked(banked()))


def test_a_clock_that_was_set_anew_is_no_skip() -> None:
    """Everybody at the table is told until when it waits now, though nothing else has changed."""

    def scenario(feed: Feed) -> None:
        one, told = viewer(None)
        feed.welcome(one, None, 0)
        until = feed.since + 9_000
        feed.clock = lambda: Waiting("turn", until, 10_000)
        feed.take(next_one(feed.look))
        assert told[-1]["type"] == "step"
        assert told[-1]["view"]["clock"]["waits_for"] == "turn"
        feed.take(next_one(feed.look))
        assert told[-1]["type"] == "skip"

    fed(scenario, looked(banked(round=a_round())))


def test_who_comes_back_sees_the_money_that_they_have_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a table that thousands have looked at does not keep something of each."""

    async def scenario() -> None:
        async with serving(tmp_path / "bank.db") as server:
            guest = await server.guest()
            async with guest.socket("1") as socket:
                before = (await socket.hear("welcome"))["view"]["balance"]
            async with guest.socket("2") as socket:
                socket.say(type="buy_in", key="sit-down-at-1", seat=1, cents=30_000)
                assert (await socket.answer("sit-down-at-1"))["type"] == "done"
            async with guest.socket("1") as socket:
                now = (await socket.hear("welcome"))["view"]["balance"]
            assert (before, now) == (300_000, 270_000)

    swift(monkeypatch)
    run(scenario())


def test_what_a_page_leaves_at_a_table() -> None:
    def scenario(feed: Feed) -> None:
        pages = [viewer(person)[0] for person in ("ann", "ann", "pam", None)]
        feed.balances |= {"ann": 1, "pam": 2}
        for page in pages:
            feed.welcome(page, None, 0)
        assert [feed.left(page) for page in pages] == [False, True, False, False]  # pam sits here
        assert feed.balances == {"pam": 2} and not feed.viewers

    fed(scenario, looked(banked()))
