"""The games, by id. A new game is one line here."""

import hashlib
from functools import cache
from importlib.resources import files

from croupier.errors import UnknownGame
from croupier.rules.five_card_hold_out import FIVE_CARD_HOLD_OUT, PokerGame
from croupier.rules.four_card_buyout import FOUR_CARD_BUYOUT, ULTIMATE_4_CARD_BUYOUT
from croupier.rules.four_card_prime import FOUR_CARD_PRIME
from croupier.rules.four_card_split import FOUR_CARD_SPLIT_V1, FOUR_CARD_SPLIT_V2
from croupier.rules.vocabulary import Game

GAMES: dict[str, Game] = {
    game.id: game
    for game in (
        ULTIMATE_4_CARD_BUYOUT,
        FOUR_CARD_BUYOUT,
        FOUR_CARD_SPLIT_V1,
        FOUR_CARD_SPLIT_V2,
        FOUR_CARD_PRIME,
    )
}


# Poker has no wagers against the house and no paytables: another machine plays it.
POKER = {FIVE_CARD_HOLD_OUT.id: FIVE_CARD_HOLD_OUT}

ALIASES = {"4-card-split": "4-card-split-v2"}  # the approved version


def game_id(name: str) -> str:
    """A game's id as a person may write it: any case, spaces or underscores for hyphens."""
    asked = "-".join(name.casefold().replace("_", " ").split())
    return ALIASES.get(asked, asked)


def game(name: str) -> Game:
    found = GAMES.get(game_id(name))
    if found is None and game_id(name) in POKER:
        raise UnknownGame(
            f"{game_id(name)} is poker, player against player; this is for the house-banked games: "
            f"{', '.join(GAMES)}"
        )
    if found is None:
        raise UnknownGame(f"no game {name!r}; known: {', '.join((*GAMES, *POKER))}")
    return found


def poker(name: str) -> PokerGame | None:
    """The poker game of that name, if it is one."""
    return POKER.get(game_id(name))


@cache
def rules_hash() -> str:
    """A digest of everything that states a rule: any modification shows."""
    digest = hashlib.sha256()
    sources = {}
    for folder in ("cards", "rules", "rules/paytables"):
        for entry in (files("croupier") / folder).iterdir():
            if entry.name.endswith((".py", ".toml")):
                sources[f"{folder}/{entry.name}"] = entry.read_bytes()
    for name in sorted(sources):
        digest.update(f"{name} {len(sources[name])}\n".encode())
        digest.update(sources[name])
    return digest.hexdigest()
