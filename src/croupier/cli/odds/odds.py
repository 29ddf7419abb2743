"""`croupier odds`, `ev` and `verify`: exact figures, for people and for programs."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.text import Text

from croupier.cards.card import parse, parse_card
from croupier.cli.input import batch, quoted, write_json
from croupier.cli.progress import working
from croupier.cli.screen import Sheet, heading, screen, styled
from croupier.cli.unprinted import marks, show_mark
from croupier.errors import RuleError, shown
from croupier.games.registry import game as find_game
from croupier.games.registry import poker as find_poker
from croupier.odds.decimals import root, rounded
from croupier.odds.ev import Action, State, best, values
from croupier.odds.figures import Odds, WagerOdds
from croupier.odds.solve import solve
from croupier.odds.verify import Check, verify
from croupier.table.table import Table, open_table

# A power of ten in a few letters (1e999999999) would take for ever to write out.
BET = re.compile(r"-?([0-9]{1,40}(/[0-9]{1,40})?|[0-9]{0,40}\.[0-9]{1,40})")
STATE_KEYS = ("cards", "up", "offer", "seen", "bonus")


def fraction(value: Fraction) -> str:
    """`n/d` in lowest terms; a whole number is `n/1`."""
    return f"{value.numerator}/{value.denominator}"


def odds(
    table: Table, *, as_json: bool, seed: str | None = None, contribution: str | None = None
) -> None:
    filled = _funding(table, seed, contribution)
    with working(f"solving {table.game.name}"):
        solved = filled(solve(table))
    if as_json:
        write_json(odds_json(solved, table))
    else:
        _show(solved, table)


def _funding(table: Table, seed: str | None, contribution: str | None) -> Callable[[Odds], Odds]:
    """What the long run adds to a table's figures; refused before anything is solved."""
    from croupier.odds.jackpots.wager import funding_of, in_the_long_run

    funding = funding_of(table, seed, contribution)
    return lambda odds: odds if funding is None else in_the_long_run(odds, funding)


def odds_json(odds: Odds, table: Table) -> dict[str, object]:
    results = odds.results
    main: dict[str, object] = {
        "net": odds.net,
        "house_edge": odds.house_edge,
        "house_edge_per_initial_stake": odds.house_edge / odds.initial,
        "wagered": odds.wagered,
        "element_of_risk": odds.element_of_risk,
        "variance": results.variance,
        "win": results.win,
        "push": results.push,
        "lose": results.lose,
    }
    shown_main = {
        **_fractions(main),
        "decimal": {
            **{key: _decimal(value) for key, value in main.items()},
            "standard_deviation": root(results.variance, 10),
        },
    }
    shown_main["distribution"] = {
        str(net): fraction(Fraction(count, results.total))
        for net, count in sorted(results.counts.items())
        if count
    }
    if odds.parts:
        shown_main["parts"] = _fractions(odds.parts)
    return {
        "game": odds.game,
        "posted": dict(odds.posted),
        **marks(table),
        "options": dict(odds.options),
        "unit": odds.unit,
        "main": shown_main,
        "decisions": _fractions(odds.decisions),
        "wagers": {name: _wager_json(wager) for name, wager in odds.wagers.items()},
    }


def _wager_json(wager: WagerOdds) -> dict[str, object]:
    figures: dict[str, object] = {
        "net": wager.results.mean,
        "hit": wager.hit,
        "variance": wager.results.variance,
        **wager.more,
    }
    return {
        "table": wager.table,
        **_fractions(figures),
        "decimal": {
            **_nested(figures, _decimal),
            "standard_deviation": root(wager.results.variance, 10),
        },
    }


def _fractions(figures: Mapping[str, object]) -> dict[str, object]:
    return _nested(figures, lambda value: fraction(Fraction(str(value))))


