"""The terminal game with a scripted keyboard: every game, every way out, nothing told early."""

import base64
import hashlib
import io
import json
import os
import re
import stat
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from croupier import fair
from croupier.cards.card import DECK
from croupier.cli import app, main
from croupier.cli.called import called
from croupier.cli.draw import Pen
from croupier.cli.play import play
from croupier.cli.play_bets import bets_line, least_bet
from croupier.cli.play_choices import understood
from croupier.cli.play_desk import Settings
from croupier.cli.play_menu import chosen_game
from croupier.cli.poker_saved import load_poker
from croupier.cli.saved import Sitting, load, save
from croupier.cli.slots import default_folder, latest, slot
from croupier.errors import RuleError
from croupier.money import Cents, dollars
from croupier.rules.felt import Face
from croupier.rules.registry import GAMES, POKER
from croupier.rules.vocabulary import Option
from croupier.table.poker_table import open_poker
from croupier.table.round import Round
from croupier.table.table import open_table
from tests.cli.rigged import secrets_for

FACES = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")
ACT = "> "
Answer = Callable[[str], str]


def secrets(seed: str) -> Callable[[int], bytes]:
    count = iter(range(10**6))
    return lambda decks: hashlib.shake_256(f"{seed} {next(count)}".encode()).digest(
        2 * 52 * decks + 64
    )


class Seat:
    """A player at the terminal: answers questions, and remembers what was asked and shown."""

    def __init__(self, folder: Path, *, seed: str = "seed", width: int = 80) -> None:
        self.folder = folder
        self.refused = ""
        self.asked: list[str] = []
        self.screen = io.StringIO()
        self.console = Console(file=self.screen, width=width)
        self.new_secret = secrets(seed)

    def play(self, game: str | None, answers: Answer | list[str], **more: object) -> int:
        """Plays; a list of answers ends as a closed pipe does. 2 where it was refused."""
        script = iter(answers) if isinstance(answers, list) else None

        def read(question: str) -> str:
            self.asked.append(question)
            assert len(self.asked) < 3000, f"asked again and again: {question}"
            if script is None:
                assert callable(answers)
                return answers(question)
            for answer in script:
                return answer
            raise EOFError

        settings = Settings(**{"bankroll": Cents(50000), **more})  # type: ignore[arg-type]
        try:
            play(
                game,
                settings,
                folder=self.folder,
                console=self.console,
                read=read,
                new_secret=self.new_secret,
            )
        except RuleError as wrong:
            self.refused = str(wrong)
            return 2
        return 0

    @property
    def game(self) -> str | None:
        return latest(self.folder)

    @property
    def path(self) -> Path:
        """The game that was saved last."""
        return slot(self.folder, self.game or "none")

    @property
    def page(self) -> str:
        return self.screen.getvalue()

    @property
    def kept(self) -> Sitting:
        kept = load(self.path, self.game or "")
        assert kept is not None
        return kept

    @property
    def round(self) -> Round:
        state = self.kept.round
        assert state is not None
        return state

    @property
    def proof(self) -> dict[str, object]:
        proof: dict[str, object] = json.loads((self.folder / "last-round.json").read_bytes())
        return proof


@pytest.fixture
def seat(tmp_path: Path) -> Seat:
    return Seat(tmp_path / "state")


def hidden(state: Round) -> set[str]:
    """The faces of the cards in this round that nobody at the keyboard may see yet."""
    hands = [state.dealer, *(hand for spot in state.spots for hand in spot.hands)]
    cards: set[int] = set()
    for hand in hands:
        own = (Face.DOWN,) if hand is not state.dealer else (Face.DOWN, Face.OWN)
        cards |= {card for card, face in zip(hand.cards, hand.faces, strict=True) if face in own}
    return {Pen().face(DECK[card]).strip() for card in cards}


def squeezed(text: str) -> str:
    return " ".join(text.split())


# A whole sitting, for every game in the house.


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [1, 3])
def test_a_few_rounds_of_every_game(seat: Seat, game: str, seats: int) -> None:
    acts: Iterator[int] = iter(range(10**6))
    rounds = 0

    def answer(question: str) -> str:
        nonlocal rounds
        if question == ACT:
            legal = seat.round.legal
            return str(next(acts) % len(legal) + 1)
        if question.startswith("Enter bets the same"):
            rounds += 1
            return "q" if rounds == 6 else ""
        return "5" if "?" not in question else "y"

    assert seat.play(game, answer, seats=seats) == 0
    assert seat.page.count("Check this shuffle yourself: croupier fair") == 6
    assert fair.check(seat.proof) == []
    assert seat.kept.round is None
    assert seat.kept.bankroll >= 0
    assert GAMES[game].title in squeezed(seat.page)
    for table in seat.kept.table.posted.values():
        assert f"{table.title} {table.id}" in squeezed(seat.page)
    wide = [line for line in seat.page.splitlines() if len(line) > 80]
    assert all(
        line.startswith("Check this shuffle yourself: ") for line in wide
    )  # a command to copy


