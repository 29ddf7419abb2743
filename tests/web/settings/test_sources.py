"""ServerSettings from flags, variables, a file and the defaults: who wins, and what is refused."""

import re
from pathlib import Path

import pytest

from croupier.errors import Refused
from croupier.web.settings.record import SETTINGS, ServerSettings
from croupier.web.settings.shown import as_file, as_table
from croupier.web.settings.sources import chosen

DOCUMENT = Path(__file__).parents[3] / "docs" / "operations.md"


def in_file(folder: Path, text: str) -> Path:
    file = folder / "server.toml"
    file.write_text(text, "utf-8")
    return file


def test_a_flag_wins_over_a_variable_and_that_over_the_file(tmp_path: Path) -> None:
    file = in_file(tmp_path, 'turn_time = "10s"\npause = 11\nsockets = 12\nname = ["a", "b"]\n')
    environ = {"CROUPIER_WEB_TURN_TIME": "20s", "CROUPIER_WEB_PAUSE": "21", "CROUPIER_BANK": "x"}
    found = chosen({"turn_time": "30s"}, environ, file)
    settings = found.settings
    assert (settings.turn_time, settings.pause, settings.sockets) == (30_000, 21_000, 12)
    assert (settings.name, settings.messages) == (("a", "b"), ServerSettings().messages)
    assert found.sources == {
        "turn_time": "on the command line",
        "pause": "in the environment",
        "sockets": f"in {file}",
        "name": f"in {file}",
    }


def test_a_variable_may_name_the_file(tmp_path: Path) -> None:
    file = in_file(tmp_path, "port = 8080")
    assert chosen({}, {"CROUPIER_WEB_CONFIG": str(file)}).settings.port == 8080
    assert chosen({}, {"CROUPIER_WEB_PORT": ""}).settings.port == 0  # empty is not set


@pytest.mark.parametrize(
    "variable, value, expected",
    [
        ("TURN_TIME", "90", 90_000),
        ("TURN_TIME", "2m", 120_000),
        ("GATHER", "20ms", 20),
        ("SESSION_IDLE", "12h", 43_200_000),
        ("GUEST_LONGEST", "30d", 2_592_000_000),
        ("HOUSE", "yes", True),
        ("GUESTS", "off", False),
        ("NAME", "cards.example, chips.example:8443", ("cards.example", "chips.example:8443")),
        ("SOCKETS", "10_000", 10_000),
        ("METRICS", "[::1]:9100", "[::1]:9100"),
    ],
)
def test_how_values_are_written(variable: str, value: str, expected: object) -> None:
    settings = chosen({}, {f"CROUPIER_WEB_{variable}": value}).settings
    assert getattr(settings, variable.lower()) == expected


@pytest.mark.parametrize(
    "text, code, said",
    [
        ("turn_tim = 4", "settings/unknown", "turn_time"),
        ("[limits]\nsockets = 4", "settings/unknown", "--show-config"),
        ("turn_time = true", "settings/value", "turn_time in .*: write a time such as 30s"),
        ('turn_time = "3 weeks"', "settings/value", "write a time"),
        ("turn_time = 100_000", "settings/value", "it may be 1s to 1h"),
        ("sockets = 0", "settings/value", "it may be 1 to"),
        ('sockets = "many"', "settings/value", "write a whole number from 1 to"),
        ("sockets = true", "settings/value", "write a whole number"),
        ('house = "maybe"', "settings/value", "write true or false"),
        ("name = [1]", "settings/value", "write a list of texts"),
        ("bank = 7", "settings/value", "write text"),
        ('metrics = "9100"', "settings/value", "such as 127.0.0.1:9100"),
        ('metrics = "[::1]:70000"', "settings/value", "such as 127.0.0.1:9100"),
        ('log_level = "loud"', "settings/value", "write one of debug, info, warning, error"),
        ("sockets = ", "settings/file", "cannot be read as TOML"),
        ('tls_cert = "a.pem"', "settings/together", "tls_key"),
        ('session_idle = "13h"', "settings/together", "session_longest"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, code: str, said: str) -> None:
    with pytest.raises(Refused, match=said) as refused:
        chosen({}, {}, in_file(tmp_path, text))
    assert refused.value.code == code


def test_the_nearest_variable_is_named() -> None:
    with pytest.raises(Refused, match="did you mean CROUPIER_WEB_SOCKETS_PER_PERSON"):
        chosen({}, {"CROUPIER_WEB_SOCKETS_PER_PERSONS": "4"})


def test_a_refusal_does_not_repeat_the_value() -> None:
    with pytest.raises(Refused) as refused:
        chosen({"turn_time": "hunter2"}, {})
    assert "hunter2" not in str(refused.value) and "--turn-time" in str(refused.value)


def test_what_is_shown_is_a_file_that_says_the_same(tmp_path: Path) -> None:
    """Every setting is in it; without the marks of comments, too, it reads as the defaults."""
    shown = as_file()
    assert chosen({}, {}, in_file(tmp_path, shown)).settings == ServerSettings()
    everything = re.sub(r"^#(?=\w+ = )", "", shown, flags=re.MULTILINE)
    found = chosen({}, {}, in_file(tmp_path, everything))
    assert found.settings == ServerSettings() and set(found.sources) == set(SETTINGS)
    some = chosen({"name": ['say "hi"'], "drain": "7s", "house": True}, {})
    assert chosen({}, {}, in_file(tmp_path, as_file(some))).settings == some.settings


def test_no_password_is_shown() -> None:
    wanted = chosen({"bank": "postgresql://cage:hunter2@db/house"}, {})
    assert "hunter2" not in as_file(wanted) and "postgresql://cage:***@db/house" in as_file(wanted)


def test_the_document_has_the_table() -> None:
    page = DOCUMENT.read_text("utf-8")
    assert page == with_table(page), "run: python -m tests.web.settings.test_sources"


def with_table(page: str) -> str:
    begin, end = "<!-- settings -->\n", "<!-- end of settings -->"
    before, _, rest = page.partition(begin)
    return f"{before}{begin}{as_table()}{end}{rest.partition(end)[2]}"


if __name__ == "__main__":
    DOCUMENT.write_text(with_table(DOCUMENT.read_text("utf-8")), "utf-8")
