"""The example in docs/jackpots.md."""

import doctest
import re
from pathlib import Path

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "jackpots.md"


def test_the_example_is_true() -> None:
    (shown,) = re.findall(r"^```pycon\n(.*?)^```", DOCUMENT.read_text("utf-8"), re.M | re.S)
    example = doctest.DocTestParser().get_doctest(shown, {}, "jackpots", str(DOCUMENT), 0)
    found = doctest.DocTestRunner().run(example)
    assert found.attempted > 5 and found.failed == 0
