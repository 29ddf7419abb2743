"""A fixed list of actions for a poker game: acts, four sizes of bets, and every discard.

A size is a bet or a raise, whichever is possible now. Discards name places, counted from the
highest card held: `discard 4 5` discards the two lowest of five.
"""

from collections.abc import Iterator
from functools import cache

from croupier.cards.card import parse, text
from croupier.envs.deck import from_the_highest
from croupier.rules.poker import PokerGame
from croupier.table.poker.hand import Legal
from croupier.table.poker.view import HandView

SIZES = ("least", "half pot", "pot", "most")
BETTING = ("fold", "check", "call", *SIZES)


@cache
def discards_of(dealt: int, most: int) -> tuple[tuple[int, ...], ...]:
    """The places of each discard, in the order of the bits: place 1 is 1, place 2 is 2, then 4."""
    every = (
        tuple(place for place in range(dealt) if bits >> place & 1) for bits in range(1 << dealt)
    )
    return tuple(places for places in every if len(places) <= most)


def actions_of(game: PokerGame) -> tuple[str, ...]:
    """The names of all actions, legal now or not."""
    discards = discards_of(game.dealt, game.most_discarded)
    return (
        *BETTING,
        *(" ".join(["discard", *(str(place + 1) for place in places)]) for places in discards),
    )


def acts_of(seen: HandView, game: PokerGame) -> dict[int, str]:
    """The actions that the viewer may take now, each as an act for the table."""
    acts: dict[int, str] = {}
    for legal in seen.legal:
        if legal.action == "discard":
            acts.update(_discards(seen, legal, game))
        elif legal.action in ("bet", "raise"):
            acts.update(_sizes(seen, legal))
        else:
            acts[BETTING.index(legal.action)] = legal.action
    return acts


def _discards(seen: HandView, legal: Legal, game: PokerGame) -> Iterator[tuple[int, str]]:
    cards = from_the_highest(parse(seen.own.shown))
    discards = discards_of(game.dealt, game.most_discarded)
    for action, places in enumerate(discards, start=len(BETTING)):
        if legal.least <= len(places) <= legal.most:
            yield action, f"discard {text(cards[place] for place in places)}".rstrip()


def _sizes(seen: HandView, legal: Legal) -> Iterator[tuple[int, str]]:
    """Parts of the pot once the call is in it; what the limit forbids, or repeats, is left out."""
    level, pot = seen.own.bet + seen.to_call, seen.pot + seen.to_call
    wanted = (legal.least, level + pot // 2, level + pot, legal.most)
    for place, size in enumerate(wanted):
        if legal.least <= size <= legal.most and size not in wanted[:place]:
            yield BETTING.index(SIZES[place]), f"{legal.action} {size}"
