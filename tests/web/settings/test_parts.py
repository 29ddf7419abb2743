"""Every setting reaches the part of the server that it is for."""

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from croupier.web import serve
from croupier.web.guard.address import Names
from croupier.web.guard.rates import Credits
from croupier.web.guard.server import configured
from croupier.web.guard.sockets import Sockets
from croupier.web.house import WebHouse
from croupier.web.people.door import Door
from croupier.web.settings.record import SETTINGS, ServerSettings

CHOSEN = ServerSettings(
    guests=False,
    coach=False,
    name=("cards.example",),
    proxy=("10.0.0.2",),
    sockets=3,
    sockets_per_person=1,
    sockets_per_address=2,
    messages=7,
    requests_per_address=8,
    guests_per_address=9,
    guests_from_here=10,
    betting_window=11_000,
    turn_time=12_000,
    pause=13_000,
    absent=14_000,
    idle=15_000,
    empty=16_000,
    shared_tables=17,
    practice_tables=18,
    tables_per_person=19,
    session_idle=20_000,
    session_longest=21_000,
    guest_idle=22_000,
    guest_longest=23_000,
    sessions=24,
    sessions_per_person=25,
    lock_after=26,
    gather=27,
    commit=28,
    drain=29_000,
    request_id="X-Request-Id",
)


# What no part is given; tests/web/watch tries most of it.
OF_THE_PROCESS = {
    *("bank", "house", "host", "port", "tls_cert", "tls_key"),
    *("metrics", "log_format", "log_level", "notice"),
}


def test_all_but_those_of_the_process_are_tried_here() -> None:
    tried = {name for name in SETTINGS if getattr(CHOSEN, name) != getattr(ServerSettings(), name)}
    assert tried == set(SETTINGS) - OF_THE_PROCESS


class Parts:
    """What `opened` puts together."""

    house: WebHouse
    door: Door
    names: Names
    sockets: Sockets
    by_address: Credits
    coached: bool

    def application(self, *parts: Any, prepares: bool, coached: bool) -> object:
        self.coached = coached
        self.house, self.door, self.names, self.sockets, self.by_address = parts
        return lambda: None


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Parts:
    found = Parts()
    monkeypatch.setattr(serve, "application", found.application)
    with serve.opened(replace(CHOSEN, bank=str(tmp_path / "bank.db"))):
        return found


def test_tables(parts: Parts) -> None:
    policy = parts.house.policy
    assert policy.times_of("7") == (11_000, 12_000, 13_000)
    assert policy.times_of("practice-1-1") == (0, 0, 0)
    assert (policy.absent, policy.idle, policy.empty) == (14_000, 15_000, 16_000)
    assert (policy.most_shared, policy.most_practice) == (17, 18)
    assert parts.house.new_tables.rate == (19, 3_600_000)


def test_people(parts: Parts) -> None:
    options = parts.door.options
    assert not options.guests
    assert (options.idle, options.longest) == (20_000, 21_000)
    assert (options.guest_idle, options.guest_longest) == (22_000, 23_000)
    assert (options.sessions, options.per_account, options.lock_after) == (24, 25, 26)
    assert parts.door.requests.rate == (7, 20_000)
    assert parts.door.new_names.rate == (9, 3_600_000)
    assert parts.door.new_names_here.rate == (10, 3_600_000)


def test_guards(parts: Parts) -> None:
    assert parts.names.hosts == {"cards.example"}
    assert parts.names.request_header == "X-Request-Id"
    assert [str(one) for one in parts.names.proxies] == ["10.0.0.2/32"]
    assert parts.by_address.rate == (8, 20_000)
    sockets = parts.sockets
    assert (sockets.per_account, sockets.per_address, sockets.most) == (1, 2, 3)
    assert sockets.rate == (7, 20_000)


def test_process(parts: Parts) -> None:
    assert not parts.coached
    assert parts.house.pace == (0.027, 28)
    config = configured(cast(Any, lambda: None), CHOSEN)
    assert config.timeout_graceful_shutdown == 29
