"""Simulations as a front end uses them: values in, typed results out, nothing printed."""

from fractions import Fraction

import pytest

from croupier.desk.night import SeatPlay
from croupier.desk.risk import BandRequest, RuinRequest, band, ruin
from croupier.desk.simulation import bot_match
from croupier.errors import RuleError
from croupier.money import Cents
from croupier.table.table import open_table

PRIME = "four-card-prime"


def test_a_band_is_theory_and_what_follows_from_its_variance(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = open_table(PRIME)
    request = BandRequest(10_000, Cents(0), SeatPlay({"ante": 2500}, "optimal", 1))
    result = band(table, request)
    assert result.theory(10_000) == 10_000 * result.theory(1)
    low, high = result.within(10_000, Fraction(95, 100))
    assert low < result.theory(10_000) < high
    # Twice the bet: twice the win, four times the variance, exactly.
    twice = band(table, request._replace(play=SeatPlay({"ante": 5000}, "optimal", 1)))
    assert twice.win == 2 * result.win
    assert twice.strays.variance == 4 * result.strays.variance
    assert capsys.readouterr() == ("", "")


def test_players_with_more_money_are_ruined_less_often() -> None:
    table = open_table(PRIME)
    request = RuinRequest(Cents(20_000), None, 100, 200, SeatPlay({"ante": 1000}, "optimal", 1))
    poor, rich = ruin(table, request), ruin(table, request._replace(bankroll=Cents(80_000)))
    assert poor.chain is not None and rich.chain is not None
    assert rich.chain.ruin < poor.chain.ruin
    assert abs(float(poor.fates.ruin.share) - poor.chain.ruin) < 5 * poor.fates.ruin.error + 0.02
    folds = request._replace(play=request.play._replace(strategy="always-fold"))
    assert "not solved" in ruin(table, folds).not_exact


@pytest.mark.parametrize(
    "change, code",
    [
        ({"bankroll": Cents(3900)}, "ruin/bankroll"),
        ({"goal": Cents(20_000)}, "ruin/goal"),
        ({"play": SeatPlay({"ante": 1000, "five card jackpot": 100}, "optimal", 1)}, "ruin/meter"),
        ({"rounds": 10**8}, "ruin/rounds"),
    ],
)
def test_impossible_requests_are_refused_without_naming_a_flag(
    change: dict[str, object], code: str
) -> None:
    request = RuinRequest(Cents(20_000), None, 100, 10, SeatPlay({"ante": 1000}, "optimal", 1))
    with pytest.raises(RuleError) as refused:
        ruin(open_table(PRIME), request._replace(**change))  # type: ignore[arg-type]
    assert refused.value.code == code and "--" not in refused.value.message


def test_bots_win_from_each_other_and_nothing_else() -> None:
    match = bot_match("five-card-hold-out", "call,call", 10, 20_000, 1, {"rake_percent": "0"})
    assert match.hands == 10 and [one.bot for one in match.bots] == ["call", "call"]
    assert sum(one.net for one in match.bots) == 0
