"""Players bet and keep words at the command line; the words are on their own machine."""

import json
from pathlib import Path

import pytest

from croupier import fair
from croupier.bank import store as bank_store
from tests.cli.room_desk import folder, furnished, refused, said, told

__all__ = ["folder"]


@pytest.fixture
def seated(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """pam at seat 3 of table 7, pat at seat 5; and the folder of their words."""
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    furnished("four-card-prime", "--offer", "prime")
    said("room", "buy-in", "7", "3", "pam", "200", "--by", "dee")
    said("room", "buy-in", "7", "5", "pat", "200", "--by", "dee")
    return folder / "state" / "croupier" / "words"


def kept(words: Path) -> list[str]:
    found = [json.loads(file.read_text()) for file in words.iterdir()]
    return [one["word"] for one in found if "word" in one]


def test_from_the_bet_to_the_proof(seated: Path) -> None:
    house = told("room", "show")["tables"][0]["commitment"]
    text = said("room", "bet", "7", "3", "ante=5,prime=5", "--word", "lucky", "--by", "pam")
    words = "pam bets ante $5, prime $5 at seat 3 of table 7 and has committed to a word."
    assert text.startswith(words) and f"The house is committed to {house}" in text
    (word,) = kept(seated)
    assert word.startswith("lucky ") and len(word) == 38 and word not in text
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in seated.iterdir())
    assert seated.stat().st_mode & 0o777 == 0o700
    shown = told("room", "show")["tables"][0]
    assert shown["bets"] == {"3": {"ante": 500, "prime": 500}}
    given = fair.word_commitment(house, 3, "pam", word)
    assert shown["words"] == [{"seat": 3, "player": "pam", "commitment": given, "word": None}]
    assert "(bets ante $5, prime $5, word kept)" in " ".join(said("room", "show").split())
    text = said("room", "deal", "7", "5:ante=10", "--open-within", "20", "--by", "dee")
    assert "seat 3, pam: ante $5, prime $5, word to be opened; seat 5, pat: ante $10, no word" in (
        " ".join(text.split())
    )
    assert "Waiting for seat 3 pam" in text and "bets closed" in said("room", "show")
    assert refused("room", "deal", "7", "--by", "dee").code == "room/words"
    text = said("room", "open-word", "7", "3", "--by", "pam")
    assert "All words are open; now: room deal 7" in text
    said("room", "deal", "7", "--by", "dee")
    for seat, player in ((3, "pam"), (5, "pat")):
        said("room", "act", "7", str(seat), "fold", "--by", player)
    proof = told("recall", "7", "1")["proof"]
    assert proof["commitment"] == house and proof["entropy"] == [["seat 3 pam", word]]
    assert fair.check(proof) == []
    assert "Words of seat 3 pam\n" in said("recall", "7", "1")
    assert "Table 7, last shuffle: words of seat 3 pam" in said("room", "show")
    assert told("audit")["withheld"] == 0


