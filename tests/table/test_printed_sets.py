"""Tables that a rulebook prints as sets: posted together, refused when mixed, unless intended.

4 Card Split V1 prints Payouts I with the blind tables 1a to 1d, and Payouts II with 2a to 2c.
"""

import pytest

from croupier.cards.card import parse
from croupier.errors import BadPaytable, BadRecord, BadTable
from croupier.games.registry import GAMES
from croupier.room.tables.state import config_of, table_from
from croupier.rules.paytable import PrintedSet, load_sets
from croupier.table.dispute import settle
from croupier.table.round import deal
from croupier.table.source import Deck
from croupier.table.table import Table, dispute_table, open_table, with_pays
from croupier.table.transcript import replay, transcript

V1 = "4-card-split-v1"
PRINTED = {"I": ("1a", "1b", "1c", "1d"), "II": ("2a", "2b", "2c")}
MIXED = {"ante": "II", "blind": "1a"}
WORDS = "ante II with blind 1a"


def mixture() -> Table:
    return open_table(V1, posted=MIXED, unprinted=True)


@pytest.mark.parametrize("open_", [open_table, dispute_table])
def test_one_table_brings_the_rest_of_its_set(open_) -> None:
    for ante, blinds in PRINTED.items():
        assert open_(V1, posted={"ante": ante}).posted_ids == {"ante": ante, "blind": blinds[0]}
        for blind in blinds:
            table = open_(V1, posted={"blind": blind})
            assert table.posted_ids == {"ante": ante, "blind": blind}
            assert table.unprinted == ()
    assert open_(V1).posted_ids == {"ante": "I", "blind": "1a"}
    assert open_(V1, posted={"blind": "payout 2B"}).posted_ids == {"ante": "II", "blind": "2b"}


@pytest.mark.parametrize("open_", [open_table, dispute_table])
def test_every_other_pair_is_refused_and_the_sets_are_named(open_) -> None:
    refused = 0
    for ante, blinds in PRINTED.items():
        for blind in {*sum(PRINTED.values(), ())} - set(blinds):
            with pytest.raises(BadTable) as error:
                open_(V1, posted={"ante": ante, "blind": blind})
            assert error.value.code == "paytable/unprinted"
            assert f"ante {ante} with blind {blind}: no rulebook" in error.value.message
            assert "Set I (ante I with blind 1a, 1b, 1c or 1d)" in error.value.message
            assert "Set II (ante II with blind 2a, 2b or 2c)" in error.value.message
            table = open_(V1, posted={"ante": ante, "blind": blind}, unprinted=True)
            assert table.posted_ids == {"ante": ante, "blind": blind}
            assert table.unprinted == (f"ante {ante} with blind {blind}",)
            refused += 1
    assert refused == 7  # of 14 pairs, 7 are printed


def test_a_dispute_about_a_blind_of_set_ii_pays_its_instant_straight_2_to_1() -> None:
    seat = {
        "seat": 1,
        "cards": "5c 6d 7h Ks",
        "wagers": {"ante 1": 500, "ante 2": 500, "blind": 500},
        "choices": ["5c 6d 7h / Ks", "fold"],
    }
    request = {"game": V1, "posted": {"blind": "2a"}, "dealer": "9s 9d 4h 2c", "seats": [seat]}
    answer = settle(request)
    assert answer["posted"] == {"ante": "II", "blind": "2a"} and "unprinted" not in answer
    assert answer["seats"][0]["wagers"]["ante 1"]["net"] == 2 * 500  # type: ignore[index]


def test_rows_with_other_pays_keep_their_set_and_are_named() -> None:
    table = with_pays(open_table(V1, posted={"blind": "2a"}), "blind", {"Flush": "7"})
    assert table.unprinted == ("blind 2a with Flush=7",)
    both = with_pays(mixture(), "blind", {"Flush": "7"})
    assert both.unprinted == (WORDS, "blind 1a with Flush=7")


def test_a_transcript_says_it_and_one_that_does_not_is_refused() -> None:
    bets = {1: {"ante 1": 500, "ante 2": 500, "blind": 500}}
    state = deal(mixture(), bets, Deck(parse("5c 6d 7h Ks 9s 9d 4h 2c Qd Jc")))
    state = state.act(1, "5c 6d 7h / Ks").act(1, "fold")
    told = transcript(state)
    assert f"\nunprinted {WORDS}\n" in told
    assert replay(told)[0].table.unprinted == (WORDS,)
    with pytest.raises(BadRecord, match=r"line 2: .*no rulebook prints these together"):
        replay(told.replace(f"unprinted {WORDS}\n", ""))


def test_a_room_records_it_and_reads_books_that_did_not() -> None:
    config = config_of(mixture())
    assert config["unprinted"] == [WORDS]
    assert table_from(config) == mixture()
    del config["unprinted"]  # as in earlier books
    assert table_from(config) == mixture()
    assert "unprinted" not in config_of(open_table(V1, posted={"blind": "2c"}))


def test_another_game_states_its_sets_in_the_same_way() -> None:
    sets = (
        PrintedSet("plain", {"aces_baby": ("AB-01",), "prime": ("PR-01",)}),
        PrintedSet("rich", {"aces_baby": ("AB-02", "AB-03"), "prime": ("PR-02",)}),
    )
    prime = GAMES["four-card-prime"]._replace(sets=sets)
    assert open_table(prime, posted={"prime": "PR-02"}).posted_ids["aces_baby"] == "AB-02"
    assert open_table(prime, posted={"win_bonus": "WC-01"}).posted_ids["prime"] == "PR-01"
    with pytest.raises(BadTable, match="aces_baby AB-03 with prime PR-01: no rulebook"):
        open_table(prime, posted={"aces_baby": "AB-03", "prime": "PR-01"})


@pytest.mark.parametrize(
    "sets, wrong",
    [
        ({"A": {"bonus": ["1"]}}, "A names"),
        ({"A": {"ante": ["III"]}}, "A has ante"),
        ({"A": {"ante": []}}, "A has ante"),
        ({"A": {"ante": ["I"]}, "B": {"blind": ["1a"]}}, "every set must name the same groups"),
    ],
)
def test_impossible_sets(sets, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.rules.paytable.section", lambda *of: {"sets": sets})
    with pytest.raises(BadPaytable, match=wrong):
        load_sets("four_card_split.toml", V1, GAMES[V1].paytables)
