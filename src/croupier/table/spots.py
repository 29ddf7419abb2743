"""How an event changes a spot or the dealer's hand: the only place where cards and chips move."""

from collections.abc import Mapping

from croupier.money import Cents
from croupier.rules.felt import Face, Hand, Result, Spot
from croupier.rules.vocabulary import Choose, Game, Option, Place
from croupier.table.events import Collected, Dealt, Event, Revealed, Settled, Voided


def stake_of(game: Game, spot: Spot, option: Option) -> Cents:
    """What the option bets: so many times the wager that its own wager is part of."""
    wager = game.wager(option.bet)
    assert wager is not None, f"{game.id} has no wager {option.bet!r}"
    return Cents(spot.wagers[wager.part_of] * option.times)


def dealer_after(dealer: Hand, event: Event) -> Hand:
    if isinstance(event, Dealt):
        return dealer.with_cards(event.cards, event.face)
    return dealer.turned_up()


def spot_after(spot: Spot, event: Event) -> Spot:
    """The spot after an event that is no choice."""
    match event:
        case Dealt():
            if event.place is Place.OFFER:
                return spot._replace(offer=event.cards)
            hands, at = list(spot.hands), event.place.value
            hands[at] = hands[at].with_cards(event.cards, event.face)
            return _with_hands(spot, tuple(hands))
        case Settled():
            settled = {result.wager: result for result in event.results}
            return _with_results(spot, {**spot.results, **settled})
        case Revealed():
            return _with_hands(spot, tuple([hand.turned_up() for hand in spot.hands]))
        case Collected():
            hands, at = list(spot.hands), event.place.value
            taken, hands[at] = hands[at], Hand()
            return _with_hands(_racked(spot, taken), tuple(hands))
        case Voided():
            voided = {result.wager: result for result in event.results}
            for hand in (*spot.hands, Hand().with_cards(spot.offer, Face.UP)):
                spot = _racked(spot, hand)
            results = {**spot.results, **voided}
            return spot._replace(hands=(Hand(),), offer=(), results=results, dead=True)
        case _:
            raise AssertionError(f"{event} changes no spot")


def spot_after_choice(game: Game, spot: Spot, choice: Choose, option: Option) -> Spot:
    wagers = spot.wagers
    if option.bet:
        wagers = {**wagers, option.bet: stake_of(game, spot, option)}
    hands = list(spot.hands)
    if option.keeps:
        hands[0] = hands[0].with_cards(spot.offer, Face.UP)
    elif spot.offer:
        spot = _racked(spot, Hand().with_cards(spot.offer, Face.UP))
    if option.mucks:
        folded = hands[choice.hand]
        spot = _racked(spot, folded.turned_down() if option.face_down else folded)
        hands[choice.hand] = Hand()
    if option.split is not None:
        hands = [Hand().with_cards(half, Face.UP) for half in option.split]  # it names the cards
    choices = {**spot.choices, choice.name: option.name}
    seat, _, _, _, rack, faces, _, results, dead = spot
    after = Spot(seat, wagers, tuple(hands), (), rack, faces, choices, results, dead)
    assert game.secure(after), f"game security: cards and wagers disagree: {after}"
    return after


def _racked(spot: Spot, hand: Hand) -> Spot:
    return spot._replace(rack=spot.rack + hand.cards, rack_faces=spot.rack_faces + hand.faces)


# What nearly every event does, written out: `_replace` takes three times as long.


def _with_hands(spot: Spot, hands: tuple[Hand, ...]) -> Spot:
    seat, wagers, _, offer, rack, faces, choices, results, dead = spot
    return Spot(seat, wagers, hands, offer, rack, faces, choices, results, dead)


def _with_results(spot: Spot, results: Mapping[str, Result]) -> Spot:
    seat, wagers, hands, offer, rack, faces, choices, _, dead = spot
    return Spot(seat, wagers, hands, offer, rack, faces, choices, results, dead)
