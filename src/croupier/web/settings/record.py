"""Every setting of `croupier serve`: its name, kind, default and meaning.

The flags, the variables, the keys of the file, the checks and the table in docs/operations.md come
from this record, and the parts of the server take their defaults from it. `turn_time` is the key
`turn_time`, the flag `--turn-time` and the variable `CROUPIER_WEB_TURN_TIME`. Times are held in
milliseconds. This module imports nothing of the server, so that help stays quick.
"""

from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple, TypeVar

from croupier.web.settings.kinds import (
    Count,
    HostPort,
    OneOf,
    SettingKind,
    Switch,
    Text,
    Texts,
    Time,
)

SECOND = 1_000
MINUTE, HOUR, DAY = 60 * SECOND, 3_600 * SECOND, 86_400 * SECOND
MANY = 10**9
PREFIX = "CROUPIER_WEB_"
Value = TypeVar("Value")


def setting(default: Value, kind: SettingKind, meaning: str) -> Value:
    declared: Any = field(default=default, metadata={"kind": kind, "meaning": meaning})
    return declared  # type: ignore[no-any-return]


@dataclass(frozen=True, kw_only=True)
class RoomSettings:
    bank: str = setting(
        "", Text(), "A file or database URL; by default this user's own, for play money."
    )
    house: bool = setting(
        False,
        Switch(),
        "A room that was founded with `croupier room`: no guests, no play money.",
    )
    guests: bool = setting(True, Switch(), "With play money: people may play without an account.")
    coach: bool = setting(True, Switch(), "A coach at every table that does not forbid it.")


@dataclass(frozen=True, kw_only=True)
class AddressSettings:
    host: str = setting("127.0.0.1", Text(), "The address to listen on.")
    port: int = setting(0, Count(0, 65_535), "The port; 0: the first free one from 8000 on.")
    name: tuple[str, ...] = setting(
        (), Texts(), "A host name that the room is reached by, if not this machine's."
    )
    proxy: tuple[str, ...] = setting(
        (), Texts(), "The address of a proxy whose forwarded headers are believed."
    )
    tls_cert: str = setting("", Text(), "A file with the certificate chain, to answer by HTTPS.")
    tls_key: str = setting("", Text(), "A file with the certificate's private key.")


@dataclass(frozen=True, kw_only=True)
class LimitSettings:
    sockets: int = setting(5_000, Count(1, MANY), "Open tables on all pages together.")
    sockets_per_person: int = setting(8, Count(1, MANY), "Open tables of one person.")
    sockets_per_address: int = setting(40, Count(1, MANY), "Open tables from one address.")
    messages: int = setting(
        100, Count(5, MANY), "Messages from one socket, or requests in one session, in 20 seconds."
    )
    requests_per_address: int = setting(
        400, Count(5, MANY), "Requests from one address in 20 seconds."
    )
    guests_per_address: int = setting(
        10, Count(1, MANY), "New people from one address in an hour; each stays in the books."
    )
    guests_from_here: int = setting(200, Count(1, MANY), "The same from this machine.")


@dataclass(frozen=True, kw_only=True)
class TableSettings:
    betting_window: int = setting(
        20 * SECOND, Time(5 * SECOND, 600 * SECOND), "For how long bets are open at a shared table."
    )
    turn_time: int = setting(
        25 * SECOND, Time(SECOND, HOUR), "For a choice at a shared table, before it is made."
    )
    pause: int = setting(6 * SECOND, Time(0, HOUR), "After a round at a shared table.")
    absent: int = setting(
        5 * MINUTE, Time(SECOND, DAY), "How long a seat is kept, with no page open, unplayed."
    )
    idle: int = setting(20 * MINUTE, Time(SECOND, DAY), "The same with a page open.")
    empty: int = setting(
        10 * MINUTE, Time(SECOND, DAY), "How long a table that a guest opened stays open unused."
    )
    shared_tables: int = setting(50, Count(0, 100_000), "Open tables opened by guests.")
    practice_tables: int = setting(200, Count(0, 200), "Open practice tables of each game.")
    tables_per_person: int = setting(
        5, Count(1, MANY), "Tables that one guest may open in an hour; each stays in the books."
    )


@dataclass(frozen=True, kw_only=True)
class SignInSettings:
    session_idle: int = setting(
        15 * MINUTE, Time(SECOND, 30 * DAY), "A session ends after so long without activity."
    )
    session_longest: int = setting(
        12 * HOUR, Time(SECOND, 365 * DAY), "A session ends after so long in any case."
    )
    guest_idle: int = setting(DAY, Time(SECOND, 365 * DAY), "A guest's session, inactive.")
    guest_longest: int = setting(7 * DAY, Time(SECOND, 365 * DAY), "A guest's session, longest.")
    sessions: int = setting(50_000, Count(1, 10_000_000), "Sessions in total.")
    sessions_per_person: int = setting(
        10, Count(1, 10_000), "Sessions of one person; another one ends the oldest."
    )
    lock_after: int = setting(
        0, Count(0, 1_000), "Failed sign-ins after which an account is locked; 0: never."
    )


@dataclass(frozen=True, kw_only=True)
class WatchSettings:
    metrics: str = setting(
        "",
        HostPort(),
        "An address for /metrics, /healthz and /readyz alone, such as 127.0.0.1:9100.",
    )
    log_format: str = setting(
        "auto", OneOf(("auto", "text", "json")), "How the log is written; auto: text on a terminal."
    )
    log_level: str = setting(
        "info", OneOf(("debug", "info", "warning", "error")), "The least that is logged."
    )
    request_id: str = setting(
        "", Text(), "The header in which a proxy names requests, such as X-Request-Id."
    )


@dataclass(frozen=True, kw_only=True)
class ProcessSettings:
    gather: int = setting(
        5, Time(0, 100), "How long the first act after a pause waits for others to be written with."
    )
    commit: int = setting(100, Count(1, 1_000), "Most acts written together.")
    notice: int = setting(
        0,
        Time(0, 10 * MINUTE),
        "How long /readyz says that the server stops, before it does, for a load balancer.",
    )
    drain: int = setting(
        3 * SECOND,
        Time(0, 10 * MINUTE),
        "How long a server that stops waits for pages and requests.",
    )


# Titles as `--help` and the documents show them.
GROUPS = {
    "Room": RoomSettings,
    "Address": AddressSettings,
    "Limits": LimitSettings,
    "Tables": TableSettings,
    "Sign-in": SignInSettings,
    "Watching": WatchSettings,
    "Process": ProcessSettings,
}


@dataclass(frozen=True, kw_only=True)
class ServerSettings(
    RoomSettings,
    AddressSettings,
    LimitSettings,
    TableSettings,
    SignInSettings,
    WatchSettings,
    ProcessSettings,
):
    """All of them, together."""


class Setting(NamedTuple):
    """The declaration of one setting."""

    name: str
    kind: SettingKind
    default: Any
    meaning: str
    group: str

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-')}"

    @property
    def shown_default(self) -> str:
        """For help; empty if there is nothing to show."""
        return "" if self.default is False else self.kind.written(self.default).strip('"[]')

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()


SETTINGS = {
    one.name: Setting(one.name, one.metadata["kind"], one.default, one.metadata["meaning"], title)
    for title, group in GROUPS.items()
    for one in fields(group)
}
DEFAULTS = ServerSettings()
