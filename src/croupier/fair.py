"""Fair shuffling that a skeptic can check: this one file shuffles, and proves the shuffle.

    python fair.py record.json     exit 0: proved, 1: not proved, 2: cannot be read

It needs Python 3.11 and nothing else. The table shuffles with the same functions.

1. The house draws a secret of 2 * cards + 64 bytes from the operating system. Before any bet
   it publishes the commitment, a SHA-256 of the secret: the secret is fixed, and not known.
2. With the bet each player's client commits to a word, 128 random bits after whatever the
   player typed: a SHA-256 of the house's commitment, the seat, the player and the word. So the
   word is fixed, nobody knows it, and nobody can hand it in for another seat or shoe.
3. Betting closes, and with it the list of those who committed. Now the words are opened. Whoever
   opens last knows the other words, but can no longer change their own.
4. SHAKE-256 stretches the opened words, as pairs of (who, word) in the order of the seats, to a
   pad as long as the secret. The stream that shuffles is secret XOR pad, read as 16-bit
   big-endian numbers. A word that is not opened in time is left out, and listed as withheld.
5. Fisher-Yates: for n = cards .. 2 the last of the first n cards changes places with a random
   one of them. A number too high to divide evenly among n choices is thrown away, so that
   each choice is exactly equally likely. The first card of the result is dealt first.
6. After the last round from this shoe (sooner would give away the cards still to come), or
   when the shoe is abandoned, the secret is shown, and anyone can repeat all of this.

The house cannot choose the shuffle: when it fixed its secret no word existed, and it adds none.
The players cannot: when they fixed their words they did not know the secret. One honest word
among the opened ones is enough. What is left is to withhold a word after seeing the others: one
choice between two shuffles for each word held back, worth something only to somebody who knows
the secret, and named in the record.

Why XOR, and not one hash of secret and words? Six decks have about 2**1647 orders; the state
of SHAKE-256 has 1600 bits, so a hash could never deal most of them. XOR with any fixed pad is
one-to-one: a uniform secret makes a uniform stream, so every order can occur and all are
exactly equally likely, whatever the words. The pad leaves the commitment out for the same
reason: it would then depend on the secret, and the map would no longer be one-to-one. (Players
see the commitment before they choose words; to gain by that they would have to invert SHA-256.)

The stream has 33 numbers more than the shuffle needs. Should more be thrown away (chance
below 1e-100 for one deck, 1e-53 for six, 1e-45 for eight), SHAKE-256 of the secret, a counter
and the words carries on: only there is the shuffle as good as a hash rather than exact.

What a proof does not show: that the house's commitment and your own word in the record are the
ones of the table (compare them yourself), that a word was drawn at random and not told to the
house (yours is, if your own machine drew it), who stands behind a withheld word, or what became
of other shoes (abandoned ones are opened and counted). A record without `words` comes from
before step 2: it shows the shuffle, not that nobody spoke with the others' words in view.

A card is suit * 13 + rank, ranks 2..A = 0..12, suits c, d, h, s = 0..3, written like As Td 7c.
A record is a JSON object in UTF-8; `first` is the place in the shoe of the first card in
`dealt`, `words` has each seat that committed, in the order of the seats, with null for a word
withheld, and `entropy` is exactly the opened ones. With `abandoned` true `dealt` may be "".
Fields not named here are not looked at:

    {"decks": 1, "commitment": "<hex>", "secret": "<hex>", "first": 0, "dealt": "As Td 7c",
     "words": [{"seat": 3, "player": "pam", "commitment": "<hex>", "word": "lucky 5e1f…"},
               {"seat": 5, "player": "quin", "commitment": "<hex>", "word": null}],
     "entropy": [["seat 3 pam", "lucky 5e1f…"]]}
"""

import hashlib
import itertools
import json
import math
import re
import secrets
import struct
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import BinaryIO, NamedTuple

MOST_DECKS = 8
LONGEST_TYPED = 40  # characters of a word that a player typed
LARGEST_RECORD = 10_000_000  # bytes
DEEPEST_RECORD = 50
LONGEST_NUMBER = 40  # digits
CARD_NAMES = tuple(rank + suit for suit in "cdhs" for rank in "23456789TJQKA")
_FIELDS = ("decks", "commitment", "secret", "entropy", "first", "dealt")


