"""One seat among bots at the terminal: what is typed, what is shown, what is proved."""

import base64
import hashlib
import io
import json
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from croupier import fair
from croupier.cli import app
from croupier.cli.play.play import play_at_terminal as play
from croupier.cli.play.poker.game import understood
from croupier.desk.sittings.poker import YOU, PokerSitting, load_poker
from croupier.desk.sittings.saved import slot
from croupier.desk.sittings.sitting import Settings
from croupier.errors import RuleError
from croupier.table.poker.hand import Legal
from croupier.table.poker.record import from_json, to_json
from tests.cli.rigged import WORD, fixed_word


def secrets(seed: str) -> Callable[[int], bytes]:
    """The n-th secret is the same for every caller, so that sittings can be compared."""
    count = iter(range(10**6))
    size = len(fair.new_secret(1))
    return lambda decks: hashlib.shake_256(f"{seed} {next(count)}".encode()).digest(size)


def sat(tmp_path: Path, typed: list[str | type[BaseException]], **more: object) -> tuple[int, str]:
    """Sits down and types; a list ends like a closed pipe."""
    answers = iter(typed)
    page = io.StringIO()

    def read(question: str) -> str:
        answer = next(answers, EOFError)
        if not isinstance(answer, str):
            raise answer
        page.write(f"{question}{answer}\n")
        return answer

    settings: dict[str, object] = {"seats": 3, "bots": "call", "bankroll": 50_000, **more}
    new_secret = settings.pop("new_secret", secrets("seed"))
    try:
        play(
            "five-card-hold-out",
            Settings(**settings),  # type: ignore[arg-type]
            console=Console(file=page, width=120),
            read=read,
            new_secret=new_secret,  # type: ignore[arg-type]
            new_word=fixed_word,
            folder=tmp_path,
        )
    except RuleError as wrong:
        return 2, wrong.message
    return 0, page.getvalue()


def saved(tmp_path: Path) -> Path:
    return slot(tmp_path, "five-card-hold-out")


def kept(tmp_path: Path) -> PokerSitting:
    sitting = load_poker(saved(tmp_path), "five-card-hold-out")
    assert sitting is not None
    return sitting


def test_a_hand_to_its_end_is_recorded_and_proved(tmp_path: Path) -> None:
    code, page = sat(tmp_path, ["", "c", "2 4", "c", "c", "c"])
    assert (
        code == 0 and "Check this shuffle yourself: croupier fair" in page and "Saved, with" in page
    )
    record = json.loads((tmp_path / "last-hand.json").read_text())
    assert fair.check(record) == []
    hand = from_json(record["hand"], None, kept(tmp_path).table)
    assert hand.over and sum(hand.stacks) == 150_000
    assert hand.discards[1] == 2
    written = sorted((tmp_path / "hands").iterdir())
    assert [path.suffix for path in written] == [".phh", ".txt"]
    for path in written:
        ran = CliRunner().invoke(app, ["replay", str(path), "--json"])
        told = json.loads(ran.stdout)
        assert told["game"] == "five-card-hold-out" and sum(told["net"].values()) == 0
        assert {int(seat): net + 50_000 for seat, net in told["net"].items()} == {
            seat: hand.stacks[seat] for seat in (1, 2, 3)
        }


def test_the_promise_comes_before_the_cards_and_is_kept(tmp_path: Path) -> None:
    _, page = sat(tmp_path, ["w clover", "", "fold"], word="horseshoe")
    promise = fair.commitment(1, secrets("seed")(1))
    assert page.index(promise[:12]) < page.index("small blind")
    record = json.loads((tmp_path / "last-hand.json").read_text())
    assert record["commitment"] == promise
    assert record["entropy"] == [["seat 1 player", f"clover {WORD}"]]
    (word,) = record["words"]
    steps = [promise[:12], word["commitment"][:12], "the word is opened: clover", "small blind"]
    assert [page.index(step) for step in steps] == sorted(page.index(step) for step in steps)
    assert not any("from before" in line for line in fair.verdict(record)[1])


def test_a_word_comes_too_late_once_the_cards_are_dealt(tmp_path: Path) -> None:
    _, page = sat(tmp_path, ["", "word clover", "fold"])
    assert "from the next shuffle on; these cards are dealt" in page
    record = json.loads((tmp_path / "last-hand.json").read_text())
    assert record["entropy"] == [["seat 1 player", WORD]]
    assert kept(tmp_path).word == "clover"


