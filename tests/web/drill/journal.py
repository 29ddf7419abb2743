"""What one client sent, was answered and was shown, line by line in a file.

Written as it happens: an act before it is sent, an answer when it is heard. `checker.py` reads it.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import Any, TextIO

View = Mapping[str, Any]


class Journal:
    def __init__(self, file: Path) -> None:
        self.file = file
        self._out: TextIO = file.open("a", encoding="utf-8")

    def note(self, **about: object) -> None:
        line = {"at": round(monotonic() * 1000), **about}
        self._out.write(json.dumps(line, separators=(",", ":")) + "\n")

    def close(self) -> None:
        self._out.close()


def shown(view: View) -> dict[str, Any]:
    """What of a view the books can be asked about."""
    return {
        "table": view["table"],
        "version": view["version"],
        "round": view["round"],
        "phase": view["phase"],
        "seat": view["seat"],
        "turn": view["turn"] and [view["turn"]["seat"], view["turn"]["version"]],
        "shoe": view["shuffle"]["commitment"],
        "dealer": (view["dealer"] or {}).get("cards", []),
        "board": (view["board"] or {}).get("cards", []),
        "seats": [_seat(one) for one in view["seats"]],
    }


def _seat(one: View) -> dict[str, Any]:
    return {
        "seat": one["seat"],
        "player": one["player"],
        "chips": one["chips"],
        "bets": one["bets"],
        "wagers": one["wagers"],
        "cards": {hand["id"]: hand["cards"] for hand in one["hands"]},
        "outcomes": [[won["wager"], won["stake"], won["net"]] for won in one["outcomes"]],
        "net": one["net"],
    }
