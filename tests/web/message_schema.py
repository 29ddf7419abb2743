"""The JSON Schema of every message, as the page's types and validators are made from it.

    python tests/web/message_schema.py >frontend/src/api/schema.json

What the page receives is described as the server writes it: every field is there. What it sends is
described as the server reads it: a field with a default may be left out.
"""

import json
import sys
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from croupier.web import messages
from croupier.web.own_side import messages as of_own
from croupier.web.staff import messages as of_staff
from croupier.web.training import messages as of_training

RECEIVED = ("FromServer", "Me", "Lobby", "PostedTable", "PastRounds")
STAFF_RECEIVE = (
    *("Staff", "FloorTables", "FloorGames", "FloorPeople", "FloorProposals"),
    *("FloorJackpots", "FloorLog", "FloorServer", "Answered"),
)
OWN_RECEIVE = ("OwnSide", "OwnRounds")
SENT = ("FromPage",)
OWN_SEND = ("LimitWanted", "LimitConfirmed", "PauseWanted")
STAFF_SEND = ("StaffAct", "Proposed", "TableOpening", "AccountAct", "PasswordSet")
TRAINING_RECEIVES, TRAINING_SENDS = ("Training",), ("TrainingAsked",)
DROPPED = ("title", "default", "properties")


def schema() -> dict[str, Any]:
    modes: list[tuple[str, JsonSchemaMode]] = [
        *(
            (name, "serialization")
            for name in (*RECEIVED, *OWN_RECEIVE, *STAFF_RECEIVE, *TRAINING_RECEIVES)
        ),
        *((name, "validation") for name in (*SENT, *OWN_SEND, *STAFF_SEND, *TRAINING_SENDS)),
    ]
    of_each = {
        **dict.fromkeys((*RECEIVED, *SENT), messages),
        **dict.fromkeys((*OWN_RECEIVE, *OWN_SEND), of_own),
        **dict.fromkeys((*STAFF_RECEIVE, *STAFF_SEND), of_staff),
        **dict.fromkeys((*TRAINING_RECEIVES, *TRAINING_SENDS), of_training),
    }
    inputs = [(name, mode, TypeAdapter(getattr(of_each[name], name))) for name, mode in modes]
    roots, shared = TypeAdapter.json_schemas(inputs, ref_template="#/$defs/{model}")
    unions = {name: roots[name, mode] for name, mode in modes if "$ref" not in roots[name, mode]}
    definitions = {**shared["$defs"], **unions}
    return {"$defs": {name: _plain(definitions[name]) for name in sorted(definitions)}}


def _plain(part: Any) -> Any:
    """Without the titles that Pydantic derives from names: they would become separate types."""
    if isinstance(part, list):
        return [_plain(one) for one in part]
    if not isinstance(part, dict):
        return part
    kept = {name: _plain(one) for name, one in part.items() if name not in DROPPED}
    if fields := part.get("properties"):
        kept["properties"] = {name: _plain(field) for name, field in fields.items()}
        required = part.get("required", [])
        if "const" in fields.get("type", {}) and "type" not in required:
            kept["required"] = ["type", *required]  # it distinguishes messages
    return kept


def text() -> str:
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
