"""The shuffle is exact, reaches every order, and a false record never proves out."""

import ast
import hashlib
import itertools
import json
import random
import shutil
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import fair

Words = Sequence[tuple[str, str]]
LUCKY: Words = (("seat 1", "lucky"), ("seat 3", "ünïcode ♠"))
SOURCE = Path(fair.__file__)


# The scheme again, written from its description and sharing no code with the module: the stream
# is one long integer, and cards are taken out of a shrinking deck instead of changing places.


def naive_pack(label: str, *parts: bytes) -> bytes:
    packed = struct.pack(">Q", len(label)) + label.encode("ascii")
    for part in parts:
        packed += struct.pack(f">Q{len(part)}s", len(part), part)
    return packed


def naive_parts(words: Words) -> list[bytes]:
    return [bytes(part, "utf-8") for part in itertools.chain.from_iterable(words)]


def naive_pad(size: int, words: Words) -> int:
    xof = hashlib.new("shake_256", naive_pack("croupier 1 pad", *naive_parts(words)))
    return int.from_bytes(xof.digest(size), "big")  # type: ignore[call-arg]


def naive_numbers(secret: bytes, words: Words) -> Iterator[int]:
    size = len(secret)
    block = int.from_bytes(secret, "big") ^ naive_pad(size, words)
    counter = 0
    while True:
        for shift in range(8 * size - 16, -1, -16):
            yield (block >> shift) & 0xFFFF
        parts = [secret, struct.pack(">Q", counter), *naive_parts(words)]
        xof = hashlib.shake_256()
        xof.update(naive_pack("croupier 1 more", *parts))
        block = int(xof.hexdigest(size), 16)
        counter += 1


