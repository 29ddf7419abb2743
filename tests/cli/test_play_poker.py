"""A seat among bots at the terminal: what is typed, what is shown, what is proved."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from croupier import fair
from croupier.cli import app
from croupier.cli.play_poker import play
from croupier.table.poker_record import from_json


def secret(decks: int) -> bytes:
    return bytes(number * 7 % 256 for number in range(len(fair.new_secret(decks))))


def sat(tmp_path: Path, typed: list[str], **more: object) -> tuple[int, str]:
    answers: Iterator[str] = iter(typed)
    page = io.StringIO()

    def read(question: str) -> str:
        answer = next(answers, None)
        if answer is None:
            raise EOFError
        page.write(f"{question}{answer}\n")
        return answer

    settings: dict[str, object] = {"seats": 3, "bots": "call", "options": {}, "buy_in": 50_000}
    code = play(
        **{**settings, **more},  # type: ignore[arg-type]
        console=Console(file=page, width=120),
        read=read,
        new_secret=secret,
        path=tmp_path / "last-hand.json",
    )
    return code, page.getvalue()


def test_a_hand_to_its_end_is_recorded_and_proved(tmp_path: Path) -> None:
    code, page = sat(tmp_path, ["c", "2 4", "c", "c", "c"])
    assert code == 0 and "Shuffle proved" in page and "You leave with" in page
    record = json.loads((tmp_path / "last-hand.json").read_text())
    assert fair.check(record) == []
    hand = from_json(record["hand"])
    assert hand.over and sum(hand.stacks) == 150_000
    assert hand.discards[1] == 2
    (history,) = (tmp_path / "hands").iterdir()
    ran = CliRunner().invoke(app, ["replay", str(history), "--json"])
    told = json.loads(ran.stdout)
    assert told["game"] == "five-card-hold-out" and sum(told["net"].values()) == 0
    assert {int(seat): net + 50_000 for seat, net in told["net"].items()} == {
        seat: hand.stacks[seat] for seat in (1, 2, 3)
    }


def test_the_promise_comes_before_the_cards_and_is_kept(tmp_path: Path) -> None:
    _, page = sat(tmp_path, ["fold"], word="horseshoe")
    promise = fair.commitment(1, secret(1))
    assert page.index(promise) < page.index("small blind")
    record = json.loads((tmp_path / "last-hand.json").read_text())
    assert record["commitment"] == promise and record["entropy"] == [["player", "horseshoe"]]


def test_no_card_of_a_bot_is_shown_before_the_showdown(tmp_path: Path) -> None:
    _, page = sat(tmp_path, ["c", "q"])
    assert "You leave with" in page and "discards" not in page
    assert not (tmp_path / "last-hand.json").exists(), "a hand that is not over tells nothing"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("zzz", "type one of fold, call, raise"),
        ("", "type one of fold, call, raise"),
        ("raise 3", "it may raise to 400"),
        ("raise much", "is not an amount"),
        ("check", "type one of fold, call, raise"),
    ],
)
def test_what_cannot_be_done_is_said_and_asked_again(
    tmp_path: Path, typed: str, words: str
) -> None:
    code, page = sat(tmp_path, [typed, "fold"])
    assert code == 0 and words in page and "you: fold" in page


def test_an_amount_is_typed_in_dollars(tmp_path: Path) -> None:
    _, page = sat(tmp_path, ["raise 7.50", "", "c"], options={"limit": "none"})
    assert "you: raise to $7.50" in page


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"bots": "shark"}, "no bot 'shark'"),
        ({"options": {"mode": "razz"}}, "high, hilo, low"),
        ({"seats": 10}, "2 to 9"),
        ({"buy_in": 100}, "less than the big blind"),
    ],
)
def test_a_table_that_there_is_not(tmp_path: Path, settings: dict[str, object], words: str) -> None:
    code, page = sat(tmp_path, [], **settings)
    assert code == 2 and words in page
