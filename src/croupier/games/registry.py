"""The games, by id. A new game is a folder, and one line here."""

import hashlib
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable

from croupier.errors import UnknownGame
from croupier.rules.poker import PokerGame
from croupier.rules.vocabulary import Game

# A game is a folder here with `rules.py`, whose GAMES are in the rulebooks' order.
FOLDERS = ("four_card_buyout", "four_card_split", "four_card_prime", "five_card_hold_out")
_DECLARED: list[tuple[str, Game | PokerGame]] = [
    (name, game) for name in FOLDERS for game in import_module(f"croupier.games.{name}.rules").GAMES
]
_FOLDERS = {game.id: name for name, game in _DECLARED}
GAMES = {game.id: game for _, game in _DECLARED if isinstance(game, Game)}

# Poker has no wagers against the house and no paytables: a separate engine plays it.
POKER = {game.id: game for _, game in _DECLARED if isinstance(game, PokerGame)}

ALIASES = {alias: game.id for _, game in _DECLARED for alias in game.aliases}


def game_id(name: str) -> str:
    """A game's id from a name as typed: any case, spaces or underscores for hyphens."""
    written = "-".join(name.casefold().replace("_", " ").split())
    return ALIASES.get(written, written)


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


def folder_of(game: str) -> str:
    """The folder with everything that only this game knows."""
    return _FOLDERS[game]


def poker(name: str) -> PokerGame | None:
    return POKER.get(game_id(name))


def plays_poker(name: str) -> bool:
    """Poker or house-banked: whether the players of this game play each other."""
    return poker(name) is not None


def poker_game(name: str | None = None) -> PokerGame:
    """The poker game of that name; without a name, the house's first one."""
    found = next(iter(POKER.values())) if name is None else poker(name)
    if found is None:
        raise UnknownGame(f"no poker game {name!r}; known: {', '.join(POKER)}")
    return found


# What decides an outcome besides the cards and the rules: the order of the cards, the engines of
# both kinds of game, and what a meter pays. Tests compare this with what the engines import.
DECIDING = (
    "games/registry.py",
    *("money.py", "fair.py"),
    *(f"table/{name}.py" for name in ("events", "opening", "round", "shoe")),
    *(f"table/{name}.py" for name in ("source", "spots", "table")),
    *(f"table/poker/{name}.py" for name in ("betting", "deal", "events", "hand", "pots", "table")),
    *(f"bank/meters/{name}.py" for name in ("changes", "events", "jackpot", "meter", "rules")),
)


def digested() -> dict[str, Traversable]:
    """The files that the digest of the rules covers, by name."""
    package = files("croupier")
    found = {name: package / name for name in DECIDING}
    for folder in ("cards", "rules"):
        for entry in (package / folder).iterdir():
            if entry.name.endswith((".py", ".toml")):
                found[f"{folder}/{entry.name}"] = entry
    for game in (package / "games").iterdir():
        for name in ("rules.py", "paytables.toml"):
            if (game / name).is_file():
                found[f"games/{game.name}/{name}"] = game / name
    return dict(sorted(found.items()))


@cache
def rules_hash() -> str:
    """A digest of everything that decides an outcome: it shows any modification."""
    digest = hashlib.sha256()
    for name, file in digested().items():
        content = file.read_bytes()
        digest.update(f"{name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()
