"""A sitting at home without a terminal: any front end plays it through these functions."""

from dataclasses import replace

import pytest

from croupier import fair
from croupier.desk.sittings import poker
from croupier.desk.sittings.poker import new_poker_sitting, poker_table_for
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
from croupier.errors import IllegalAction, RuleError
from croupier.money import Cents
from tests.cli.rigged import fixed_word, secrets_for

STRAIGHT_FLUSH, DEALER = "4s 5s 6s 7s 8s", "2c 3d 5h 7c 9d Jc"


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
    after, outcomes, proof = closed(sitting, fair.new_secret)
    assert after.bankroll == 10_000 - 500 + won and not after.begun
    nets = {outcome.wager: outcome.net for outcome in outcomes[1]}
    assert nets == {"ante": -500, "aces baby": won}
    assert not any(outcome.hit or outcome.supervised for outcome in outcomes[1])
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
    assert sitting.at_hand == 10_000 - 500  # the earlier state is unchanged


def test_bets_above_the_bankroll_are_refused_and_nothing_is_changed() -> None:
    sitting = seated(bankroll=1_000)
    bets = {1: {"ante": Cents(500)}, 2: {"ante": Cents(500), "aces baby": Cents(100)}}
    with pytest.raises(RuleError, match=r"put \$11 on the table, and you have \$10; bet less"):
        dealt(sitting, bets)
    assert sitting.at_hand == sitting.bankroll == 1_000 and not sitting.begun and not sitting.bets
    assert dealt(sitting, {1: bets[1], 2: bets[1]}).at_hand == 0


def test_a_choice_that_cannot_be_paid_for_is_refused_and_nothing_is_changed() -> None:
    sitting = dealt(seated(bankroll=1_500), {1: {"ante": Cents(500)}})
    before = sitting.round
    with pytest.raises(RuleError, match=r"raise 3x costs \$15 and you have \$10 left; you can"):
        acted(sitting, "raise 3x")
    with pytest.raises(RuleError, match=r"raise 3x costs"):
        acted(sitting, " Raise  3X ")  # however it is written
    assert sitting.round == before and sitting.at_hand == 1_000
    assert closed(acted(sitting, "raise 2x"), fair.new_secret).sitting.bankroll >= 0


def test_a_round_that_goes_badly_is_not_dealt_again() -> None:
    sitting = dealt(seated(), {1: {"ante": Cents(500)}})
    with pytest.raises(IllegalAction, match="finish it first"):
        dealt(sitting, {1: {"ante": Cents(500)}})
    with pytest.raises(AssertionError, match="wagers are still open"):
        closed(sitting, fair.new_secret)


def test_a_poker_hand_that_goes_badly_is_not_dealt_again() -> None:
    settings = Settings(bankroll=Cents(10_000))
    table, bots = poker_table_for("five-card-hold-out", settings)
    sitting = poker.dealt(new_poker_sitting(table, bots, settings, fair.new_secret))
    with pytest.raises(IllegalAction, match="finish it first"):
        poker.dealt(sitting)
    with pytest.raises(AssertionError, match="chips are still in the pot"):
        poker.closed(sitting, fair.new_secret)


@pytest.mark.parametrize("share, large", [(299_900, False), (300_000, True)])
def test_the_outcome_of_a_wager_counts_its_share_of_a_meter(share: int, large: bool) -> None:
    """A jackpot wager of $1, which is not returned, and its share; a supervisor is called above
    $3,000.
    """
    settings = Settings(bankroll=Cents(10_000))
    table = table_for("four-card-prime", settings)
    wager = "five card jackpot"
    sitting = new_sitting(table, settings, secrets_for(f"{STRAIGHT_FLUSH} {DEALER}"))
    meter = replace(sitting.meters[wager], displayed=10 * share * 10_000)  # of a cent
    sitting = replace(sitting, meters={**sitting.meters, wager: meter})
    bets = {1: {"ante": Cents(500), wager: Cents(100)}}
    sitting = dealt(with_words(sitting, bets, fixed_word), bets)
    after, outcomes, _ = closed(acted(sitting, "fold"), fair.new_secret)
    (outcome,) = [outcome for outcome in outcomes[1] if outcome.wager == wager]
    # 10% of the meter; the wager itself added 20 cents to it.
    paid = share + 2
    assert outcome.hit is not None and outcome.hit.paid == outcome.prize == paid
    assert (outcome.stake, outcome.net, outcome.supervised) == (100, paid - 100, large)
    assert after.bankroll == 10_000 - 500 + paid - 100


def test_money_for_less_than_one_bet_is_refused_and_another_buy_in_helps() -> None:
    with pytest.raises(RuleError) as refused:
        seated(bankroll=50)
    assert refused.value.code == "bankroll/small"
    assert bought_in(seated()).bankroll == 20_000
