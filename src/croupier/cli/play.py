"""`croupier play`: any of the games at the terminal, dealt from a shuffle that can be proved."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.table import Table as Sheet
from rich.text import Text

from croupier import fair
from croupier.cli.play_bets import ask_bets, least_bet
from croupier.cli.play_choices import ask_action
from croupier.cli.play_desk import Desk, Quit, terminal
from croupier.cli.play_info import add_panels, commitment_line, header
from croupier.cli.play_results import publish, show_results
from croupier.cli.saved import Sitting, default_path, load
from croupier.errors import RuleError
from croupier.money import Cents, dollars
from croupier.rules.limits import DEFAULT_PROFILE, Limits
from croupier.rules.limits import profile as find_profile
from croupier.rules.registry import GAMES, POKER
from croupier.rules.registry import game as find_game
from croupier.table.round import Round, deal
from croupier.table.shoe import NewSecret, after_round, is_finished, new_shoe, record, source
from croupier.table.table import Table, open_table


def play(
    game: str | None,
    *,
    seats: int = 1,
    posted: Mapping[str, str] = {},
    unprinted: bool = False,
    options: Mapping[str, str] = {},
    profile: str = DEFAULT_PROFILE,
    bankroll: Cents,
    entropy: str = "",
    fresh: bool = False,
    save_path: Path | None = None,
    console: Console | None = None,
    read: Callable[[str], str] = input,
    new_secret: NewSecret = fair.new_secret,
) -> int:
    """Sit down and play until the player quits. The exit code: 2 if there is no such table."""
    desk = Desk(console or terminal(), read, save_path or default_path(), new_secret)

    def new_table(name: str) -> Table:
        limits = Limits(find_profile(profile))
        table = open_table(
            name, posted=posted, options=dict(options), limits=limits, unprinted=unprinted
        )
        table.check_seats(range(1, seats + 1))
        return table

    try:
        if game is not None:
            game = new_table(game).game.id  # what is refused is refused before any question
        kept = None if fresh else _resumed(desk, game)
        if kept is None:
            table = new_table(game or _menu(desk))
            kept = _new_sitting(desk, table, seats, bankroll, entropy)
        elif entropy:
            kept = _with_word(kept, entropy)
        _sit(desk, kept)
    except RuleError as wrong:
        desk.refuse(wrong)
        return 2
    except (Quit, KeyboardInterrupt):
        _goodbye(desk)
    return 0


def _menu(desk: Desk) -> str:
    """The id of a game, by its number or its name."""
    games = list(GAMES.values())
    sheet = Sheet.grid(padding=(0, 2))
    for number, game in enumerate(games, start=1):
        sheet.add_row(f"{number:>2}", game.name, Text(game.title, "dim"))
    desk.show(sheet)
    for poker in POKER.values():
        desk.show(f"Against bots: croupier play {poker.id}", style="dim")
    while True:
        answer = desk.ask("Which game? ")
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(games):
            return games[int(answer) - 1].id
        try:
            return find_game(answer).id
        except RuleError:
            desk.warn(f"Type a number from 1 to {len(games)}, or a name; q quits.")


def _resumed(desk: Desk, game: str | None) -> Sitting | None:
    """The saved sitting, if there is one and the player wants it."""
    kept = desk.on_file(load)
    if kept is None:
        return None
    name = kept.table.game.name
    middle = ", in the middle of a round" if kept.round is not None else ""
    desk.show(f"There is a saved game: {name}, bankroll {dollars(kept.bankroll)}{middle}.")
    if game in (None, kept.table.game.id):
        return kept if desk.agrees("Resume it?", default=True) else None
    if not desk.agrees("Give it up for a new one?", default=False):
        raise Quit
    return None


def _new_sitting(desk: Desk, table: Table, seats: int, bankroll: Cents, word: str) -> Sitting:
    if bankroll < least_bet(table):
        raise RuleError(
            f"a bankroll of {dollars(bankroll)}; {table.game.name} is played for at least "
            f"{dollars(least_bet(table))}",
            "bankroll/small",
        )
    shoe = new_shoe(table, word, new_secret=desk.new_secret)
    return Sitting(table, seats, bankroll, bankroll, word, shoe, bets={})


def _with_word(sitting: Sitting, word: str) -> Sitting:
    """A resumed sitting with the player's standing word, in this shoe too if it is not begun."""
    shoe = sitting.shoe
    begun = sitting.round is not None or shoe.first > 0
    if not begun and ("player", word) not in shoe.entropy:
        shoe = shoe.mixed_with("player", word)
    return replace(sitting, word=word, shoe=shoe)


def _sit(desk: Desk, sitting: Sitting) -> None:
    """Round after round, until the player quits."""
    desk.kept = sitting
    add_panels(desk)
    header(desk)
    while True:
        if desk.sitting.round is None:
            _open_round(desk)
        state = _play_on(desk)
        _close_round(desk, state)


def _open_round(desk: Desk) -> None:
    if desk.sitting.bankroll < least_bet(desk.sitting.table):
        _buy_in(desk)
    desk.show()
    desk.show(f"Bankroll {dollars(desk.sitting.bankroll)}", style="bold")
    commitment_line(desk)
    desk.show(desk.keys(), style="dim")
    bets = ask_bets(desk)
    sitting = desk.sitting
    state = deal(sitting.table, bets, source(sitting.shoe))
    _after_act(desk, replace(sitting, bets=bets), state)


def _buy_in(desk: Desk) -> None:
    sitting = desk.sitting
    needed = dollars(least_bet(sitting.table))
    desk.show()
    desk.show(
        f"Your bankroll is {dollars(sitting.bankroll)}, and a bet here is at least {needed}. "
        "That was it, but it is only play money."
    )
    if not desk.agrees(f"Another {dollars(sitting.buy_in)}?", default=True):
        raise Quit
    desk.keep(replace(sitting, bankroll=Cents(sitting.bankroll + sitting.buy_in)))


def _play_on(desk: Desk) -> Round:
    """From choice to choice to the end of the round."""
    state = desk.sitting.round
    assert state is not None
    while not state.over:
        assert state.turn is not None
        state = state.act(state.turn, ask_action(desk, state))
        _after_act(desk, desk.sitting, state)
    return state


def _after_act(desk: Desk, sitting: Sitting, state: Round) -> None:
    desk.keep(replace(sitting, round=state))


def _close_round(desk: Desk, state: Round) -> None:
    """Proof and bankroll are kept first, then shown: a player who leaves now loses nothing."""
    sitting = desk.sitting
    records = (*sitting.records, record(sitting.shoe, state))
    shoe = after_round(sitting.shoe, state)
    proof = "The shoe goes on; its shuffle is proved when the cut card comes."
    if is_finished(shoe, sitting.table):
        proof = publish(desk, records)
        shoe = new_shoe(sitting.table, sitting.word, new_secret=desk.new_secret)
        records = ()
    won = sum(result.net for seat in state.results.values() for result in seat.values())
    desk.keep(
        replace(
            sitting,
            bankroll=Cents(sitting.bankroll + won),
            shoe=shoe,
            records=records,
            round=None,
        )
    )
    show_results(desk, state)
    desk.command(proof)


def _goodbye(desk: Desk) -> None:
    if desk.kept is None:
        desk.show("Goodbye.")
        return
    desk.keep(desk.kept)
    if not desk.fault:
        desk.show(f"Saved, with {dollars(desk.kept.bankroll)}. Come again: croupier play")
