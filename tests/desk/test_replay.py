"""A record is replayed by the rules, whatever kind of record it is."""

from pathlib import Path

import pytest

from croupier.desk.replay import replayed
from croupier.errors import RuleError

GOLDEN = Path(__file__).resolve().parent.parent / "transcripts"


@pytest.mark.parametrize("game", ["four-card-prime", "five-card-hold-out"])
def test_golden_transcripts_are_played_to_their_end(game: str) -> None:
    (first, *_) = sorted((GOLDEN / game).glob("*.txt"))
    result = replayed(first.read_text("utf-8"))
    assert result.game == game and result.over and result.each == "line"
    assert result.nets


def test_chips_only_change_hands_at_poker() -> None:
    count = 0
    for file in sorted((GOLDEN / "five-card-hold-out").glob("*.txt")):
        text = file.read_text("utf-8")
        if "rake" not in text:
            count += 1
            assert sum(replayed(text).nets.values()) == 0, file.name
    assert count > 5


def test_a_changed_line_is_refused() -> None:
    (first, *_) = sorted((GOLDEN / "four-card-prime").glob("*.txt"))
    text = first.read_text("utf-8")
    assert "ante" in text
    with pytest.raises(RuleError):
        replayed(text.replace("ante", "aunt", 1))
