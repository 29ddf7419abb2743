"""The vectors that the page's port of fair.py is tested with are those of fair.py itself."""

import json
from typing import Any

import pytest

from croupier import fair
from tests.web import fair_vectors

VECTORS: dict[str, list[dict[str, Any]]] = json.loads(fair_vectors.FILE.read_text("ascii"))


def test_the_file_is_current() -> None:
    made = fair_vectors.text()
    assert fair_vectors.FILE.read_text("ascii") == made, "run tests/web/fair_vectors.py"


@pytest.mark.parametrize("vector", VECTORS["records"], ids=lambda one: one["name"])
def test_a_record_proves_out_if_it_is_a_good_one(vector: dict[str, Any]) -> None:
    assert fair.check(vector["record"]) == vector["problems"]
    assert (vector["problems"] == []) == vector["name"].startswith("good")


def test_every_message_of_the_check_occurs() -> None:
    """So that the page's words are held against all of them."""
    said = " ".join(problem for one in VECTORS["records"] for problem in one["problems"])
    for fragment in (
        *("is missing", "must be a whole number", "hex digits, two for each byte"),
        *("must be 32 bytes", "is not that of this secret", "name each seat once"),
        *("is not the one committed to", "is not the list of the opened words", "past the last"),
        *("where the shuffle gives", "pairs of text", "seat, player, commitment and word each"),
        *("or null where it was withheld", "must be true or false", "at least one card"),
        *("which is not a card", "half a surrogate pair", "decks must be from", "secret must be"),
    ):
        assert fragment in said
