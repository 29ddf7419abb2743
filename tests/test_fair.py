"""The shuffle is exact, reaches every order, and a false record never verifies."""

import ast
import hashlib
import itertools
import json
import random
import re
import shutil
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import fair
from tests.effort import examples

Words = Sequence[tuple[str, str]]
LUCKY: Words = (("seat 1", "lucky"), ("seat 3", "ünïcode ♠"))
SOURCE = Path(fair.__file__)


# The scheme again, written from its description and sharing no code with the module: the stream is
# one long integer, and cards are taken out of a shrinking deck instead of changing places.


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
    """The secret whose stream, after the words are mixed in, is the wanted one."""
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
    # Computed once with Perl and OpenSSL. A change here breaks every record handed out before.
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
        # All 65536 numbers are drawn, those to be discarded first.
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


def test_each_card_lands_in_each_position_equally_often() -> None:
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
def test_exhausted_stream_continues(decks: int) -> None:
    # 0xFFFF is discarded for n = 52 and n = 312, so the first block yields no choice at all.
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
def test_true_record_verifies(decks: int, first: int, count: int) -> None:
    record = record_of(decks, first, count)
    assert fair.check(record) == []
    assert fair.check(json.loads(json.dumps(record))) == []
    upper = {"secret": record["secret"].upper(), "commitment": record["commitment"].upper()}
    assert fair.check({**record, **upper, "entropy": LUCKY, "game": "not looked at"}) == []


# Words that were committed to


SEATS = ((2, "ann", "lucky"), (3, "pam", ""), (5, "quin", "ünï ♠"))


def naive_word_commitment(promise: str, seat: int, player: str, word: str) -> str:
    parts = [bytes.fromhex(promise), str(seat).encode(), player.encode(), word.encode()]
    return hashlib.sha256(naive_pack("croupier 1 word", *parts)).hexdigest()


def record_with_words(*withheld: int) -> dict[str, Any]:
    secret = seeded_secret(1, 11)
    promise = fair.commitment(1, secret)
    bits = random.Random(5)
    words, entropy = [], []
    for seat, player, typed in SEATS:
        word = f"{typed} {bits.randbytes(16).hex()}"
        given = naive_word_commitment(promise, seat, player, word)
        told = None if seat in withheld else word
        words.append({"seat": seat, "player": player, "commitment": given, "word": told})
        if told is not None:
            entropy.append([f"seat {seat} {player}", word])
    order = naive_shuffled(1, secret, [(who, word) for who, word in entropy])
    return {
        "decks": 1,
        "commitment": promise,
        "secret": secret.hex(),
        "words": words,
        "entropy": entropy,
        "first": 0,
        "dealt": names(order[:15]),
    }


@pytest.mark.parametrize("withheld", [(), (5,), (2, 3), (2, 3, 5)])
def test_record_with_words_verifies_and_names_what_was_withheld(withheld: tuple[int]) -> None:
    record = record_with_words(*withheld)
    code, lines = fair.verdict(record)
    assert code == 0 and lines[0].startswith("PROVED: ")
    said = [line for line in lines if " withheld a word: one choice was left" in line]
    assert [line.partition(" (")[0] for line in said] == [f"seat {seat}" for seat in withheld]
    alone = [line for line in lines if line.startswith("No player's word is in it")]
    assert len(alone) == (len(withheld) == 3)
    assert not any("from before players committed" in line for line in lines)


def test_word_is_shown_as_it_was_opened() -> None:
    record = record_with_words(3)
    lines = fair.verdict(record)[1]
    word = json.dumps(record["words"][2]["word"])
    assert f"Is this the word of seat 5 (quin)? {word}" in lines


def test_a_word_that_is_not_text_is_a_problem_even_if_the_shuffle_leaves_it_out() -> None:
    record = record_with_words()
    record["words"][0]["word"] = "\ud800"
    record["entropy"] = record["entropy"][1:]
    assert fair.check(record) == ["a word holds half a surrogate pair, not valid Unicode"]


def test_record_without_words_says_which_promise_it_does_not_make() -> None:
    code, lines = fair.verdict(record_of())
    assert code == 0
    assert any("from before players committed to their words" in line for line in lines)


def reversed_words(record: dict[str, Any]) -> None:
    record["words"] = record["words"][::-1]


def twice(record: dict[str, Any]) -> None:
    record["words"].insert(1, record["words"][1])


def swapped(record: dict[str, Any]) -> None:
    first, second, *_ = record["words"]
    first["word"], second["word"] = second["word"], first["word"]


def other_player(record: dict[str, Any]) -> None:
    record["words"][0]["player"] = "bob"
    record["entropy"][0][0] = "seat 2 bob"


def other_seat(record: dict[str, Any]) -> None:
    record["words"][0]["seat"] = 1
    record["entropy"][0][0] = "seat 1 ann"


def ground(record: dict[str, Any]) -> None:
    """The house's friend opens a word other than the one committed to."""
    record["words"][2]["word"] = record["entropy"][2][1] = "chosen " + "0" * 32


def replayed(record: dict[str, Any]) -> None:
    """A commitment made for another shoe."""
    word = record["words"][2]
    word["commitment"] = naive_word_commitment("ab" * 32, 5, "quin", word["word"])


def kept_secretly(record: dict[str, Any]) -> None:
    record["words"][1]["word"] = None


def left_out(record: dict[str, Any]) -> None:
    del record["entropy"][1]


def slipped_in(record: dict[str, Any]) -> None:
    record["entropy"].append(["dealer", "chosen"])


