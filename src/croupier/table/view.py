"""What one seat may see of a round. A view adds what the rules show; it starts from nothing."""

from collections.abc import Mapping
from typing import NamedTuple

from croupier.cards.card import Card, name
from croupier.money import Cents
from croupier.rules.felt import Face, FeltHand, OptionValue, Result, Spot
from croupier.table.round import Round

SeenCards = tuple[Card | None, ...]  # None: a face-down card

ONLOOKER = None


class SpotView(NamedTuple):
    seat: int
    wagers: Mapping[str, Cents]
    hands: tuple[SeenCards, ...]
    offer: SeenCards
    rack: SeenCards
    choices: Mapping[str, str]
    results: Mapping[str, Result]
    dead: bool


class View(NamedTuple):
    game: str
    posted: Mapping[str, str]
    options: Mapping[str, OptionValue]
    seat: int | None
    version: int
    over: bool
    turn: int | None
    choice: str
    legal: tuple[str, ...]  # this seat's legal actions; empty if it is not its turn
    dealer: SeenCards
    spots: tuple[SpotView, ...]

    def to_json(self) -> dict[str, object]:
        return {
            **self._asdict(),
            "posted": dict(self.posted),
            "options": dict(self.options),
            "legal": list(self.legal),
            "dealer": _names(self.dealer),
            "spots": [_spot_json(spot) for spot in self.spots],
        }


def view(state: Round, seat: int | None = ONLOOKER) -> View:
    """The round as that seat sees it; without a seat, as an onlooker does."""
    choice = state.choice
    return View(
        game=state.table.game.id,
        posted=state.table.posted_ids,
        options=state.table.options,
        seat=seat,
        version=state.version,
        over=state.over,
        turn=state.turn,
        choice=choice.name if choice is not None else "",
        legal=state.legal if seat is not None and seat == state.turn else (),
        dealer=_seen(state.dealer, own=False),
        spots=tuple(_spot_view(spot, own=spot.seat == seat) for spot in state.spots),
    )


def _spot_view(spot: Spot, *, own: bool) -> SpotView:
    return SpotView(
        seat=spot.seat,
        wagers=spot.wagers,
        hands=tuple(_seen(hand, own=own) for hand in spot.hands),
        offer=spot.offer,  # a card on offer is face up
        rack=_seen(FeltHand(spot.rack, spot.rack_faces), own=own),
        choices=spot.choices,
        results=spot.results,
        dead=spot.dead,
    )


def _seen(hand: FeltHand, *, own: bool) -> SeenCards:
    shown = (Face.UP, Face.OWN) if own else (Face.UP,)
    return tuple(
        card if face in shown else None for card, face in zip(hand.cards, hand.faces, strict=True)
    )


def _names(cards: SeenCards) -> list[str | None]:
    return [None if card is None else name(card) for card in cards]


def _spot_json(spot: SpotView) -> dict[str, object]:
    return {
        "seat": spot.seat,
        "wagers": dict(spot.wagers),
        "hands": [_names(hand) for hand in spot.hands],
        "offer": _names(spot.offer),
        "rack": _names(spot.rack),
        "choices": dict(spot.choices),
        "results": {
            wager: {"stake": result.stake, "net": result.net, "meter_percent": result.meter_percent}
            for wager, result in spot.results.items()
        },
        "dead": spot.dead,
    }
