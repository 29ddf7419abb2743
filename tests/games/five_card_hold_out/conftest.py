import pytest

from croupier.games.five_card_hold_out import betting as hold_out_betting


@pytest.fixture
def little_practice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few seconds of it: enough for sensible bets."""
    monkeypatch.setattr(hold_out_betting, "POOL", 20_000)
    for name, players in (("TWO", 2), ("MORE", 5)):
        practice = hold_out_betting.Practice(players, deals=2_000, passes=2)
        monkeypatch.setattr(hold_out_betting, name, practice)