@pytest.mark.parametrize(
    ("forge", "problem"),
    [
        (reversed_words, "words must name each seat once, in the order of the seats"),
        (twice, "words must name each seat once, in the order of the seats"),
        (swapped, "the word of seat 2 (ann) is not the one committed to"),
        (other_player, "the word of seat 2 (bob) is not the one committed to"),
        (other_seat, "the word of seat 1 (ann) is not the one committed to"),
        (ground, "the word of seat 5 (quin) is not the one committed to"),
        (replayed, "the word of seat 5 (quin) is not the one committed to"),
        (kept_secretly, "entropy is not the list of the opened words"),
        (left_out, "entropy is not the list of the opened words"),
        (slipped_in, "entropy is not the list of the opened words"),
    ],
)
def test_forged_words_are_caught(forge: Callable[[dict[str, Any]], None], problem: str) -> None:
    record = record_with_words()
    forge(record)
    # Dealt again from the forged words, so that only the words give it away.
    order = naive_shuffled(
        1, bytes.fromhex(record["secret"]), [(w, t) for w, t in record["entropy"]]
    )
    record["dealt"] = names(order[:15])
    assert fair.check(record) == [problem]


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("seat", "2", "a word's seat must be a whole number"),
        ("seat", True, "a word's seat must be a whole number"),
        ("player", 3, "words must be a list of seat, player, commitment and word each"),
        ("player", "\ud800", "a word holds half a surrogate pair"),
        ("commitment", None, "a word's commitment must be text of hex digits"),
        ("commitment", "abcd", "a word's commitment must be 32 bytes"),
        ("word", 5, "a word must be text, or null where it was withheld"),
        ("word", "\ud800", "a word holds half a surrogate pair"),
    ],
)
def test_malformed_word_is_named(field: str, value: object, problem: str) -> None:
    record = record_with_words()
    record["words"][0][field] = value
    if field == "word":
        record["entropy"][0][1] = value if isinstance(value, str) else ""
    (found, *_) = fair.check(record)
    assert found.startswith(problem)


@pytest.mark.parametrize("value", [None, {}, "ab", [[]], [{"seat": 2, "player": "ann"}]])
def test_words_that_are_not_a_list_of_words(value: object) -> None:
    (found,) = fair.check({**record_with_words(), "words": value})
    assert found == "words must be a list of seat, player, commitment and word each"


def test_new_words_are_random_after_what_was_typed() -> None:
    assert len({fair.new_word() for _ in range(50)}) == 50
    assert re.fullmatch("[0-9a-f]{32}", fair.new_word())
    assert re.fullmatch("my  luck [0-9a-f]{32}", fair.new_word("my  luck"))
    assert fair.new_word("x" * 40).startswith("x" * 40 + " ")
    with pytest.raises(ValueError, match="at most 40 characters, not 41"):
        fair.new_word("x" * 41)
    with pytest.raises(ValueError, match="half a surrogate pair"):
        fair.new_word("\ud800")
    with pytest.raises(ValueError, match="characters that can be seen"):
        fair.new_word("\x1b[2J")


def test_frozen_word_commitment() -> None:
    # printf and sha256sum gave the same. A change here breaks every record handed out before.
    digest = "c23db4646eff9349a3c4ae4a7ae96048d102e8431b670e63203eecae6c6d36af"
    assert fair.word_commitment("ab" * 32, 3, "pam", "lucky 00") == digest


def test_no_two_words_share_a_commitment() -> None:
    told = [(1, "2a", "b"), (12, "a", "b"), (1, "2", "ab"), (1, "2ab", ""), (1, "", "2ab")]
    assert len({fair.word_commitment("ab" * 32, *each) for each in told}) == len(told)


def test_abandoned_shoe_is_opened() -> None:
    record = {**record_with_words(2, 3, 5), "dealt": "", "abandoned": True}
    code, lines = fair.verdict(record)
    assert code == 0 and lines[0].endswith(
        "the secret is the one committed to; the shoe was abandoned"
    )
    assert fair.check({**record, "abandoned": False})
    assert fair.check({**record, "abandoned": "yes"}) == ["abandoned must be true or false"]
    assert fair.check({**record, "dealt": None})
    assert fair.check({**record, "commitment": "ab" * 32}) == [
        "commitment is not that of this secret and number of decks"
    ]
    assert not any(line.startswith("No player's word") for line in lines)
    # Cards of a round that was called off are checked like any others.
    code, lines = fair.verdict({**record_with_words(), "abandoned": True})
    assert code == 0 and lines[0].endswith("; the shoe was abandoned")
    assert "from position 0: " in lines[0]
    (problem,) = fair.check({**record_with_words(), "abandoned": True, "first": 1})
    assert problem.startswith("dealt has ")


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
        ("entropy", [["a", "\ud800"]], "a word holds half a surrogate pair"),
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


@settings(max_examples=examples(60), deadline=None)
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
        b'{"game": {"a": [{"b": 0, "b": 1}]}}',
        b'{"first": ' + b"9" * 5000 + b"}",
        b'{"game": ' + b"9" * 41 + b"}",
        b'{"game": 1e400}',
        b'{"game": -1e400}',
        b'{"game": NaN}',
        b'{"game": Infinity}',
        b'{"game": "\xff"}',
        "{}".encode("utf-16"),
        '{"game": "\ud800"}'.encode("utf-8", "surrogatepass"),
        b'{"game": ' + b"[" * 60 + b"]" * 60 + b"}",
        b" " * 10_000_001,
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


def test_endless_file_is_not_read_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert fair.main(["/dev/zero"]) == 2
    assert "more than 10000000 bytes" in capsys.readouterr().out


def test_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(record_of()).encode())
    assert fair.main([str(path)]) == 0


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
