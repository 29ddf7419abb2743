"""Aggregate payout limits (WAC 230-15-490): which are allowed, how they are shared and reported."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from croupier.cards.card import parse
from croupier.cli import app
from croupier.errors import BadTable, Refused
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.room.audit.replay.engines import _configured
from croupier.room.tables.state import body, config_of, table_from
from croupier.rules.limits import Limits, highest_odds, profile, shares
from croupier.table.dispute import settle
from croupier.table.explain import explanations
from croupier.table.round import Round, deal, rebuild
from croupier.table.source import Deck
from croupier.table.table import Table, open_table
from croupier.table.transcript import replay, transcript
from tests.effort import examples
from tests.table.random_play import any_bets, any_deck, states

PRIME, SPLIT, BUYOUT = "four-card-prime", "4-card-split-v2", "4-card-buyout"
LAW = profile("wa-2023")
# Trips of eights and of nines against four aces: two bad beats, at 100 to 1 each.
TWO_BAD_BEATS = "8s 8d 8c 2h 3d  9s 9d 9c 4h 5d  As Ad Ac Ah Kd Qc"


def limited(game: str = PRIME, most: dict[str, int] | None = None, **aggregates: int) -> Table:
    named = {name.replace("_", " "): Cents(limit) for name, limit in aggregates.items()}
    maximums = {name: Cents(stake) for name, stake in (most or {}).items()}
    return open_table(game, limits=Limits(LAW, {}, maximums, named))


@pytest.mark.parametrize(
    "won, limit, paid",
    [
        ([30_000, 10_000], 50_000, [30_000, 10_000]),  # within it
        ([30_000, 10_000], 40_000, [30_000, 10_000]),
        ([30_000, 10_000], 20_000, [15_000, 5_000]),  # in proportion
        ([100, 100, 100], 200, [67, 67, 66]),  # 66 each, and the odd cents to the first two
        ([0, 100, 0, 100, 100], 200, [0, 67, 0, 67, 66]),  # a loser gets no odd cent
        ([], 200, []),
    ],
)
def test_ruling_a_limit_is_shared_in_proportion(won, limit: int, paid) -> None:
    assert shares(won, limit) == paid


@given(st.lists(st.integers(0, 10**9), max_size=9), st.integers(1, 10**9))
def test_shares_are_all_of_the_limit_and_no_more_than_was_won(won: list[int], limit: int) -> None:
    paid = shares(won, limit)
    assert sum(paid) == min(sum(won), limit)
    assert all(0 <= pay <= one for pay, one in zip(paid, won, strict=True))


@pytest.mark.parametrize(
    "game, aggregates, words",
    [
        (PRIME, {"bad_beat": 24_999}, r"with wagers up to \$5 it is at least \$250"),
        (PRIME, {"aces_baby": 1_999_999}, r"with wagers up to \$400 it is at least \$20,000"),
        (PRIME, {"prime": 10_000_000}, "highest prize is 6 to 1; it is allowed from 50 to 1 on"),
        (PRIME, {"five_card_jackpot": 10_000_000}, "it plays for a meter"),
        (PRIME, {"ante": 10_000_000}, "a wager that a posted table pays by itself"),
        (PRIME, {"tip": 10_000_000}, "an aggregate limit on 'tip'; four-card-prime offers: ante"),
        (SPLIT, {"ante_1": 10_000_000}, "a wager that a posted table pays by itself"),
        (BUYOUT, {"bonus": 10_000_000}, "it is paid before the next seat is served"),
    ],
)
def test_limits_that_the_rule_does_not_allow(game: str, aggregates, words: str) -> None:
    with pytest.raises(BadTable, match=words) as refused:
        limited(game, **aggregates)
    assert refused.value.code == "limits/aggregate"


def test_a_meter_but_no_fixed_stake_excludes_a_limit() -> None:
    """As if a jackpot's stake were free, and the stake of a wager by odds fixed."""
    house = open_table(PRIME)
    by_name = {wager.name: wager for wager in house.game.wagers}
    free, fixed = by_name["five card jackpot"], by_name["aces baby"]
    with pytest.raises(BadTable, match="it plays for a meter") as refused:
        highest_odds(house.game, house.posted, free._replace(fixed=""))
    assert refused.value.code == "limits/aggregate"
    assert highest_odds(house.game, house.posted, fixed._replace(fixed=free.fixed)) == 500


def test_limits_that_the_rule_allows() -> None:
    assert limited(bad_beat=25_000).limits.aggregates == {"bad beat": 25_000}
    assert limited(SPLIT, {"blind": 500}, blind=25_000).limits.aggregates == {"blind": 25_000}


def bad_beats(table: Table) -> Round:
    bets = {1: {"ante": 500, "bad beat": 500}, 2: {"ante": 500, "bad beat": 200}}
    return deal(table, bets, Deck(parse(TWO_BAD_BEATS))).act(1, "fold").act(2, "fold")


def test_two_winners_share_the_limit_and_are_told_so() -> None:
    """$500 and $200 of $600: 428.571… and 171.428…; the odd cent to seat 2, settled first."""
    state = bad_beats(limited(bad_beat=60_000))
    assert [state.results[seat]["bad beat"].net for seat in (1, 2)] == [42_857, 17_143]
    assert explanations(state)[2]["bad beat"].text == (
        "the losing hand is three nines (9 5); table BBW-01, Three-of-a-Kind: 100 to 1; of"
        " $200 won, $171.43 is paid: the table's aggregate limit of $600 is shared by all who won"
    )
    free = bad_beats(open_table(PRIME))
    assert [free.results[seat]["bad beat"].net for seat in (1, 2)] == [50_000, 20_000]
    within = bad_beats(limited(bad_beat=70_000))
    assert within.results == free.results and explanations(within) == explanations(free)


