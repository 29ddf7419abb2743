"""Which cards who may see, worked out from the events of a table alone.

A second reading, on purpose: it uses neither the engine nor its views. Everybody sees cards that
are dealt face up, turned up, laid down as the board or shown; a player their own besides.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import croupier

CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
SPOKEN = re.compile(
    r"(two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace)"
    r" of (clubs|diamonds|hearts|spades)"
)
RANKS = {
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "T",
    "jack": "J",
    "queen": "Q",
    "king": "K",
    "ace": "A",
}
LAYOUTS = (Path(croupier.__file__).parent / "games").glob("*/layouts/*.json")
# The hands that the lobby draws, the same for everybody.
DRAWN = re.compile(
    "|".join(re.escape(json.dumps(json.loads(path.read_text())["lobby"])) for path in LAYOUTS)
)
ALL, NOBODY = -1, -2  # who sees a card, besides the number of its seat


@dataclass
class Sight:
    """The cards of the round in progress, or of the last, in the order of the deal."""

    cards: list[tuple[str, int, int]] = field(default_factory=list)  # card, where, who sees it

    def deal(self, text: str, where: int, sees: int) -> None:
        self.cards += [(card, where, sees) for card in text.split()]

    def turn_up(self, text: str, where: int) -> None:
        for card in text.split():
            for place, (found, whose, sees) in enumerate(self.cards):
                if (found, whose) == (card, where) and sees != ALL:
                    self.cards[place] = (card, where, ALL)
                    break

    def of(self, seat: int | None) -> Counter[str]:
        return Counter(card for card, _, sees in self.cards if sees in (ALL, seat))

    def after(self, row: dict[str, Any]) -> "Sight":
        match row["event"]:
            case "opened" | "started":
                return Sight()
            case "dealt" if "face" in row:
                sees = {"up": ALL, "own": row["seat"], "down": NOBODY}[row["face"]]
                self.deal(row["cards"], row["seat"], sees)
            case "dealt":
                self.deal(row["card"], row["seat"], row["seat"])
            case "turned":
                self.deal(row["cards"], 0, ALL)
            case "burned":
                self.deal(row["card"], 0, NOBODY)
            case "revealed" | "showed":
                self.turn_up(row["cards"], row["seat"])
            case "acted" if "/" in row["action"]:  # who splits lays both hands face up
                self.turn_up(row["action"].replace("/", " "), row["seat"])
        return Sight(list(self.cards))


def sights(events: Iterable[tuple[int, str, Any]]) -> dict[int, Sight]:
    """By version of the table."""
    now, by_version = Sight(), {0: Sight()}
    for version, kind, body in events:
        for row in body["events"] if kind == "round" else ():
            now = now.after(row)
        by_version[version] = now
    return by_version


def told(text: str) -> set[str]:
    """Every card that a text names, in signs or in words."""
    spoken = {RANKS[rank] + suit[0] for rank, suit in SPOKEN.findall(text)}
    return spoken | set(CARD.findall(text))


def lying(view: dict[str, Any]) -> Counter[str]:
    """The cards that lie face up in a view, as often as they lie there."""
    hands = [hand for seat in view["seats"] for hand in seat["hands"]]
    hands += [view[name] for name in ("dealer", "board") if view[name]]
    return Counter(card for hand in hands for card in hand["cards"] if card is not None)


def without_shoes(text: str) -> str:
    """Digests and keys, as random as they are, name no card; nor do the drawings of the lobby."""
    return re.sub(r"[0-9a-f]{16,}", "", DRAWN.sub("", text))