def _nested(figures: Mapping[str, object], write: Callable[[object], str]) -> dict[str, object]:
    """Each figure as written; figures by seats in a mapping of their own, null where not known."""
    written: dict[str, object] = {}
    for key, value in figures.items():
        if isinstance(value, Mapping):
            written[key] = _nested(value, write)
        else:
            written[key] = None if value is None else write(value)
    return written


def _decimal(value: object) -> str:
    return rounded(Fraction(str(value)), 10)


def _percent(value: Fraction, places: int = 4) -> str:
    return rounded(value * 100, places) + "%"


def _show(odds: Odds, table: Table) -> None:
    console = screen()
    posted = ", ".join(f"{group} {id_}" for group, id_ in odds.posted.items())
    console.print(heading(table.game.name, posted))
    show_mark(console, table)
    sheet = Sheet(show_header=False, box=None, padding=(0, 2))
    rows = (
        (f"house edge per {odds.unit}", _percent(odds.house_edge), odds.house_edge),
        ("house edge per unit wagered", _percent(odds.element_of_risk), odds.element_of_risk),
        (f"wagered on average, in {odds.unit}s", rounded(odds.wagered, 4), odds.wagered),
        ("variance", rounded(odds.results.variance, 4), odds.results.variance),
        ("standard deviation", root(odds.results.variance, 4), None),
        ("win, push, lose", _thirds(odds), None),
    )
    for name, figure, exact in rows:
        sheet.add_row(name, figure, "" if exact is None else Text(fraction(exact), "dim"))
    console.print(sheet, highlight=False)
    console.print(styled("\n[bold]Best play[/bold]"))
    plays = Sheet(show_header=False, box=None, padding=(0, 2))
    for name, share in odds.decisions.items():
        plays.add_row(name, _percent(share, 2))
    console.print(plays, highlight=False)
    console.print(styled("\n[bold]Wagers[/bold]"))
    sides = Sheet("wager", "table", "house edge", "hits", "variance", box=None, padding=(0, 2))
    for name, wager in odds.wagers.items():
        edge = -wager.results.mean
        hit = Fraction(str(wager.more.get("hit", wager.hit)))
        colour = "red" if edge < 0 else "default"
        sides.add_row(
            name,
            wager.table,
            Text(_percent(edge), colour),
            _percent(hit, 3),
            rounded(wager.results.variance, 3),
        )
    console.print(sides, highlight=False)
    for name, wager in odds.wagers.items():
        for line in _by_seats(wager):
            console.print(f"  {name}: {line}", style="dim", highlight=False)


# Figures by seats: the key, what a person calls it, and how it is shown.
BY_SEATS: tuple[tuple[str, str, Callable[[Fraction], str]], ...] = (
    ("envy", "envy adds", lambda value: _percent(value, 3)),
    ("break_even_meter", "breaks even at a meter of", lambda value: f"{rounded(value, 0)} wagers"),
    ("long_run_return", "returns in the long run", lambda value: _percent(value, 3)),
)


def _by_seats(wager: WagerOdds) -> Iterator[str]:
    """A line for each figure that depends on the seats: for the fewest and for the most."""
    for key, words, write in BY_SEATS:
        figures = wager.more.get(key)
        if isinstance(figures, Mapping) and figures:
            said = {
                seats: "?" if value is None else write(value) for seats, value in figures.items()
            }
            first, *_, last = said
            yield f"{words} {said[first]} with {first} seat, {said[last]} with {last}"


def _thirds(odds: Odds) -> str:
    results = odds.results
    return ", ".join(_percent(part, 2) for part in (results.win, results.push, results.lose))


def ev(table: Table, state: State, *, as_json: bool) -> None:
    with working(f"every action in {table.game.name}"):
        actions = values(table, state)
    if as_json:
        write_json({**ev_json(actions), **marks(table)})
        return
    console = screen()
    show_mark(console, table)
    right = best(actions)
    sheet = Sheet("action", "expected net", "exactly", box=None, padding=(0, 2))
    for action in sorted(actions, key=lambda action: -action.net):
        name = Text(action.name, "bold green" if action.name in right else "")
        sheet.add_row(name, rounded(action.net, 6), fraction(action.net))
    console.print(sheet, highlight=False)


