"""`croupier fair` and `croupier replay`: what agrees, what does not, and what cannot be read."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from croupier import fair as shuffle
from croupier.cli import main

TRANSCRIPTS = Path(__file__).parent.parent / "transcripts"
PAGES = sorted(TRANSCRIPTS.glob("*/*.txt"))
PAGE = (TRANSCRIPTS / "four-card-prime" / "illegal.txt").read_text("utf-8")


class Ran(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def croupier(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setenv("COLUMNS", "200")

    def run(*args: str, given: str | bytes = b"") -> Ran:
        raw = given.encode() if isinstance(given, str) else given
        monkeypatch.setattr(sys, "argv", ["croupier", *args])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Ran(int(left.value.code or 0), out, err)

    return run


def record(decks: int = 1, first: int = 0, count: int = 11) -> dict[str, object]:
    secret = bytes(place * 7 % 256 for place in range(2 * 52 * decks + 64))
    entropy = [("seat 1", "lücky ♠")]
    order = shuffle.shuffled(decks, secret, entropy)
    return {
        "game": "four-card-prime",
        "decks": decks,
        "commitment": shuffle.commitment(decks, secret),
        "secret": secret.hex(),
        "entropy": [list(pair) for pair in entropy],
        "first": first,
        "dealt": " ".join(shuffle.CARD_NAMES[card] for card in order[first : first + count]),
    }


@pytest.mark.parametrize("decks, first", [(1, 0), (1, 20), (6, 100)])
def test_a_fair_round_is_proved(croupier: Run, tmp_path: Path, decks: int, first: int) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(record(decks, first), ensure_ascii=False), "utf-8")
    ran = croupier("fair", str(file))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("PROVED: the shuffle deals these cards from position ")
    assert "from before players committed to their words" in ran.out
    ran = croupier("fair", "--json", given=b"\xef\xbb\xbf" + file.read_bytes())
    told = json.loads(ran.out)
    assert ran.code == 0 and told["fair"] is True and told["problems"] == []
    assert "from before players committed to their words" in told["remarks"][0]


@pytest.mark.parametrize(
    "changed, problem",
    [
        ({"commitment": "00" * 32}, "commitment is not that of this secret"),
        ({"entropy": []}, "dealt has"),
        ({"first": 1}, "dealt has"),
        ({"dealt": "As"}, "dealt has As at position 0"),
        ({"dealt": "Xx"}, "dealt names 'Xx', which is not a card"),
        ({"decks": 2}, "secret must be 272 bytes"),
        ({"secret": "zz"}, "secret must be text of hex digits"),
    ],
)
def test_a_round_that_is_not_proved(croupier: Run, changed: dict, problem: str) -> None:
    given = json.dumps({**record(), **changed})
    ran = croupier("fair", given=given)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith("NOT PROVED: ") and problem in ran.out
    ran = croupier("fair", "--json", given=given)
    told = json.loads(ran.out)
    assert ran.code == 1 and told["fair"] is False
    assert any(problem in said for said in told["problems"])


@pytest.mark.parametrize("missing", ["decks", "commitment", "secret", "entropy", "first", "dealt"])
def test_a_record_that_lacks_a_field(croupier: Run, missing: str) -> None:
    rest = {name: value for name, value in record().items() if name != missing}
    ran = croupier("fair", given=json.dumps(rest))
    assert ran.code == 1 and f"NOT PROVED: {missing} is missing" in ran.out


UNREADABLE = [
    (b"", "it is not JSON"),
    (b"{", "it is not JSON"),
    (b"[" * 100_000, "it is nested too deeply"),
    (b"[]", "it is not a JSON object"),
    (b"7", "it is not a JSON object"),
    (b"\xff", "it is not text in UTF-8"),
    (b'{"commitment": "ab", "commitment": "cd"}', "a field is given twice"),
    (b'{"game": {"name": 1, "name": 2}}', "a field is given twice"),
    (b'{"game": 1e400}', "1e400 is not a number that can be taken"),
    (b" " * 10_000_001, "it has more than 10000000 bytes"),
]


@pytest.mark.parametrize("given, message", UNREADABLE, ids=[repr(raw[:4]) for raw, _ in UNREADABLE])
def test_a_record_that_cannot_be_read(croupier: Run, given: bytes, message: str) -> None:
    ran = croupier("fair", given=given)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"croupier: the record cannot be read: {message}")
    assert ran.err.count("\n") == 1


def test_an_endless_record(croupier: Run) -> None:
    ran = croupier("fair", "/dev/zero")
    assert ran.code == 2 and "it has more than 10000000 bytes" in ran.err


def test_brackets_are_brackets(croupier: Run) -> None:
    ran = croupier("fair", given=json.dumps({**record(), "dealt": "[/b]"}))
    assert ran.code == 1 and "dealt names '[/b]', which is not a card" in ran.out


def test_a_number_of_thousands_of_digits(croupier: Run) -> None:
    given = json.dumps(record()).replace('"first": 0', '"first": ' + "9" * 5000)
    assert croupier("fair", given=given).code in (1, 2)


@pytest.mark.parametrize("path", PAGES[::6], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_right_transcript_agrees(croupier: Run, path: Path) -> None:
    ran = croupier("replay", str(path))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("agrees  ") and "every line follows from the rules" in ran.out


def test_a_transcript_as_json(croupier: Run) -> None:
    ran = croupier("replay", "--json", given=PAGE)
    assert ran.code == 0
    assert json.loads(ran.out) == {
        "game": "four-card-prime",
        "over": True,
        "refused": 5,
        "net": {"1": -60_000, "3": -500},
    }


@pytest.mark.parametrize(
    "page",
    [
        b"\xef\xbb\xbf" + PAGE.encode(),
        PAGE.replace("\n", "\r\n").encode(),
        PAGE.rstrip().encode(),
    ],
    ids=["byte order mark", "CRLF", "no last line feed"],
)
def test_a_transcript_from_anywhere(croupier: Run, page: bytes) -> None:
    assert croupier("replay", given=page).code == 0


@pytest.mark.parametrize(
    "page, message",
    [
        ("", "no line 'game': not a transcript"),
        ("hello", "no line 'game': not a transcript"),
        (
            PAGE.replace("ante -$5", "ante +$5"),
            "line 19 says 'seat 3  settles ante +$5'; the rules",
        ),
        (PAGE.replace("four-card-prime", "poker"), "no game 'poker'"),
        (PAGE.replace("chooses raise 2x", "chooses raise 3x"), "'raise 3x'; legal: fold, raise 1x"),
        (PAGE.replace("tries call", "tries fold"), "seat 1 tries 'fold': it is legal"),
    ],
)
def test_a_transcript_that_does_not_agree(croupier: Run, page: str, message: str) -> None:
    for args in (["replay"], ["replay", "--json"]):
        ran = croupier(*args, given=page)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("croupier: ") and message in ran.err


def test_a_transcript_that_is_not_there(croupier: Run, tmp_path: Path) -> None:
    ran = croupier("replay", str(tmp_path / "none.txt"))
    assert ran.code == 2 and "No such file" in ran.err
    assert croupier("replay", given=b"\xff").err.startswith("croupier: not text in UTF-8")