def test_no_card_of_a_bot_is_shown_before_the_showdown(tmp_path: Path) -> None:
    _, page = sat(tmp_path, ["", "c", "q"])
    hand = kept(tmp_path).hand
    assert hand is not None and "Saved, with" in page
    assert not (tmp_path / "last-hand.json").exists(), "a hand that is not over tells nothing"
    suits, ranks = "♣♦♥♠", {**{str(n): str(n) for n in range(2, 10)}, "T": "10"}
    for row in to_json(hand):
        if row["event"] == "dealt" and row["seat"] != YOU:
            card = str(row["card"])
            face = ranks.get(card[0], card[0]) + suits["cdhs".index(card[1])]
            assert face not in page


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("zzz", "'zzz' is not a choice here; you can fold, call $1, raise to $4"),
        ("", "Nothing is typed; you can fold, call $1, raise to $4"),
        ("raise 3", "Raise $3: here it is raise to $4"),
        ("raise -4", "Raise -$4: here it is raise to $4"),
        ("raise much", "is not an amount"),
        ("call 3", "Call takes no amount"),
        ("check", "you can fold, call $1, raise to $4"),
    ],
)
def test_what_cannot_be_done_is_reported_and_asked_again(
    tmp_path: Path, typed: str, words: str
) -> None:
    code, page = sat(tmp_path, ["", typed, "fold"], seats=4)
    assert code == 0 and words in page and "You fold" in page


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("raise 7.50", "You raise to $7.50"),
        ("raise to $9", "You raise to $9"),
        ("r min", "You raise to $4"),
        ("3 max", "You raise to $302"),
    ],
)
def test_an_amount_is_typed_in_dollars(tmp_path: Path, typed: str, said: str) -> None:
    _, page = sat(tmp_path, ["", "r", typed, "", "c"], options={"limit": "none"})
    assert "Raise how much? write raise and $4 up to $302, or min or max." in page
    assert said in page


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("1 2 3 4 5", "at least 1 of 5 must be kept"),
        ("zz", "zz"),
        ("6", "'6' is neither a position from 1 to 5 nor a card"),
        ("1 3 9", "'9' is neither a position from 1 to 5 nor a card"),
        ("1 zz", "'zz' is neither a position from 1 to 5 nor a card"),
        ("1 2 As 3d", "does not hold"),
        ("fold", "fold"),
    ],
)
def test_an_impossible_discard(tmp_path: Path, typed: str, words: str) -> None:
    _, page = sat(tmp_path, ["", "c", typed, "5, 1", "q"])
    assert words in page and "You discard 2" in page
    hand = kept(tmp_path).hand
    assert hand is not None and hand.discards[1] == 2


def test_things_can_be_looked_up_at_any_prompt(tmp_path: Path) -> None:
    _, page = sat(tmp_path, ["?", "s", "f", "", "s", "f", "fair", "?", "q"])
    assert page.count("All cards you hold must play") == 2
    assert page.count("the house committed to this shuffle") == 3
    assert "after 0 hands" in page and "before this hand" in page


def test_no_letter_folds(tmp_path: Path) -> None:
    _, page = sat(tmp_path, ["", "f", "F", "q"])
    assert "You fold" not in page and kept(tmp_path).hand is not None
    assert page.count("f is the shuffle. To fold, type its number or fo.") == 2
    _, page = sat(tmp_path, ["", "fo"])
    assert "You fold" in page
    legal = [Legal("fold"), Legal("call", 100, 100)]
    with pytest.raises(RuleError, match="To fold, type its number or fo"):
        understood("f", legal)
    assert (understood("1", legal), understood("fo", legal)) == ("fold", "fold")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"bots": "shark"}, "no bot 'shark'"),
        ({"options": {"mode": "razz"}}, "high, hilo, low"),
        ({"seats": 10}, "2 to 9"),
        ({"limits": "wa-2023"}, "no poker profile 'wa-2023'; known: wa-2016, wa-2016-lesser"),
        (
            {"limits": "wa-2016-lesser", "options": {"big_bet": "5000"}},
            "profile wa-2016-lesser allows single wagers up to $40",
        ),
        ({"bankroll": 100}, "less than the big blind"),
    ],
)
def test_an_impossible_table(tmp_path: Path, settings: dict[str, object], words: str) -> None:
    code, page = sat(tmp_path, [], **settings)
    assert code == 2 and words in page


