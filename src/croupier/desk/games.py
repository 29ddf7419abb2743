"""The games of the house as data for programs: wagers, options, paytables, limits."""

from collections.abc import Iterator, Sequence

from croupier.games.registry import ALIASES, GAMES, POKER, poker, rules_hash
from croupier.games.registry import game as banked_game
from croupier.rules.limits import poker_profiles, profiles
from croupier.rules.paytable import Paytable
from croupier.rules.poker import PokerGame
from croupier.rules.vocabulary import Choose, Game, HouseOption, program


def game_named(name: str) -> Game | PokerGame:
    """A game of either kind, by its name or another that means it."""
    return poker(name) or banked_game(name)


def games_json() -> dict[str, object]:
    return {
        "rules": rules_hash(),
        "games": [_game_json(game) for game in GAMES.values()],
        "poker": [_poker_json(game) for game in POKER.values()],
        "limits": {name: row._asdict() for name, row in profiles().items()},
        "poker_limits": {name: row._asdict() for name, row in poker_profiles().items()},
    }


def game_json(game: Game | PokerGame) -> dict[str, object]:
    """One game, with how it is played."""
    about = _poker_json(game) if isinstance(game, PokerGame) else _game_json(game)
    return {**about, "how_to_play": game.how_to_play, "rules": rules_hash()}


def aliases(game: str) -> list[str]:
    """Other names that mean it."""
    return [alias for alias, meant in ALIASES.items() if meant == game]


def qualifiers(game: PokerGame) -> dict[str, str]:
    """What a low must qualify with, unless the house says otherwise."""
    (modes,) = [option.values for option in game.options if option.name == "mode"]
    return {mode: str(game.usual({"mode": mode})["qualifier"]) for mode in modes}


def _poker_json(game: PokerGame) -> dict[str, object]:
    return {**_about_json(game), "qualifier_by_mode": qualifiers(game)}


def _about_json(game: Game | PokerGame) -> dict[str, object]:
    return {
        "game": game.id,
        "name": game.name,
        "title": game.title,
        "source": game.source,
        "seats": game.seats_max,
        "options": _options_json(game.options),
    }


def _options_json(options: Sequence[HouseOption]) -> dict[str, object]:
    return {
        option.name: {
            "default": option.default,
            "values": list(option.values) or None,
            "takes": option.takes,
            "text": option.text,
        }
        for option in options
    }


def _game_json(game: Game) -> dict[str, object]:
    return {
        **_about_json(game),
        "aliases": aliases(game.id),
        "decks": game.decks,
        "wagers": [
            {
                "name": wager.name,
                "required": wager.required,
                "in_play": wager.follows,
                "equals": wager.equals or None,
                "at_least": wager.at_least or None,
                "table": wager.table or None,
                "maximum": wager.most,
            }
            for wager in game.wagers
        ],
        "choices": {choice.name: _actions(choice) for choice in _choices(game)},
        "tables": {
            group.name: [table_json(table) for table in group.tables]
            for group in game.paytables.values()
        },
        "notices": dict(game.notices),
    }


def _choices(game: Game) -> Iterator[Choose]:
    return (step for step, _ in program(game.flow, 1) if isinstance(step, Choose))


def _actions(choice: Choose) -> list[str]:
    """The names of the actions; a split is named by its cards, so it has none of its own."""
    return [] if callable(choice.options) else [option.name for option in choice.options]


def table_json(table: Paytable) -> dict[str, object]:
    return {
        "id": table.id,
        "printed_id": table.printed_id,
        "title": table.title,
        "source": table.source,
        "odds": table.odds,
        "rows": [
            {
                "hand": row.label,
                **dict(zip(table.columns, row.printed, strict=True)),
                "reachable": row.reachable,
            }
            for row in table.rows
        ],
    }
