"""`python -m tests.web.browser.pictures FOLDER`: pictures of the page, for the README."""

import io
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

from tests.web.browser.conftest import launched
from tests.web.browser.room import WebRoom
from tests.web.browser.visitor import PHONE, Visitor

LARGEST = 300_000  # bytes of a picture
COLORS = 256
MOST_ROUNDS = 40
SMOOTH = "document.querySelectorAll('.nap').forEach((one) => (one.style.opacity = 0))"
GAME = "Four Card Prime"


class Album:
    def __init__(self, folder: Path, browser: Browser, room: WebRoom) -> None:
        self.folder, self.browser, self.room = folder, browser, room

    def visitor(self, **options: Any) -> Visitor:
        return Visitor(self.browser, self.room, **options)

    def keep(self, visitor: Visitor, name: str) -> None:
        """With few colors, and without the grain of the cloth, which is most of a file."""
        visitor.page.mouse.move(0, 0)
        visitor.page.evaluate("document.fonts.ready")
        visitor.page.evaluate(SMOOTH)
        shot = visitor.page.screenshot(animations="disabled")
        kept = io.BytesIO()
        few = (
            Image.open(io.BytesIO(shot)).convert("RGB").quantize(COLORS, Image.Quantize.FASTOCTREE)
        )
        few.save(kept, "PNG", optimize=True)
        shot = min(shot, kept.getvalue(), key=len)
        assert len(shot) < LARGEST, (name, len(shot))
        (self.folder / f"{name}.png").write_bytes(shot)
        print(f"{name}.png: {len(shot) // 1000} kB", file=sys.stderr)

    def lobby(self) -> None:
        visitor = self.visitor()
        visitor.visit()
        expect(visitor.page.get_by_role("button", name=f"Play now {GAME}")).to_be_visible()
        self.keep(visitor, "lobby")
        visitor.leave()

    def table(self) -> None:
        """After a pair or better that won; the shuffle decides when that is."""
        for _ in range(MOST_ROUNDS):
            visitor = self.visitor()
            self.bet(visitor)
            visitor.finish()
            made = visitor.page.locator("main [data-place^='2/'] .ring").count()
            won = made and re.match("You win", visitor.head.inner_text())
            if won:
                self.keep(visitor, "table")
            visitor.leave()
            if won:
                return
        raise AssertionError("the house wins always")

    def phone(self) -> None:
        visitor = self.visitor(viewport=PHONE, device_scale_factor=2, has_touch=True)
        self.bet(visitor)
        assert not visitor.waits_for_turn()
        self.keep(visitor, "phone")
        visitor.leave()

    def bet(self, visitor: Visitor) -> None:
        visitor.sit_alone(GAME, bots=3)
        spot = visitor.page.get_by_role
        for chip, wagers in ((25, ("Ante",)), (5, ("Aces Baby", "Prime", "Bad Beat"))):
            visitor.bar.get_by_label(re.compile(rf"\${chip}\b")).first.click()
            for wager in wagers:
                spot("button", name=re.compile(f"^{wager}")).click()
        visitor.button(re.compile("^Deal")).click()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as books, sync_playwright() as playwright:
        room = WebRoom(Path(books))
        room.open()
        try:
            with launched(playwright) as browser:
                album = Album(folder, browser, room)
                album.lobby()
                album.table()
                album.phone()
        finally:
            room.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
