"""Buyout in the simulator: what the columns, tables and codes of its loop are called."""

from croupier.games.four_card_buyout.loops import rounds
from croupier.games.four_card_buyout.rules import BUY, FOLD, FOURTH_CARD, REFUSE, THIRD_CARD
from croupier.kernels.rounds import Game
from croupier.sim.layout import Played


def _named(choice: str) -> dict[int, str]:
    codes = ((FOLD, "fold"), (REFUSE, "refuse"), (BUY, "buy"))
    return {code: f"{choice}: {name}" for code, name in codes}


def _layout(game: Game) -> Played:
    """One deck and six have the same columns, and loops of their own."""
    return Played(
        game=game,
        wagers=rounds.WAGERS,
        mains=rounds.MAINS,
        meters=rounds.METERS,
        tables=rounds.TABLES,
        options=lambda house: [int(house.options[name]) for name in rounds.OPTIONS],
        choices=(THIRD_CARD, FOURTH_CARD),
        decisions=(_named(THIRD_CARD), _named(FOURTH_CARD)),
    )


ONE_DECK, SIX_DECKS = _layout(rounds.ONE_DECK), _layout(rounds.SIX_DECKS)
