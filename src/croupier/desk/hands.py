"""What held cards and a board make at poker, and shares of a pot; as data for programs.

A game's mathematics is loaded only when a share is computed: naming a hand needs no numpy.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.cards.card import RANKS, Card, rank, text
from croupier.cards.hands import FIVE_STRAIGHT, FIVE_STRAIGHT_FLUSH
from croupier.cards.scales import FIVE, FIVE_LADDER, category
from croupier.games.figures import poker_figures_of
from croupier.odds.figures import fraction, root, rounded
from croupier.odds.poker import Deals, Equity, Keep, Showdown
from croupier.rules.felt import OptionValue
from croupier.rules.poker import Best, BestHand, low_ranks_of

LOW_RANKS = "A23456789TJQK"


def hand_json(best: Best) -> dict[str, Any]:
    high, low, qualifies = best
    name, words = FIVE_LADDER[category(high.score)].name, FIVE.words(high.score)
    row = {"category": name, "ranks": _high_ranks(high), "cards": text(high.cards)}
    return {
        "high": {**row, "note": words} if words == "royal flush" else row,
        "low": {
            "ranks": "".join(LOW_RANKS[held] for held in low_ranks_of(low.cards)),
            "cards": text(low.cards),
            "qualifies": qualifies,
        },
    }


def _high_ranks(high: BestHand) -> str:
    """Ranks by how often they are held, then high to low; the ace of a wheel is its lowest card."""
    ranks = [rank(card) for card in high.cards]
    straight = category(high.score) in (FIVE_STRAIGHT, FIVE_STRAIGHT_FLUSH)
    if straight and high.score & 15 < max(ranks):
        return "".join(LOW_RANKS[held] for held in low_ranks_of(high.cards))
    ordered = sorted(ranks, key=lambda held: (-ranks.count(held), -held))
    return "".join(RANKS[held] for held in ordered)


def pot_shares(game: str, pot: Showdown, deals: Deals) -> Equity:
    """Each hand's share of the pot, exact if all hands are known."""
    return poker_figures_of(game).equity(pot, deals)


def keeps_by_share(
    game: str,
    dealt: tuple[Card, ...],
    opponents: int,
    options: Mapping[str, OptionValue],
    deals: Deals,
    dead: tuple[Card, ...] = (),
) -> list[Keep]:
    """Every way to keep from the cards dealt, best first; `dead`: other cards that are seen."""
    return poker_figures_of(game).keeps(dealt, opponents, options, deals, dead)


def equity_json(result: Equity, deals: Deals) -> dict[str, object]:
    row: dict[str, object] = {
        "equity": list(map(fraction, result.pot)),
        "high": list(map(fraction, result.high)),
        "low": list(map(fraction, result.low)),
        "scoop": list(map(fraction, result.scoop)),
        "tie": list(map(fraction, result.tie)),
        "decimal": [rounded(share, 10) for share in result.pot],
    }
    if result.squared_errors is None:
        return {**row, "boards": result.dealt, "exact": True}
    errors = [root(square, 10) for square in result.squared_errors]
    return {**row, "standard_error": errors, **deals._asdict(), "exact": False}


def keep_json(keep: Keep, dealt: Sequence[Card]) -> dict[str, str]:
    return {
        "keep": text(keep.cards),
        "discard": text(card for card in dealt if card not in keep.cards),
        "equity": fraction(keep.pot),
        "scoop": fraction(keep.scoop),
        "decimal": rounded(keep.pot, 10),
        "standard_error": root(keep.squared_error, 10),
    }
