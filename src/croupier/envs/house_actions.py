"""A fixed list of actions for a house-banked game: every option in its flow.

An option is named as in the rules. Only the ways to split a hand are named by places, counted from
the highest card: `split 134/2` puts the second highest card alone.
"""

from collections.abc import Iterator

from croupier.cards.card import Card, parse
from croupier.envs.deck import from_the_highest
from croupier.rules.felt import Face, Felt, FeltHand, Spot
from croupier.rules.vocabulary import Choose, Deal, Game, Option, Place, To, program
from croupier.table.round import Round

# Cards that make no hand, so that they close no option.
NOTHING = parse("Ks Jh 9d 7c 5s 3h")


def choices_of(game: Game) -> tuple[str, ...]:
    """The names of the choices, in the order of the round."""
    return tuple(dict.fromkeys(step.name for step in _choices(game)))


def actions_of(game: Game) -> tuple[str, ...]:
    """Every option of every choice, in the order of the round; each name once."""
    hand = NOTHING[: _cards_before_choice(game)]
    felt = Felt(Spot(1, {}, (FeltHand().with_cards(hand, Face.OWN),)), FeltHand(), (), {})
    labels = (
        label(option, hand)
        for step in _choices(game)
        for option in (step.options(felt) if callable(step.options) else step.options)
    )
    return tuple(dict.fromkeys(labels))


def legal_of(state: Round) -> dict[str, str]:
    """What may be done now: the name of each action here, and the act for the table."""
    if state.turn is None:
        return {}
    hand = state.spot(state.turn).cards
    return {label(option, hand): option.name for option in state.options}


def label(option: Option, hand: tuple[Card, ...]) -> str:
    if option.split is None:
        return option.name
    places = {card: place for place, card in enumerate(from_the_highest(hand), start=1)}
    halves = [sorted(places[card] for card in half) for half in option.split]
    halves.sort(key=lambda half: (-len(half), half))
    return "split " + "/".join("".join(map(str, half)) for half in halves)


def _choices(game: Game) -> Iterator[Choose]:
    return (step for step, _ in program(game.flow, 1) if isinstance(step, Choose))


def _cards_before_choice(game: Game) -> int:
    """How many cards a seat has at its first choice."""
    dealt = 0
    for step, _ in program(game.flow, 1):
        if isinstance(step, Choose):
            break
        if isinstance(step, Deal) and step.to is To.SEAT and step.place is Place.HAND_1:
            dealt += step.cards
    return dealt
