"""Buyout in the simulator: what the columns, tables and codes of its loop are called."""

from croupier.games.four_card_buyout.loops import rounds
from croupier.games.four_card_buyout.rules import (
    BETS,
    BONUS,
    BUY,
    FOLD,
    FOURTH_CARD,
    REFUSE,
    THIRD_CARD,
    WAGERS,
)
from croupier.sim.layout import Played


def _named(choice: str) -> dict[int, str]:
    codes = ((FOLD, "fold"), (REFUSE, "refuse"), (BUY, "buy"))
    return {code: f"{choice}: {name}" for code, name in codes}


def layout(game: str) -> Played:
    """One deck and six have the same columns, and loops of their own."""
    return Played(
        loop=game,
        kernel=rounds,
        wagers=tuple(wager.name for wager in WAGERS),
        mains=len(BETS),
        meters=(),
        tables=(BONUS,),
        options=lambda house: [int(house.options["bonus_requires_four_cards"])],
        choices=(THIRD_CARD, FOURTH_CARD),
        decisions=(_named(THIRD_CARD), _named(FOURTH_CARD)),
    )