@pytest.mark.parametrize("game", GAMES)
def test_the_bankroll_is_what_was_won_and_lost(seat: Seat, game: str) -> None:
    expected = 50000
    rounds = 0

    def answer(question: str) -> str:
        nonlocal expected, rounds
        if question == ACT:
            state = seat.round
            after = state.act(state.turn or 0, state.legal[0])
            if after.over:
                expected += sum(
                    result.net for seat in after.results.values() for result in seat.values()
                )
            return "1"
        if question.startswith("Enter bets the same"):
            rounds += 1
            assert seat.kept.bankroll == expected
            return "q" if rounds == 5 else ""
        return "" if "?" not in question else "y"

    assert seat.play(game, answer) == 0
    assert seat.kept.bankroll == expected


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_told_early(tmp_path: Path, game: str) -> None:
    """No secret, no hidden card and no order of the shoe on the screen while a round runs."""
    seat = Seat(tmp_path, width=200)
    shown_before = 0
    proved: list[str] = []

    def answer(question: str) -> str:
        nonlocal shown_before
        secret = seat.kept.shoe.secret.hex() if seat.path.exists() else None
        if secret is not None:
            assert secret not in seat.page
            assert secret not in "".join(p.read_text() for p in tmp_path.rglob("*.json"))
        if question == ACT:
            state = seat.round
            now = seat.page[shown_before:]
            assert not hidden(state) & set(FACES.findall(now)) or state.table.game.decks > 1
            assert seat.kept.shoe.commitment[:12] in seat.page
            return str(len(state.legal))
        if question.startswith("Enter bets the same"):
            proved.append(str(seat.proof["secret"]))
            shown_before = len(seat.page)
            return "q" if len(proved) == 5 else ""
        return ""

    assert seat.play(game, answer) == 0
    assert len(set(proved)) == 5
    assert not any(secret in seat.page for secret in proved)


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


# One sitting is saved for each game, and none is thrown away unasked.

PRIME = ["10", "", "", "", "", ""]


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


def test_a_bankroll_is_thrown_away_only_by_a_yes(seat: Seat) -> None:
    seat.play("four-card-prime", PRIME)
    before = seat.path.read_bytes()
    for answers in (["n"], ["n", ""], ["n", "n"], ["n", "n", "q"], ["n", "q"]):
        again = Seat(seat.folder, seed="new")
        assert again.play("four-card-prime", answers) == 0
        assert "Throw it away, with $490 and a round in progress" in again.asked[1]
        assert seat.path.read_bytes() == before
    assert Seat(seat.folder, seed="new").play("four-card-prime", ["n", "y", "7"]) == 0
    assert seat.path.read_bytes() != before and seat.kept.round is None


def test_who_keeps_a_saved_game_and_does_not_resume_it_chooses_another(seat: Seat) -> None:
    seat.play("four-card-prime", PRIME)
    again = Seat(seat.folder)
    assert again.play("four-card-prime", ["n", "n", "4", "5", "5"]) == 0
    assert "It is kept." in again.page and "Goodbye" not in again.page
    assert again.kept.table.game.id == "4-card-split-v2"


def test_new_asks_before_it_throws_a_bankroll_away(seat: Seat) -> None:
    seat.play("four-card-prime", PRIME)
    before = seat.path.read_bytes()
    again = Seat(seat.folder, seed="new")
    assert again.play("four-card-prime", ["", "q"], fresh=True) == 0
    assert again.asked[0].startswith("Throw it away, with $490 and a round in progress")
    assert seat.path.read_bytes() == before
    assert again.play("four-card-prime", ["y"], fresh=True) == 0
    assert seat.path.read_bytes() != before


