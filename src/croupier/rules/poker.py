"""The words in which a poker game is written, and how any poker game shares a pot.

Players play against each other, without wagers against the house and without paytables: a game
is its streets, what is dealt and discarded, its options, and how a hand is read at the showdown.
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
    community: int  # cards turned up before it, after a burn
    big: bool  # the fixed limit's larger bet
    discards: bool = False


class BestHand(NamedTuple):
    """The best hand for high or for low, and the cards that make it."""

    score: int
    cards: tuple[Card, ...]


class Best(NamedTuple):
    """The best high and the best low of held cards and a board."""

    high: BestHand
    low: BestHand
    qualifies: bool  # whether the low counts


class Scores(NamedTuple):
    """What a hand has at the showdown, as far as the game is played for it."""

    high: int | None
    low: int | None  # None also where the low does not qualify


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
    """A poker game. The engine knows these options by name: `limit` with its bets, the blinds and
    the ante, `missed_blinds`, `mode` (of PLAYED_FOR), `odd_chips` and the rake.
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
    showdown: tuple[str, ...]  # the options that a showdown depends on
    hands: Callable[[Sequence[Card], Sequence[Card], Options], Scores]  # held, board, options
    best: Callable[[Sequence[Card], Sequence[Card], Options], Best]  # whatever the mode
    high_scale: Scale  # names a high hand
    low_scale: Scale
    phh: str  # its variant code in hand histories
    aliases: tuple[str, ...] = ()  # other names that mean it
    bots: tuple[str, ...] = ()  # those of its own, by name: `bots` in its folder has them
    spelled: Callable[[str, object], object] = lambda name, value: value  # an option's usual words
    usual: Callable[[Options], Options] = lambda options: {}  # defaults that depend on others
    fault: Callable[[Options], str] = lambda options: ""  # why options do not go together

    @property
    def community(self) -> int:
        return sum(street.community for street in self.streets)

    @property
    def burns(self) -> int:
        return sum(street.community > 0 for street in self.streets)

    def cards_for(self, players: int) -> int:
        """How many cards a hand takes from the deck."""
        return self.dealt * players + self.community + self.burns

    def settings(
        self, chosen: Mapping[str, object], options: Sequence[HouseOption] | None = None
    ) -> dict[str, OptionValue]:
        """All options or some, as asked for or as is usual; one that is unknown is refused."""
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
    """What of a pot goes to the low hands: all of it where no high hand is played for, nothing
    where no low qualifies, otherwise half; the odd chip is the high's.
    """
    if not low_wins:
        return 0
    return amount // 2 if high_wins else amount


def share(amount: int, winners: int, place: int) -> int:
    """Equal shares in whole chips; odd ones go one each to the first winners left of the button."""
    return amount // winners + (place < amount % winners)


def low_ranks_of(cards: Sequence[Card]) -> list[int]:
    """Ranks with the ace as 0, those held most often first, high before low."""
    ranks = [low_ranks(1 << card % 13).bit_length() - 1 for card in cards]
    return sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))
