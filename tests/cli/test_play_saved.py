"""Saved sittings of `croupier play`: one for each game, none lost, none overwritten."""

import base64
import json
import os
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.desk.sittings.saved import default_folder, slot
from croupier.errors import RuleError
from croupier.games.registry import GAMES
from croupier.money import Cents, dollars
from tests.cli.seat import ACT, PRIME, Seat, squeezed

# Quitting and resuming.


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", ["q", "quit", EOFError, KeyboardInterrupt])
def test_quit_in_a_round_and_resume_where_it_was(
    seat: Seat, game: str, way: str | type[BaseException]
) -> None:
    def leave(question: str) -> str:
        if question != ACT:
            return ""
        if isinstance(way, str):
            return way
        raise way

    assert seat.play(game, leave) == 0
    left = seat.kept
    assert left.round is not None
    shown = seat.page.rpartition("Dealer")[2].partition(ACT)[0].split("\nSaved")[0]
    assert f"Saved, with {dollars(left.at_hand)} and a round in progress" in seat.page

    again = Seat(seat.folder)
    assert again.play(None, ["", "q"]) == 0
    assert again.kept == left
    assert shown.strip() in again.page
    assert f"saved: {dollars(left.at_hand)}, a round in progress" in squeezed(again.page)

    other = Seat(seat.folder)
    assert other.play(game, ["y", "1", "q"]) == 0
    assert other.kept != left
    assert other.kept.shoe.commitment == left.shoe.commitment or other.kept.round is None


def test_a_round_resumed_ends_as_it_would_have(tmp_path: Path) -> None:
    straight, broken = Seat(tmp_path / "a"), Seat(tmp_path / "b")
    acts = ["1", "2", "1", "1"]
    straight.play("4-card-split-v2", ["10", "", *acts], seats=1)
    broken.play("4-card-split-v2", ["10", ""])
    for act in acts:
        broken.play(None, ["", act])
    ours, theirs = straight.kept, broken.kept
    assert (ours.bankroll, ours.bets) == (theirs.bankroll, theirs.bets)
    assert ours.bankroll != 50000 or ours.round is not None


def test_the_saved_game_is_private_and_does_not_show_the_cards(seat: Seat) -> None:
    seat.play("four-card-prime", ["10", "", "", "", "", ""])
    assert stat.S_IMODE(os.stat(seat.path).st_mode) == 0o600
    written = seat.path.read_text()
    assert seat.kept.shoe.secret.hex() not in written
    assert '"dealt"' not in written
    assert [path.name for path in seat.folder.rglob("*.*")] == ["four-card-prime.json"]


def test_where_games_are_saved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "croupier"
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    assert default_folder() == Path.home() / ".local" / "state" / "croupier"


# One sitting is saved for each game, and none is discarded unasked.


def test_every_game_has_its_own_sitting(seat: Seat) -> None:
    seat.play("four-card-prime", PRIME)
    before = slot(seat.folder, "four-card-prime").read_bytes()
    other = Seat(seat.folder, seed="other")
    assert other.play("4-card-split-v1", ["5", "5"], bankroll=Cents(12300)) == 0
    assert other.kept.table.game.id == "4-card-split-v1"
    assert slot(seat.folder, "four-card-prime").read_bytes() == before
    look = Seat(seat.folder)
    look.play(None, [])
    page = squeezed(look.page)
    assert "Four Card Prime Your best four of five cards" in page
    assert "saved: $490, a round in progress" in page and "saved: $108, a round" in page


def test_a_bankroll_is_discarded_only_by_a_yes(seat: Seat) -> None:
    seat.play("four-card-prime", PRIME)
    before = seat.path.read_bytes()
    for answers in (["n"], ["n", ""], ["n", "n"], ["n", "n", "q"], ["n", "q"]):
        again = Seat(seat.folder, seed="new")
        assert again.play("four-card-prime", answers) == 0
        assert "Discard it, with $490 and a round in progress" in again.asked[1]
        assert seat.path.read_bytes() == before
    assert Seat(seat.folder, seed="new").play("four-card-prime", ["n", "y", "7"]) == 0
    assert seat.path.read_bytes() != before and seat.kept.round is None


def test_a_player_who_neither_discards_nor_resumes_chooses_another_game(seat: Seat) -> None:
    seat.play("four-card-prime", PRIME)
    again = Seat(seat.folder)
    assert again.play("four-card-prime", ["n", "n", "4", "5", "5"]) == 0
    assert "It is kept." in again.page and "Goodbye" not in again.page
    assert again.kept.table.game.id == "4-card-split-v2"