def test_nothing_is_thrown_away_where_nobody_can_be_asked(
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


def test_enter_goes_on_with_what_was_played_last(seat: Seat) -> None:
    seat.play("four-card-prime", PRIME)
    Seat(seat.folder).play("five-card-hold-out", [""])
    again = Seat(seat.folder)
    assert again.play(None, ["", "q"]) == 0
    assert "goes on with Five Card Hold Out" in again.asked[0]
    assert "Saved, with" in again.page and len(again.asked) == 2


# The single file of release 0.1.0 is taken over into its game's slot.

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


def test_an_old_file_takes_no_slot_that_is_taken(seat: Seat) -> None:
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
    assert "The table is opened as usual" in page and "no option 'gone'" in page
    assert again.kept.round is None and again.kept.bankroll == 12345
    assert again.kept.bets == {1: {"ante": 1000}}


# Saved games that are of no use.


def _saved(seat: Seat) -> dict[str, object]:
    seat.play("4-card-buyout", ["10", "5"], options={"cut_card": "100"})
    data: dict[str, object] = json.loads(seat.path.read_text())
    return data


@pytest.mark.parametrize(
    "written",
    [b"", b"not json", b"[]", b"{}", b"\xff\xfe", b"null", b"[" * 100_000],
)
def test_a_file_that_is_no_saved_game_is_kept_aside(seat: Seat, written: bytes) -> None:
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
def test_a_changed_saved_game_is_kept_aside(seat: Seat, change: dict[str, object]) -> None:
    data = _saved(seat)
    seat.path.write_text(json.dumps({**data, **change}))
    again = Seat(seat.folder)
    assert again.play("4-card-buyout", ["5", "5"]) == 0
    assert "cannot be used" in again.page
    assert seat.path.with_name("4-card-buyout.json.bad").exists()
    assert again.round.table.game.id == "4-card-buyout"


@pytest.mark.parametrize("name", ["rules", "game", "seats", "bankroll", "bets", "word", "house"])
def test_a_saved_game_that_lacks_something_is_kept_aside(seat: Seat, name: str) -> None:
    data = _saved(seat)
    del data[name]
    seat.path.write_text(json.dumps(data))
    again = Seat(seat.folder)
    assert again.play("4-card-buyout", ["5", "5"]) == 0
    assert "cannot be used" in again.page


def test_no_game_is_begun_over_a_file_that_cannot_be_kept(
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


def test_changed_cards_are_seen(seat: Seat) -> None:
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
    assert "not one that its shuffle gives" in squeezed(again.page)


def test_a_place_where_nothing_can_be_saved_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    seat = Seat(tmp_path / "file")
    assert seat.play("4-card-split-v2", ["5", "5", "1", "q"]) == 0
    assert squeezed(seat.page).count("The game cannot be saved") == 1
    assert "Saved, with" not in seat.page


# Bets.


def test_last_bets_are_repeated_or_changed(seat: Seat) -> None:
    bets = ["10", "5", "", "", "y", "n"]
    fold = "fold"
    assert seat.play("four-card-prime", [*bets, fold, "", fold]) == 0
    expected = {1: {"ante": 1000, "aces baby": 500, "five card jackpot": 100}}
    assert seat.kept.bets == expected
    assert "Last bets: ante $10, aces baby $5, five card jackpot $1. Total $16." in seat.page
    # Each question remembers its own last answer; 0 takes a wager away.
    changed = ["x", "c", "20", "", "0", "", "n", ""]
    assert seat.play("four-card-prime", ["", *changed]) == 0
    assert seat.kept.bets == {1: {"ante": 2000, "aces baby": 500}}


@pytest.mark.parametrize(
    "bets, said",
    [
        ({1: {"ante": 500, "prime": 100}}, "ante $5, prime $1"),
        ({2: {"ante": 500}}, "seat 2 ante $5"),
        ({1: {"ante": 500}, 3: {"ante": 500}}, "ante $5 at each of 2 seats"),
        ({1: {"ante": 500}, 3: {"ante": 900}}, "seat 1 ante $5; seat 3 ante $9"),
    ],
)
def test_bets_are_told_in_one_line(bets: dict[int, dict[str, int]], said: str) -> None:
    assert bets_line(bets) == said


def test_a_wager_that_equals_another_is_not_asked_for(seat: Seat) -> None:
    seat.play("4-card-split-v2", ["10", "15"])
    assert [question.split(",")[0] for question in seat.asked[:2]] == ["ante 1", "blind"]
    assert seat.kept.bets == {1: {"ante 1": 1000, "ante 2": 1000, "blind": 1500}}


@pytest.mark.parametrize(
    "game, answers, said",
    [
        ("four-card-prime", ["500"], "Ante $500; this table takes $1 to $400"),
        ("four-card-prime", ["0.50"], "Ante $0.50; this table takes $1 to $400"),
        ("four-card-prime", ["-5"], "-$5 is no bet; this table takes $1 to $400"),
        ("four-card-prime", ["5", "-5"], "this table takes $1 to $400 or none"),
        ("four-card-prime", ["lots"], "'lots' is not an amount"),
        ("four-card-prime", ["5", "", "", "6"], "Bad beat $6; this table takes $1 to $5"),
        ("four-card-prime", ["5", "", "", "", "maybe"], "Please answer y or n"),
        ("four-card-prime", ["0"], "No seat made a wager"),
        ("4-card-split-v2", ["10", "5"], "Blind $5; it must be at least ante 1, $10."),
        ("4-card-split-v2", ["10", "0"], "No blind; a seat must bet ante 1, ante 2, blind."),
        ("4-card-split-v2", ["200"], "that would put $400 on the table, and you have $100"),
    ],
)
def test_a_bet_that_is_refused_is_asked_for_again(
    seat: Seat, game: str, answers: list[str], said: str
) -> None:
    assert seat.play(game, answers, bankroll=Cents(10000)) == 0
    assert said.casefold() in squeezed(seat.page).casefold()
    assert len(seat.asked) == len(answers) + 1
    assert seat.kept.round is None


def test_a_seats_bets_can_be_begun_again(seat: Seat) -> None:
    seat.play("4-card-split-v2", ["40", "c", "20", "20"], bankroll=Cents(10000))
    assert seat.kept.bets == {1: {"ante 1": 2000, "ante 2": 2000, "blind": 2000}}


def test_a_seat_may_sit_out_and_the_last_one_gets_what_is_left(seat: Seat) -> None:
    answers = ["0", "3", "3"]
    seat.play("4-card-split-v2", [*answers, "y"], seats=3, bankroll=Cents(1000))
    assert [spot.seat for spot in seat.round.spots] == [2]
    assert "Nothing is left to bet at seat 3; it sits out." in squeezed(seat.page)


def test_a_wager_alone_where_the_house_allows_it(seat: Seat) -> None:
    seat.play("4-card-buyout", ["0", "5"], options={"bonus_alone": "on"})
    assert seat.kept.bets == {1: {"bonus": 500}}
    assert seat.kept.round is None  # nothing is left to choose
    assert "Check this shuffle" in seat.page


@pytest.mark.parametrize("game", GAMES)
def test_the_least_bet_is_one_that_the_table_takes(game: str) -> None:
    table = open_table(game)
    wagers = [wager for wager in table.offers if wager.required]
    assert least_bet(table) == 100 * len(wagers)
    stakes = {wager.name: 100 for wager in wagers}
    table.check_stakes(1, stakes)


# The bankroll.


@pytest.mark.parametrize(
    "game, ante, bankroll, said",
    [
        # An ante of $10 leaves so much; a raise is one, two or three of it.
        ("four-card-prime", "10", 1000, "leave you $0. You could not make any raise ($10 to $30)."),
        ("four-card-prime", "10", 1999, "leave you $9.99. You could not make any raise"),
        ("four-card-prime", "10", 2000, "You could not make a raise of more than 1x ($10)."),
        ("four-card-prime", "10", 3999, "You could not make a raise of more than 2x ($20)."),
        ("four-card-prime", "10", 4000, ""),
        # Only a raise of $200 is within the table's limit of $400 twice, so three are no matter.
        ("four-card-prime", "200", 59_900, "You could not make a raise of more than 1x ($200)."),
        ("four-card-prime", "200", 60_000, ""),
        (
            "4-card-buyout",
            "10",
            1500,
            "You could not make second ($10), third ($10).",
        ),
        ("4-card-buyout", "10", 2000, "leave you $10. You could not make third ($10)."),
        ("4-card-buyout", "10", 3000, ""),
        ("4-card-split-v2", "10", 3000, "You could not make play 1 ($10), play 2 ($10)."),
        ("4-card-split-v2", "10", 4900, "leave you $19. You could not make play 2 ($10)."),
        ("4-card-split-v2", "10", 5000, ""),
    ],
)
def test_a_bankroll_that_covers_no_raise_is_said_before_the_deal(
    seat: Seat, game: str, ante: str, bankroll: int, said: str
) -> None:
    def answer(question: str) -> str:
        if question == ACT or question.startswith(("Deal all", "Enter", "Another")):
            raise EOFError
        return ante if question.startswith(("ante", "first")) else ""

    assert seat.play(game, answer, bankroll=Cents(bankroll)) == 0
    assert ("You could not make" in squeezed(seat.page)) == bool(said)
    assert said in squeezed(seat.page)
    assert seat.asked[-1].startswith("Deal all the same? n changes the bets.") == bool(said)


def test_a_bet_that_leaves_too_little_can_be_changed(seat: Seat) -> None:
    answers = ["10", "", "", "", "", "", "n", "5", "", "", "", "", ""]
    assert seat.play("four-card-prime", answers, bankroll=Cents(2000)) == 0
    assert seat.kept.bets == {1: {"ante": 500}} and seat.kept.round is not None
    again = Seat(seat.folder / "again")
    again.play("four-card-prime", ["10", "", "", "", "", "", "y"], bankroll=Cents(2000))
    assert again.kept.bets == {1: {"ante": 1000}}


def test_several_seats_are_covered_one_after_the_other(seat: Seat) -> None:
    answers = ["10", "", "", "", "", ""] * 2
    seat.play("four-card-prime", answers, bankroll=Cents(5000), seats=2)
    assert "leave you $30. You could not make any raise ($10 to $30) at seat 2." in squeezed(
        seat.page
    )


@pytest.mark.parametrize(
    "game, first, then",
    [("four-card-prime", "ante", "$10"), ("4-card-split-v2", "ante 1", "$3")],
)
def test_the_usual_bet_after_a_loss_is_within_the_bankroll(
    seat: Seat, game: str, first: str, then: str
) -> None:
    """$10 is left, and $30 was bet: the three bets of a split are $3, $3 and $4 at most."""
    seat.play(game, ["30", *[""] * 5, "y", "q"], bankroll=Cents(20000))
    sitting = replace(seat.kept, bankroll=Cents(1000), round=None)
    save(seat.path, sitting)
    again = Seat(seat.folder)
    again.play(game, ["", "", "", "", "", "", "", "q"])
    assert "That is more than you have left" in again.page
    assert again.asked[1].startswith(f"{first}, $1 to $400 [{then}]")
    assert "that would put" not in again.page


def test_none_drops_a_side_bet_and_the_question_says_so(seat: Seat) -> None:
    for word in ("0", "n", "none", "None"):
        again = Seat(seat.folder / word)
        again.play("four-card-prime", ["10", "5", "", "", "", "", "fold", "c", "10", word])
        again.play("four-card-prime", ["", "c", "10", word, "", "", "", ""])
        assert again.kept.bets == {1: {"ante": 1000}}
        assert any(q == "aces baby, $1 to $400 or none [$5]: " for q in again.asked)


@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_paid_is_refused_and_a_way_out_is_left(seat: Seat, game: str) -> None:
    """With all the money on the table, every option that bets is refused, and some other is not."""
    refused = 0

    def answer(question: str) -> str:
        nonlocal refused
        if question == ACT:
            state = seat.round
            assert seat.kept.at_hand >= 0
            betting = [option.name for option in state.options if option.bet]
            free = [option.name for option in state.options if not option.bet]
            assert free
            if betting and seat.kept.at_hand == 0 and not refused:
                refused += 1
                return betting[0]
            return free[0] if "/" in free[0] else free[-1]
        if question.startswith(("Enter bets the same", "Another")):
            return "q"
        return "y" if question.startswith("Deal all the same") else ""

    least = least_bet(open_table(game))
    for seed in range(4):
        if not refused:
            player = Seat(seat.folder / f"{seed}", seed=f"{seed}")
            seat.console, seat.screen, seat.folder = player.console, player.screen, player.folder
            assert player.play(game, answer, bankroll=least) == 0
    assert refused
    assert "and you have $0 left; you can" in squeezed(seat.page)
    assert "more than you have" in squeezed(seat.page)


def test_a_raise_above_the_bankroll_is_not_made(seat: Seat) -> None:
    bets = ["10", "", "", "", "", ""]
    seat.play("four-card-prime", [*bets, "y", "raise 3x", "raise 2x"], bankroll=Cents(3500))
    assert "Raise 3x costs $30 and you have $25 left" in squeezed(seat.page)
    assert re.search(r"raise +\$20 ", seat.page)
    assert seat.kept.bankroll >= 500


def test_an_empty_bankroll_is_filled_again(seat: Seat) -> None:
    asked_for_more = 0

    def answer(question: str) -> str:
        nonlocal asked_for_more
        if question == ACT:
            return "fold"
        if question.startswith("Another $10?"):
            asked_for_more += 1
            return "" if asked_for_more == 1 else "n"
        if question.startswith("Deal all the same"):
            return "y"
        return "" if "?" in question or "ante" not in question else "10"

    assert seat.play("four-card-prime", answer, bankroll=Cents(1000)) == 0
    assert asked_for_more == 2
    assert "only play money" in squeezed(seat.page)
    assert seat.kept.bankroll == 0


def test_a_bankroll_too_small_to_begin_with(seat: Seat) -> None:
    assert seat.play("4-card-split-v2", [], bankroll=Cents(299)) == 2
    assert "is played for at least $3" in seat.refused


# Choices and what can be looked up.

OPTIONS = (Option("fold"), Option("raise 1x"), Option("raise 2x"))


@pytest.mark.parametrize(
    "answer, name",
    [
        ("1", "fold"),
        ("fo", "fold"),
        ("FOLD", "fold"),
        ("3", "raise 2x"),
        ("raise 2", "raise 2x"),
        ("Raise  1x", "raise 1x"),
    ],
)
def test_an_answer_is_understood(answer: str, name: str) -> None:
    assert understood(OPTIONS, answer).name == name


@pytest.mark.parametrize(
    "answer, said",
    [
        ("", "^action/unknown: Type 1 to 3, or [?] for help"),
        ("0", "Not a choice here. Type 1 to 3, or [?] for help"),
        ("4", "Not a choice here"),
        ("r", "Which one: raise 1x, raise 2x[?] Type 2 or 3"),
        ("raise", "Type 2 or 3"),
        ("call", "Not a choice here"),
        ("²", "Not a choice here"),
        ("-1", "Not a choice here"),
        ("f", "To fold, type its number or fo"),
        ("F", "To fold, type its number or fo"),
    ],
)
def test_an_answer_that_could_be_anything_is_refused(answer: str, said: str) -> None:
    with pytest.raises(RuleError, match=said):
        understood(OPTIONS, answer)


def test_a_split_is_understood_in_any_order(seat: Seat) -> None:
    seat.play("4-card-split-v2", ["5", "5"])
    options = [option for option in seat.round.options if option.split is not None]
    for option in options:
        first, _, second = option.name.partition(" / ")
        backwards = " ".join(reversed(first.split()))
        assert understood(options, f"{second.lower()}/{backwards}") == option


@pytest.mark.parametrize(
    "cards, said, typed",
    [
        ("As Ks Qs 2d", "An instant winner must be taken (rule 3).", "Type 1, or ? for help."),
        ("As Ks Qs 2s", "An instant winner must be taken (rule 3).", "Type 1 to 4, or ? for help."),
        ("As Kd 9s 2d", "", "Type 1 to 8, or ? for help."),
    ],
)
def test_a_forced_split_says_why(seat: Seat, cards: str, said: str, typed: str) -> None:
    seat.new_secret = secrets_for(f"{cards} 3c 4h 6d 8c")
    seat.play("4-card-split-v2", ["5", "5", "", "nonsense"])
    page = squeezed(seat.page)
    assert ("must be taken" in page) == bool(said) and said in page
    assert typed in page and f"Not a choice here. {typed}" in page


@pytest.mark.parametrize(
    "script, name, said",
    [
        ("scripts/run", "/there/.venv/bin/croupier", "scripts/run play 'a b'"),
        ("", "/there/.venv/bin/croupier", "/there/.venv/bin/croupier play 'a b'"),
        ("", ".venv/bin/croupier", ".venv/bin/croupier play 'a b'"),
        ("", "/usr/lib/pytest", "croupier play 'a b'"),
    ],
)
def test_a_command_to_copy_is_written_as_it_was_called(
    monkeypatch: pytest.MonkeyPatch, script: str, name: str, said: str
) -> None:
    monkeypatch.setenv("CROUPIER_CALLED_AS", script)
    monkeypatch.setattr("sys.argv", [name])
    assert called("play", "a b") == said


def test_a_command_on_the_path_is_written_by_its_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "croupier"
    program.write_text("")
    program.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CROUPIER_CALLED_AS", raising=False)
    monkeypatch.setattr("sys.argv", [str(program)])
    assert called("play") == "croupier play"


def test_things_are_looked_up_at_any_question(seat: Seat) -> None:
    looks = ["?", "t", "f", "w", "lucky horse", "w second word"]
    acts = ["?", "tables", "fair", "w", "nonsense", "", "fold"]
    assert seat.play("four-card-prime", [*looks, "10", *looks, "", "", "", "", "", *acts]) == 0
    page = squeezed(seat.page)
    for table in open_table("four-card-prime").posted.values():
        assert table.rows[0].label in page
    assert page.count("Its commitment:") == 3
    assert "Mixed in: 'lucky horse'." in page
    assert "The cards are dealt" in page
    assert "Not a choice here. Type 1 to 4, or ? for help." in page
    words = [("player", word) for word in ("lucky horse", "second word") * 2]
    assert seat.proof["entropy"] == [list(word) for word in words]
    assert seat.kept.shoe.entropy == ()


@pytest.mark.parametrize("game", GAMES)
def test_one_key_means_one_thing_at_every_question(seat: Seat, game: str) -> None:
    """Every key of a panel shows that panel at bets and at choices, and no letter ever folds."""
    before = 0

    def answer(question: str) -> str:
        nonlocal before
        if seat.asked.count(ACT) == 0:
            before += 1
            return "f" if before == 1 else ""
        letters = "fFtT?"
        return letters[seat.asked.count(ACT) - 1] if seat.asked.count(ACT) <= 5 else "q"

    assert seat.play(game, answer) == 0
    page = squeezed(seat.page)
    assert page.count("the house bound itself to this shuffle") == 3
    assert page.count("### ") == 0 and page.count("pays to 1") + page.count("pays for 1") >= 2
    assert seat.kept.round is not None, "a letter must not fold"
    folds = any(option.name == "fold" for option in seat.round.options)
    assert ("f is the shuffle. To fold, type its number or fo." in page) == folds


def test_fold_is_typed_by_its_number_or_two_letters(seat: Seat) -> None:
    for typed in ("fo", "fold", "1"):
        again = Seat(seat.folder / typed)
        again.play("four-card-prime", [*PRIME, typed])
        assert again.kept.round is None
        assert "folded: the ante is lost (rule 4)" in squeezed(again.page)


def test_the_tables_are_shown_with_the_pays_of_this_tables_wager(seat: Seat) -> None:
    options = {"four_card_jackpot_wager": "500"}
    assert seat.play("four-card-prime", ["t"], options=options) == 0
    page = squeezed(seat.page)
    assert "Quads │ $1,500 │ $50" in page and "Four Aces │ 100% │ $500" in page
    assert "Four of a kind │ $200" in page  # of the five card jackpot, still at 1 dollar


def test_the_standing_word_is_in_every_shoe(seat: Seat) -> None:
    seat.play("four-card-prime", ["10", "", "", "", "", "", "fo", "", "fo"], word="horse")
    assert seat.proof["entropy"] == [["player", "horse"]]
    assert seat.kept.shoe.entropy == (("player", "horse"),)
    seat.play("four-card-prime", [""], word="horse")
    assert seat.kept.shoe.entropy == (("player", "horse"),)
    seat.play("four-card-prime", [""], word="cow")
    assert seat.kept.shoe.entropy == (("player", "horse"), ("player", "cow"))
    assert seat.kept.word == "cow"


def test_the_menu_takes_numbers_and_names(seat: Seat) -> None:
    assert seat.play(None, ["9", "x", "", "Four Card PRIME"]) == 0
    assert seat.page.count("Type a number from 1 to 6, or a name") == 3
    for game in (*GAMES.values(), *POKER.values()):
        assert game.name in seat.page
    assert seat.kept.table.game.id == "four-card-prime"
    other = Seat(seat.folder / "other")
    assert other.play(None, []) == 0
    assert other.game is None


@pytest.mark.parametrize(
    "typed, game",
    [
        *((str(n), game) for n, game in enumerate((*GAMES, *POKER), start=1)),
        *((game, game) for game in (*GAMES, *POKER)),
        *((each.name, each.id) for each in GAMES.values()),
        ("prime", "four-card-prime"),
        ("hold out", "five-card-hold-out"),
        ("holdout", "five-card-hold-out"),
        ("Poker", "five-card-hold-out"),
        ("split", "4-card-split-v2"),
        ("split v1", "4-card-split-v1"),
        ("ultimate", "ultimate-4-card-buyout"),
    ],
)
def test_a_game_has_short_names(seat: Seat, typed: str, game: str) -> None:
    assert seat.play(None, [typed]) == 0
    assert seat.game == game
    if not typed.isdigit():
        assert chosen_game(typed) == game


def test_a_name_of_several_games_is_asked_about(seat: Seat) -> None:
    assert seat.play(None, ["buyout", "2"]) == 0
    assert "Which one: Ultimate 4 Card Buyout, 4 Card Buyout? Type 1 or 2" in squeezed(seat.page)
    assert seat.game == "4-card-buyout"
    assert seat.play("buyout", []) == 2
    assert "game/ambiguous" in seat.refused and "ultimate-4-card-buyout" in seat.refused


def test_the_sixth_game_of_the_menu_is_poker_as_usual(seat: Seat) -> None:
    assert seat.play(None, ["6", "", "q"]) == 0
    kept = load_poker(seat.path)
    assert kept is not None and kept.hand is not None
    assert list(kept.bots.values()) == ["call", "random", "call", "random", "call"]
    assert kept.buy_in == 50000 and kept.table == open_poker({}, seat_count=6)


@pytest.mark.parametrize(
    "game, more, said",
    [
        ("nope", {}, "No game 'nope'"),
        ("four-card-prime", {"seats": 10}, "seats 1 to 9"),
        ("four-card-prime", {"seats": 0}, "seats 1 to 9"),
        ("four-card-prime", {"posted": {"prime": "XX"}}, "no table 'XX'"),
        ("four-card-prime", {"options": {"cut_card": "5"}}, "no option 'cut_card'"),
        ("four-card-prime", {"profile": "nowhere"}, "no limit profile"),
        ("four-card-prime", {"word": "\udce4"}, "not valid Unicode"),
    ],
)
def test_a_table_that_cannot_be_opened_is_said(
    seat: Seat, game: str, more: dict[str, object], said: str
) -> None:
    assert seat.play(game, [], **more) == 2
    assert said.casefold() in seat.refused.casefold()
    assert seat.page == "" and seat.game is None


def test_what_is_refused_goes_to_stderr_with_its_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    for words, code in ((["nope"], "game/unknown"), (["hold out", "--bots", "x"], "bots/unknown")):
        monkeypatch.setattr("sys.argv", ["croupier", "play", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        assert ended.value.code == 2 and out == ""
        assert err.startswith("croupier: no ") and err.endswith(f"[{code}]\n")


# The shoe, and large wins.


def test_a_cut_card_shoe_is_proved_when_it_ends(seat: Seat) -> None:
    secrets_told: set[str] = set()

    def answer(question: str) -> str:
        proof = seat.folder / "last-round.json"
        if seat.path.exists():
            secret = seat.kept.shoe.secret.hex()
            assert secret not in seat.page
            assert not proof.exists() or secret not in proof.read_text()
        if proof.exists():
            secrets_told.add(str(seat.proof["secret"]))
        if question == ACT:
            return "1"
        if question.startswith("Enter bets the same"):
            return "q" if len(secrets_told) == 2 else ""
        return "5"

    assert seat.play("4-card-buyout", answer, options={"cut_card": "30"}) == 0
    assert "The shoe goes on" in seat.page
    assert seat.page.count("Check this shuffle") == 2
    assert fair.check(seat.proof) == []
    assert seat.proof["first"] == 0
    assert len(str(seat.proof["dealt"]).split()) >= 30


def test_a_cut_card_shoe_goes_on_after_quitting(seat: Seat) -> None:
    seat.play("4-card-buyout", ["5", "", "fold"], options={"cut_card": "20"})
    left = seat.kept
    assert left.shoe.first > 0 and len(left.records) == 1
    assert not (seat.folder / "last-round.json").exists()
    again = Seat(seat.folder)
    again.play("4-card-buyout", ["", "w late", "", "fold", "", "fold"])
    assert "after the next shuffle" in squeezed(again.page)
    assert again.proof["commitment"] == left.shoe.commitment
    assert fair.check(again.proof) == []


def test_a_large_win_is_paid_at_once_at_home(seat: Seat) -> None:
    """At the highest stake some seed soon wins more than 3,000 dollars on one wager."""
    for seed in range(400):
        player = Seat(seat.folder / f"{seed}", seed=f"rich {seed}")

        def answer(question: str) -> str:
            if question == ACT:
                return "1"
            return "q" if question.startswith(("Enter", "Another")) else "400"

        player.play("4-card-split-v2", answer, bankroll=Cents(10**7))
        if "supervisor" in player.page:
            page = squeezed(player.page)
            assert "would have to acknowledge a win above $3,000; here it is paid." in page
            return
    raise AssertionError("no large win in 400 rounds")


def test_colour_follows_the_terminal(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("XDG_STATE_HOME", str(seat.folder))
    monkeypatch.setattr("sys.stdin", io.StringIO("10\n\n\n\n\n\nfo\n"))
    play("four-card-prime", Settings(Cents(50000)))
    assert "\x1b" not in capsys.readouterr().out
