"""The golden transcripts: each follows from the rules line by line, and pays what is printed.

The dollars below were worked out by hand from the rulebooks, not by this program; the comments say
how. A changed line in a transcript is a changed rule: `scripts/golden` rewrites, a person reads.
"""

from pathlib import Path

import pytest

from croupier.games.registry import GAMES, POKER
from croupier.money import dollars
from croupier.table.transcript import replay, transcript
from tests.transcripts.golden import rewritten

FOLDER = Path(__file__).parent
FILES = sorted(path for path in FOLDER.glob("*/*.txt") if path.parent.name in GAMES)
STORIES = {"win", "loss", "push", "fold", "illegal"}

Nets = dict[str, int | str]  # dollars; "-1 and 100%" if a share of the meter is added

PAID: dict[str, dict[int, Nets]] = {
    # Ultimate 4 Card Buyout. All winning wagers are paid 1 to 1; equal points push.
    # J + 10 + 8 of diamonds, 28 points (an example in "Suited Points"), beat 9 + K of hearts, 19.
    "ultimate-4-card-buyout/win": {1: {"first": 10, "second": 10}},
    # A + 4 of spades, 15 points (an example), lose to a pair of kings, 20.
    "ultimate-4-card-buyout/loss": {1: {"first": -10}},
    # "Pushes", example 2: Q + 10 + 6 + 4 of diamonds against three jacks, 30 points each.
    "ultimate-4-card-buyout/push": {1: {"first": 0, "second": 0, "third": 0}},
    # Zero points in four cards: the player must fold, and loses all wagers, the bonus included.
    "ultimate-4-card-buyout/fold": {1: {"bonus": -5, "first": -10, "second": -10}},
    # Seat 2 keeps a pair of fives, 20, against 8 + Q of clubs, 18.
    "ultimate-4-card-buyout/illegal": {1: {"first": -5, "second": -5}, 2: {"first": 5}},
    # K + J + 10 + 9 of hearts, 39 points (an example): 35 to 1, and more than a pair, 20.
    "ultimate-4-card-buyout/bonus": {1: {"bonus": 175, "first": 10, "second": 10, "third": 10}},
    # Four aces, 44 points: 250 to 1. A pair of nines is 20, one short of the bonus; 26 beat it.
    "ultimate-4-card-buyout/bonus-alone": {1: {"bonus": 250}, 2: {"bonus": -5, "first": -5}},
    # 8 + 4 of spades are 12, less than 13: the dealer draws the ace of spades, 23 beat 20.
    "ultimate-4-card-buyout/fifth-card": {1: {"first": -10}},
    # 8 + 5 of spades are 13: the dealer draws no more, and loses to a pair.
    "ultimate-4-card-buyout/thirteen": {1: {"first": 10}},
    # Three sevens, 30: J + Q + K + 2 of clubs are 32, two aces 22; seat 9 folded.
    "ultimate-4-card-buyout/three-seats": {
        1: {"first": -25},
        4: {"first": 10, "second": 10, "third": 10},
        9: {"first": -5},
    },
    # 4 Card Buyout, six decks.
    # Two sevens of clubs are a pair, 20, rather than 14 suited; they beat 4 + K of spades, 14.
    "4-card-buyout/win": {1: {"first": 10}},
    # Two pairs are not added ("Notes"): 20, against two aces, 22.
    "4-card-buyout/loss": {1: {"first": -10, "second": -10, "third": -10}},
    # "Pushes", example 1: 10 + 7 + 3 of spades against a pair of kings, 20 points each.
    "4-card-buyout/push": {1: {"first": 0, "second": 0}},
    "4-card-buyout/fold": {1: {"first": -10}},
    # 43 points of spades were paid before the hand was dead; seat 2 forfeits all that is there.
    "4-card-buyout/dead-hand": {
        1: {"bonus": 100, "first": 0, "second": 0, "third": 0},
        2: {"bonus": -1, "first": -5, "second": -5},
    },
    # A second five of hearts makes a pair, 20, against 9 + 10 of spades, 19.
    "4-card-buyout/illegal": {1: {"first": 5, "second": 5}},
    # "Playable Hands": suited 25, three sevens 30. Table 2 pays 7 to 1 for 30; the dealer has 20.
    "4-card-buyout/bonus": {1: {"bonus": 35, "first": 5, "second": 5, "third": 5}},
    # Three aces and the king of spades: 43 suited, 33 in aces. Table 1 pays 100 to 1.
    "4-card-buyout/bonus-43": {1: {"bonus": 100, "first": 5, "second": 5, "third": 5}},
    # Four aces of spades: 44 either way. Table 3 pays 250 to 1.
    "4-card-buyout/bonus-44": {1: {"bonus": 250, "first": 5, "second": 5, "third": 5}},
    # "Playable Hands": suited 35, three eights 30: 25 to 1 on 2 dollars; the dealer has 20.
    "4-card-buyout/suited-beats-trips": {1: {"bonus": 50, "first": 5, "second": 5, "third": 5}},
    # 28 points would pay 3 to 1, but in three cards; they beat 9 + K of hearts, 19.
    "4-card-buyout/bonus-needs-four-cards": {1: {"bonus": -5, "first": 5, "second": 5}},
    # 4 Card Split, version 1. Blind 1a unless specified otherwise; a pair of tens or better pays 2
    # to 1.
    "4-card-split-v1/win": {1: {"blind": 10, "ante 1": 5, "play 1": 5, "ante 2": 5, "play 2": 5}},
    # Nine high and ten high against a pair of kings.
    "4-card-split-v1/loss": {
        1: {"blind": -5, "ante 1": -5, "play 1": -5, "ante 2": -5, "play 2": -5}
    },
    # Q J 9 against the best three of 3 Q J 9: the upcard need not play. Hand 2 is folded.
    "4-card-split-v1/push": {1: {"blind": -5, "ante 1": 0, "play 1": 0, "ante 2": -5}},
    # A pair of jacks pays the blind 2 to 1, fold or no fold.
    "4-card-split-v1/fold": {1: {"blind": 10, "ante 1": -5, "ante 2": -5}},
    # Rule 5: A-K-Q-2 must claim A-K-Q, a straight: 3 to 1.
    "4-card-split-v1/illegal": {1: {"blind": -5, "ante 1": 15, "ante 2": -5}},
    # Set II. Blind 2b: a flush 9 to 1, a straight 8 to 1; instant flush and straight 2 to 1.
    "4-card-split-v1/blind": {
        1: {"blind": 45, "ante 1": 10, "ante 2": -5},
        2: {"blind": 40, "ante 1": 10, "ante 2": -5},
    },
    # Payouts II: an instant straight 2 to 1, a drawn one 3 to 1, against a pair of nines.
    "4-card-split-v1/ante": {1: {"blind": -5, "ante 1": 10, "ante 2": 15, "play 2": 5}},
    # Payouts II, blind 2b: four-card royal 1000 to 1, three-card royal 40 to 1.
    "4-card-split-v1/royal": {1: {"blind": 1000, "ante 1": 40, "ante 2": -1}},
    # Jack high does not qualify: play bets come back; A K 4 wins its ante, 8 5 2 loses it.
    "4-card-split-v1/not-qualified": {
        1: {"blind": -5, "ante 1": 5, "play 1": 0, "ante 2": -5, "play 2": 0}
    },
    # The best three of 2 A A A: three aces beat a straight.
    "4-card-split-v1/upcard": {1: {"blind": -5, "ante 1": -5, "play 1": -5, "ante 2": -5}},
    # Instant flush 2 to 1, then nines against a flush in diamonds. Two pair 5 to 1 on 20 dollars.
    "4-card-split-v1/two-seats": {
        3: {"blind": -5, "ante 1": 10, "ante 2": -5, "play 2": -5},
        6: {"blind": 100, "ante 1": -5, "ante 2": -5},
    },
    # 4 Card Split, version 2. Blind P1 unless specified otherwise.
    "4-card-split-v2/win": {1: {"blind": 10, "ante 1": 5, "play 1": 5, "ante 2": 5, "play 2": 5}},
    # Five high and jack high against a pair of aces.
    "4-card-split-v2/loss": {
        1: {"blind": -5, "ante 1": -5, "play 1": -5, "ante 2": -5, "play 2": -5}
    },
    # A K 9 on both sides; hand 2 is folded.
    "4-card-split-v2/push": {1: {"blind": -5, "ante 1": 0, "play 1": 0, "ante 2": -5}},
    # A pair of tens, the lowest hand that the blind pays.
    "4-card-split-v2/fold": {1: {"blind": 10, "ante 1": -5, "ante 2": -5}},
    "4-card-split-v2/illegal": {1: {"blind": -5, "ante 1": 15, "ante 2": -5}},
    # Four sevens: 100 to 1 on 10 dollars, and one instant three of a kind, 8 to 1. Nines: -1.
    "4-card-split-v2/blind": {
        1: {"blind": 1000, "ante 1": 40, "ante 2": -5},
        2: {"blind": -5, "ante 1": -5, "ante 2": -5},
    },
    # P10: royal 300 to 1; instant royal 30 to 1; a pair of jacks against K 8 5.
    "4-card-split-v2/royal": {1: {"blind": 1500, "ante 1": 150, "ante 2": 5, "play 2": 5}},
    # A drawn straight flush pays the ante 12 to 1, the play bet even money.
    "4-card-split-v2/ante": {1: {"blind": -5, "ante 1": 60, "play 1": 5, "ante 2": -5}},
    "4-card-split-v2/not-qualified": {
        1: {"blind": -5, "ante 1": 5, "play 1": 0, "ante 2": -5, "play 2": 0}
    },
    # A pair of twos is better than king high: threes win both bets, ace high loses both.
    "4-card-split-v2/low-pair-qualifies": {
        1: {"blind": -5, "ante 1": 5, "play 1": 5, "ante 2": -5, "play 2": -5}
    },
    # The two must play: a pair of aces, and the straight wins 3 to 1 (in version 1 it loses).
    "4-card-split-v2/upcard": {1: {"blind": -5, "ante 1": 15, "play 1": 5, "ante 2": -5}},
    # An instant flush 2 to 1, then a pair of nines against K 7 4; Q J 8 loses to it.
    "4-card-split-v2/two-seats": {
        2: {"blind": -5, "ante 1": 10, "ante 2": 5, "play 2": 5},
        8: {"blind": -20, "ante 1": -5, "play 1": -5, "ante 2": -5},
    },
    # Four Card Prime. First tables of each appendix unless specified otherwise.
    "four-card-prime/win": {1: {"ante": 5, "raise": 10}},
    # A straight loses to a flush.
    "four-card-prime/loss": {1: {"ante": -5, "raise": -5}},
    # Rule 6: no pushes here; the player wins copies.
    "four-card-prime/push": {1: {"ante": 5, "raise": 15}},
    # Two pair: Aces Baby 2 to 1; three black cards; as losing hand 4 to 1. Only the ante is lost.
    "four-card-prime/fold": {1: {"ante": -5, "aces baby": 10, "prime": -5, "bad beat": 20}},
    # Four aces, dead: nobody is paid envy for them, and the jackpot wager is returned too. Seat 2
    # forfeits.
    "four-card-prime/dead-hand": {
        1: {"ante": 0, "four card jackpot": 0},
        2: {"ante": -5, "four card jackpot": -1},
        3: {"ante": -5, "aces baby": -5},
    },
    # Kings lose to queens and sixes. Three times 200 dollars would be above the single wager.
    "four-card-prime/illegal": {1: {"ante": -200, "raise": -400}, 3: {"ante": -5}},
    # Appendix A: even money plus 25, 20 and 2 to 1.
    "four-card-prime/win-bonus": {
        1: {"ante": 130, "raise": 15},
        2: {"ante": 105, "raise": 5},
        3: {"ante": 15, "raise": 10},
    },
    # Appendix A, BB-02, against four eights: trips 5 to 1, straight flush 40 to 1, a flush loses.
    "four-card-prime/bad-beat-bonus": {
        1: {"ante": 25, "raise": -10},
        2: {"ante": 200, "raise": -5},
        3: {"ante": -5, "raise": -5},
    },
    # Appendix B: three aces 20, a royal 50, a pair of kings nothing. The folds lose the antes.
    "four-card-prime/aces-baby": {
        1: {"ante": -5, "aces baby": 100},
        2: {"ante": -5, "aces baby": 250},
        3: {"ante": -5, "aces baby": -5},
    },
    # Appendix C: five of one color 6 to 1, four of them 1 to 1, three lose.
    "four-card-prime/prime": {
        1: {"ante": -5, "prime": 30},
        2: {"ante": -5, "prime": 5},
        3: {"ante": -5, "prime": -5},
    },
    # Appendix D, BBW-03, against three sixes: a flush loses (25 to 1); four nines win, and the
    # dealer's trips are the losing hand (100 to 1; ante 1 + 25); a pair of queens is too low.
    "four-card-prime/bad-beat-wager": {
        1: {"ante": -5, "raise": -5, "bad beat": 125},
        2: {"ante": 130, "raise": 15, "bad beat": 500},
        3: {"ante": -5, "bad beat": -5},
    },
    # Both hold 9 8 7 6: the player wins the result, so the dealer's straight lost: 15 to 1.
    "four-card-prime/bad-beat-copy": {1: {"ante": 5, "raise": 5, "bad beat": 75}},
    "four-card-prime/bad-beat-copy-off": {1: {"ante": 5, "raise": 5, "bad beat": -5}},
    # Appendix E, for 1: the wager is gone. The royal, the straight flush, a full house (100).
    "four-card-prime/five-card-jackpot": {
        1: {"ante": 105, "raise": 5, "five card jackpot": "-1 and 100%"},
        2: {"ante": 105, "raise": 5, "five card jackpot": "-1 and 10%"},
        3: {"ante": 15, "raise": 5, "five card jackpot": 99},
    },
    # Appendix F, E01: straight flush 100, trips 9 (a winner: no envy), envy 5; all for 1.
    "four-card-prime/four-card-jackpot": {
        1: {"ante": 105, "raise": 5, "four card jackpot": 99},
        2: {"ante": 15, "raise": 5, "four card jackpot": 8},
        3: {"ante": -5, "four card jackpot": 4},
    },
    # Quads 300; four aces the meter; seat 3 envies both, 10 + 100; seat 4 did not bet on it.
    "four-card-prime/envy": {
        1: {"ante": 130, "raise": 5, "four card jackpot": 299},
        2: {"ante": 130, "raise": 5, "four card jackpot": "-1 and 100%"},
        3: {"ante": -5, "four card jackpot": 109},
        4: {"ante": -5},
    },
    # Winners envy too (300 + 100, meter + 10), and seat 3 is paid for the better hand alone.
    "four-card-prime/envy-once": {
        1: {"ante": 130, "raise": 5, "four card jackpot": 399},
        2: {"ante": 130, "raise": 5, "four card jackpot": "9 and 100%"},
        3: {"ante": -5, "four card jackpot": 99},
    },
    # Appendix E, note 5: a wager of 5 dollars multiplies the pay, 500 for a full house.
    "four-card-prime/jackpot-wager": {1: {"ante": 15, "raise": 5, "five card jackpot": 495}},
}