def new_secret(decks: int) -> bytes:
    """A fresh secret from the operating system, long enough to reach every order."""
    return secrets.token_bytes(_secret_size(decks))


def commitment(decks: int, secret: bytes) -> str:
    """The hex digest that the house publishes before the bets."""
    check_secret(decks, secret)
    return hashlib.sha256(_joined(b"croupier 1 commitment", bytes([decks]), secret)).hexdigest()


class Word(NamedTuple):
    """What one seat committed to, and the word itself once it is opened."""

    seat: int
    player: str
    commitment: str
    word: str | None = None


def new_word(typed: str = "") -> str:
    """What a player typed, if anything, and 128 random bits that nobody can guess."""
    if len(typed) > LONGEST_TYPED:
        raise ValueError(f"a word has at most {LONGEST_TYPED} characters, not {len(typed)}")
    _utf8(typed)
    if not typed.isprintable():
        raise ValueError("a word has only characters that can be seen")
    bits = secrets.token_hex(16)
    return f"{typed} {bits}" if typed else bits


def word_commitment(commitment: str, seat: int, player: str, word: str) -> str:
    """The hex digest that a player's client gives with the bet.

    It holds for this shoe, this seat and this player only: nobody can copy another's, nor use
    their own again.
    """
    shoe = _bytes("commitment", commitment)
    parts = (shoe, str(seat).encode(), _utf8(player), _utf8(word))
    return hashlib.sha256(_joined(b"croupier 1 word", *parts)).hexdigest()


def who(seat: int, player: str) -> str:
    """Whose word it is, as the shuffle hashes it."""
    return f"seat {seat} {player}"


def opened(words: Iterable[Word]) -> list[tuple[str, str]]:
    """The opened words, as entropy for the shuffle."""
    seated = sorted(words, key=lambda word: word.seat)
    return [(who(word.seat, word.player), word.word) for word in seated if word.word is not None]


def shuffled(decks: int, secret: bytes, entropy: Sequence[tuple[str, str]] = ()) -> tuple[int, ...]:
    """The whole shoe in the order of dealing: element 0 is dealt first."""
    check_secret(decks, secret)
    cards = list(range(52)) * decks
    return _order(cards, _choices(range(len(cards), 1, -1), _draws(secret, _words(entropy))))


def _secret_size(decks: int) -> int:
    if not 1 <= decks <= MOST_DECKS:
        raise ValueError(f"decks must be from 1 to {MOST_DECKS}, not {decks}")
    return 2 * 52 * decks + 64


def check_secret(decks: int, secret: bytes) -> None:
    size = _secret_size(decks)
    if len(secret) != size:
        raise ValueError(f"secret must be {size} bytes for decks = {decks}, not {len(secret)}")


def _joined(*parts: bytes) -> bytes:
    # Each part carries its length, so that no two lists of parts join to the same bytes.
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def _words(entropy: Sequence[tuple[str, str]]) -> list[bytes]:
    return [_utf8(word) for pair in entropy for word in pair]


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as fault:
        raise ValueError("a word holds half a surrogate pair, not valid Unicode") from fault


def _draws(secret: bytes, words: list[bytes]) -> Iterator[int]:
    numbers = struct.Struct(f">{len(secret) // 2}H")
    return itertools.chain.from_iterable(map(numbers.unpack, _blocks(secret, words)))


def _blocks(secret: bytes, words: list[bytes]) -> Iterator[bytes]:
    stream = int.from_bytes(secret, "big") ^ int.from_bytes(pad(words, len(secret)), "big")
    yield stream.to_bytes(len(secret), "big")
    for count in itertools.count():
        more = _joined(b"croupier 1 more", secret, count.to_bytes(8, "big"), *words)
        yield hashlib.shake_256(more).digest(len(secret))


def pad(words: list[bytes], size: int) -> bytes:
    """The pad that is XORed with the secret."""
    return hashlib.shake_256(_joined(b"croupier 1 pad", *words)).digest(size)


def _choices(sizes: Iterable[int], draws: Iterator[int]) -> Iterator[int]:
    """For each size n one of 0 .. n - 1, each equally likely."""
    for n, draw in zip(sizes, draws, strict=False):
        # 65536 is rarely a multiple of n; numbers past the last whole multiple would favor
        # the low choices, so they are skipped.
        while draw >= 65536 - 65536 % n:
            draw = next(draws)
        yield draw % n


