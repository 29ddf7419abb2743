"""Test vectors for the page's port of fair.py: python tests/web/fair_vectors.py rewrites the file.

Everything is derived from labels by SHA-256, so that the file is the same whenever it is made.
"""

import copy
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier import fair

FILE = Path(__file__).with_name("fair_vectors.json")
WORDS = (("seat 1", "lucky"), ("seat 3", "ünïcode ♠"))
Record = dict[str, Any]


def some_bytes(label: str, size: int) -> bytes:
    blocks = (hashlib.sha256(f"{label} {n}".encode()).digest() for n in range(size // 32 + 1))
    return b"".join(blocks)[:size]


def secret(label: str, decks: int) -> bytes:
    return some_bytes(label, 2 * 52 * decks + 64)


def vectors() -> dict[str, object]:
    return {
        "shake256": [*_shakes()],
        "pads": [*_pads()],
        "commitments": [*_commitments()],
        "words": [*_words()],
        "typed": [{"typed": typed, "fits": _fits(typed)} for typed in TYPED],
        "shuffles": [*_shuffles()],
        "records": [
            {"name": name, "record": record, "problems": fair.check(record)}
            for name, record in records()
        ],
    }


def _shakes() -> Iterator[Record]:
    """Around the 136 bytes that are taken in, and given out, at a time."""
    for length in (0, 1, 7, 8, 135, 136, 137, 271, 272, 273, 1000):
        data = some_bytes("shake", length)
        for size in (1, 136, 137, 896) if length in (0, 136) else (32,):
            output = hashlib.shake_256(data).hexdigest(size)
            yield {"input": data.hex(), "size": size, "output": output}


def _pads() -> Iterator[Record]:
    for words in ((), ("",), ("lucky",), ("a", "bc"), ("ab", "c"), ("ünïcode ♠", "🂡" * 40)):
        pad = fair.pad([word.encode() for word in words], 168)
        yield {"words": words, "size": 168, "pad": pad.hex()}


def _commitments() -> Iterator[Record]:
    for decks in range(1, fair.MOST_DECKS + 1):
        own = secret("commitment", decks)
        yield {"decks": decks, "secret": own.hex(), "commitment": fair.commitment(decks, own)}


def _words() -> Iterator[Record]:
    shoe = fair.commitment(1, secret("words", 1))
    for seat, player, word in ((1, "pam", "lucky 5e1f"), (12, "Ünï ♠", "🂡"), (3, "", "x")):
        given = fair.word_commitment(shoe, seat, player, word)
        yield {"shoe": shoe, "seat": seat, "player": player, "word": word, "commitment": given}


TYPED = (
    "",
    "lucky",
    "two words",
    "♠ 🂡",
    "x" * 40,
    "x" * 41,
    "a\tb",
    "a\u00a0b",
    "a\u200bb",
    "\x7f",
)


def _fits(typed: str) -> bool:
    try:
        return fair.new_word(typed).startswith(typed)
    except ValueError:
        return False


def _shuffles() -> Iterator[Record]:
    for decks in (1, 2, 6, 8):
        for entropy in ((), WORDS):
            yield _shuffle(decks, secret("shuffle", decks), entropy)
    # Here nearly every number of the first block is too high, and the stream has to carry on.
    high = bytes(byte ^ 0xFF for byte in fair.pad([], 168))
    yield _shuffle(1, high, ())


def _shuffle(decks: int, own: bytes, entropy: tuple[tuple[str, str], ...]) -> Record:
    order = fair.shuffled(decks, own, entropy)
    names = " ".join(fair.CARD_NAMES[card] for card in order)
    return {"decks": decks, "secret": own.hex(), "entropy": entropy, "order": names}


def good(label: str, decks: int = 1, first: int = 0, withheld: tuple[int, ...] = ()) -> Record:
    """A round of pam and quin as the room records it."""
    own = secret(label, decks)
    shoe = fair.commitment(decks, own)
    words = []
    for seat, player, word in ((2, "pam", "lucky 5e1f"), (5, "quin ♠", "90ab")):
        given = fair.word_commitment(shoe, seat, player, word)
        words.append(fair.Word(seat, player, given, None if seat in withheld else word))
    entropy = fair.opened(words)
    order = fair.shuffled(decks, own, entropy)
    return {
        "decks": decks,
        "commitment": shoe,
        "secret": own.hex(),
        "first": first,
        "dealt": " ".join(fair.CARD_NAMES[card] for card in order[first : first + 16]),
        "words": [word._asdict() for word in words],
        "entropy": [list(pair) for pair in entropy],
    }


def records() -> Iterator[tuple[str, Record]]:
    """The first word of a name says whether it proves out."""
    yield "good", good("good")
    yield "good, six decks, in the middle of the shoe", good("six", 6, 200)
    yield "good, a word withheld", good("withheld", withheld=(5,))
    yield "good, nobody's word", good("alone", withheld=(2, 5))
    yield "good, from before words were committed to", _without(good("old"), "words")
    yield "good, digits in capitals", _with(good("good"), secret=good("good")["secret"].upper())
    yield "good, cards in two lines", _with(good("good"), dealt=_spread(good("good")["dealt"]))
    yield "good, abandoned", _with(good("left"), abandoned=True, dealt="")
    yield "good, more fields", _with(good("good"), receipt={"seat": 2}, game="four-card-prime")
    for name, record in _tampered(good("good")):
        yield f"bad: {name}", record
    for name, record in _malformed(good("good")):
        yield f"bad: {name}", record


def _tampered(record: Record) -> Iterator[tuple[str, Record]]:
    one, other, *rest = record["dealt"].split()
    yield "two cards change places", _with(record, dealt=" ".join((other, one, *rest)))
    yield "one place on", _with(record, first=1)
    yield "past the end of the shoe", _with(record, first=40)
    yield "another word", _with_word(record, 0, word="lucky 5e20")
    yield "another player's name", _with_word(record, 0, player="sam")
    yield "another seat", _with_word(record, 0, seat=1)
    yield "a seat twice", _with_word(record, 1, seat=2)
    yield "seats in the wrong order", _with(record, words=record["words"][::-1])
    yield "a forged commitment to a word", _with_word(record, 1, commitment="0" * 64)
    yield "an opened word called withheld", _with_word(record, 1, word=None)
    yield (
        "a withheld word in the entropy",
        _with(good("withheld", withheld=(5,)), entropy=record["entropy"]),
    )
    yield "the entropy in another order", _with(record, entropy=record["entropy"][::-1])
    yield "no entropy", _with(record, entropy=[])
    yield (
        "one more in the entropy",
        _with(record, entropy=[*record["entropy"], ["the house", "last"]]),
    )
    yield "a forged commitment of the house", _with(record, commitment="0" * 64)
    yield "another secret", _with(record, secret=good("another")["secret"])
    yield "another number of decks", _with(record, decks=2)
    yield "a card that the shoe has once, twice", _with(record, dealt=f"{one} {one}")


def _malformed(record: Record) -> Iterator[tuple[str, Record]]:
    for name in ("decks", "commitment", "secret", "entropy", "first", "dealt"):
        yield f"without {name}", _without(record, name)
    yield "without everything", {}
    for decks in (0, 9, -1, True, "1", None, 10**6, 1.5, 1.0):
        yield f"decks {decks!r}", _with(record, decks=decks)
    for text in ("", "abc", "ab cd", "xy", 5, None, "ab" * 31):
        yield f"commitment {text!r}", _with(record, commitment=text)
    yield "first 0.0, which is no whole number", _with(record, first=0.0)
    yield "a secret that is too short", _with(record, secret=record["secret"][2:])
    for entropy in (None, "x", [["a"]], [["a", "b", "c"]], [["a", 5]], [None], {"a": "b"}):
        yield f"entropy {entropy!r}", _with(record, entropy=entropy)
    yield "half a character in the entropy", _with(record, entropy=[["a", "\ud800"]])
    for dealt in (
        "",
        " ",
        None,
        "10s",
        "as",
        "A♠",
        "It's",
        "a\n\x07b",
        "x" * 30,
        "'\"",
        "As\x1f2d",
    ):
        yield f"dealt {dealt!r}", _with(record, dealt=dealt)
    yield "abandoned, and blanks dealt", _with(record, abandoned=True, dealt=" ")
    for value in (None, 1, "true"):
        yield f"abandoned {value!r}", _with(record, abandoned=value)
    for words in (None, {}, [None], [[]], [{}], "x"):
        yield f"words {words!r}", _with(record, words=words)
    for field, value in (
        *(
            ("seat", "2"),
            ("seat", -1),
            ("seat", True),
            ("seat", 2.0),
            ("player", None),
            ("player", "\udfff"),
        ),
        *(("commitment", "ab"), ("commitment", None), ("word", 5), ("word", "\ud800")),
    ):
        yield f"{field} {value!r} of a word", _with_word(record, 0, **{field: value})
    yield "words are read before decks are", {**_with_word(record, 0, word="\ud800"), "decks": 9}


def _with(record: Record, **changes: object) -> Record:
    return {**copy.deepcopy(record), **changes}


def _without(record: Record, name: str) -> Record:
    return {field: value for field, value in record.items() if field != name}


def _with_word(record: Record, place: int, **changes: object) -> Record:
    changed = copy.deepcopy(record)
    changed["words"][place].update(changes)
    return changed


def _spread(dealt: str) -> str:
    return "\n\t".join(dealt.split()) + "\u3000"


def text() -> str:
    """ASCII: half a surrogate pair cannot be written as UTF-8."""
    return json.dumps(vectors(), indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), "ascii")