def key(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


each_file = pytest.mark.parametrize("path", FILES, ids=map(key, FILES))


@each_file
def test_every_line_follows_from_the_rules(path: Path) -> None:
    written = path.read_text("utf-8")
    state, tries = replay(written)
    assert transcript(state, tries) == written
    assert rewritten(written) == written, "run scripts/golden, and read the diff"
    assert state.over


@each_file
def test_the_bets_the_deck_and_the_acts_are_enough(path: Path) -> None:
    """A new transcript starts with those lines; the rules write the rest."""
    written = path.read_text("utf-8")
    words = ("game", "posted", "options", "limits", "offers", "deck")
    verbs = (" bets ", " chooses ", " tries ", " is dead, ")
    lines = [
        line.partition(", refused")[0]
        for line in written.splitlines()
        if line.startswith(words) or any(verb in line for verb in verbs)
    ]
    assert rewritten("\n".join(lines)) == written


@each_file
def test_it_pays_what_is_printed(path: Path) -> None:
    state, _ = replay(path.read_text("utf-8"))
    paid: dict[int, Nets] = {}
    for seat, results in state.results.items():
        paid[seat] = {}
        for name, result in results.items():
            whole, rest = divmod(result.net, 100)
            assert rest == 0, dollars(result.net)
            share = f"{whole} and {result.meter_percent}%"
            paid[seat][name] = share if result.meter_percent else whole
    assert paid == PAID[key(path)]


@each_file
def test_it_can_be_read_at_a_glance(path: Path) -> None:
    assert 10 <= len(path.read_text("utf-8").splitlines()) <= 30


def test_every_transcript_was_worked_out_by_hand() -> None:
    assert sorted(PAID) == sorted(map(key, FILES))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_its_typical_cases(game) -> None:
    """A win, a loss, a push, a fold, an illegal act, and one for each printed table."""
    tables = {group.replace("_", "-") for group in game.paytables}
    names = {path.stem for path in FILES if path.parent.name == game.id}
    assert not (STORIES | tables) - names, f"tests/transcripts/{game.id} lacks these"


def test_every_folder_is_a_game() -> None:
    assert {path.parent.name for path in FOLDER.glob("*/*.txt")} == {*GAMES, *POKER}


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_act_is_refused_at_every_stage(game: str) -> None:
    state, tries = replay((FOLDER / game / "illegal.txt").read_text("utf-8"))
    assert {refused.code for refused in tries} <= {"action/not_legal", "action/not_your_turn"}
    assert len(tries) >= 3 and tries[-1].version == state.version, "once after the end"
