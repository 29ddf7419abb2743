"""The games of the house as data; and the rules as posted at one table, for inspectors: the bets,
the order of play, the pays.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from croupier.desk.posting import limited, marks
from croupier.games.registry import ALIASES, GAMES, POKER, poker, rules_hash
from croupier.games.registry import game as banked_game
from croupier.money import Cents
from croupier.rules import vocabulary as rules
from croupier.rules.felt import Face, OptionValue
from croupier.rules.limits import poker_profiles, profiles
from croupier.rules.paytable import Paytable
from croupier.rules.poker import PokerGame
from croupier.table.poker.table import PokerTable
from croupier.table.table import Table

FACES = {Face.DOWN: "face down", Face.OWN: "for the player's own eyes", Face.UP: "face up"}


def game_named(name: str) -> rules.Game | PokerGame:
    """A game of either kind, by its name or an alias."""
    return poker(name) or banked_game(name)


def games_json() -> dict[str, object]:
    return {
        "rules": rules_hash(),
        "games": [_game_json(game) for game in GAMES.values()],
        "poker": [_poker_json(game) for game in POKER.values()],
        "limits": {name: row._asdict() for name, row in profiles().items()},
        "poker_limits": {name: row._asdict() for name, row in poker_profiles().items()},
    }


def game_json(game: rules.Game | PokerGame) -> dict[str, object]:
    """One game, with how it is played."""
    about = _poker_json(game) if isinstance(game, PokerGame) else _game_json(game)
    return {**about, "how_to_play": game.how_to_play, "rules": rules_hash()}


def aliases(game: str) -> list[str]:
    """Its other names."""
    return [alias for alias, meant in ALIASES.items() if meant == game]


def qualifiers(game: PokerGame) -> dict[str, str]:
    """By mode, what a low needs to qualify, unless the house says otherwise."""
    (modes,) = [option.values for option in game.options if option.name == "mode"]
    return {mode: str(game.usual({"mode": mode})["qualifier"]) for mode in modes}


def _poker_json(game: PokerGame) -> dict[str, object]:
    return {**_about_json(game), "qualifier_by_mode": qualifiers(game)}


def _about_json(game: rules.Game | PokerGame) -> dict[str, object]:
    return {
        "game": game.id,
        "name": game.name,
        "title": game.title,
        "source": game.source,
        "seats": game.seats_max,
        "options": _options_json(game.options),
    }


def _options_json(options: Sequence[rules.HouseOption]) -> dict[str, object]:
    return {
        option.name: {
            "default": option.default,
            "values": list(option.values) or None,
            "takes": option.takes,
            "text": option.text,
        }
        for option in options
    }


def _game_json(game: rules.Game) -> dict[str, object]:
    return {
        **_about_json(game),
        "aliases": aliases(game.id),
        "decks": game.decks,
        "wagers": [
            {
                "name": wager.name,
                **_rules_json(wager),
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


def _rules_json(wager: rules.Wager) -> dict[str, object]:
    return {
        "required": wager.required,
        "in_play": wager.follows,
        "equals": wager.equals or None,
        "at_least": wager.at_least or None,
    }


def _choices(game: rules.Game) -> Iterator[rules.Choose]:
    return (step for step, _ in rules.program(game.flow, 1) if isinstance(step, rules.Choose))


def _actions(choice: rules.Choose) -> list[str]:
    """The names of the actions; a split is named by its cards, so it has no fixed names."""
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


class WagerTerms(NamedTuple):
    """A wager and its bounds; None for one that is made during the round."""

    wager: rules.Wager
    least: Cents | None
    most: Cents | None


class RuleSheet(NamedTuple):
    table: Table
    wagers: list[WagerTerms]
    order: list[str]
    tables: list[Paytable]  # with the pays of this table's fixed wagers


def rule_sheet(table: Table) -> RuleSheet:
    wagers = list(_wagers(table))
    terms = [WagerTerms(wager, *_bounds(table, wager)) for wager in wagers]
    order = list(_order(table.game.flow, {wager.name for wager in wagers}))
    return RuleSheet(table, terms, order, list(_tables(table)))


def _wagers(table: Table) -> Iterator[rules.Wager]:
    """The wagers offered here: before the deal, and those that follow from them."""
    offered = {wager.name for wager in table.offers}
    for wager in table.game.wagers:
        if wager.name in offered or (wager.follows and (wager.part_of or wager.name) in offered):
            yield wager


def _bounds(table: Table, wager: rules.Wager) -> tuple[Cents | None, Cents | None]:
    if wager.fixed:
        stake = table.fixed_wager(wager.name)
        return stake, stake
    if wager.follows:
        return None, None
    return table.limits.least(wager), table.limits.most(wager)


def _tables(table: Table) -> Iterator[Paytable]:
    """The posted tables of the wagers offered here."""
    absent = {wager.table for wager in table.game.wagers} - {
        wager.table for wager in _wagers(table)
    }
    for group in table.posted:
        if group not in absent:
            yield table.displayed(group)


def _chosen_json(
    options: tuple[rules.HouseOption, ...], chosen: Mapping[str, OptionValue]
) -> dict[str, object]:
    return {option.name: {"value": chosen[option.name], "text": option.text} for option in options}


def sheet_json(sheet: RuleSheet) -> dict[str, object]:
    table = sheet.table
    game, law = table.game, table.limits.profile
    return {
        "game": game.id,
        "name": game.name,
        "source": game.source,
        "rules": rules_hash(),
        "decks": game.decks,
        "seats": game.seats_max,
        **marks(table),
        "options": _chosen_json(game.options, table.options),
        "limits": {"profile": law.name, "supervisor_above": law.supervisor_above, **limited(table)},
        "wagers": [_terms_json(terms) for terms in sheet.wagers],
        "order": sheet.order,
        "tables": {posted.group: table_json(posted) for posted in sheet.tables},
        "notices": list(table.notices),
        "how_to_play": game.how_to_play,
    }


def _terms_json(terms: WagerTerms) -> dict[str, object]:
    wager, least, most = terms
    return {
        "name": wager.name,
        "least": least,
        "most": most,
        "fixed": bool(wager.fixed),
        **_rules_json(wager),
    }


def poker_sheet_json(table: PokerTable) -> dict[str, object]:
    game = table.game
    return {
        "game": game.id,
        "name": game.name,
        "source": game.source,
        "rules": rules_hash(),
        "seats": table.seat_count,
        "options": _chosen_json(game.options, table.options),
        "limits": table.law._asdict(),
        "how_to_play": game.how_to_play,
    }


def _order(flow: rules.Flow, wagers: Collection[str]) -> Iterator[str]:
    """A line for each part of the flow, in order, for these wagers."""
    for part in flow:
        if isinstance(part, rules.EachSeat):
            way = "from the dealer's right" if part.right_to_left else "from the dealer's left"
            steps = [step for step in part.steps if _is_placed(step, wagers)]
            if steps:
                yield f"Each seat in turn, {way}: {'; '.join(map(_step, steps))}"
        elif getattr(part, "to", rules.To.SEAT) is rules.To.DEALER:
            yield f"The dealer: {_step(part)}"
        else:
            yield f"Each seat, from the dealer's left: {_step(part)}"


def _is_placed(step: rules.Step, wagers: Collection[str]) -> bool:
    return not isinstance(step, rules.Settle) or any(name in wagers for name in step.wagers)


def _step(step: rules.Step) -> str:
    rule = getattr(step, "rule", "")
    kind = ("rules " if "," in rule else "rule ") if rule[:1].isdigit() else ""
    where = f" ({kind}{rule})" if rule else ""
    open_ = "" if step.when is rules.always else ", where it applies"
    return f"{_words(step)}{open_}{where}"


def _words(step: rules.Step) -> str:
    match step:
        case rules.Deal(place=rules.Place.OFFER):
            return "is offered a card"
        case rules.Deal(cards=cards, face=face, up_to=True):
            return f"is dealt what is missing of {cards} cards, {FACES[face]}"
        case rules.Deal(cards=cards, face=face):
            return f"is dealt {cards} card{'s' if cards > 1 else ''}, {FACES[face]}"
        case rules.Choose(name=name, options=options):
            chosen = "" if callable(options) else f": {', '.join(each.name for each in options)}"
            return f"decides ({name}{chosen})"
        case rules.Reveal():
            return "shows the cards"
        case rules.Collect(hand=hand):
            return f"hand {hand + 1} is collected"
        case rules.Settle(wagers=wagers):
            return f"{' and '.join(wagers)} settled"
