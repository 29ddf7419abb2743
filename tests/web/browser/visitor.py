"""People in front of a browser: what they see and press, and what went wrong where they cannot see.

A page of theirs may not complain: errors in the console, a policy that was violated, a request that
failed all fail the test, but for what it says it expects.
"""

import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

from tests.web.browser.room import WebRoom

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
OVER = re.compile("^(You win|You lose|Settled)")
# A newcomer presses what goes on; the games have no more choices than these.
GOES_ON = re.compile(r"\b(Raise 1x|Buy|Play|Check|Call|Discard|Split|Keep)")
MAY_ONLY = re.compile(r"\bFold")  # at Buyout, with cards that make no points
MOST_TURNS = 30
# What Chromium says of a server that is gone.
GONE = "ERR_CONNECTION|ERR_INTERNET_DISCONNECTED|WebSocket connection|ERR_EMPTY_RESPONSE"

VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) =>
  console.error("policy", event.violatedDirective, event.blockedURI, event.sample));
"""


class Visitor:
    def __init__(self, browser: Browser, room: WebRoom, **options: Any) -> None:
        self.room = room
        self.faults: list[str] = []
        self.expected = ""  # a pattern of faults that belong to the test
        settings: Mapping[str, Any] = {
            "viewport": WIDE,
            "reduced_motion": "reduce",
            "color_scheme": "dark",
            **options,
        }
        self.context: BrowserContext = browser.new_context(**settings)
        self.context.set_default_timeout(30_000)
        self.context.add_init_script(VIOLATIONS)
        self.context.on("console", self._heard)
        self.context.on("weberror", lambda fault: self.faults.append(f"fault: {fault.error}"))
        self.context.on(
            "requestfailed",
            lambda asked: self.faults.append(f"failed: {asked.url} {asked.failure}"),
        )
        self.page: Page = self.context.new_page()

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text}")

    def leave(self) -> None:
        self.context.close()
        wrong = [
            one for one in self.faults if not (self.expected and re.search(self.expected, one))
        ]
        assert not wrong, wrong

    # ---- what is on the page

    @property
    def bar(self) -> Locator:
        return self.page.locator("footer")

    @property
    def head(self) -> Locator:
        return self.bar.locator("p b").first

    @property
    def own_cards(self) -> list[str | None]:
        """Their names; at a table of one's own, where the seat is always this one."""
        cards = self.page.locator("main [data-place^='2/']")
        return [card.get_attribute("aria-label") for card in cards.all()]

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.bar.get_by_role("button", name=name)

    # ---- what they do

    def visit(self, path: str = "/") -> None:
        self.page.goto(self.room.url + path)

    def sit_alone(self, game: str, bots: int | None = None) -> None:
        """One press in the lobby; what they see then is a table with chips before them."""
        self.visit()
        if bots is not None:
            self.page.get_by_role("radio", name=str(bots)).check()
        self.page.get_by_role("button", name=f"Play now {game}", exact=True).click()
        expect(self.page).to_have_url(re.compile("/table/practice-"))
        expect(self.bar).to_be_visible()

    def sit_at(self, table: str) -> None:
        """At a table with others, as a guest."""
        self.visit(f"/table/{table}")
        self.button(re.compile("^Play as a guest")).click()
        self.button(re.compile("^Sit down")).click()
        expect(self.head).not_to_have_text(re.compile("open$"))

    def bet_least(self) -> None:
        self.button(re.compile("^Bet ")).click()

    def finish(self) -> None:
        """Presses what goes on until the round is over."""
        for _ in range(MOST_TURNS):
            if self.waits_for_turn():
                return
            self.go_on()
        raise AssertionError("the round does not end")

    def waits_for_turn(self) -> bool:
        """Until it is their turn, or the round is over: then true."""
        over = self.head.filter(has_text=OVER)
        asked = self._usable(GOES_ON).or_(self._usable(MAY_ONLY)).or_(self._splits)
        expect(over.or_(asked).first).to_be_visible()
        return over.is_visible()

    def _usable(self, name: re.Pattern[str]) -> Locator:
        return self.bar.locator("button:not([disabled])").filter(has_text=name)

    @property
    def _splits(self) -> Locator:
        return self.bar.locator("button[aria-label$='way to split']:not([disabled])")

    def go_on(self) -> None:
        cards = self.page.locator("main button.card")
        if self._splits.is_visible():
            self._splits.click()
        elif cards.count() and self.bar.get_by_text("Choose what to discard").is_visible():
            cards.first.click()
        on = self._usable(GOES_ON)
        (on if on.count() else self._usable(MAY_ONLY)).last.click()
