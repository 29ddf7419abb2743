"""What Five Card Hold Out declares of its mathematics."""

from collections.abc import Mapping
from typing import Any

from croupier.cards.card import Card
from croupier.games.figures import PokerFigures
from croupier.games.five_card_hold_out.equity import equity
from croupier.games.five_card_hold_out.keep import keeps
from croupier.games.five_card_hold_out.stakes import stake_of
from croupier.odds.poker import Deals, Keep


def _keeps(
    cards: tuple[Card, ...], opponents: int, options: Mapping[str, Any], deals: Deals
) -> list[Keep]:
    return keeps(cards, opponents, stake_of(**options), deals)


FIGURES = PokerFigures(equity=equity, keeps=_keeps)
