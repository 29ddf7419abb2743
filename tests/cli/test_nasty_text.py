"""User-written text is shown as it is, wherever it is shown: it styles and hides nothing."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO
from itertools import count
from pathlib import Path
from unicodedata import category

import pytest
from rich.panel import Panel
from rich.table import Table as RichTable
from rich.text import Text

from croupier.bank.meters.events import Authority, MeterOpened, Suspended
from croupier.bank.store import open_store
from croupier.cli.screen import Screen, one_line
from croupier.desk.printable import visible
from croupier.errors import Refused
from croupier.money import Cents
from croupier.room.cage.cage import deposited
from croupier.room.meters.meters import meter_opened
from croupier.room.people.floor import approved, enrolled
from croupier.room.people.matters import Award, MeterChange, Reversal
from croupier.room.people.proposals import proposed, seconded
from croupier.room.people.proposals import refused as not_seconded
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.room.tables.rounds import acted, dealt, hand_dead, round_called_off
from croupier.room.tables.tables import bought_in, filled, table_opened
from croupier.table.table import open_table
from tests.cli.room_desk import folder, refused, said
from tests.room.rooms import meter_rules, new_room

__all__ = ["folder"]

NASTY = (
    "[/bold]",
    "[link=http://x]click[/link]",
    "[bold red]",
    "\x1b[2J\x1b[31m",
    "\u202egnihton",
    "one\ntwo",
    "one\r\x08\x07two\x9b31m",
    "\u2028line\u2066\u200e\ufeff",
    ":bomb: \\[bold] \\",
    "\U0001f469\u200d\U0001f469 naïve שלום",
    "x" * 200,
)
SHOWN = (
    ("room", "show"),
    ("room", "log"),
    ("books",),
    ("books", "--wagers"),
    ("recall", "7", "1"),
    ("recall", "7", "2"),
    ("audit",),
    ("room", "meter", "reconcile"),
    ("room", "meter", "history", "main"),
    ("room", "proposals"),
    ("room", "shoes", "7"),
    ("room", "receipt", "7", "2", "--by", "pam"),
)


def seen(text: str) -> bool:
    """Whether a terminal would show all of it, and do nothing else."""
    harmless = "\n\u200c\u200d"
    return not any(
        category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") and sign not in harmless for sign in text
    )


@pytest.fixture
def bank(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Puts a text into every field that takes one."""
    monkeypatch.setenv("CROUPIER_BANK", "bank.db")
    with open_store("sqlite:///bank.db") as store:
        room = new_room(store)
        table = open_table("four-card-prime", offers=["five card jackpot"])
        rules = meter_rules(table, "five card jackpot", ("7",))
        room.do("meter", "flo", meter_opened, "main", MeterOpened(rules))
        room.do("open", "flo", table_opened, "7", table)
        room.do("fill", "flo", filled, "7", Cents(500_000))
        for seat, player in enumerate(("pam", "pat"), 1):
            room.do(player, "flo", enrolled, player, Role.PLAYER)
            room.do(f"in {player}", "flo", deposited, player, Cents(500_000))
            room.do(f"sit {player}", "dee", bought_in, "7", seat, player, Cents(50_000))
        yield lambda text: _write(room, text)


def _write(room: Room, text: str) -> None:
    """As reason, as key, as authority, as name: some are refused, the others are stored."""
    numbers = count()

    def do(by: str, *asked: object) -> None:
        with suppress(Refused):
            room.do(f"{text[:60]} {next(numbers)}", by, *asked)  # type: ignore[arg-type]

    bets = {seat: {"ante": 500, "five card jackpot": 100} for seat in (1, 2)}
    do("ada", approved, room.hall.floor.program, text)
    do("dee", dealt, "7", bets)
    do("flo", round_called_off, "7", text)
    do("dee", dealt, "7", bets)
    do("flo", hand_dead, "7", 1, text)
    while (now := room.hall.banked("7").round) is not None:
        room.do(f"act {now.version}", "dee", acted, "7", now.turn, now.legal[0])
    do("flo", enrolled, text[:40], Role.PLAYER)
    suspension = MeterChange("main", Suspended(Authority(text, "flo", "fran")))
    do("flo", proposed, suspension)
    do("fran", seconded, 1)
    do("flo", proposed, Reversal("in pam", text))
    do("flo", proposed, Award("pam", Cents(5), text))
    do("fran", not_seconded, 2, text)


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_every_command_shows_it_as_it_is(bank: Callable[[str], None], text: str) -> None:
    bank(text)
    for words in SHOWN:
        output = said(*words)
        assert seen(output), (words, output)
    log = said("room", "log")
    assert one_line(text) in log and len(log.splitlines()) < 40
    for words in (("room", "show"), ("room", "log"), ("recall", "7", "1")):
        json.loads(said(*words, "--json"))
    assert json.loads(said("recall", "7", "1", "--json"))["called_off"] == text
    assert seen(refused("room", "fill", text, "5", "--by", text).message)


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_a_screen_draws_it_as_it_is(text: str) -> None:
    """In prose, in cells, in titles, as a styled text: none of its characters has any effect."""
    file = StringIO()
    screen = Screen(file=file, width=300, force_terminal=True, color_system=None)
    sheet = RichTable(text, title=text, caption=text)
    sheet.add_row(text)
    for drawn in (text, Text(text, "bold"), sheet, Panel(text)):
        screen.print(drawn)
        screen.print(drawn, style="red", highlight=True)
    assert seen(file.getvalue().replace("\t", " "))
    first = visible(text).split("\n")[0]
    assert file.getvalue().count(first) >= 8


def test_plain_text_is_left_alone() -> None:
    for text in ("naïve", "שלום", "a\u200db", "two\nlines", "tab\there", ""):
        assert visible(text) == text
    assert one_line("two\nlines") == "two\\nlines"
    assert visible("\x1b\u202e\x9b") == "\\x1b\\u202e\\x9b"
