"""The same act with the same key is one act, whichever front end sends it first."""

import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from croupier.bank.act import KeyTaken
from croupier.bank.store import open_store
from croupier.bots.rehearsal import next_request
from croupier.desk.room.answers import ANSWERS
from croupier.errors import RuleError
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.room.people.roles import Role
from croupier.room.requests.request import DECISIONS, Request
from croupier.room.room import Room
from croupier.room.tables.poker.amounts import as_typed, in_dollars
from croupier.table.poker.table import open_poker
from croupier.table.round import deal
from croupier.table.shoe import new_shoe, source
from croupier.table.table import open_table
from tests.cli.room_desk import folder, furnished, told

__all__ = ["folder"]

ROOT = Path(__file__).resolve().parents[2]


class Sent(NamedTuple):
    """One act: as a command, and as a program requests it."""

    command: str
    by: str
    name: str
    about: tuple[Any, ...] = ()
    more: Mapping[str, Any] = MappingProxyType({})


ANTE = {1: {"ante": 500}}
HOUSE = [
    Sent("enrol|tim|player", "flo", "enrol", ("tim", Role.PLAYER)),
    Sent("deposit|pam|75", "flo", "deposit", ("pam", Cents(7_500))),
    Sent("withdraw|pam|5.50", "flo", "withdraw", ("pam", Cents(550))),
    Sent("fill|7|100", "flo", "fill", ("7", Cents(10_000))),
    Sent("credit|7|100", "flo", "credit", ("7", Cents(10_000))),
    Sent("buy-in|7|1|pam|100", "dee", "buy_in", ("7", 1, "pam", Cents(10_000))),
    Sent("deal|7|1:ante=5", "dee", "deal", ("7", ANTE)),
    Sent("act|7|1|fold", "pam", "act", ("7", 1, "fold")),
    Sent("sit-out|7|1", "pam", "sit_out", ("7", 1)),
    Sent("sit-in|7|1", "pam", "sit_in", ("7", 1)),
    Sent("open-bets|7|20", "dee", "open_bets", ("7", 20)),
    Sent("deal|7|1:ante=5", "dee", "deal", ("7", ANTE)),
    Sent("leave|7|1", "pam", "leave", ("7", 1)),
    Sent("time-out|7|1|4", "dee", "time_out", ("7", 1, 4)),
    Sent("sit-in|7|1", "pam", "sit_in", ("7", 1)),
    Sent("deal|7|1:ante=5|--open-within|20", "dee", "deal", ("7", ANTE), {"within": 20}),
    Sent("dead-hand|7|1|--reason|six cards", "flo", "dead_hand", ("7", 1, "six cards")),
    Sent("deal|7|1:ante=5", "dee", "deal", ("7", ANTE)),
    Sent("call-off|7|--reason|wet", "flo", "call_off", ("7", "wet")),
    Sent("cash-out|7|1", "dee", "cash_out", ("7", 1)),
    Sent("close|7", "flo", "close_table", ("7",)),
    Sent("dismiss|tim", "flo", "dismiss", ("tim",)),
]
POKER = [
    Sent("buy-in|7|1|pam|100", "dee", "buy_in", ("7", 1, "pam", Cents(10_000))),
    Sent("buy-in|7|2|pat|100", "dee", "buy_in", ("7", 2, "pat", Cents(10_000))),
    Sent("sit-out|7|1", "pam", "sit_out", ("7", 1)),
    Sent("sit-in|7|1", "pam", "sit_in", ("7", 1)),
    Sent("deal|7", "dee", "deal", ("7",)),
    Sent("act|7|2|raise 4", "dee", "act", ("7", 2, "raise to $4.00")),
    Sent("call-off|7|--reason|wet|--cause|other", "flo", "call_off", ("7", "wet", "other")),
    Sent("open|9|five-card-hold-out", "flo", "open_table", ("9", open_poker("five-card-hold-out"))),
]


