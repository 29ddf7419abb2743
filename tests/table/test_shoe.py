"""A shoe keeps its promise: what it commits to is what it deals, and its records prove it."""

import hashlib
from collections.abc import Iterator

import pytest

from croupier import fair
from croupier.errors import BadRecord, RuleError
from croupier.games.registry import GAMES
from croupier.table.round import Round, deal
from croupier.table.shoe import (
    NewSecret,
    Shoe,
    after_round,
    deals,
    dealt,
    from_json,
    is_finished,
    joined,
    most_cards,
    new_shoe,
    record,
    source,
)
from croupier.table.table import Table, open_table


def secrets(seed: str) -> NewSecret:
    """Secrets that are the same in every run."""
    count = iter(range(10**6))
    return lambda decks: hashlib.shake_256(f"{seed} {next(count)}".encode()).digest(
        2 * 52 * decks + 64
    )


def bets(table: Table) -> dict[str, int]:
    return {wager.name: 500 for wager in table.offers if wager.required}


def played(table: Table, shoe: Shoe, *, seats: int = 1, last: bool = False) -> Round:
    """A round in which every seat takes its first (or last) legal option."""
    state = deal(table, {seat: bets(table) for seat in range(1, seats + 1)}, source(shoe))
    while not state.over:
        assert state.turn is not None
        state = state.act(state.turn, state.legal[-1 if last else 0])
    return state


def rounds(table: Table, shoe: Shoe, **how: int) -> Iterator[tuple[Shoe, Round]]:
    """Each round of a shoe, with the shoe before it, until it is finished."""
    while not is_finished(shoe, table):
        state = played(table, shoe, **how)  # type: ignore[arg-type]
        yield shoe, state
        shoe = after_round(shoe, state)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("last", [False, True])
def test_the_record_of_a_round_verifies(game: str, last: bool) -> None:
    table = open_table(game)
    shoe = new_shoe(table, new_secret=secrets(game)).mixed_with("seat 2", "ünïcode ♠")
    promised = shoe.commitment
    state = played(table, shoe, last=last)
    told = record(shoe, state)
    assert fair.check(told) == []
    assert told["commitment"] == promised
    assert deals(shoe, state)
    assert is_finished(after_round(shoe, state), table)  # shuffled before every round


def test_a_changed_record_does_not_verify() -> None:
    table = open_table("four-card-prime")
    shoe = new_shoe(table, new_secret=secrets("a"))
    state = played(table, shoe)
    told = record(shoe, state)
    other = new_shoe(table, new_secret=secrets("b"))
    assert fair.check({**told, "first": 1})
    assert fair.check({**told, "entropy": [["player", "late"]]})
    assert fair.check({**told, "commitment": other.commitment})
    assert not deals(other, state)


def test_a_word_changes_the_cards_but_not_the_commitment() -> None:
    shoe = new_shoe(open_table("4-card-split-v2"), new_secret=secrets("word"))
    mixed = shoe.mixed_with("player", "lucky")
    assert mixed.commitment == shoe.commitment
    assert source(mixed).cards != source(shoe).cards
    assert sorted(source(mixed).cards) == list(range(52))


@pytest.mark.parametrize("word", ["", "x" * 201, "\udce4"])
def test_a_word_that_cannot_be_mixed_in_is_refused(word: str) -> None:
    shoe = new_shoe(open_table("4-card-split-v2"))
    with pytest.raises(RuleError) as refused:
        shoe.mixed_with("player", word)
    assert refused.value.code == "shoe/word"


def test_no_word_once_a_card_is_dealt() -> None:
    shoe = Shoe(6, fair.new_secret(6), first=12)
    with pytest.raises(RuleError) as refused:
        shoe.mixed_with("player", "late")
    assert refused.value.code == "shoe/dealt"


def test_the_cut_card_ends_a_shoe_and_all_its_rounds_verify() -> None:
    table = open_table("4-card-buyout", options={"cut_card": 60})
    first = new_shoe(table, new_secret=secrets("cut"))
    course = list(rounds(table, first, seats=2))
    assert len(course) > 2
    assert all(shoe.first < 60 for shoe, _ in course)
    assert after_round(*course[-1]).first >= 60
    records = [record(shoe, state) for shoe, state in course]
    assert all(fair.check(told) == [] for told in records)
    cards = [card for _, state in course for card in dealt(state)]
    assert tuple(cards) == source(first).cards[: len(cards)]
    assert fair.check(joined(records)) == []
    assert len(str(joined(records)["dealt"]).split()) == len(cards)
    assert fair.check(joined(records[::-1]))


def test_a_cut_card_too_deep_never_runs_a_full_table_short() -> None:
    table = open_table("4-card-buyout", options={"cut_card": 312})
    course = list(rounds(table, new_shoe(table, new_secret=secrets("deep")), seats=9))
    assert len(course) > 4
    assert after_round(*course[-1]).first <= 312


@pytest.mark.parametrize("game", GAMES)
def test_no_round_deals_more_than_the_most(game: str) -> None:
    table = open_table(game)
    for seed in range(20):
        shoe = new_shoe(table, new_secret=secrets(f"{game} {seed}"))
        state = played(table, shoe, seats=table.game.seats_max)
        assert len(dealt(state)) <= most_cards(table.game)


def test_records_of_two_shoes_are_not_joined() -> None:
    table = open_table("4-card-buyout")
    shoes = [new_shoe(table), new_shoe(table)]
    records = [record(shoe, played(table, shoe)) for shoe in shoes]
    for wrong in (records, []):
        with pytest.raises(BadRecord):
            joined(wrong)


def test_a_round_in_progress_has_no_record() -> None:
    table = open_table("four-card-prime")
    shoe = new_shoe(table)
    with pytest.raises(BadRecord):
        record(shoe, deal(table, {1: bets(table)}, source(shoe)))


def test_no_message_reveals_the_secret() -> None:
    shoe = new_shoe(open_table("4-card-buyout"))
    assert shoe.secret.hex() not in repr(shoe) and repr(shoe.secret) not in repr(shoe)


def test_a_shoe_is_written_and_read() -> None:
    shoe = Shoe(6, fair.new_secret(6), (("player", "ünïcode"),), 40)
    assert from_json(shoe.to_json()) == shoe


@pytest.mark.parametrize(
    "change",
    [
        {"decks": 2},
        {"decks": True},
        {"decks": "1"},
        {"secret": "zz"},
        {"secret": "00"},
        {"first": -1},
        {"first": 52},
        {"first": None},
        {"entropy": "lucky"},
        {"entropy": [["player"]]},
        {"entropy": [["player", "\udce4"]]},
        {"entropy": [7]},
    ],
)
def test_what_is_not_a_shoe_is_refused(change: dict[str, object]) -> None:
    shoe = new_shoe(open_table("four-card-prime")).to_json()
    with pytest.raises(BadRecord):
        from_json({**shoe, **change})
    for name in shoe:
        with pytest.raises(BadRecord):
            from_json({key: value for key, value in shoe.items() if key != name})