# Quitting and resuming.


def test_the_limit_profile_is_kept_with_the_game(tmp_path: Path) -> None:
    sat(tmp_path, ["", "c", "q"], limits="wa-2016-lesser", options={"limit": "none"})
    now = kept(tmp_path)
    assert now.table.law.name == "wa-2016-lesser"
    assert now.hand is not None and now.hand.table == now.table
    path = saved(tmp_path)
    data = json.loads(path.read_text())
    del data["profile"]  # as it was written before profiles could be chosen
    path.write_text(json.dumps(data))
    assert kept(tmp_path).table.law.name == "wa-2016"


HAND: list[str | type[BaseException]] = ["", "c", "2 4", "c", "c", "c", "c", "c", "c", "c"]
TABLES = [
    {"seats": 2, "bots": "random", "options": {"limit": "pot", "mode": "low"}},
    {"seats": 6, "bots": "random,call", "options": {"limit": "none", "mode": "hilo"}},
    {
        "seats": 9,
        "bots": "call,random",
        "options": {"limit": "spread", "rake_percent": "5", "rake_cap": "300"},
    },
]


def same(ours: PokerSitting, theirs: PokerSitting) -> bool:
    """Everything, with the hand in progress by its events, but not the shuffle of a later hand."""
    parts = [
        (one.table, one.bots, one.stacks, one.bought, one.hands, one.positions, one.hand is None)
        for one in (ours, theirs)
    ]
    if ours.hand is not None and theirs.hand is not None:
        assert ours.shoe == theirs.shoe and ours.hand.events == theirs.hand.events
    return parts[0] == parts[1]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table['seats']} seats")
