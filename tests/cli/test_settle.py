"""`croupier settle`: one response for each request, and plain words for what cannot be read."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from croupier.cli import main

REQUEST = {
    "game": "four-card-prime",
    "dealer": "Ac 8d Qc Tc 9c 9s",
    "seats": [
        {
            "seat": 1,
            "cards": "4s 6h 4d Jh Qs",
            "wagers": {"ante": 500},
            "choices": ["raise 1x"],
        }
    ],
}
LINE = json.dumps(REQUEST)
ANSWER = {"ante": -500, "raise": -500}
SHOWDOWN = {
    "game": "five-card-hold-out",
    "mode": "hilo",
    "button": 7,
    "board": "2c 7d 8h Kd",
    "seats": [
        {"seat": 2, "held": "As 3d", "in": 47400},
        {"seat": 3, "in": 7500, "folded": True},
        {"seat": 5, "held": "Ks Kc", "in": 100100},
        {"seat": 8, "held": "7c 7s", "in": 120000},
    ],
}


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def answers(self) -> list[dict]:
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Ran]


@pytest.fixture
def croupier(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
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


def nets(answer: dict) -> dict[str, int]:
    (seat,) = answer["seats"]
    return {name: told["net"] for name, told in seat["wagers"].items()}


def test_one_request_on_standard_input(croupier: Run) -> None:
    ran = croupier("settle", given=LINE)
    assert (ran.code, ran.err) == (0, "")
    answer = json.loads(ran.out)
    assert nets(answer) == ANSWER and answer["house"] == 1000
    assert ran.out.count("\n") > 10, "one answer is laid out to be read"


def test_a_request_over_many_lines_in_a_file(croupier: Run, tmp_path: Path) -> None:
    file = tmp_path / "dispute.json"
    file.write_text(json.dumps(REQUEST, indent=2), "utf-8")
    for args in (["settle", str(file)], ["settle", "--json", str(file)]):
        ran = croupier(*args)
        assert ran.code == 0 and nets(json.loads(ran.out)) == ANSWER


def test_a_request_on_each_line(croupier: Run) -> None:
    ran = croupier("settle", "--json", given=f"{LINE}\n\n{LINE}\n   \n{LINE}")
    assert ran.code == 0
    assert [nets(answer) for answer in ran.answers] == [ANSWER] * 3


def test_a_list_of_requests(croupier: Run) -> None:
    ran = croupier("settle", given=f"[{LINE}, {LINE}, 7]")
    assert ran.code == 1
    assert [nets(answer) for answer in ran.answers[:2]] == [ANSWER] * 2
    assert ran.answers[2]["error"]["code"] == "request/form"


@pytest.mark.parametrize(
    "bad, code, message",
    [
        ("{", "request/json", "line 3 is not JSON"),
        ("As Td 7c", "request/json", "line 3 is not JSON"),
        ('{"game": "poker"}', "game/unknown", "no game 'poker'"),
        ("[[" * 50_000, "request/json", "line 3 is not JSON"),
        ("null", "request/form", "the request: None"),
        ('{"game": NaN}', "request/game", '"game" must name a game'),
    ],
    ids=["cut off", "no JSON", "unknown game", "deep", "null", "NaN"],
)
def test_a_bad_line_spoils_only_itself(croupier: Run, bad: str, code: str, message: str) -> None:
    ran = croupier("settle", given="\n".join([LINE, LINE, bad, LINE, LINE]))
    assert (ran.code, ran.err) == (1, "")
    assert [nets(ran.answers[place]) for place in (0, 1, 3, 4)] == [ANSWER] * 4
    assert ran.answers[2]["error"]["code"] == code
    assert message in ran.answers[2]["error"]["message"]


def test_showdowns_among_other_games(croupier: Run) -> None:
    showdown = json.dumps(SHOWDOWN)
    ran = croupier("settle", given="\n".join([LINE, showdown, showdown.replace("7d", "7c")]))
    assert (ran.code, ran.err) == (1, "")
    assert nets(ran.answers[0]) == ANSWER
    assert ran.answers[1]["payouts"] == {"2": 74850, "5": 180250}
    assert ran.answers[1]["returned"] == {"8": 19900}
    assert ran.answers[2]["error"]["code"] == "cards/duplicate"
    assert croupier("settle", given=showdown).code == 0


def test_many_lines(croupier: Run) -> None:
    ran = croupier("settle", given="\n".join([LINE] * 300))
    assert ran.code == 0 and len(ran.answers) == 300


@pytest.mark.parametrize(
    "given",
    [
        b"\xef\xbb\xbf" + LINE.encode(),
        LINE.replace('"game"', '\r\n"game"').encode() + b"\r\n",
        json.dumps(REQUEST, indent=1).replace("\n", "\r\n").encode(),
        LINE.replace("Ac 8d Qc", "A♣ 8♦ Q♣").encode(),
    ],
    ids=["byte order mark", "CRLF", "CRLF throughout", "suits as symbols"],
)
def test_text_from_anywhere(croupier: Run, given: bytes) -> None:
    ran = croupier("settle", given=given)
    assert ran.code == 0 and nets(json.loads(ran.out)) == ANSWER


def test_a_byte_order_mark_and_crlf_on_each_line(croupier: Run) -> None:
    ran = croupier("settle", given=b"\xef\xbb\xbf" + f"{LINE}\r\n{LINE}\r\n".encode())
    assert ran.code == 0 and len(ran.answers) == 2


@pytest.mark.parametrize(
    "given, message",
    [
        (b"", "croupier: nothing to settle; give one JSON object, or one on each line"),
        (b" \r\n\t ", "croupier: nothing to settle"),
        (b"\xef\xbb\xbf", "croupier: nothing to settle"),
        (b"\xff\xfe{\x00}\x00", "croupier: not text in UTF-8"),
    ],
)
def test_nothing_that_can_be_read(croupier: Run, given: bytes, message: str) -> None:
    ran = croupier("settle", given=given)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(message) and ran.err.count("\n") == 1


def test_a_request_that_is_refused_alone(croupier: Run) -> None:
    ran = croupier("settle", given=LINE.replace("raise 1x", "raise 9x"))
    assert (ran.code, ran.err) == (1, "")
    assert json.loads(ran.out) == {
        "error": {
            "code": "action/not_legal",
            "message": "four-card-prime event 4 seat 1: 'raise 9x'; "
            "legal: fold, raise 1x, raise 2x, raise 3x",
        }
    }


def test_a_file_that_is_not_there(croupier: Run, tmp_path: Path) -> None:
    missing = croupier("settle", str(tmp_path / "none.json"))
    assert missing.code == 2 and "No such file" in missing.err
    folder = croupier("settle", str(tmp_path))
    assert folder.code == 2 and folder.err.startswith("croupier: ")


def test_a_number_of_thousands_of_digits(croupier: Run) -> None:
    huge = LINE.replace("500", "9" * 5000)
    ran = croupier("settle", given=f"{LINE}\n{huge}\n{LINE}")
    assert ran.code == 1 and [("error" in answer) for answer in ran.answers] == [False, True, False]


def test_half_a_surrogate_pair(croupier: Run) -> None:
    broken = LINE.replace('"ante": 500', r'"\ud800": "x"')
    ran = croupier("settle", given=f"{LINE}\n{broken}\n{LINE}")
    assert ran.code == 1 and [("error" in answer) for answer in ran.answers] == [False, True, False]


def test_a_line_separator_inside_a_text(croupier: Run) -> None:
    odd = json.dumps({"game": "a\u2028b"}, ensure_ascii=False)
    ran = croupier("settle", given=f"{LINE}\n{odd}\n{LINE}")
    assert len(ran.answers) == 3


def on_a_terminal(given: str) -> Ran:
    """The command with a terminal for its output."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "croupier", "settle"]
    wide = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1"}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=theirs, stderr=subprocess.PIPE, env=wide
    ) as process:
        os.close(theirs)
        assert process.stdin is not None and process.stderr is not None
        process.stdin.write(given.encode())
        process.stdin.close()
        out = b""
        try:
            while piece := os.read(ours, 65536):
                out += piece
        except OSError:  # Linux: the other side is closed
            pass
        err = process.stderr.read().decode()
    os.close(ours)
    return Ran(process.returncode, out.decode(), err)


