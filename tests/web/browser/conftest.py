"""A browser and a room for the tests of a file, visitors for each test."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from croupier.web.serve import has_page
from tests.web.browser.room import ROOT, WebRoom
from tests.web.browser.visitor import Visitor

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OWN = ROOT / ".venv" / "chromium" / "chromium"  # where scripts/chromium installs one without root
expect.set_options(timeout=30_000)


def found_chromium() -> str | None:
    named = os.environ.get("CROUPIER_CHROMIUM")
    if named:
        return named
    return next(filter(None, map(shutil.which, NAMES)), str(OWN) if OWN.is_file() else None)


@contextmanager
def launched(playwright: Playwright) -> Iterator[Browser]:
    found = found_chromium()
    libraries = {"LD_LIBRARY_PATH": str(OWN.parent / "lib")} if found == str(OWN) else {}
    started = playwright.chromium.launch(
        executable_path=found,
        args=["--no-sandbox"] if os.geteuid() == 0 else [],
        env={**os.environ, **libraries},
    )
    yield started
    started.close()


@pytest.fixture(scope="module")  # while it runs, no other test of the process can have a loop
def browser() -> Iterator[Browser]:
    if found_chromium() is None:
        pytest.skip("no Chromium: run scripts/chromium install, or name one in CROUPIER_CHROMIUM")
    if not has_page():
        pytest.skip("the page is not built: run scripts/page")
    with sync_playwright() as playwright, launched(playwright) as started:
        yield started


@pytest.fixture(scope="module")
def room(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebRoom]:
    opened = WebRoom(tmp_path_factory.mktemp("room"))
    opened.open()
    yield opened
    opened.close()


@pytest.fixture
def frail_room(browser: Browser, tmp_path: Path) -> Iterator[WebRoom]:
    """For a test that kills it."""
    opened = WebRoom(tmp_path)
    opened.open()
    yield opened
    opened.close()


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Visitors, each with a separate browser window, whose complaints are checked at the end."""
    came: list[Visitor] = []

    def visitor(room: WebRoom, **options: Any) -> Visitor:
        came.append(Visitor(browser, room, **options))
        return came[-1]

    yield visitor
    for one in came:
        one.leave()


@pytest.fixture
def visitor(room: WebRoom, visitors: Callable[..., Visitor]) -> Visitor:
    return visitors(room)