@pytest.mark.parametrize("way", ["q", EOFError, KeyboardInterrupt])
def test_quitting_at_every_prompt_and_resuming_equals_playing_through(
    tmp_path: Path, table: dict[str, object], way: str | type[BaseException]
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    for count in range(len(HAND) + 1):
        saved(tmp_path / "a").unlink(missing_ok=True)
        sat(tmp_path / "a", [*HAND[:count], EOFError], **table)
        straight = kept(tmp_path / "a")
        if straight.hands:
            break
        if count == 0:
            sat(tmp_path / "b", [way], **table)
        else:
            sat(tmp_path / "b", ["", HAND[count - 1], way], **table)
        assert same(straight, kept(tmp_path / "b")), f"after {HAND[:count]}"
    assert straight.hands, "the hand was not played to its end"
    sat(tmp_path / "b", ["", HAND[count - 1], way], **table)
    assert same(straight, kept(tmp_path / "b"))
    records = [json.loads((tmp_path / x / "last-hand.json").read_text()) for x in "ab"]
    assert records[0] == records[1]


def test_a_process_killed_after_any_write_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was written last, the sitting continues from it to the same end."""
    from croupier.desk.sittings import poker

    seen: list[PokerSitting] = []

    def spied(path: Path, sitting: PokerSitting) -> None:
        seen.append(sitting)
        save_poker(path, sitting)

    save_poker = poker.save_poker
    table = TABLES[1]
    monkeypatch.setattr(poker, "save_poker", spied)
    sat(tmp_path, HAND, **table)
    monkeypatch.undo()
    whole = json.loads((tmp_path / "last-hand.json").read_text())
    first = [sitting for sitting in seen if sitting.hands == 0 and sitting.hand is not None]
    assert len(first) > 6, "a bot's act is kept too"
    for sitting in first:
        save_poker(saved(tmp_path), sitting)
        assert sitting.hand is not None
        mine = sum(row["event"] in ("acted", "discarded") and row["seat"] == YOU
                   for row in to_json(sitting.hand))  # fmt: skip
        (tmp_path / "last-hand.json").unlink()
        sat(tmp_path, ["", *HAND[1 + mine :]], **table)
        assert json.loads((tmp_path / "last-hand.json").read_text()) == whole


def test_the_button_and_the_chips_carry_over_many_sittings(tmp_path: Path) -> None:
    buttons = []
    for sitting in range(8):
        typed: list[str | type[BaseException]] = [] if sitting == 0 else [""]
        sat(tmp_path, [*typed, "", "fo", "q"], seats=4, new_secret=secrets(f"{sitting}"))
        now = kept(tmp_path)
        assert now.hands == sitting + 1 and now.positions is not None
        assert sum(now.stacks.values()) == sum(now.bought.values()) == 200_000
        buttons.append(now.positions.button)
    assert buttons == [4, 1, 2, 3, 4, 1, 2, 3]


def test_players_without_chips_buy_more_and_you_are_asked(tmp_path: Path) -> None:
    options = {"limit": "none"}
    for seed in range(40):  # all in on the first hand, until you lose it
        saved(tmp_path).unlink(missing_ok=True)
        sat(tmp_path, ["", "raise max", "", "c", "c", "c"], bankroll=2_000, options=options,
            seats=2, new_secret=secrets(f"broke {seed}"))  # fmt: skip
        if kept(tmp_path).hands and kept(tmp_path).stacks[YOU] == 0:
            break
    assert kept(tmp_path).stacks == {1: 0, 2: 4_000}
    _, page = sat(tmp_path, ["", "n"])
    assert "You have no chips left. Another $20?" in page and kept(tmp_path).stacks[YOU] == 0
    _, page = sat(tmp_path, ["", "", "s", "q"])
    assert kept(tmp_path).stacks == {1: 2_000, 2: 4_000} and "-$20" in page
    assert kept(tmp_path).bought == {1: 4_000, 2: 2_000}


def test_the_saved_game_is_private_and_does_not_show_the_cards(tmp_path: Path) -> None:
    sat(tmp_path, ["", "c"])
    path = saved(tmp_path)
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert kept(tmp_path).shoe.secret.hex() not in path.read_text()
    assert [each.name for each in tmp_path.rglob("*.*")] == ["five-card-hold-out.json"]


def test_a_saved_game_is_discarded_only_by_a_yes(tmp_path: Path) -> None:
    sat(tmp_path, ["", "c"])
    before = saved(tmp_path).read_bytes()
    _, page = sat(tmp_path, ["n", "n", "q"], seats=2)
    assert "saved: $498, a hand in progress." in page and "It is kept." in page
    _, page = sat(tmp_path, [""], seats=5, fresh=True)
    assert "Discard it, with $498 and a hand in progress, and start a new game? [y/N]" in page
    assert saved(tmp_path).read_bytes() == before
    sat(tmp_path, ["y"], seats=5, fresh=True)
    assert len(kept(tmp_path).seats) == 5
    sat(tmp_path, ["n", "y"], seats=2)
    assert len(kept(tmp_path).seats) == 2


def test_under_other_rules_the_chips_are_kept_and_the_hand_called_off(tmp_path: Path) -> None:
    sat(tmp_path, ["", "c"], word="horse")
    data = json.loads(saved(tmp_path).read_text())
    options = {**data["options"], "mode": "gone"}
    saved(tmp_path).write_text(json.dumps({**data, "rules": "0" * 64, "options": options}))
    _, page = sat(tmp_path, ["", "q"])
    assert "The hand in progress is called off and its bets are returned" in page
    assert "The table has its defaults" in page
    now = kept(tmp_path)
    assert now.hand is None and now.stacks == {1: 50_000, 2: 50_000, 3: 50_000}
    assert (now.shoe.entropy, now.words, now.word) == ((), (), "horse")


@pytest.mark.parametrize("written", [b"", b"not json", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000])
def test_a_file_that_is_not_a_saved_game_is_set_aside(tmp_path: Path, written: bytes) -> None:
    saved(tmp_path).parent.mkdir()
    saved(tmp_path).write_bytes(written)
    code, page = sat(tmp_path, ["", "c"])
    assert code == 0 and "cannot be used" in page and "five-card-hold-out.json.bad" in page
    assert saved(tmp_path).with_suffix(".json.bad").read_bytes() == written
    assert kept(tmp_path).hand is not None


def changed_house(data: dict[str, object], event: str, key: str, value: object) -> None:
    house = json.loads(base64.b64decode(str(data["house"])))
    row = next(row for row in house["events"] if row["event"] == event)
    assert row[key] != value
    row[key] = value
    data["house"] = base64.b64encode(json.dumps(house).encode()).decode()


@pytest.mark.parametrize(
    "change",
    [
        {"format": "croupier play 1"},
        {"options": {"mode": "razz"}},
        {"options": {"mode": "low"}},  # the hand is from another table
        {"options": 7},
        {"seats": 99},
        {"seats": 4},
        {"bots": {"2": "shark", "3": "call"}},
        {"bots": {"2": "call"}},
        {"buy_in": 1},
        {"word": "\ud800"},
        {"word": "x" * 300},
        {"stacks": {"1": 1, "2": 2, "3": 3}},
        {"stacks": {"1": 150_000, "2": 0, "3": 0}},
        {"stacks": {"1": -1, "2": 50_000, "3": 50_000}},
        {"bought": {"1": 50_000}},
        {"hands": None},
        {"positions": None},
        {"positions": [2, 3, 1]},
        {"positions": [3, 2, 1]},
        {"positions": [9, 1, 2]},
        {"house": "???"},
        {"house": "e30="},
        ("dealt", "card", "As"),
        ("posted", "chips", 7),
        ("acted", "action", "raise 400"),
    ],
    ids=str,
)
def test_a_changed_saved_game_is_set_aside(tmp_path: Path, change: object) -> None:
    sat(tmp_path, ["", "c"])
    path = saved(tmp_path)
    data = json.loads(path.read_text())
    if isinstance(change, dict):
        data.update(change)
    else:
        changed_house(data, *change)  # type: ignore[misc]
    path.write_text(json.dumps(data))
    _, page = sat(tmp_path, [""])
    assert "cannot be used" in page and saved(tmp_path).with_suffix(".json.bad").exists()


@pytest.mark.parametrize("name", ["rules", "options", "stacks", "positions", "hands", "house"])
def test_a_saved_game_that_lacks_something_is_set_aside(tmp_path: Path, name: str) -> None:
    sat(tmp_path, ["", "c"])
    path = saved(tmp_path)
    data = json.loads(path.read_text())
    del data[name]
    path.write_text(json.dumps(data))
    assert "cannot be used" in sat(tmp_path, [""])[1]


def test_a_place_where_nothing_can_be_saved_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, page = sat(tmp_path / "file", ["", "c", "", "c", "q"])
    assert code == 0 and page.count("The game cannot be saved") == 1
    assert "Saved, with" not in page


# The coach.


def test_h_says_what_the_cards_are_worth(tmp_path: Path) -> None:
    _, page = sat(tmp_path, ["h", "", "h", "c", "h", "2 4", "h", "h now", "h mixed"])
    before, bet, keeps, after = page.split("> h\n")[0], *page.split("> h\n")[1:4]
    assert "At your turn h says what share of the pot your cards win" in " ".join(before.split())
    kept = r"of the pot, if you keep ([2-9TJQKA][cdhs] ?)+(; all of it [\d.]+%)?\.\n"
    assert re.search(
        rf"Against 2 others: [\d.]+% ± [\d.]+% {kept}A call of \$1 into \$5 needs", bet
    )
    assert "gives up" not in bet
    rows = re.findall(r"^ .* ± [\d.]+% +(best|[\d.]+%) *$", keeps, re.M)
    assert len(rows) == 5 and rows[0] == "best" and "best" not in rows[1:]
    assert re.search(r"Against \d others?: [\d.]+% ± [\d.]+% of the pot[.;]", after)
    assert page.count("Type h alone, or h mix.") == 2


def test_a_table_may_forbid_the_coach(tmp_path: Path) -> None:
    _, page = sat(tmp_path, ["", "h", "h mix"], without_coach=True)
    assert page.count("This table does not allow the coach") == 2 and " of the pot" not in page


def test_h_mix_says_what_the_solved_player_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which that is: tests/desk/test_poker_coach.py."""
    mixed = {"raise 400": 0.611, "call": 0.389}
    monkeypatch.setattr("croupier.desk.coaching.poker.solved_mix", lambda *_: mixed)
    _, page = sat(tmp_path, ["", "h mix"])
    assert "The solved player: raise to $4 61%, call 39%." in page