def both(acts: list[Sent], *, command_first: bool) -> None:
    """Both by command and by name with one key, in either order: one act."""
    with open_store("sqlite:///bank.db") as store:
        room = Room(store)
        for place, act in enumerate(acts):
            key = f"act {place}"
            argv = ("room", *act.command.split("|"), "--by", act.by, "--key", key)
            asked = Request(key, act.by, act.name, act.about, act.more)
            if command_first:
                last = told(*argv)["last"]
                assert room.do_all([asked])[0].last == last, act
            else:
                last = room.do_all([asked])[0].last
                assert told(*argv)["last"] == last, act
            assert store.head().sequence == last, act


@pytest.mark.parametrize("command_first", [True, False])
def test_at_a_house_banked_table(folder: Path, command_first: bool) -> None:
    furnished("four-card-prime", "--offer", "prime")
    both(HOUSE, command_first=command_first)


@pytest.mark.parametrize("command_first", [True, False])
def test_at_poker(folder: Path, command_first: bool) -> None:
    furnished("five-card-hold-out")
    both(POKER, command_first=command_first)


def test_a_bot_and_a_person_at_poker(folder: Path) -> None:
    """A bot's raise, which it chooses in chips, equals the raise typed in dollars."""
    furnished("five-card-hold-out")
    for seat, player in ((1, "pam"), (2, "pat")):
        told("room", "buy-in", "7", str(seat), player, "100", "--by", "dee")
    told("room", "deal", "7", "--by", "dee")
    with open_store("sqlite:///bank.db") as store:
        room = Room(store)
        for seed in range(100):
            asked = next_request(Random(seed), room.hall, "7", "dee", "flo")
            assert asked is not None
            if str(asked.about[2]).startswith("raise"):
                break
        last = room.do_all([asked])[0].last
        argv = ("act", "7", str(asked.about[1]), "raise 4", "--by", "dee", "--key", asked.key)
        assert told("room", *argv)["last"] == last == store.head().sequence


def test_a_key_identifies_one_act(folder: Path) -> None:
    """Another amount, seat or person is another act, whichever front end sends it."""
    furnished("four-card-prime", "--offer", "prime")
    told("room", "deposit", "pam", "75", "--by", "flo", "--key", "k")
    with open_store("sqlite:///bank.db") as store:
        room = Room(store)
        with pytest.raises(KeyTaken):
            room.do("k", "flo", "deposit", "pam", Cents(7_501))
        with pytest.raises(KeyTaken):
            room.do("k", "ada", "deposit", "pam", Cents(7_500))
        with pytest.raises(RuleError, match="no decision 'depositt'; there are: acknowledge, act"):
            room.do("l", "flo", "depositt", "pam", Cents(7_500))


def test_every_decision_is_in_the_registry_and_in_the_document() -> None:
    sources = (file.read_text("utf-8") for file in (ROOT / "src").rglob("*.py"))
    named = [name for text in sources for name in re.findall(r'@decision\(\s*"(\w+)"', text)]
    assert sorted(named) == sorted(DECISIONS)
    assert {*ANSWERS, "add_word"} == set(DECISIONS)  # a plaintext word is always refused
    page = (ROOT / "docs" / "room.md").read_text("utf-8")
    _, _, rest = page.partition("## Requests by name")
    table, _, _ = rest.partition("\n## ")
    assert re.findall(r"^\| `(\w+)` \|", table, re.M) == sorted(DECISIONS)


def test_only_amounts_of_poker_have_another_form() -> None:
    """What may be done at a house-banked table is written as it is."""
    for game in GAMES.values():
        table = open_table(game, offers=[one.name for one in game.wagers if one.required])
        stakes = {one.name: table.limits.least(one) for one in table.offers}
        now = deal(table, {1: stakes}, source(new_shoe(table)))
        while now.legal:
            assert [as_typed(action) for action in now.legal] == list(now.legal)
            now = now.act(1, now.legal[-1])
    assert {as_typed(one) for one in ("raise 8", " raise to $8", "raise $8.00")} == {"raise $8"}
    assert in_dollars("raise 800") == "raise $8" and in_dollars("discard 8s") == "discard 8s"
