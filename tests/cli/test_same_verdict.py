"""`croupier fair` and `fair.py` give the same verdict on any file, in the same words."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer

from croupier import fair
from croupier.cli.rules import proofs
from croupier.errors import BadRecord

MUTATED = 600


def record(rng: random.Random) -> dict[str, Any]:
    """A valid one: with words (some withheld), of an abandoned shoe, or from before words."""
    decks = rng.choice((1, 1, 6))
    secret = rng.randbytes(104 * decks + 64)
    promise = fair.commitment(decks, secret)
    words = []
    for seat in sorted(rng.sample(range(1, 8), rng.randrange(4))):
        word = f"lücky {rng.randbytes(16).hex()}"
        given = fair.word_commitment(promise, seat, f"p{seat}", word)
        words.append(fair.Word(seat, f"p{seat}", given, rng.choice((word, word, None))))
    entropy = fair.opened(words)
    told: dict[str, Any] = {
        "decks": decks,
        "commitment": promise,
        "secret": secret.hex(),
        "words": [word._asdict() for word in words],
        "entropy": entropy,
        "first": 3,
        "dealt": " ".join(fair.CARD_NAMES[c] for c in fair.shuffled(decks, secret, entropy)[3:9]),
    }
    if rng.random() < 0.3:
        del told["words"]
    if rng.random() < 0.3:
        told |= {"abandoned": True, "dealt": ""}
    return told


JUNK = (None, True, 0, -1, 1.5, "", "As", [], {}, [[]], "\ud800", "\x1b[2J", 10**12, "\u0660")


def other_value(rng: random.Random, told: dict[str, Any]) -> bytes:
    told[rng.choice([*told, "abandoned", "words"])] = rng.choice(JUNK)
    return json.dumps(told).encode()


def no_field(rng: random.Random, told: dict[str, Any]) -> bytes:
    del told[rng.choice([*told])]
    return json.dumps(told).encode()


def other_word(rng: random.Random, told: dict[str, Any]) -> bytes:
    for word in rng.sample(told.get("words", []), min(1, len(told.get("words", [])))):
        word[rng.choice([*word])] = rng.choice(JUNK)
    return json.dumps(told).encode()


def twice(rng: random.Random, told: dict[str, Any]) -> bytes:
    name = rng.choice([*told])
    return json.dumps(told)[:-1].encode() + f', "{name}": {json.dumps(told[name])}}}'.encode()


def twice_within(rng: random.Random, told: dict[str, Any]) -> bytes:
    return json.dumps(told)[:-1].encode() + b', "felt": [{"a": 1, "b": [{"c": 1, "c": 1}]}]}'


def a_byte(rng: random.Random, told: dict[str, Any]) -> bytes:
    raw = bytearray(json.dumps(told, ensure_ascii=False).encode())
    raw[rng.randrange(len(raw))] = rng.randrange(256)
    return bytes(raw)


def cut(rng: random.Random, told: dict[str, Any]) -> bytes:
    raw = json.dumps(told).encode()
    return raw[: rng.randrange(len(raw))]


def encoded(rng: random.Random, told: dict[str, Any]) -> bytes:
    kinds = ("utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1", "cp500")
    return json.dumps(told, ensure_ascii=False).encode(rng.choice(kinds))


def deep(rng: random.Random, told: dict[str, Any]) -> bytes:
    levels = rng.choice((1, 40, 48, 49, 50, 51, 200, 900, 990, 995, 1000, 5000))
    return json.dumps(told)[:-1].encode() + b', "x": ' + b"[" * levels + b"]" * levels + b"}"


def number(rng: random.Random, told: dict[str, Any]) -> bytes:
    odd = rng.choice((b"1e400", b"NaN", b"-Infinity", b"1.0", b"0" * 3, b"9" * 41, b"9" * 5000))
    return json.dumps(told)[:-1].encode() + b', "first": ' + odd + b"}"


def huge(rng: random.Random, told: dict[str, Any]) -> bytes:
    raw = json.dumps(told).encode()
    return raw + b" " * (fair.LARGEST_RECORD - len(raw) + rng.choice((0, 1)))


def untouched(rng: random.Random, told: dict[str, Any]) -> bytes:
    return json.dumps(told, indent=1).encode()


MUTATIONS: tuple[Callable[[random.Random, dict[str, Any]], bytes], ...] = (
    *(other_value, no_field, other_word, twice, twice_within, a_byte),
    *(cut, encoded, deep, number, huge, untouched),
)


def by_command(path: Path, *, as_json: bool) -> int:
    try:
        proofs.fair(path, as_json=as_json)
    except BadRecord:
        return 2
    except typer.Exit as end:
        return end.exit_code
    raise AssertionError("it ends with a code")


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_both_say_the_same(
    mutation: Callable[[random.Random, dict[str, Any]], bytes],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "record.json"
    for seed in range(2 if mutation is huge else MUTATED // len(MUTATIONS)):
        rng = random.Random(f"{mutation.__name__} {seed}")
        path.write_bytes(mutation(rng, record(rng)))
        code, said = fair.main([str(path)]), capsys.readouterr().out
        assert by_command(path, as_json=False) == code
        assert capsys.readouterr().out == ("" if code == 2 else said)
        assert by_command(path, as_json=True) == code
        told = capsys.readouterr().out
        if code < 2:
            assert json.loads(told)["fair"] == (code == 0)
            assert all(problem in said for problem in json.loads(told)["problems"])
        if mutation is untouched:
            assert code == 0
        if mutation in (twice, twice_within):
            assert code == 2
