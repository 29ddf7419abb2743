"""The vocabulary that a poker game is written in, and how any poker game shares a pot.

Players play each other: there are no wagers against the house and no paytables. A game consists of
its streets, its deals and discards, its options, and how hands are read at the showdown.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from croupier.cards.card import Card
from croupier.cards.hands import low_ranks
from croupier.cards.scales import Scale
from croupier.errors import BadTable
from croupier.rules.felt import OptionValue
from croupier.rules.vocabulary import HouseOption

Options = Mapping[str, OptionValue]


class Street(NamedTuple):
    """A betting round, with what is dealt before it and whether discards follow it."""

    name: str
    community: int  # community cards dealt before it, after a burn
    big: bool  # at fixed limit, whether the larger bet applies
    discards: bool = False


class BestHand(NamedTuple):
    """The best hand for high or for low, and the cards that make it."""

    score: int
    cards: tuple[Card, ...]


class Best(NamedTuple):
    """The best high and the best low that held cards and a board make."""

    high: BestHand
    low: BestHand
    qualifies: bool  # whether the low qualifies


class Scores(NamedTuple):
    """A hand's scores at the showdown, for the halves that the mode plays for."""

    high: int | None
    low: int | None  # also None if the low does not qualify


class PlayedFor(NamedTuple):
    """Which hands win a pot."""

    high: bool
    low: bool


PLAYED_FOR = {
    "high": PlayedFor(high=True, low=False),
    "hilo": PlayedFor(high=True, low=True),
    "low": PlayedFor(high=False, low=True),
}


class PokerGame(NamedTuple):
    """A poker game. The engine reads these options by name: `limit` and its bets, the blinds, the
    ante, `missed_blinds`, `mode` (a key of PLAYED_FOR), `odd_chips` and the rake.
    """

    id: str
    name: str
    title: str  # one sentence for a player
    source: str
    seats_max: int
    seats_why: str
    how_to_play: str
    dealt: int  # cards to each player
    most_discarded: int
    streets: tuple[Street, ...]
    options: tuple[HouseOption, ...]
    showdown: tuple[str, ...]  # the options that affect a showdown
    hands: Callable[[Sequence[Card], Sequence[Card], Options], Scores]  # held, board, options
    best: Callable[[Sequence[Card], Sequence[Card], Options], Best]  # regardless of the mode
    high_scale: Scale  # names a high hand
    low_scale: Scale
    phh: str  # its variant code in hand histories
    aliases: tuple[str, ...] = ()  # other accepted names
    bots: tuple[str, ...] = ()  # names of this game's bots, which are in its `bots` package
    spelled: Callable[[str, object], object] = lambda name, value: (
        value
    )  # normalizes common spellings of an option's value
    usual: Callable[[Options], Options] = lambda options: {}  # defaults that depend on others
    fault: Callable[[Options], str] = lambda options: (
        ""
    )  # why a combination of options is invalid; empty if it is valid

    @property
    def community(self) -> int:
        return sum(street.community for street in self.streets)

    @property
    def burns(self) -> int:
        return sum(street.community > 0 for street in self.streets)

    def cards_for(self, players: int) -> int:
        """The most cards that a hand takes from the deck."""
        return self.dealt * players + self.community + self.burns

    def settings(
        self, chosen: Mapping[str, object], options: Sequence[HouseOption] | None = None
    ) -> dict[str, OptionValue]:
        """All options (or those given), as chosen or by default; refuses unknown names."""
        known = {option.name: option for option in options or self.options}
        for name in chosen:
            if name not in known:
                raise BadTable(
                    f"{self.id} has no option {name!r}; it has: {', '.join(known)}",
                    "option/unknown",
                )
        given = {name: self.spelled(name, value) for name, value in chosen.items()}
        read = {
            name: option.read(given.get(name, option.default)) for name, option in known.items()
        }
        return read | {
            name: value for name, value in self.usual(read).items() if name not in chosen
        }


def low_part(amount: int, high_wins: bool, low_wins: bool) -> int:
    """The part of a pot for the low hands: all of it if no high hand is played for, nothing if no
    low qualifies, otherwise half; the odd chip goes to the high.
    """
    if not low_wins:
        return 0
    return amount // 2 if high_wins else amount


def share(amount: int, winners: int, place: int) -> int:
    """Equal shares in whole chips; the first winners left of the button get one odd chip each."""
    return amount // winners + (place < amount % winners)


def low_ranks_of(cards: Sequence[Card]) -> list[int]:
    """Ranks with the ace as 0, by how many cards share them, then from high to low."""
    ranks = [low_ranks(1 << card % 13).bit_length() - 1 for card in cards]
    return sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))
