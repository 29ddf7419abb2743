"""Fair shuffling that a sceptic can check: this one file shuffles, and proves the shuffle.

    python fair.py record.json     exit 0: proved, 1: not proved, 2: cannot be read

It needs Python 3.11 and nothing else. The table shuffles with the same functions.

1. The house draws a secret of 2 * cards + 64 bytes from the operating system. Before any bet
   it publishes the commitment, a SHA-256 of the secret, and so cannot change the secret later.
2. Until the first card is dealt players may add words of their own: pairs of (who, text), in
   the order given.
3. SHAKE-256 stretches those pairs to a pad as long as the secret. The stream that shuffles is
   secret XOR pad, read as 16-bit big-endian numbers.
4. Fisher-Yates: for n = cards .. 2 the last of the first n cards changes places with a random
   one of them. A number too high to divide evenly among n choices is thrown away, so that
   each choice is exactly equally likely. The first card of the result is dealt first.
5. After the last round from this shoe (sooner would give away the cards still to come) the
   secret is shown, and anyone can repeat all of this.

Why XOR, and not one hash of secret and words? Six decks have about 2**1647 orders; the state
of SHAKE-256 has 1600 bits, so a hash could never deal most of them. XOR with any fixed pad is
one-to-one: a uniform secret makes a uniform stream, so every order can occur and all are
exactly equally likely, whatever the words. The pad leaves the commitment out for the same
reason: it would then depend on the secret, and the map would no longer be one-to-one. (Players
see the commitment before they choose words; to gain by that they would have to invert SHA-256.)
A house that picked its secret on purpose loses that control once one player adds a word that
the house could not foresee.

The stream has 33 numbers more than the shuffle needs. Should more be thrown away (chance
below 1e-100 for one deck, 1e-53 for six, 1e-45 for eight), SHAKE-256 of the secret, a counter
and the words carries on: only there is the shuffle as good as a hash rather than exact.

What a proof does not show: that the commitment and the words in the record are the ones you
saw at the table (compare them yourself), that the last player to add words was not a partner
of the house (be that player), or that the house did not abandon other rounds unplayed.

A card is suit * 13 + rank, ranks 2..A = 0..12, suits c, d, h, s = 0..3, written like As Td 7c.
A record is a JSON object; `first` is the place in the shoe of the first card in `dealt`, and
fields not named here are not looked at:

    {"decks": 1, "commitment": "<hex>", "secret": "<hex>", "entropy": [["seat 1", "lucky"]],
     "first": 0, "dealt": "As Td 7c"}
"""

import hashlib
import itertools
import json
import pathlib
import re
import secrets
import struct
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

MOST_DECKS = 8
CARD_NAMES = tuple(rank + suit for suit in "cdhs" for rank in "23456789TJQKA")
_FIELDS = ("decks", "commitment", "secret", "entropy", "first", "dealt")


def new_secret(decks: int) -> bytes:
    """A fresh secret from the operating system, long enough to reach every order."""
    return secrets.token_bytes(_secret_size(decks))


def commitment(decks: int, secret: bytes) -> str:
    """The hex digest that the house publishes before the bets."""
    check_secret(decks, secret)
    return hashlib.sha256(_joined(b"croupier 1 commitment", bytes([decks]), secret)).hexdigest()


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
    try:
        return [word.encode() for who, text in entropy for word in (who, text)]
    except UnicodeEncodeError as fault:
        raise ValueError("entropy holds half a surrogate pair, not valid Unicode") from fault


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
    """What the secret is mixed with."""
    return hashlib.shake_256(_joined(b"croupier 1 pad", *words)).digest(size)


def _choices(sizes: Iterable[int], draws: Iterator[int]) -> Iterator[int]:
    """For each size n one of 0 .. n - 1, each equally likely."""
    for n, draw in zip(sizes, draws, strict=False):
        # 65536 is rarely a multiple of n; numbers past the last whole multiple would favour
        # the low choices, so they are passed over.
        while draw >= 65536 - 65536 % n:
            draw = next(draws)
        yield draw % n


def _order(cards: list[int], choices: Iterable[int]) -> tuple[int, ...]:
    order = list(cards)
    for last, choice in zip(range(len(order) - 1, 0, -1), choices, strict=True):
        order[last], order[choice] = order[choice], order[last]
    return tuple(order)


def check(record: Mapping[str, object]) -> list[str]:
    """What is wrong with a record, in plain words; nothing when it proves out."""
    if missing := [f"{name} is missing" for name in _FIELDS if name not in record]:
        return missing
    try:
        decks, first = (_whole(name, record[name]) for name in ("decks", "first"))
        promise, secret = (_bytes(name, record[name]) for name in ("commitment", "secret"))
        entropy, dealt = _pairs(record["entropy"]), _cards(record["dealt"])
        digest, order = commitment(decks, secret), shuffled(decks, secret, entropy)
    except ValueError as fault:
        return [str(fault)]
    problems = []
    if len(promise) != 32:
        problems.append(f"commitment must be 32 bytes (64 hex digits), not {len(promise)}")
    elif promise.hex() != digest:
        problems.append("commitment is not that of this secret and number of decks")
    return problems + _difference(order, first, dealt)


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
    # Matched first, since bytes.fromhex would let spaces by.
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


def _cards(value: object) -> list[int]:
    names = value.split() if isinstance(value, str) else []
    if not names:
        raise ValueError("dealt must be text that names at least one card, like As Td 7c")
    for name in names:
        if name not in CARD_NAMES:
            raise ValueError(f"dealt names {name[:20]!a}, which is not a card")
    return [CARD_NAMES.index(name) for name in names]


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    # JSON lets a name appear twice; a reader could then see one value and this check another.
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a field is given twice")
    return dict(pairs)


def main(argv: Sequence[str] | None = None) -> int:
    """Check the record in the named file and print the verdict."""
    names = sys.argv[1:] if argv is None else argv
    if len(names) != 1:
        print("usage: python fair.py record.json")
        return 2
    try:
        record = json.loads(pathlib.Path(names[0]).read_bytes(), object_pairs_hook=_once)
        if not isinstance(record, dict):
            raise ValueError("it is not a JSON object")
    except (OSError, ValueError, RecursionError) as fault:
        print(f"CANNOT BE READ: {ascii(str(fault))[1:-1]}")
        return 2
    problems = check(record)
    if problems:
        print(*(f"NOT PROVED: {problem}" for problem in problems), sep="\n")
        return 1
    cards = " ".join(record["dealt"].split())
    print(f"PROVED: the shuffle deals these cards from position {record['first']}: {cards}")
    print(f"Is this the commitment you saw before you bet? {record['commitment']}")
    print(f"Are these all the words that were added, in order? {json.dumps(record['entropy'])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