def ev_json(actions: list[Action]) -> dict[str, object]:
    told = []
    for action in actions:
        row: dict[str, object] = {
            "action": action.name,
            "net": fraction(action.net),
            "decimal": rounded(action.net, 10),
        }
        if action.split is not None and action.decision is not None:
            row["split"], row["decision"] = list(action.split), list(action.decision)
        told.append(row)
    return {"actions": told, "best": best(actions)}


def ev_batch(table: Table) -> int:
    """One answer a line for one state a line; 1 if any was refused."""

    def answer(said: dict[str, Any], where: str) -> object:
        if isinstance(said.get("bonus"), int):
            said["bonus"] = str(said["bonus"])
        state = state_of(
            table,
            cards=quoted(said, "cards", where),
            up=quoted(said, "up", where),
            offer=quoted(said, "offer", where) or None,
            seen=quoted(said, "seen", where),
            bonus=quoted(said, "bonus", where, "0"),
        )
        return {**ev_json(values(table, state)), **marks(table)}

    return batch(STATE_KEYS, answer)


def state_of(
    table: Table, *, cards: str, up: str, offer: str | None, seen: str, bonus: str
) -> State:
    """The state that was written; everything in it is checked."""
    decks = table.game.decks
    try:
        units = Fraction(bonus) if BET.fullmatch(bonus) else None
    except ZeroDivisionError:
        units = None
    if units is None:
        raise RuleError(f"bonus {shown(bonus)}; write a number of first bets", "state/bonus")
    if units < 0:
        raise RuleError(f"bonus {bonus}; a bet is not below zero", "state/bonus")
    if not up:
        raise RuleError(f"{table.game.id}: name the dealer's upcard (--up)", "state/up")
    return State(
        cards=parse(cards, decks=decks),
        up=parse_card(up),
        offer=parse_card(offer) if offer else None,
        seen=parse(seen, decks=decks),
        bonus=units,
    )


def verified(game: str | None, *, as_json: bool) -> int:
    """Every printed figure beside ours; 1 if one that should agree does not."""
    games: tuple[str, ...] = () if game is None else (_game_id(game),)
    with working("checking every printed figure"):
        checks = verify(open_table, games)
    wrong = [check for check in checks if check.verdict == "DIFFERS"]
    if as_json:
        write_json([{**check._asdict(), "ours": fraction(check.ours)} for check in checks])
    elif not checks:
        screen().print(f"The rulebook of {games[0]} prints no figure that could be checked.")
    else:
        _show_checks(checks)
    return 1 if wrong else 0


def _game_id(name: str) -> str:
    found = find_poker(name)
    return find_game(name).id if found is None else found.id


def _show_checks(checks: Sequence[Check]) -> None:
    console = screen()
    for game in dict.fromkeys(check.game for check in checks):
        console.print(Text(game, "bold cyan"))
        sheet = Sheet("figure", "printed", "ours", "verdict", box=None, padding=(0, 1))
        for check in checks:
            if check.game == game:
                colour = COLOURS.get(check.verdict, "magenta")
                verdict = Text(check.verdict, colour)
                sheet.add_row(check.figure, check.printed, check.shown, verdict)
        console.print(sheet, highlight=False)
    counts = Counter(check.verdict for check in checks)
    others = [check for check in checks if check.why]
    said = f"{counts['agrees']} of {len(checks)} agree, {counts['DIFFERS']} differ."
    console.print(f"{said} The other {len(others)}:" if others else said, highlight=False)
    for check in others:
        line = f"  {check.verdict}: {check.game}, {check.figure}: {check.printed}; {check.why}"
        console.print(line, highlight=False, markup=False)


COLOURS = {"agrees": "green", "misprint": "yellow", "unreachable": "yellow", "DIFFERS": "red"}