def test_new_asks_before_it_discards_a_bankroll(seat: Seat) -> None:
    seat.play("four-card-prime", PRIME)
    before = seat.path.read_bytes()
    again = Seat(seat.folder, seed="new")
    assert again.play("four-card-prime", ["", "q"], fresh=True) == 0
    assert again.asked[0].startswith("Discard it, with $490 and a round in progress")
    assert seat.path.read_bytes() == before
    assert again.play("four-card-prime", ["y"], fresh=True) == 0
    assert seat.path.read_bytes() != before


def test_nothing_is_discarded_if_nobody_can_be_asked(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat.play("four-card-prime", PRIME)
    before = seat.path.read_bytes()
    monkeypatch.setenv("XDG_STATE_HOME", str(seat.folder.parent))
    seat.folder.rename(seat.folder.with_name("croupier"))
    ran = CliRunner().invoke(app, ["play", "prime", "--new"], input="y\ny\n")
    assert isinstance(ran.exception, RuleError) and ran.exception.code == "play/saved"
    assert "with $490 and a round in progress" in str(ran.exception)
    kept = slot(seat.folder.with_name("croupier"), "four-card-prime")
    assert kept.read_bytes() == before


def test_resuming_says_that_other_options_do_not_apply(seat: Seat) -> None:
    seat.play("four-card-prime", PRIME)
    again = Seat(seat.folder)
    again.play("four-card-prime", ["", "q"])
    assert "It continues as it was opened" not in again.page
    again.play("four-card-prime", ["", "q"], options={"jackpot_type": "none"})
    assert "It continues as it was opened" in again.page and again.kept.meters


def test_enter_resumes_what_was_played_last(seat: Seat) -> None:
    seat.play("four-card-prime", PRIME)
    Seat(seat.folder).play("five-card-hold-out", [""])
    again = Seat(seat.folder)
    assert again.play(None, ["", "q"]) == 0
    assert "resumes Five Card Hold Out" in again.asked[0]
    assert "Saved, with" in again.page and len(again.asked) == 2


# The single file of release 0.1.0 is moved into its game's slot.

OLD = Path(__file__).parent / "saved"


@pytest.mark.parametrize("name, money", [("play.json", "$473"), ("poker.json", "$499")])
def test_a_game_that_release_0_1_0_saved_is_found(seat: Seat, name: str, money: str) -> None:
    seat.folder.mkdir()
    written = (OLD / name).read_bytes()
    (seat.folder / name).write_bytes(written)
    game = str(json.loads(written)["game"])
    assert seat.play(game, ["", "q"]) == 0
    assert not (seat.folder / name).exists() and seat.game == game
    assert f"saved: {money}" in squeezed(seat.page)
    assert "Resume it?" in seat.asked[0] and f"Saved, with {money}" in seat.page
    assert "in progress is called off and its bets are returned" in squeezed(seat.page)
    assert not list(seat.folder.rglob("*.bad*"))


def test_an_old_file_replaces_no_saved_game(seat: Seat) -> None:
    seat.play("four-card-prime", PRIME)
    before = seat.path.read_bytes()
    (seat.folder / "play.json").write_bytes((OLD / "play.json").read_bytes())
    again = Seat(seat.folder)
    again.play(None, [])
    assert seat.path.read_bytes() == before
    assert (seat.folder / "play.json.old").read_bytes() == (OLD / "play.json").read_bytes()
    assert "play.json.old" in again.page


def test_under_other_rules_the_money_is_kept_and_the_round_called_off(seat: Seat) -> None:
    seat.play("four-card-prime", PRIME, bankroll=Cents(12345))
    data = json.loads(seat.path.read_text())
    seat.path.write_text(json.dumps({**data, "rules": "0" * 64, "options": {"gone": 1}}))
    again = Seat(seat.folder)
    assert again.play("four-card-prime", ["", "q"]) == 0
    page = squeezed(again.page)
    assert "saved under other rules. The round in progress is called off" in page
    assert "The table has its defaults" in page and "no option 'gone'" in page
    assert again.kept.round is None and again.kept.bankroll == 12345
    assert again.kept.bets == {1: {"ante": 1000}}


@pytest.mark.parametrize("game", ["four-card-prime", "five-card-hold-out"])
def test_a_longer_word_of_an_older_game_is_cut(seat: Seat, game: str) -> None:
    seat.play(game, [])
    path = slot(seat.folder, game)
    data = json.loads(path.read_text())
    path.write_text(json.dumps({**data, "rules": "0" * 64, "word": "x" * 200}))
    again = Seat(seat.folder)
    again.play(game, ["", "q"])
    assert json.loads(path.read_text())["word"] == "x" * 40
    assert not list(seat.folder.rglob("*.bad*"))


# Saved games that cannot be used.


def _saved(seat: Seat) -> dict[str, object]:
    seat.play("4-card-buyout", ["10", "5"], options={"cut_card": "100"})
    data: dict[str, object] = json.loads(seat.path.read_text())
    return data


@pytest.mark.parametrize(
    "written",
    [b"", b"not json", b"[]", b"{}", b"\xff\xfe", b"null", b"[" * 100_000],
)
def test_a_file_that_is_not_a_saved_game_is_set_aside(seat: Seat, written: bytes) -> None:
    path = slot(seat.folder, "4-card-split-v2")
    path.parent.mkdir(parents=True)
    for place in ("4-card-split-v2.json.bad", "4-card-split-v2.json.bad.2"):
        path.write_bytes(written)
        assert Seat(seat.folder).play("4-card-split-v2", ["5", "5"]) == 0
        assert path.with_name(place).read_bytes() == written
    assert seat.round.table.game.id == "4-card-split-v2"


@pytest.mark.parametrize(
    "change",
    [
        {"format": "croupier play 0"},
        {"game": "nope"},
        {"game": "four-card-prime"},
        {"game": None},
        {"seats": 0},
        {"seats": 99},
        {"seats": "1"},
        {"bankroll": -1},
        {"bankroll": 500},
        {"bankroll": 1.5},
        {"bankroll": None},
        {"posted": {"bonus": "nope"}},
        {"posted": 7},
        {"options": {"cut_card": -3}},
        {"options": []},
        {"profile": "nowhere"},
        {"bets": {"1": {"first": "ten"}}},
        {"bets": [1]},
        {"word": "\ud800"},
        {"house": "???"},
        {"house": "e30="},
        {"house": None},
    ],
)
def test_a_changed_saved_game_is_set_aside(seat: Seat, change: dict[str, object]) -> None:
    data = _saved(seat)
    seat.path.write_text(json.dumps({**data, **change}))
    again = Seat(seat.folder)
    assert again.play("4-card-buyout", ["5", "5"]) == 0
    assert "cannot be used" in again.page
    assert seat.path.with_name("4-card-buyout.json.bad").exists()
    assert again.round.table.game.id == "4-card-buyout"


@pytest.mark.parametrize("name", ["rules", "game", "seats", "bankroll", "bets", "word", "house"])
def test_a_saved_game_that_lacks_something_is_set_aside(seat: Seat, name: str) -> None:
    data = _saved(seat)
    del data[name]
    seat.path.write_text(json.dumps(data))
    again = Seat(seat.folder)
    assert again.play("4-card-buyout", ["5", "5"]) == 0
    assert "cannot be used" in again.page


def test_no_game_is_started_over_a_file_that_cannot_be_set_aside(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    _saved(seat)
    seat.path.write_text("not json")

    def fails(path: Path, target: Path) -> Path:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "rename", fails)
    again = Seat(seat.folder)
    assert again.play("4-card-buyout", ["5", "5"]) == 2
    assert again.refused.startswith("play/saved") and "Read-only" in again.refused
    assert seat.path.read_text() == "not json"


def test_changed_cards_are_detected(seat: Seat) -> None:
    data = _saved(seat)
    house = json.loads(base64.b64decode(str(data["house"])))
    for event in house["events"]:
        if event["event"] == "dealt":
            event["cards"] = "As" if event["cards"] != "As" else "Ks"
            break
    data["house"] = base64.b64encode(json.dumps(house).encode()).decode()
    seat.path.write_text(json.dumps(data))
    again = Seat(seat.folder)
    again.play("4-card-buyout", [])
    assert "does not follow from its shuffle" in squeezed(again.page)


@pytest.mark.parametrize("game", ["4-card-buyout", "five-card-hold-out"])
@pytest.mark.parametrize("words", [[], [{"seat": 1}], "none"])
def test_words_other_than_the_shuffles_are_detected(seat: Seat, game: str, words: object) -> None:
    seat.play(game, ["", "", "q"])
    path = slot(seat.folder, game)
    data = json.loads(path.read_text())
    house = json.loads(base64.b64decode(str(data["house"])))
    assert house["words"] and house["events"]
    house["words"] = words
    data["house"] = base64.b64encode(json.dumps(house).encode()).decode()
    path.write_text(json.dumps(data))
    again = Seat(seat.folder)
    again.play(game, [])
    assert "cannot be used" in squeezed(again.page)


def test_a_place_where_nothing_can_be_saved_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    seat = Seat(tmp_path / "file")
    assert seat.play("4-card-split-v2", ["5", "5", "1", "q"]) == 0
    assert squeezed(seat.page).count("The game cannot be saved") == 1
    assert "Saved, with" not in seat.page
