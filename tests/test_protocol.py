"""What each party could gain by cheating in the protocol of fair.py: counted, with simulated
cheats.

The goal is an ace as the first card, chance 1/13. Every run uses the same seeds.
"""

import random

import pytest

from croupier import fair

ROUNDS = 2000
ACES = frozenset(range(12, 52, 13))


def ace_first(secret: bytes, words: list[fair.Word]) -> bool:
    return fair.shuffled(1, secret, fair.opened(words))[0] in ACES


def share(chance: float) -> tuple[float, float]:
    """What this many rounds show of a chance, five standard errors either way."""
    error = 5 * (chance * (1 - chance) / ROUNDS) ** 0.5
    return chance - error, chance + error


def honest(rng: random.Random, promise: str, seat: int = 1) -> fair.Word:
    word = rng.randbytes(16).hex()
    return fair.Word(seat, "pam", fair.word_commitment(promise, seat, "pam", word), word)


def chosen_secret(rng: random.Random, words: list[fair.Word]) -> bytes:
    """The house tries secrets until one deals an ace with the words that it expects."""
    while not ace_first(secret := rng.randbytes(168), words):
        pass
    return secret


def test_a_house_that_chooses_its_secret_deals_what_it_likes_if_nobody_adds_a_word() -> None:
    rng = random.Random("alone")
    assert all(ace_first(chosen_secret(rng, []), []) for _ in range(20))


def test_one_honest_word_takes_that_choice_away() -> None:
    rng, aces = random.Random("house"), 0
    for _ in range(ROUNDS):
        secret = chosen_secret(rng, [])
        aces += ace_first(secret, [honest(rng, fair.commitment(1, secret))])
    low, high = share(1 / 13)
    assert low < aces / ROUNDS < high


def test_a_house_that_has_committed_cannot_speak_last() -> None:
    """Neither another secret nor another word of a partner passes the check."""
    rng = random.Random("last")
    secret = rng.randbytes(168)
    promise = fair.commitment(1, secret)
    words = [honest(rng, promise), honest(rng, promise, 2)._replace(player="shill")]
    words[1] = words[1]._replace(
        commitment=fair.word_commitment(promise, 2, "shill", str(words[1].word))
    )
    assert not fair.check(record(secret, words))
    other_word = [words[0], words[1]._replace(word="better")]
    assert fair.check(record(secret, other_word)) == [
        "the word of seat 2 (shill) is not the one committed to"
    ]
    other_secret = record(rng.randbytes(168), words)
    assert fair.check({**other_secret, "commitment": promise}) != []


@pytest.mark.parametrize("partners", [1, 2])
def test_withholding_is_one_choice_a_word_and_named(partners: int) -> None:
    """A house with partners at the table, who see all words: the best of 2^k shuffles, no more."""
    rng, aces = random.Random(f"withheld {partners}"), 0
    for number in range(ROUNDS):
        secret = rng.randbytes(168)
        promise = fair.commitment(1, secret)
        own = honest(rng, promise)
        held = [honest(rng, promise, seat) for seat in range(2, 2 + partners)]
        best = next(
            (words for words in _choices(own, held) if ace_first(secret, words)), [own, *held]
        )
        aces += ace_first(secret, best)
        if number < 50:
            code, lines = fair.verdict(record(secret, best))
            named = [word.seat for word in best if word.word is None]
            assert code == 0
            assert [line[:6] for line in lines if "withheld a word" in line] == [
                f"seat {seat}" for seat in named
            ]
    low, high = share(1 - (12 / 13) ** 2**partners)
    assert low < aces / ROUNDS < high


def _choices(own: fair.Word, held: list[fair.Word]) -> list[list[fair.Word]]:
    return [
        [own, *(w if bits >> at & 1 else w._replace(word=None) for at, w in enumerate(held))]
        for bits in range(2 ** len(held))
    ]


def test_a_player_who_withholds_without_the_secret_gains_nothing() -> None:
    """They choose by the others' words and the commitment, which reveal nothing of the cards."""
    rng, aces = random.Random("player"), 0
    for _ in range(ROUNDS):
        secret = rng.randbytes(168)
        promise = fair.commitment(1, secret)
        other, own = honest(rng, promise), honest(rng, promise, 2)
        seen = int(promise + str(other.word) + str(own.word), 16)
        words = [other, own if seen % 3 else own._replace(word=None)]
        aces += ace_first(secret, words)
    low, high = share(1 / 13)
    assert low < aces / ROUNDS < high


def test_a_dropped_word_is_listed_with_its_owner() -> None:
    """Its owner finds it listed as withheld, under a commitment that only their word opens."""
    rng = random.Random("dropped")
    secret = rng.randbytes(168)
    own = honest(rng, fair.commitment(1, secret))
    told = record(secret, [own._replace(word=None)])
    code, lines = fair.verdict(told)
    assert code == 0
    (named,) = [line for line in lines if line.startswith("seat 1 (pam) withheld a word")]
    assert named.endswith(fair.word_commitment(told["commitment"], 1, "pam", str(own.word)))  # type: ignore[arg-type]


def record(secret: bytes, words: list[fair.Word]) -> dict[str, object]:
    entropy = fair.opened(words)
    return {
        "decks": 1,
        "commitment": fair.commitment(1, secret),
        "secret": secret.hex(),
        "words": [word._asdict() for word in words],
        "entropy": [list(pair) for pair in entropy],
        "first": 0,
        "dealt": fair.CARD_NAMES[fair.shuffled(1, secret, entropy)[0]],
    }
