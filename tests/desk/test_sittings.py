"""A sitting at home without a terminal: any front end plays it by these functions."""

import pytest

from croupier import fair
from croupier.desk.sittings.sitting import (
    Settings,
    Sitting,
    acted,
    bought_in,
    closed,
    dealt,
    new_sitting,
    table_for,
    with_words,
)
from croupier.errors import RuleError
from croupier.money import Cents


def seated(bankroll: int = 10_000) -> Sitting:
    settings = Settings(bankroll=Cents(bankroll))
    return new_sitting(table_for("four-card-prime", settings), settings, fair.new_secret)


def test_a_round_from_the_bets_to_the_proof() -> None:
    bets = {1: {"ante": Cents(500), "aces baby": Cents(200)}}
    sitting = with_words(seated(), bets, fair.new_word)
    assert [word.seat for word in sitting.words] == [1]
    sitting = dealt(sitting, bets)
    assert sitting.begun and sitting.at_hand == 10_000 - 700
    sitting = acted(sitting, "fold")
    assert sitting.round is not None and sitting.round.over
    # Folding loses the ante; aces baby is paid by the cards alone.
    won = sitting.round.results[1]["aces baby"].net
    assert sitting.at_hand == 10_000 - 500 + won
    after, shares, proof = closed(sitting, fair.new_secret)
    assert after.bankroll == 10_000 - 500 + won and not after.begun and not shares
    assert after.bets == bets
    assert proof is not None and fair.check(proof) == []
    assert proof["commitment"] == sitting.shoe.commitment != after.shoe.commitment


def test_a_raise_is_gone_from_the_bankroll_until_it_is_settled() -> None:
    sitting = dealt(seated(), {1: {"ante": Cents(500)}})
    raised = acted(sitting, "raise 3x")
    assert raised.round is not None
    nets = {name: result.net for name, result in raised.round.results[1].items()}
    assert set(nets) == {"ante", "raise"}
    assert closed(raised, fair.new_secret).sitting.bankroll == 10_000 + sum(nets.values())
    assert sitting.at_hand == 10_000 - 500  # what was before stays as it was


def test_money_for_less_than_one_bet_is_refused_and_another_buy_in_helps() -> None:
    with pytest.raises(RuleError) as refused:
        seated(bankroll=50)
    assert refused.value.code == "bankroll/small"
    assert bought_in(seated()).bankroll == 20_000
