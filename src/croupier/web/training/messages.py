"""What the trainer asks and says. The page stores the record, and sends it with each answer."""

from typing import Annotated

from pydantic import Field

from croupier.web.coach.messages import OptionWorth
from croupier.web.message import Message

Count = Annotated[int, Field(ge=0, le=10**9)]
ShortText = Annotated[str, Field(min_length=1, max_length=80)]
# Not strict: an array of JSON is a list here.
KindRow = Annotated[tuple[ShortText, ShortText, Count, Count], Field(strict=False)]
MissedRow = Annotated[tuple[ShortText, Count], Field(strict=False)]
ShownCards = tuple[str | None, ...]  # None is face down


class TrainingRecord(Message):
    """As in `croupier train`; the figures are of nobody's concern but the player's."""

    seed: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    asked: Count
    right: Count
    streak: Count
    longest: Count
    cost: Annotated[str, Field(pattern=r"^\d{1,400}/[1-9]\d{0,400}$")]  # in cents, as "n/d"
    # Where a choice is made, what is best there, how many were asked, how many were wrong.
    kinds: Annotated[tuple[KindRow, ...], Field(max_length=100, strict=False)]
    missed: Annotated[tuple[MissedRow, ...], Field(max_length=40, strict=False)]


class WeakKind(Message):
    choice: str
    best: str
    asked: int
    wrong: int


class TrainingScore(Message):
    asked: int
    right: int
    accuracy: str  # "67%"
    streak: int
    longest: int
    cost: int  # cents given up in a hundred choices, at a first bet of `stake`
    stake: int
    weakest: tuple[WeakKind, ...]


class TrainingQuestion(Message):
    """A choice as the seat sees it."""

    name: str
    again: bool  # whether it was answered wrong before
    choice: str
    options: tuple[str, ...]
    dealer: ShownCards
    hands: tuple[ShownCards, ...]  # two after a split
    offer: ShownCards
    rack: ShownCards  # cards that it has refused or folded
    wagers: dict[str, int]


class TrainingMarked(Message):
    """What was right."""

    action: str
    right: bool
    gives_up: int  # cents
    best: tuple[str, ...]
    options: tuple[OptionWorth, ...]
    rule: str  # to remember; empty if it is not known yet
    question: TrainingQuestion


class Training(Message):
    """The record, the score, and the next question."""

    game: str
    title: str
    felt: str  # green, blue, wine, slate
    record: TrainingRecord
    score: TrainingScore
    marked: TrainingMarked | None
    question: TrainingQuestion


class TrainingAsked(Message):
    """The next question of a record, or of a new one; with an answer, it is marked first."""

    game: Annotated[str, Field(min_length=1, max_length=40)]
    record: TrainingRecord | None = None
    answer: Annotated[str, Field(min_length=1, max_length=80)] | None = None