def test_blinds_of_split_share_it_from_the_left() -> None:
    """Four eights and four nines at 100 to 1: $500 each, of $333.33 an odd cent to seat 1."""
    bets = {seat: {"ante 1": 500, "ante 2": 500, "blind": 500} for seat in (1, 2)}
    deck = Deck(parse("8s 8d 8c 8h 9s 9d 9c 9h As Kd Qc 2h"))
    state = deal(limited(SPLIT, {"blind": 500}, blind=33_333), bets, deck)
    assert [state.results[seat]["blind"].net for seat in (1, 2)] == [16_667, 16_666]


@pytest.mark.parametrize(
    "game, wager", [(PRIME, "aces baby"), (PRIME, "bad beat"), (SPLIT, "blind")]
)
@settings(max_examples=examples(40), deadline=None)
@given(seed=st.integers(0, 2**64))
def test_a_deal_never_pays_more_and_can_be_rebuilt(game: str, wager: str, seed: int) -> None:
    """With a limit far below what may be opened, so that chance reaches it."""
    rng, free = Random(seed), open_table(game)
    limits = free.limits._replace(aggregates={wager: Cents(1_234)})
    table, deck = replace(free, limits=limits), Deck(any_deck(rng, GAMES[game]))
    bets = any_bets(rng, table)
    *_, last = states(Random(seed), deal(table, bets, deck))
    *_, other = states(Random(seed), deal(free, bets, deck))
    wins = [spot.results[wager].net for spot in last.spots if wager in spot.results]
    full = [spot.results[wager].net for spot in other.spots if wager in spot.results]
    assert sum(max(net, 0) for net in wins) == min(sum(max(net, 0) for net in full), 1_234)
    assert [net for net in wins if net < 0] == [net for net in full if net < 0]
    assert rebuild(table, deck, last.events) == last


def test_a_dispute_takes_the_limit_from_the_request() -> None:
    seats = [
        {"seat": 1, "cards": "8s 8d 8c 2h 3d", "wagers": {"ante": 500, "bad beat": 500}},
        {"seat": 2, "cards": "9s 9d 9c 4h 5d", "wagers": {"ante": 500, "bad beat": 200}},
    ]
    request = {
        "game": PRIME,
        "dealer": "As Ad Ac Ah Kd Qc",
        "seats": [{**seat, "choices": "fold"} for seat in seats],
        "aggregates": {"bad beat": 60_000},
    }
    answer = settle(request)
    nets = [seat["wagers"]["bad beat"]["net"] for seat in answer["seats"]]  # type: ignore[attr-defined]
    assert (nets, answer["aggregates"]) == ([42_857, 17_143], {"bad beat": 60_000})
    with pytest.raises(BadTable, match=r"with wagers up to \$5 it is at least \$250"):
        settle({**request, "aggregates": {"bad beat": 20_000}})
    with pytest.raises(Refused, match="aggregate bad beat: '600'; it must be a whole number"):
        settle({**request, "aggregates": {"bad beat": "600"}})


def test_a_transcript_says_it() -> None:
    told = transcript(bad_beats(limited(bad_beat=60_000)))
    assert "\naggregate bad beat $600\n" in told
    assert replay(told)[0].table.limits.aggregates == {"bad beat": 60_000}


def test_a_room_records_it_and_its_audit_reads_it() -> None:
    table = limited(bad_beat=60_000)
    config = config_of(table)
    assert config["aggregates"] == {"bad beat": 60_000} and table_from(config) == table
    assert _configured(body(config)) == table
    assert "aggregates" not in config_of(open_table(PRIME))  # as in earlier books


def test_the_commands_accept_it_and_show_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("croupier.room.tables.opening.worth_of", lambda *asked: ())
    run = CliRunner(env={"COLUMNS": "300", "NO_COLOR": "1", "TERM": "dumb"})
    run.invoke(app, ["room", "found", "--by", "flo"])
    flag, game = ["--aggregate", "blind=20000"], ["room", "open", "5", SPLIT, "--by", "flo"]
    low = run.invoke(app, [*game, "--aggregate", "blind=19999"]).exception
    assert isinstance(low, Refused) and low.code == "limits/aggregate"
    opened = run.invoke(app, [*game, *flag, "--json"])
    words = "blind: all players together win at most $20,000 in a deal"
    answer = json.loads(opened.stdout)
    assert answer["aggregates"] == {"blind": 2_000_000} and words in answer["said"]
    assert words in " ".join(run.invoke(app, ["room", "show"]).output.split())
    (table,) = json.loads(run.invoke(app, ["room", "show", "--json"]).stdout)["tables"]
    assert table["aggregates"] == {"blind": 2_000_000}
    sat = run.invoke(app, ["play", SPLIT, "--new", *flag], input="q\n")
    assert words in " ".join(sat.output.split())
    assert run.invoke(app, ["odds", SPLIT, *flag]).exit_code == 2  # its figures ignore such limits