def test_on_a_terminal_the_answer_is_a_table_with_the_reasons() -> None:
    ran = on_a_terminal(LINE)
    assert (ran.code, ran.err) == (0, "")
    assert "four-card-prime, seat 1: -$10" in ran.out
    assert "the dealer's flush, ace high (A Q T 9) beats pair of fours (4 Q J)" in ran.out
    assert "rule 7" in ran.out


def test_on_a_terminal_a_showdown_is_shown_by_pot_and_by_seat() -> None:
    ran = on_a_terminal(json.dumps(SHOWDOWN))
    assert (ran.code, ran.err) == (0, "")
    rows = [" ".join(line.replace("│", " ").split()) for line in ran.out.splitlines()]
    assert "five-card-hold-out, hilo" in ran.out
    assert "$1,497 2 5 8 $0 seat 5 $748.50 seat 2 $748.50" in rows
    assert "$1,054 5 8 $0 seat 5 $1,054" in rows
    assert "8 three sevens (7 K 8) $0 $199" in rows


def test_on_a_terminal_a_refusal_is_one_sentence() -> None:
    ran = on_a_terminal(LINE.replace("raise 1x", "raise 9x"))
    assert ran.code == 1 and "Traceback" not in ran.err
    assert "refused  four-card-prime event 4 seat 1: 'raise 9x'; legal: fold" in ran.out


def test_on_a_terminal_brackets_are_brackets() -> None:
    ran = on_a_terminal('{"game": "[/b]"}')
    assert ran.code == 1 and "refused  no game '[/b]'" in ran.out
