"""Rounds of all games over the socket: in the books, by the rules, and with the players' words."""

from pathlib import Path
from typing import Any

import pytest

from croupier import fair
from croupier.bank.store import read_store
from croupier.room.audit.run import audit
from croupier.web.tables import games
from tests.web.server.evening import RAIL, Evening, evening
from tests.web.server.running import run


def check_books(played: Evening, rounds: int) -> None:
    with read_store(f"sqlite:///{played.file}") as store:
        audited = audit(store, workers=1)
    assert audited.complete and audited.rounds == 2 * rounds and not audited.withheld


def check_proofs(played: Evening, rounds: int) -> None:
    for seen in played.seen:
        if seen.who == RAIL:
            continue
        assert sorted(seen.records) == list(range(1, rounds + 1))
        for record in seen.records.values():
            assert not fair.check(record)
            own = [word for word in record["words"] if word["player"] == seen.who]
            assert [word["word"] for word in own] == [seen.words[record["commitment"]]]


def test_all_rounds_are_in_the_books_and_the_audit_plays_them_again(played: Evening) -> None:
    check_books(played, played.rounds)


def test_every_proof_holds_with_the_players_own_word_in_it(played: Evening) -> None:
    check_proofs(played, played.rounds)


def test_what_a_view_offers_is_done(played: Evening) -> None:
    assert [seen.refused for seen in played.seen] == [[]] * 4


def test_chips_and_money_are_told_as_the_books_have_them(played: Evening) -> None:
    """Whoever left has all their money off the tables, as the last view said."""
    with read_store(f"sqlite:///{played.file}") as store:
        for seen in played.seen:
            if seen.who != RAIL:
                views = [told["view"] for told in seen.messages if "view" in told]
                here = [view for view in views if view["seat"] is not None][-1]
                chips = next(one["chips"] for one in here["seats"] if one["seat"] == here["seat"])
                assert store.balance(f"player/{seen.who}") == here["balance"] + chips


def test_what_became_of_a_round_is_told_to_its_players(played: Evening) -> None:
    """The net of the first view after each round is that of the books."""
    for seen in played.seen:
        ends: dict[int, Any] = {}
        for message in seen.messages:
            if "view" in message and message["view"]["phase"] == "settled":
                ends.setdefault(message["view"]["round"], message["view"])
        for number, record in seen.records.items():
            receipt = record["receipt"]
            own = [one for one in ends[number]["seats"] if one["seat"] == receipt["seat"]]
            moved = sum(one["net"] or 0 for one in receipt["outcomes"])
            assert [one["net"] for one in own] == [moved]


# The numbers of the messages


def test_every_version_comes_once_as_a_step_or_a_skip(played: Evening) -> None:
    """For the players and the rail alike; the same version again sets a clock, or meters."""
    for seen in played.seen:
        numbered = [told for told in seen.messages if told["type"] in ("welcome", "step", "skip")]
        assert numbered[0]["type"] == "welcome"
        last = numbered[0]["view"]
        version = last["version"]
        for told in numbered[1:]:
            if told["version"] == version:
                assert told["type"] == "step"
                assert _plain(told["view"]) == _plain(last)
            assert told["version"] in (version, version + 1)
            version, last = told["version"], told.get("view", {**last, "version": told["version"]})


def _plain(view: dict[str, Any]) -> dict[str, Any]:
    return {**view, "clock": None, "happened": [], "meters": []}


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_a_hundred_rounds(game: str, tmp_path: Path) -> None:
    """In five evenings of ten rounds at each table."""
    for number in range(5):
        played = run(evening(tmp_path / f"{number}.db", game, 10, seed=100 + number), 300)
        check_books(played, 10)
        check_proofs(played, 10)
