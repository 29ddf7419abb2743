"""`croupier train`: asked, answered, marked, and the record kept."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from croupier.cli.draw import Pen
from croupier.cli.play.terminal import Terminal
from croupier.cli.play.train import School
from croupier.desk.coaching.trainer import Training, next_question
from croupier.desk.sittings import trainings
from croupier.table.table import open_table
from tests.cli.seat import FACES, squeezed

SPLIT = "4-card-split-v2"
TABLE = open_table(SPLIT)


def trained(folder: Path, typed: list[str], *, rules: bool = False, **more: object) -> str:
    """A training that ends like a closed pipe after what is typed."""
    page, answers = io.StringIO(), iter(typed)

    def read(question: str) -> str:
        answer = next(answers, None)
        if answer is None:
            raise EOFError
        page.write(f"{question}{answer}\n")
        return answer

    at = Terminal(Console(file=page, width=100), read)
    School(at, TABLE, folder, rules=rules).sit(None, **{"forget": False, **more})  # type: ignore[arg-type]
    return page.getvalue()


def kept(folder: Path) -> Training:
    found = trainings.load(folder, SPLIT)
    assert found is not None
    return found


def begun(folder: Path) -> Training:
    """The seed decides what is asked."""
    training = Training("a seed")
    trainings.save(folder, SPLIT, training)
    return training


def test_each_answer_is_marked_at_once_and_kept(tmp_path: Path) -> None:
    asked = next_question(TABLE, begun(tmp_path))
    best = asked.round.legal.index(asked.advice.best[0]) + 1
    page = trained(tmp_path, [str(best)])
    assert "> " + str(best) + "\nRight.\n" in page
    for option in asked.advice.options:
        assert option.action in squeezed(page)
    assert "1 of 1 right. In all: 100% of 1 right, 1 in a row (at most 1), $0" in squeezed(page)
    after = kept(tmp_path)
    assert (after.asked, after.right) == (1, 1)

    asked = next_question(TABLE, after)
    worst = max(asked.advice.options, key=lambda option: option.cost)
    page = trained(tmp_path, ["nonsense", worst.action])
    assert "Not a choice here" in page
    wrong = f"Wrong: {worst.action} gives up "
    assert wrong in squeezed(page) and f"best: {' or '.join(asked.advice.best)}." in squeezed(page)
    assert "0 of 1 right. In all: 50% of 2 right, 0 in a row (at most 1)" in squeezed(page)
    assert f"{asked.kind.choice}, {asked.kind.best} is best: 1 of 1 wrong" in squeezed(page)
    assert kept(tmp_path).missed[0].deal == asked.deal


def test_whoever_leaves_is_asked_the_same_again(tmp_path: Path) -> None:
    begun(tmp_path)
    first, second = trained(tmp_path, []), trained(tmp_path, ["q"])
    assert first.partition("what is best?")[0] == second.partition("what is best?")[0]
    assert "right" not in first + second
    assert kept(tmp_path) == Training("a seed")


def test_a_help_panel_and_a_number_of_questions(tmp_path: Path) -> None:
    begun(tmp_path)
    page = trained(tmp_path, ["?", "8" if "8  fold" in trained(tmp_path, []) else "1"])
    assert "Object" in page and "### Object" not in page
    assert page.count("what is best?") == 3  # again after the help, and the next one


def test_the_rule_to_remember_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(tmp_path)
    monkeypatch.setattr("croupier.cli.play.train.rule_to_remember", lambda *_: "aces: play")
    assert "To remember: aces: play" in trained(tmp_path, ["1"], rules=True)
    assert "To remember" not in trained(tmp_path, ["1"])


def test_it_shows_no_card_that_the_seat_does_not_see(tmp_path: Path) -> None:
    asked = next_question(TABLE, begun(tmp_path))
    page = trained(tmp_path, [])
    shown = FACES.findall(page.partition("what is best?")[0])
    seen = {Pen().face(card).strip() for card in asked.round.spot(1).cards}
    assert set(shown) - seen == {Pen().face(asked.round.dealer.cards[0]).strip()}
    assert len(asked.round.dealer.cards) == 4


def test_a_damaged_record_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / f"{SPLIT}.json").write_text('{"format": "croupier training 1"}')
    page = trained(tmp_path, ["1"])
    assert "The record cannot be used" in page
    assert (tmp_path / f"{SPLIT}.json.bad").exists() and kept(tmp_path).asked == 1


def test_a_new_record_if_wanted(tmp_path: Path) -> None:
    begun(tmp_path)
    trained(tmp_path, ["1", "1"])
    trained(tmp_path, ["1"], forget=True)
    assert kept(tmp_path).asked == 1 and kept(tmp_path).seed != "a seed"