def naive_shuffled(decks: int, secret: bytes, words: Words) -> list[int]:
    numbers = naive_numbers(secret, words)
    deck = [card for _ in range(decks) for card in range(52)]
    from_the_back: list[int] = []
    while len(deck) > 1:
        share = 65536 // len(deck)
        number = next(number for number in numbers if number < share * len(deck))
        place = number - len(deck) * (number // len(deck))
        end = deck.pop()
        if place == len(deck):
            from_the_back.append(end)
        else:
            from_the_back.append(deck[place])
            deck[place] = end
    return [*deck, *reversed(from_the_back)]


def seeded_secret(decks: int, seed: int) -> bytes:
    return random.Random(seed).randbytes(104 * decks + 64)


def secret_with_stream(stream: bytes, words: Words) -> bytes:
    """The secret whose stream, after the words are mixed in, is the one wanted."""
    wanted = int.from_bytes(stream, "big") ^ naive_pad(len(stream), words)
    return wanted.to_bytes(len(stream), "big")


def secret_for(target: Sequence[int], decks: int, words: Words) -> bytes:
    """A secret that deals the target order: the shuffle walked with the outcome known."""
    deck = list(range(52)) * decks
    numbers = []
    for last in range(len(deck) - 1, 0, -1):
        place = deck.index(target[last], 0, last + 1)
        numbers.append(place)
        deck[place] = deck[last]
    numbers += [0xBEEF] * 33
    return secret_with_stream(struct.pack(f">{len(numbers)}H", *numbers), words)


def names(cards: Sequence[int]) -> str:
    return " ".join(fair.CARD_NAMES[card] for card in cards)


def record_of(decks: int = 1, first: int = 0, count: int = 12) -> dict[str, Any]:
    secret = seeded_secret(decks, 7)
    order = fair.shuffled(decks, secret, LUCKY)
    return {
        "decks": decks,
        "commitment": fair.commitment(decks, secret),
        "secret": secret.hex(),
        "entropy": [list(pair) for pair in LUCKY],
        "first": first,
        "dealt": names(order[first : first + count]),
    }


# Known answers


def test_card_names_follow_suit_times_13_plus_rank() -> None:
    assert len(set(fair.CARD_NAMES)) == 52
    assert names((0, 12, 13, 34, 51)) == "2c Ac 2d Th As"


@pytest.mark.parametrize("words", [(), LUCKY, (("", ""),)])
@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_shuffle_agrees_with_a_second_reading_of_the_scheme(decks: int, words: Words) -> None:
    for seed in range(20):
        secret = seeded_secret(decks, seed)
        assert list(fair.shuffled(decks, secret, words)) == naive_shuffled(decks, secret, words)
        packed = naive_pack("croupier 1 commitment", struct.pack("B", decks), secret)
        assert fair.commitment(decks, secret) == hashlib.sha256(packed).hexdigest()


def test_frozen_answer() -> None:
    # Worked out once with Perl and OpenSSL. A change here breaks every record handed out before.
    secret = bytes(range(168))
    digest = "cd8f59883d9d49ee4ab201a917791ceb2ea7a63d1111228341b357b976f58fee"
    lucky = fair.shuffled(1, secret, [("seat 1", "lucky")])
    plain = fair.shuffled(1, secret)
    assert fair.commitment(1, secret) == digest
    assert names(lucky[:10]) == "2d 8d Qh Kd Ad 8c 4d 8s 7d 5c"
    assert names(plain[:10]) == "8h 4h 9s 3h 8d 4c 7h 2h Qs Qh"


# Exactness


@pytest.mark.parametrize("decks", range(1, 9))
def test_shuffle_keeps_every_card(decks: int) -> None:
    secret = fair.new_secret(decks)
    assert len(secret) == 2 * 52 * decks + 64
    assert Counter(fair.shuffled(decks, secret)) == dict.fromkeys(range(52), decks)


def test_draw_below_n_is_exactly_even_for_every_n() -> None:
    for n in range(1, 417):
        # All 65536 numbers are drawn, the ones to be thrown away first.
        hits = Counter(fair._choices(itertools.repeat(n), iter(range(65535, -1, -1))))
        assert hits == dict.fromkeys(range(n), 65536 // n)


def test_choices_and_orders_of_five_cards_match_one_to_one() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for choices in itertools.product(range(5), range(4), range(3), range(2)):
        orders[fair._order([0, 1, 2, 3, 4], choices)] += 1
    assert orders == dict.fromkeys(itertools.permutations(range(5)), 1)


@pytest.mark.parametrize("words", [(), LUCKY])
def test_pad_is_the_same_for_every_secret(words: Words) -> None:
    # So secret to stream is one-to-one, and a uniform secret gives a uniform stream.
    pads = set()
    for seed in range(20):
        secret = seeded_secret(1, seed)
        draws = list(itertools.islice(fair._draws(secret, fair._words(words)), 84))
        stream = int.from_bytes(struct.pack(">84H", *draws), "big")
        pads.add(stream ^ int.from_bytes(secret, "big"))
    assert pads == {naive_pad(168, words)}


@pytest.mark.parametrize("words", [(), LUCKY])
@pytest.mark.parametrize("decks", [1, 6])
def test_any_chosen_order_is_dealt_by_some_secret(decks: int, words: Words) -> None:
    cards = sorted(list(range(52)) * decks)
    targets = [cards, cards[::-1], list(range(52)) * decks]
    for seed in range(20):
        targets.append(random.Random(seed).sample(cards, len(cards)))
    for target in targets:
        secret = secret_for(target, decks, words)
        assert list(fair.shuffled(decks, secret, words)) == target


def test_each_card_lands_in_each_place_equally_often() -> None:
    rounds = 3000
    table = [[0] * 52 for _ in range(52)]
    for seed in range(rounds):
        order = fair.shuffled(1, seeded_secret(1, seed), [("seat 1", str(seed % 3))])
        for place, card in enumerate(order):
            table[place][card] += 1
    due = rounds / 52
    chi_square = sum((count - due) ** 2 / due for row in table for count in row)
    freedom = 51 * 51
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("decks", [1, 6])
def test_exhausted_stream_goes_on(decks: int) -> None:
    # 0xFFFF is thrown away for n = 52 and n = 312, so the first block yields no choice at all.
    secret = secret_with_stream(b"\xff" * (104 * decks + 64), LUCKY)
    order = fair.shuffled(decks, secret, LUCKY)
    assert list(order) == naive_shuffled(decks, secret, LUCKY)
    assert Counter(order) == dict.fromkeys(range(52), decks)
    size = 52 * decks + 32
    draws = list(itertools.islice(fair._draws(secret, fair._words(LUCKY)), 3 * size))
    assert draws[:size] == [0xFFFF] * size
    assert draws[size : 2 * size] != draws[2 * size :]
    assert draws == list(itertools.islice(naive_numbers(secret, LUCKY), 3 * size))


# Words of the players


def test_every_difference_in_the_words_changes_the_order() -> None:
    entries: list[Words] = [
        (),
        (("", ""),),
        (("a", "bc"),),
        (("ab", "c"),),
        (("abc", ""),),
        (("a", "b"), ("c", "d")),
        (("c", "d"), ("a", "b")),
        (("a", "bc"), ("", "d")),
        (("a", "b\x00c"),),
    ]
    secret = seeded_secret(1, 1)
    assert len({fair.shuffled(1, secret, words) for words in entries}) == len(entries)


# Records


@pytest.mark.parametrize(
    ("decks", "first", "count"), [(1, 0, 1), (1, 0, 52), (1, 51, 1), (6, 0, 312), (6, 200, 40)]
)
def test_true_record_proves_out(decks: int, first: int, count: int) -> None:
    record = record_of(decks, first, count)
    assert fair.check(record) == []
    assert fair.check(json.loads(json.dumps(record))) == []
    upper = {"secret": record["secret"].upper(), "commitment": record["commitment"].upper()}
    assert fair.check({**record, **upper, "entropy": LUCKY, "game": "not looked at"}) == []


@pytest.mark.parametrize("field", ["decks", "commitment", "secret", "entropy", "first", "dealt"])
def test_missing_field_is_named(field: str) -> None:
    record = record_of()
    del record[field]
    assert fair.check(record) == [f"{field} is missing"]


def test_all_missing_fields_are_named() -> None:
    assert len(fair.check({})) == 6


def test_first_differing_card_is_named() -> None:
    record = record_of(first=3)
    right = record["dealt"].split()
    false = [*right[:5], right[6], right[5], *right[7:]]
    expected = f"dealt has {false[5]} at position 8, where the shuffle gives {right[5]}"
    assert fair.check({**record, "dealt": " ".join(false)}) == [expected]


@pytest.mark.parametrize("place", range(12))
def test_any_one_changed_card_is_caught(place: int) -> None:
    record = record_of()
    cards = record["dealt"].split()
    for name in set(fair.CARD_NAMES) - {cards[place]}:
        false = [*cards[:place], name, *cards[place + 1 :]]
        (problem,) = fair.check({**record, "dealt": " ".join(false)})
        assert f"{name} at position {place}," in problem
        assert problem.endswith(f" {cards[place]}")


def test_changed_commitment_is_caught_at_every_digit() -> None:
    record = record_of()
    right = record["commitment"]
    for at, digit in enumerate(right):
        false = right[:at] + f"{int(digit, 16) ^ 1:x}" + right[at + 1 :]
        (problem,) = fair.check({**record, "commitment": false})
        assert problem == "commitment is not that of this secret and number of decks"


def test_changed_secret_is_caught_at_every_byte() -> None:
    # Even in the spare bytes at the end, which do not change the order.
    record = record_of()
    secret = bytes.fromhex(record["secret"])
    for at in range(len(secret)):
        false = secret[:at] + bytes([secret[at] ^ 1]) + secret[at + 1 :]
        problems = fair.check({**record, "secret": false.hex()})
        assert problems[0] == "commitment is not that of this secret and number of decks"


def test_commitment_is_bound_to_the_number_of_decks() -> None:
    record = record_of(decks=2)
    (problem,) = fair.check({**record, "decks": 1})
    assert problem == "secret must be 168 bytes for decks = 1, not 272"


@pytest.mark.parametrize(
    "entropy",
    [
        [],
        [["seat 1", "lucky"]],
        [["seat 3", "ünïcode ♠"], ["seat 1", "lucky"]],
        [["seat 1", "Lucky"], ["seat 3", "ünïcode ♠"]],
        [["seat 2", "lucky"], ["seat 3", "ünïcode ♠"]],
    ],
)
def test_changed_words_are_caught(entropy: list[list[str]]) -> None:
    (problem,) = fair.check({**record_of(), "entropy": entropy})
    assert problem.startswith("dealt has ")


def test_changed_first_is_caught() -> None:
    (problem,) = fair.check({**record_of(), "first": 1})
    assert problem.startswith("dealt has ")
    assert "at position 1," in problem


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("decks", 0, "decks must be from 1 to 8, not 0"),
        ("decks", 9, "decks must be from 1 to 8, not 9"),
        ("decks", -1, "decks must be a whole number"),
        ("decks", 10**9, "decks must be a whole number"),
        ("decks", 1.0, "decks must be a whole number"),
        ("decks", True, "decks must be a whole number"),
        ("decks", "1", "decks must be a whole number"),
        ("decks", None, "decks must be a whole number"),
        ("first", -1, "first must be a whole number"),
        ("first", False, "first must be a whole number"),
        ("first", [0], "first must be a whole number"),
        ("first", 41, "dealt ends at position 52, past the last in the shoe, 51"),
        ("commitment", 5, "commitment must be text of hex digits"),
        ("commitment", "xyz", "commitment must be text of hex digits"),
        ("commitment", "", "commitment must be text of hex digits"),
        ("commitment", "abc", "commitment must be text of hex digits"),
        ("commitment", "ab cd", "commitment must be text of hex digits"),
        ("commitment", "abcd\n", "commitment must be text of hex digits"),
        ("commitment", "abcd", "commitment must be 32 bytes (64 hex digits), not 2"),
        ("secret", b"ab", "secret must be text of hex digits"),
        ("secret", "\u0660\u0660", "secret must be text of hex digits"),
        ("secret", "ab" * 167, "secret must be 168 bytes for decks = 1, not 167"),
        ("entropy", None, "entropy must be a list of [who, text] pairs"),
        ("entropy", "ab", "entropy must be a list of [who, text] pairs"),
        ("entropy", {"a": "b"}, "entropy must be a list of [who, text] pairs"),
        ("entropy", ["ab"], "entropy must be a list of [who, text] pairs"),
        ("entropy", [["a"]], "entropy must be a list of [who, text] pairs"),
        ("entropy", [["a", "b", "c"]], "entropy must be a list of [who, text] pairs"),
        ("entropy", [["a", 1]], "entropy must be a list of [who, text] pairs"),
        ("entropy", [["a", "\ud800"]], "entropy holds half a surrogate pair"),
        ("dealt", "", "dealt must be text that names at least one card"),
        ("dealt", ["As"], "dealt must be text that names at least one card"),
        ("dealt", "As 1c", "dealt names '1c', which is not a card"),
        ("dealt", "as", "dealt names 'as', which is not a card"),
        ("dealt", "A♠\x1b[2J", r"dealt names 'A\u2660\x1b[2J', which is not a card"),
        ("dealt", "As " * 53, "dealt ends at position 52, past the last in the shoe, 51"),
    ],
)
def test_malformed_field_is_named(field: str, value: object, problem: str) -> None:
    (found,) = fair.check({**record_of(), field: value})
    assert found.startswith(problem)