def _order(cards: list[int], choices: Iterable[int]) -> tuple[int, ...]:
    order = list(cards)
    for last, choice in zip(range(len(order) - 1, 0, -1), choices, strict=True):
        order[last], order[choice] = order[choice], order[last]
    return tuple(order)


def check(record: Mapping[str, object]) -> list[str]:
    """What is wrong with a record, in plain words; empty if it proves the shuffle."""
    if missing := [f"{name} is missing" for name in _FIELDS if name not in record]:
        return missing
    try:
        decks, first = (_whole(name, record[name]) for name in ("decks", "first"))
        promise, secret = (_bytes(name, record[name]) for name in ("commitment", "secret"))
        entropy, dealt = _pairs(record["entropy"]), _cards(record["dealt"], _abandoned(record))
        words = listed(record["words"]) if "words" in record else None
        digest, order = commitment(decks, secret), shuffled(decks, secret, entropy)
    except ValueError as fault:
        return [str(fault)]
    problems = []
    if len(promise) != 32:
        problems.append(f"commitment must be 32 bytes (64 hex digits), not {len(promise)}")
    elif promise.hex() != digest:
        problems.append("commitment is not that of this secret and number of decks")
    if words is not None:
        problems += _unkept(promise.hex(), words, entropy)
    return problems + _difference(order, first, dealt)


def _unkept(promise: str, words: list[Word], entropy: list[tuple[str, str]]) -> list[str]:
    seats = [word.seat for word in words]
    if seats != sorted(set(seats)):
        return ["words must name each seat once, in the order of the seats"]
    for seat, player, given, word in words:
        if word is not None and given != word_commitment(promise, seat, player, word):
            return [f"the word of {_named(seat, player)} is not the one committed to"]
    if entropy != opened(words):
        return ["entropy is not the list of the opened words"]
    return []


def _named(seat: int, player: str) -> str:
    return f"seat {seat} ({ascii(player)[1:-1]})"


def remarks(record: Mapping[str, object]) -> list[str]:
    """What a valid record does not prove, in plain words."""
    if "words" not in record:
        return [
            "The record is from before players committed to their words: it does not show "
            "that whoever spoke last did not choose the shuffle.",
            f"Are these all the words that were added, in order? {json.dumps(record['entropy'])}",
        ]
    words = listed(record["words"])
    said = [
        f"Is this the word of {_named(word.seat, word.player)}? {json.dumps(word.word)}"
        for word in words
        if word.word is not None
    ]
    for word in words:
        if word.word is None:
            named = _named(word.seat, word.player)
            choice = "one choice was left to whoever held it back"
            said.append(f"{named} withheld a word: {choice}. Its commitment: {word.commitment}")
    if not record["entropy"] and record["dealt"]:
        said.append("No player's word is in it: if the house chose its secret, it chose the cards.")
    return said


def _difference(order: tuple[int, ...], first: int, dealt: list[int]) -> list[str]:
    if (end := first + len(dealt)) > len(order):
        return [f"dealt ends at position {end - 1}, past the last in the shoe, {len(order) - 1}"]
    for place, (card, right) in enumerate(zip(dealt, order[first:end], strict=True), first):
        if card != right:
            given, due = CARD_NAMES[card], CARD_NAMES[right]
            return [f"dealt has {given} at position {place}, where the shuffle gives {due}"]
    return []


def _whole(name: str, value: object) -> int:
    # Exactly int, since True is an int too; the bound keeps absurd numbers out of messages.
    if type(value) is not int or not 0 <= value < 10**6:
        raise ValueError(f"{name} must be a whole number from 0 to 999999")
    return value


def _bytes(name: str, value: object) -> bytes:
    # Matched first, since bytes.fromhex would accept spaces.
    if not isinstance(value, str) or not re.fullmatch("([0-9a-fA-F]{2})+", value):
        raise ValueError(f"{name} must be text of hex digits, two for each byte")
    return bytes.fromhex(value)


def _pairs(value: object) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for pair in value if isinstance(value, list | tuple) else [None]:
        match pair:
            case [str(who), str(text)]:
                pairs.append((who, text))
            case _:
                raise ValueError("entropy must be a list of [who, text] pairs of text")
    return pairs


