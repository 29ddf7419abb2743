"""The terminal game with a scripted keyboard: every game, every choice, nothing revealed early."""

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from croupier import fair
from croupier.cli import main
from croupier.cli.play.house import understood
from croupier.cli.play.play import chosen_game
from croupier.cli.play.play import play_at_terminal as play
from croupier.cli.screen import called
from croupier.desk.sittings.poker import load_poker
from croupier.desk.sittings.sitting import Settings
from croupier.errors import RuleError
from croupier.games.registry import GAMES, POKER
from croupier.money import Cents
from croupier.rules.vocabulary import Option
from croupier.table.poker.table import open_poker
from croupier.table.table import open_table
from tests.cli.rigged import WORD, secrets_for
from tests.cli.seat import ACT, FACES, PRIME, Seat, hidden, squeezed

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
def test_nothing_is_revealed_early(tmp_path: Path, game: str) -> None:
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


# Choices, and what can be looked up.

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


def test_things_can_be_looked_up_at_any_prompt(seat: Seat) -> None:
    looks = ["?", "t", "f", "w", "lucky horse", "w second word"]
    acts = ["?", "tables", "fair", "w late", "nonsense", "", "fold"]
    assert seat.play("four-card-prime", [*looks, "10", *looks, "", "", "", "", "", *acts]) == 0
    page = squeezed(seat.page)
    for table in open_table("four-card-prime").posted.values():
        assert table.rows[0].label in page
    assert page.count("Its commitment:") == 3
    assert "'lucky horse' is in your word from your next bet on." in page
    assert "'late' is in your word from the next shuffle on; these cards are dealt." in page
    assert "Not a choice here. Type 1 to 4, or ? for help." in page
    assert seat.proof["entropy"] == [["seat 1 player", f"second word {WORD}"]]
    assert (seat.kept.shoe.entropy, seat.kept.words, seat.kept.word) == ((), (), "late")


@pytest.mark.parametrize("game", GAMES)
def test_one_key_means_one_thing_at_every_prompt(seat: Seat, game: str) -> None:
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
    assert page.count("the house committed to this shuffle") == 3
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
    assert seat.proof["entropy"] == [["seat 1 player", f"horse {WORD}"]]
    assert seat.kept.shoe.entropy == () and seat.kept.word == "horse"
    seat.play("four-card-prime", ["", "", "fo"], word="cow")
    assert seat.proof["entropy"] == [["seat 1 player", f"cow {WORD}"]]
    assert seat.kept.word == "cow"


@pytest.mark.parametrize("game", GAMES)
def test_commitment_then_bets_then_the_players_commitment_then_the_word_then_cards(
    seat: Seat, game: str
) -> None:
    """Each is shown before the next is known, and the record proves that they were kept."""

    def answer(question: str) -> str:
        if question == ACT:
            return "1"
        return "q" if "Check this shuffle" in seat.page else ""

    seat.play(game, answer, seats=2)
    proof: dict[str, Any] = seat.proof
    code, told = fair.verdict(proof)
    assert code == 0 and "No player's word" not in " ".join(told)
    assert not any("from before" in line or "withheld" in line for line in told)
    assert [word["seat"] for word in proof["words"]] == [1, 2]
    page, bet = seat.page, seat.asked[1]
    steps = [
        page.index(f"commitment {str(proof['commitment'])[:12]}"),
        page.index("You commit to words: "),
        *(page.index(word["commitment"][:12]) for word in proof["words"]),
        page.index("Betting is closed; the words are opened: the word of a test"),
        page.index("Dealer"),
    ]
    assert steps == sorted(steps)
    assert "to $" in bet, "a bet was asked for"


def test_every_round_has_a_new_random_word(tmp_path: Path) -> None:
    words = []
    for number in range(2):
        answers = iter([*PRIME, "fo"])
        play(
            "four-card-prime",
            Settings(bankroll=Cents(50_000), word="horse"),
            folder=tmp_path / str(number),
            console=Console(file=io.StringIO()),
            read=lambda _, left=answers: next(left, "q"),  # type: ignore[misc]
        )
        proof = json.loads((tmp_path / str(number) / "last-round.json").read_bytes())
        words.append(proof["words"][0]["word"])
    assert all(re.fullmatch("horse [0-9a-f]{32}", word) for word in words)
    assert words[0] != words[1]


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


def test_an_ambiguous_name_is_asked_about(seat: Seat) -> None:
    assert seat.play(None, ["buyout", "2"]) == 0
    assert "Which one: Ultimate 4 Card Buyout, 4 Card Buyout? Type 1 or 2" in squeezed(seat.page)
    assert seat.game == "4-card-buyout"
    assert seat.play("buyout", []) == 2
    assert "game/ambiguous" in seat.refused and "ultimate-4-card-buyout" in seat.refused


def test_the_sixth_game_of_the_menu_is_poker_as_usual(seat: Seat) -> None:
    assert seat.play(None, ["6", "", "q"]) == 0
    kept = load_poker(seat.path, "five-card-hold-out")
    assert kept is not None and kept.hand is not None
    assert list(kept.bots.values()) == ["call", "random", "call", "random", "call"]
    assert kept.buy_in == 50000 and kept.table == open_poker("five-card-hold-out", {}, seat_count=6)


@pytest.mark.parametrize(
    "game, more, said",
    [
        ("nope", {}, "No game 'nope'"),
        ("four-card-prime", {"seats": 10}, "seats 1 to 9"),
        ("four-card-prime", {"seats": 0}, "seats 1 to 9"),
        ("four-card-prime", {"posted": {"prime": "XX"}}, "no table 'XX'"),
        ("four-card-prime", {"options": {"cut_card": "5"}}, "no option 'cut_card'"),
        ("four-card-prime", {"limits": "nowhere"}, "no limit profile"),
        ("four-card-prime", {"word": "\udce4"}, "not valid Unicode"),
    ],
)
def test_a_table_that_cannot_be_opened_is_reported(
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
    assert "The shoe continues" in seat.page
    assert seat.page.count("Check this shuffle") == 2
    assert fair.check(seat.proof) == []
    assert seat.proof["first"] == 0
    assert len(str(seat.proof["dealt"]).split()) >= 30


def test_a_cut_card_shoe_continues_after_quitting(seat: Seat) -> None:
    seat.play("4-card-buyout", ["5", "", "fold"], options={"cut_card": "20"})
    left = seat.kept
    assert left.shoe.first > 0 and len(left.records) == 1
    assert not (seat.folder / "last-round.json").exists()
    again = Seat(seat.folder)
    again.play("4-card-buyout", ["", "w late", "", "fold", "", "fold"])
    assert "from the next shuffle on" in squeezed(again.page)
    assert again.page.count("You commit to a word") == 0, "one shuffle takes words once"
    assert again.proof["entropy"] == [["seat 1 player", WORD]]
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


def test_color_follows_the_terminal(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("XDG_STATE_HOME", str(seat.folder))
    monkeypatch.setattr("sys.stdin", io.StringIO("10\n\n\n\n\n\nfo\n"))
    play("four-card-prime", Settings(bankroll=Cents(50000)))
    assert "\x1b" not in capsys.readouterr().out
