"""The player's words in the shuffle: committed to with the bets, opened when betting is closed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from croupier import fair
from croupier.errors import BadRecord, RuleError
from croupier.table.shoe import Shoe

NewWord = Callable[[str], str]  # what the player typed, with random bits
Words = tuple[fair.Word, ...]
PLAYER = "player"


def check_typed(word: str) -> str:
    """The part of a word that a player types, if it can be one."""
    try:
        fair.new_word(word)
    except ValueError as wrong:
        raise RuleError(str(wrong), "shoe/word") from wrong
    return word


def committed(shoe: Shoe, seats: Iterable[int], typed: str, new_word: NewWord) -> Words:
    """A new word for each seat that bets, and what its client gives the house with the bet."""
    return tuple(_word(shoe.commitment, seat, new_word(typed)) for seat in sorted(seats))


def _word(promise: str, seat: int, word: str) -> fair.Word:
    given = fair.word_commitment(promise, seat, PLAYER, word)
    return fair.Word(seat, PLAYER, given, word)


def mixed(shoe: Shoe, words: Words) -> Shoe:
    """The shoe as it is dealt from, every word opened."""
    return replace(shoe, entropy=tuple(fair.opened(words)))


def to_json(words: Words) -> list[dict[str, object]]:
    return [word._asdict() for word in words]


def from_json(written: object, entropy: Sequence[tuple[str, str]]) -> Words:
    """Words that a saved game holds, if they are those that its shoe was mixed with."""
    words = fair.listed(written)
    if fair.opened(words) != list(entropy):
        raise BadRecord("its words are not those of its shuffle", "record/saved")
    return tuple(words)
