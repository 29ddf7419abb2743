"""The page's schema is that of the models; its own tests hold its types against the schema."""

from pathlib import Path

import pytest

pytest.importorskip("pydantic")

PAGE = Path(__file__).resolve().parents[2] / "frontend"


def test_the_schema_is_current() -> None:
    from tests.web.message_schema import text

    assert (PAGE / "src/api/schema.json").read_text("utf-8") == text(), "run scripts/types"
