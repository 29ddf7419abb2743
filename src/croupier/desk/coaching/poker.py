"""The coach at poker: the share of the pot, what to keep, and what the solved player does.

It is given what the seat sees and nothing else, so it cannot know more. It does not read bets: the
others may hold anything that the seat does not see.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from croupier.bots.players import luck, mix_of
from croupier.cards.card import Card, parse
from croupier.desk.hands import keeps_by_share, pot_shares
from croupier.errors import RuleError
from croupier.odds.poker import Deals, Keep, Showdown, Unknown
from croupier.rules.felt import OptionValue
from croupier.rules.poker import PokerGame
from croupier.table.poker.view import HandView

SEED = 1
# So many that an answer takes less than a tenth of a second; the error says how exact it is.
KEEP_DEALS, SHARE_DEALS = Deals(3_000, SEED), Deals(20_000, SEED)


class PotShare(NamedTuple):
    """The expected share of the pot if nobody bets again, and the part that it wins alone."""

    pot: Fraction
    scoop: Fraction
    squared_error: Fraction  # of the share


class PokerAdvice(NamedTuple):
    """At a bet: the share of the pot, and what a call needs. At the discards: the keeps."""

    version: int  # of the hand, as the seat sees it
    opponents: int
    share: PotShare
    keeps: tuple[Keep, ...]  # best first; empty once cards are discarded
    cards: tuple[Card, ...]  # the seat's own
    pot: int
    to_call: int
    deals: Deals

    @property
    def needed(self) -> Fraction:
        """The share of the pot at which a call costs nothing."""
        return Fraction(self.to_call, self.pot + self.to_call) if self.to_call else Fraction(0)


def poker_advice(game: PokerGame, seen: HandView) -> PokerAdvice:
    """What the cards are worth to the seat whose view this is; refused unless it is to act.

    The first time for a table it takes some seconds: what players keep is computed, and cached.
    """
    check_turn(seen)
    cards = parse(seen.own.shown)
    if seen.own.discarded is None:
        keeps = tuple(_keeps(game, seen, cards))
        best, deals = keeps[0], KEEP_DEALS
        share = PotShare(best.pot, best.scoop, best.squared_error)
    else:
        keeps, deals, share = (), SHARE_DEALS, _share(game, seen, cards)
    opponents, version = len(seen.rivals), len(seen.events)
    return PokerAdvice(version, opponents, share, keeps, cards, seen.pot, seen.to_call, deals)


def solved_mix(game: PokerGame, seen: HandView, name: str = "solved") -> Mapping[str, float]:
    """How often that bot chooses each act here; the most frequent first.

    The first time for a table this takes minutes: the bot learns to play, and that is cached.
    """
    check_turn(seen)
    mix = mix_of(name, game)
    if mix is None:
        raise RuleError(f"{name} does not choose by chance", "bots/mix")
    found = mix(seen, luck(f"coach/{SEED}"))
    return dict(sorted(found.items(), key=lambda act: -act[1]))


def check_turn(seen: HandView) -> None:
    if seen.viewer is None or not seen.legal:
        raise RuleError("it is not this seat's turn, so there is nothing to advise", "coach/turn")


def _keeps(game: PokerGame, seen: HandView, cards: tuple[Card, ...]) -> list[Keep]:
    """Against all who are still in, as if each keeps by the policy."""
    options: dict[str, OptionValue] = {
        "mode": seen.mode,
        "qualifier": seen.qualifier,
        "wheel_straight": seen.wheel_straight,
    }
    dead = tuple(_exposed(seen))
    return keeps_by_share(game.id, cards, len(seen.rivals), options, KEEP_DEALS, dead)


def _share(game: PokerGame, seen: HandView, cards: tuple[Card, ...]) -> PotShare:
    """Against any cards of as many as each of the others kept."""
    others = [Unknown(None if seat.discarded is None else seat.cards) for seat in seen.rivals]
    dead = (*parse(seen.own.thrown), *_exposed(seen))
    played_for = (seen.mode, seen.qualifier, seen.wheel_straight)
    found = pot_shares(
        game.id, Showdown((cards, *others), parse(seen.board), dead, *played_for), SHARE_DEALS
    )
    error = Fraction(0) if found.squared_errors is None else found.squared_errors[0]
    return PotShare(found.pot[0], found.scoop[0], error)


def _exposed(seen: HandView) -> Iterator[Card]:
    """Cards that everybody saw in the deal, and that were burned."""
    for kind, *what in seen.events:
        if kind == "exposed":
            yield from parse(str(what[1]))
