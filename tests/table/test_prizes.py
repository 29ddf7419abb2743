"""What a win amounts to, and so whether it is large, is computed by one function for everybody."""

import pytest

from croupier.bank.meters.events import claim_of
from croupier.cards.card import parse
from croupier.desk.sittings import sitting
from croupier.money import Cents
from croupier.room.tables import payouts
from croupier.rules import jackpots
from croupier.rules.felt import Result
from croupier.table import dispute
from croupier.table.explain import explanations
from croupier.table.round import Round, deal
from croupier.table.source import Deck
from croupier.table.table import open_table

JACKPOT, SIDE = "five card jackpot", "aces baby"
# A pair of aces, which Aces Baby pays, and a flush, which the jackpot pays.
CARDS = parse("As Ks 9s 5s 2s Ac 8d Qc Tc 9c 9d")


def played() -> Round:
    house = open_table("four-card-prime")
    bets = {
        1: {"ante": Cents(500), SIDE: Cents(500), JACKPOT: house.options["five_card_jackpot_wager"]}
    }
    state = deal(house, bets, Deck(CARDS))
    return state.act(1, "raise 1x")


def amounts(state: Round) -> dict[str, int]:
    """What each front end says of the jackpot's and the side wager's win, in cents."""
    law, sensors = state.table.limits.profile, state.table.game.jackpots
    results = state.results[1]
    spot = state.spots[0]
    shares = {(1, JACKPOT): Cents(7)}
    settled = payouts.settled.__wrapped__(tuple(results.values()), sensors, law)
    at_home = {one.wager: one.prize for one in sitting._outcomes(state, spot, {})}
    answer = dispute._seat_answer(state, 1, explanations(state)[1], shares)["wagers"]
    return {
        "paid by the tray": sum(move.cents for move in settled if move.word in ("won", "held")),
        "kept by the tray": sum(move.cents for move in settled if move.word == "lost"),
        "claimed of a meter": claim_of("1", results[JACKPOT]).fixed,
        "at home": at_home[JACKPOT],
        "large in a dispute": "supervisor" in answer[JACKPOT],
    }


def test_every_amount_follows_one_function(monkeypatch: pytest.MonkeyPatch) -> None:
    state = played()
    sensors = state.table.game.jackpots
    before = amounts(state)
    wins = {name: jackpots.prize_won(one, sensors) for name, one in state.results[1].items()}
    assert before["paid by the tray"] == sum(wins.values()) - wins[JACKPOT] > 0
    assert before["claimed of a meter"] == before["at home"] == wins[JACKPOT] > 0
    assert not before["large in a dispute"]
    rule = jackpots.won
    more = 1_000_000

    def dearer(result: Result, *, for_1: bool) -> Cents:
        return Cents(rule(result, for_1=for_1) + more)

    monkeypatch.setattr(jackpots, "won", dearer)
    after = amounts(state)
    tray = more * (len(wins) - 1)
    assert after["paid by the tray"] == before["paid by the tray"] + tray
    assert after["kept by the tray"] == before["kept by the tray"] + more * len(wins)
    assert after["claimed of a meter"] == after["at home"] == wins[JACKPOT] + more
    assert after["large in a dispute"]


def test_a_share_of_a_meter_is_part_of_the_prize() -> None:
    result = Result(JACKPOT, Cents(100), Cents(-100), 0, 10)
    assert jackpots.prize_won(result, (JACKPOT,), Cents(250)) == 250
    lost = Result(SIDE, Cents(500), Cents(-500), 0)
    assert jackpots.prize_won(lost, (JACKPOT,)) == 0
    assert jackpots.prizes_paid([(2, Cents(100)), (3, Cents(5)), (2, Cents(250))]) == {2: 350, 3: 5}