def test_a_withheld_word_is_shown(seated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said("room", "bet", "7", "3", "ante=5", "--by", "pam")
    said("room", "bet", "7", "5", "ante=5", "--by", "pat")
    assert told("room", "deal", "7", "--by", "dee")["commitment"]
    said("room", "open-word", "7", "5", "--by", "pat")
    later = bank_store.now() + 31_000
    monkeypatch.setattr(bank_store.open_store, "__defaults__", (lambda: later,))
    assert "Words withheld: seat 3 pam." in said("room", "deal", "7", "--by", "dee")
    for seat, player in ((3, "pam"), (5, "pat")):
        said("room", "act", "7", str(seat), "fold", "--by", player)
    shown = said("room", "show")
    assert "words of seat 5 pat; withheld by seat 3 pam" in shown
    assert "words withheld so far: 1 (pam 1)" in shown
    assert told("room", "show")["tables"][0]["withheld"] == {"pam": 1}
    assert "Words of seat 5 pat; withheld by seat 3 pam\n" in said("recall", "7", "1")
    assert "1 word that players had committed to" in said("audit")


def test_an_act_sent_again_sends_the_same_word(seated: Path) -> None:
    """Immediately, and after the shoe it was for is gone."""
    bet = ("room", "bet", "7", "3", "ante=5", "--by", "pam", "--key", "once")
    first = told(*bet)
    assert told(*bet) == first
    said("room", "bet", "7", "3", "ante=10", "--by", "pam")  # another bet, the same word
    assert len(kept(seated)) == 1
    said("room", "deal", "7", "--by", "dee")
    opened = ("room", "open-word", "7", "3", "--by", "pam", "--key", "opened")
    version = told(*opened)["version"]
    said("room", "deal", "7", "--by", "dee")
    said("room", "act", "7", "3", "fold", "--by", "pam")
    assert told(*bet) == first and told(*opened)["version"] == version
    said("room", "bet", "7", "3", "ante=5", "--by", "pam")
    assert len(set(kept(seated))) == 2
    for seat, player in (("3", "pam"), ("5", "pat")):
        said("room", "cash-out", "7", seat, "--by", player)
    said("room", "close", "7", "--by", "flo")
    assert told(*bet) == first and told(*opened)["version"] == version


def test_poker_has_words_and_no_bets(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    furnished("five-card-hold-out")
    for seat, player in (("1", "pam"), ("2", "pat")):
        said("room", "buy-in", "7", seat, player, "100", "--by", "dee")
    text = said("room", "word", "7", "2", "--word", "tulip", "--by", "pat")
    assert "pat has committed to a word at seat 2 of table 7." in text
    assert "seat 1, pam: no word; seat 2, pat: word to be opened" in " ".join(
        said("room", "deal", "7", "--by", "dee").split()
    )
    said("room", "open-word", "7", "2", "--by", "pat")
    assert "dealt" in said("room", "deal", "7", "--by", "dee")


def test_what_is_refused(seated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for words, code in (
        (("bet", "7", "3", "ante=5", "--by", "dee"), "role/not_allowed"),
        (("bet", "7", "3", "ante=5", "--by", "pat"), "room/seat"),
        (("bet", "7", "3", "ante", "--by", "pam"), "command/bad"),
        (("bet", "7", "3", "none", "--by", "pam"), "room/bets"),
        (("bet", "8", "3", "ante=5", "--by", "pam"), "room/table"),
        (("bet", "7", "3", "ante=5", "--word", "x" * 41, "--by", "pam"), "shoe/word"),
        (("bet", "7", "3", "ante=5", "--word", "a\tb", "--by", "pam"), "shoe/word"),
        (("open-word", "7", "3", "--by", "pam"), "word/missing"),
    ):
        assert refused("room", *words).code == code, words
    said("room", "bet", "7", "3", "ante=5", "--word", "lucky", "--by", "pam")
    other = ("room", "bet", "7", "3", "ante=5", "--word", "other", "--by", "pam")
    assert refused(*other).code == "word/kept"
    said("room", "bet", "7", "3", "none", "--by", "pam")
    said("room", "bet", "7", "3", "ante=5", "--by", "pam")
    said("room", "deal", "7", "--by", "dee")
    monkeypatch.setenv("XDG_STATE_HOME", str(seated / "elsewhere"))
    assert refused("room", "open-word", "7", "3", "--by", "pam").code == "word/missing"


def test_a_file_without_a_word(seated: Path) -> None:
    said("room", "bet", "7", "3", "ante=5", "--by", "pam")
    (file,) = seated.iterdir()
    for content in (b"", b"[]", b"\xff", b'{"word": 7}', b"[" * 100_000):
        file.write_bytes(content)
        assert refused("room", "bet", "7", "3", "ante=10", "--by", "pam").code == "word/file"


def test_a_rehearsal_plays_with_words(folder: Path) -> None:
    """Each round has one with a chance of one half: 30 rounds without any is one in a billion."""
    said("room", "rehearse", "--rounds", "15", "--tables", "2", "--bank", "trial.db")
    with bank_store.open_store("sqlite:///trial.db") as store:
        bodies = [event.body for table in "12" for event in store.events(f"table/{table}")]
    assert any('"event":"word opened"' in body for body in bodies)
    assert json.loads(said("audit", "--bank", "trial.db", "--json"))["withheld"] == 0