LETTERS = "0aAsTd7c \x00\u2660\ud800"
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(LETTERS),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(LETTERS), inner),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(record_of())), ANYTHING)
def test_no_junk_breaks_the_check(field: str, junk: object) -> None:
    record = record_of()
    same = type(junk) is type(record[field]) and junk == record[field]
    assert (fair.check({**record, field: junk}) == []) == same


@pytest.mark.parametrize("decks", [-1, 0, 9])
def test_wrong_number_of_decks_is_refused(decks: int) -> None:
    for call in (
        lambda: fair.new_secret(decks),
        lambda: fair.commitment(decks, bytes(168)),
        lambda: fair.shuffled(decks, bytes(168)),
    ):
        with pytest.raises(ValueError, match=f"decks must be from 1 to 8, not {decks}"):
            call()


@pytest.mark.parametrize("size", [0, 167, 169, 688])
def test_wrong_size_of_secret_is_refused(size: int) -> None:
    for call in (fair.commitment, fair.shuffled):
        with pytest.raises(ValueError, match=f"must be 168 bytes for decks = 1, not {size}"):
            call(1, bytes(size))


# The file as a script


def test_file_needs_the_standard_library_only() -> None:
    imported = set()
    for node in ast.walk(ast.parse(SOURCE.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module or "." * node.level)
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names


def run_alone(folder: Path, *names: str) -> subprocess.CompletedProcess[str]:
    shutil.copy(SOURCE, folder / "fair.py")
    command = [sys.executable, "-I", str(folder / "fair.py"), *names]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_script_proves_a_true_record(tmp_path: Path) -> None:
    record = record_of(decks=6, first=30)
    (tmp_path / "record.json").write_text(json.dumps(record), "utf-8")
    done = run_alone(tmp_path, "record.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("PROVED: ")
    assert f"position 30: {record['dealt']}\n" in done.stdout
    assert record["commitment"] in done.stdout
    assert json.dumps(record["entropy"]) in done.stdout


def test_script_refuses_a_false_record(tmp_path: Path) -> None:
    record = {**record_of(), "first": 2}
    (tmp_path / "record.json").write_text(json.dumps(record), "utf-8")
    done = run_alone(tmp_path, "record.json")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("NOT PROVED: dealt has ")


def test_script_says_when_there_is_no_record(tmp_path: Path) -> None:
    done = run_alone(tmp_path, "nowhere.json")
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout.startswith("CANNOT BE READ: ")
    assert "nowhere.json" in done.stdout


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"3",
        b"\xff\xfe\xfa",
        b'{"first": 0, "first": 1}',
        b'{"first": ' + b"9" * 5000 + b"}",
        b"[" * 100_000,
    ],
)
def test_unreadable_record(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(content)
    assert fair.main([str(path)]) == 2
    assert capsys.readouterr().out.startswith("CANNOT BE READ: ")


def test_every_problem_gets_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.json"
    path.write_text("{}", "utf-8")
    assert fair.main([str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    assert all(line.startswith("NOT PROVED: ") for line in lines)


def test_usage_and_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fair.main([]) == 2
    assert fair.main(["a", "b"]) == 2
    assert capsys.readouterr().out.count("usage: ") == 2
    assert fair.main([str(tmp_path)]) == 2