def listed(value: object) -> list[Word]:
    """The `words` of a record; a ValueError says what is wrong with them."""
    words = []
    for entry in value if isinstance(value, list | tuple) else [None]:
        match entry:
            case {"seat": seat, "player": str(player), "commitment": given, "word": word}:
                words.append(_word(seat, player, given, word))
            case _:
                raise ValueError("words must be a list of seat, player, commitment and word each")
    return words


def _word(seat: object, player: str, given: object, word: object) -> Word:
    place, digest = _whole("a word's seat", seat), _bytes("a word's commitment", given)
    if len(digest) != 32:
        raise ValueError(f"a word's commitment must be 32 bytes (64 hex digits), not {len(digest)}")
    if word is not None and not isinstance(word, str):
        raise ValueError("a word must be text, or null where it was withheld")
    _utf8(player + (word or ""))
    return Word(place, player, digest.hex(), word)


def _abandoned(record: Mapping[str, object]) -> bool:
    abandoned = record.get("abandoned", False)
    if not isinstance(abandoned, bool):
        raise ValueError("abandoned must be true or false")
    return abandoned


def _cards(value: object, none_dealt: bool) -> list[int]:
    names = value.split() if isinstance(value, str) else []
    if not names and not (none_dealt and value == ""):
        raise ValueError("dealt must be text that names at least one card, like As Td 7c")
    for name in names:
        if name not in CARD_NAMES:
            raise ValueError(f"dealt names {name[:20]!a}, which is not a card")
    return [CARD_NAMES.index(name) for name in names]


def read(file: BinaryIO) -> dict[str, object]:
    """The record in a file; a ValueError says why there is none."""
    raw = file.read(LARGEST_RECORD + 1)
    if len(raw) > LARGEST_RECORD:
        raise ValueError(f"it has more than {LARGEST_RECORD} bytes")
    try:
        record = json.loads(
            raw.decode("utf-8-sig"),
            object_pairs_hook=_once,
            parse_int=_integer,
            parse_float=_finite,
            parse_constant=_finite,
        )
    except UnicodeDecodeError as fault:
        raise ValueError(f"it is not text in UTF-8: {fault}") from fault
    except json.JSONDecodeError as fault:
        raise ValueError(f"it is not JSON: {fault}") from fault
    except RecursionError as fault:
        raise ValueError("it is nested too deeply") from fault
    if not isinstance(record, dict):
        raise ValueError("it is not a JSON object")
    # The JSON parser's own depth limit varies with the caller's stack; this one is fixed.
    _check_depth(record, DEEPEST_RECORD)
    return record


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    # JSON lets a name appear twice; a reader could then see one value and this check another.
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a field is given twice")
    return dict(pairs)


def _integer(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(f"a number has more than {LONGEST_NUMBER} digits")
    return int(digits)


def _finite(digits: str) -> float:
    if len(digits) > LONGEST_NUMBER or not math.isfinite(number := float(digits)):
        raise ValueError(f"{digits[:20]} is not a number that can be taken")
    return number


def _check_depth(value: object, left: int) -> None:
    if not left:
        raise ValueError("it is nested too deeply")
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in inner:
        _check_depth(part, left - 1)


def verdict(record: Mapping[str, object]) -> tuple[int, list[str]]:
    """Exit code (0 if the record proves the shuffle, else 1) and the lines to print."""
    if problems := check(record):
        return 1, [f"NOT PROVED: {problem}" for problem in problems]
    cards = " ".join(str(record["dealt"]).split())
    proved = f"PROVED: the shuffle deals these cards from position {record['first']}: {cards}"
    if not cards:
        proved = "PROVED: the secret is the one committed to"
    if _abandoned(record):
        proved += "; the shoe was abandoned"
    seen = f"Is this the commitment you saw before you bet? {record['commitment']}"
    return 0, [proved, seen, *remarks(record)]


def main(argv: Sequence[str] | None = None) -> int:
    """Check the record in the named file and print the verdict."""
    names = sys.argv[1:] if argv is None else argv
    if len(names) != 1:
        print("usage: python fair.py record.json")
        return 2
    try:
        with open(names[0], "rb") as file:
            record = read(file)
    except (OSError, ValueError) as fault:
        print(f"CANNOT BE READ: {ascii(str(fault))[1:-1]}")
        return 2
    code, lines = verdict(record)
    print(*lines, sep="\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
