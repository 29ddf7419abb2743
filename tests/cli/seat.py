"""A player at the terminal with a scripted keyboard."""

import hashlib
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from croupier.cards.card import DECK
from croupier.cli.draw import Pen
from croupier.cli.play.play import play_at_terminal as play
from croupier.desk.sittings.saved import latest, load, slot
from croupier.desk.sittings.sitting import Settings, Sitting
from croupier.errors import RuleError
from croupier.money import Cents
from croupier.rules.felt import Face
from croupier.table.round import Round
from tests.cli.rigged import fixed_word

FACES = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")
ACT = "> "
Answer = Callable[[str], str]


def secrets(seed: str) -> Callable[[int], bytes]:
    count = iter(range(10**6))
    return lambda decks: hashlib.shake_256(f"{seed} {next(count)}".encode()).digest(
        2 * 52 * decks + 64
    )


class Seat:
    """A player at the terminal: answers questions, and records what was asked and shown."""

    def __init__(self, folder: Path, *, seed: str = "seed", width: int = 80) -> None:
        self.folder = folder
        self.refused = ""
        self.asked: list[str] = []
        self.screen = io.StringIO()
        self.console = Console(file=self.screen, width=width)
        self.new_secret = secrets(seed)

    def play(self, game: str | None, answers: Answer | list[str], **more: object) -> int:
        """Plays; a list of answers ends like a closed pipe. Returns 2 if the game was refused."""
        script = iter(answers) if isinstance(answers, list) else None

        def read(question: str) -> str:
            self.asked.append(question)
            assert len(self.asked) < 3000, f"asked again and again: {question}"
            if script is None:
                assert callable(answers)
                return answers(question)
            for answer in script:
                return answer
            raise EOFError

        settings = Settings(**{"bankroll": Cents(50000), **more})  # type: ignore[arg-type]
        try:
            play(
                game,
                settings,
                folder=self.folder,
                console=self.console,
                read=read,
                new_secret=self.new_secret,
                new_word=fixed_word,
            )
        except RuleError as wrong:
            self.refused = str(wrong)
            return 2
        return 0

    @property
    def game(self) -> str | None:
        return latest(self.folder)

    @property
    def path(self) -> Path:
        """The game that was saved last."""
        return slot(self.folder, self.game or "none")

    @property
    def page(self) -> str:
        return self.screen.getvalue()

    @property
    def kept(self) -> Sitting:
        kept = load(self.path, self.game or "")
        assert kept is not None
        return kept

    @property
    def round(self) -> Round:
        state = self.kept.round
        assert state is not None
        return state

    @property
    def proof(self) -> dict[str, object]:
        proof: dict[str, object] = json.loads((self.folder / "last-round.json").read_bytes())
        return proof


def hidden(state: Round) -> set[str]:
    """The faces of this round's cards that nobody at the keyboard may see yet."""
    hands = [state.dealer, *(hand for spot in state.spots for hand in spot.hands)]
    cards: set[int] = set()
    for hand in hands:
        own = (Face.DOWN,) if hand is not state.dealer else (Face.DOWN, Face.OWN)
        cards |= {card for card, face in zip(hand.cards, hand.faces, strict=True) if face in own}
    return {Pen().face(DECK[card]).strip() for card in cards}


def squeezed(text: str) -> str:
    return " ".join(text.split())


# An ante of $10 at Four Card Prime, and nothing else.
PRIME = ["10", "", "", "", "", ""]
