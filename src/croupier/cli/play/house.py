"""A house-banked game at the terminal: bets, choices, results, round after round."""

from collections.abc import Iterable
from dataclasses import replace

from croupier.cli.play.bets import ask_bets, least_bet
from croupier.cli.play.choices import ask_action
from croupier.cli.play.desk import Desk, Quit, Settings
from croupier.cli.play.info import add_panels, commitment_line, header
from croupier.cli.play.jackpots import fed, meters_line, new_meters, settled
from croupier.cli.play.results import publish, show_results
from croupier.cli.play.saved import Sitting
from croupier.cli.play.words import check_typed, committed, mixed, to_json, words_said
from croupier.errors import RuleError
from croupier.money import Cents, dollars
from croupier.rules.limits import DEFAULT_PROFILE, Limits, profile
from croupier.table.round import Round, deal
from croupier.table.shoe import after_round, is_finished, new_shoe, record, source
from croupier.table.table import Table, open_table


def table_for(game: str, settings: Settings) -> Table:
    """The table that was asked for, or why there is none."""
    law = profile(settings.profile or DEFAULT_PROFILE)
    limits = Limits(law, aggregates=settings.aggregates)
    table = open_table(
        game,
        posted=settings.posted,
        options=dict(settings.options),
        limits=limits,
        unprinted=settings.unprinted,
    )
    table.check_seats(range(1, _seats(settings) + 1))
    return table


def _seats(settings: Settings) -> int:
    return 1 if settings.seats is None else settings.seats


def new_sitting(desk: Desk, table: Table, settings: Settings) -> Sitting:
    bankroll, word = settings.bankroll, check_typed(settings.word)
    if bankroll < least_bet(table):
        raise RuleError(
            f"a bankroll of {dollars(bankroll)}; {table.game.name} is played for at least "
            f"{dollars(least_bet(table))}",
            "bankroll/small",
        )
    shoe = new_shoe(table, new_secret=desk.new_secret)
    meters = new_meters(table)
    return Sitting(table, _seats(settings), bankroll, bankroll, word, shoe, {}, meters=meters)


def sit(desk: Desk, sitting: Sitting) -> None:
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
    if desk.sitting.meters:
        desk.show(f"Jackpots: {meters_line(desk.sitting.meters)}")
    commitment_line(desk)
    desk.show(desk.keys(), style="dim")
    bets = ask_bets(desk)
    sitting = _with_words(desk, bets)
    state = deal(sitting.table, bets, source(sitting.shoe))
    _after_act(desk, replace(sitting, bets=bets, meters=fed(sitting.meters, bets)), state)


def _with_words(desk: Desk, seats: Iterable[int]) -> Sitting:
    """The words of the seats that bet, committed to and opened; one shuffle takes them once."""
    sitting = desk.sitting
    if sitting.shoe.first:
        return sitting
    words = committed(sitting.shoe, seats, sitting.word, desk.new_word)
    for line in words_said(words, "Betting is closed"):
        desk.show(line, style="dim")
    return replace(sitting, words=words, shoe=mixed(sitting.shoe, words))


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
    words = sitting.words
    proved = {**record(sitting.shoe, state), "words": to_json(words)}
    records = (*sitting.records, proved)
    shoe = after_round(sitting.shoe, state)
    proof = "The shoe goes on; its shuffle is proved when the cut card comes."
    if is_finished(shoe, sitting.table):
        proof = publish(desk, records)
        shoe = new_shoe(sitting.table, new_secret=desk.new_secret)
        records, words = (), ()
    meters, shares = settled(sitting.meters, state)
    nets = sum(result.net for seat in state.results.values() for result in seat.values())
    won = nets + sum(share.paid for share in shares.values())
    desk.keep(
        replace(
            sitting,
            bankroll=Cents(sitting.bankroll + won),
            shoe=shoe,
            words=words,
            records=records,
            round=None,
            meters=meters,
        )
    )
    show_results(desk, state, shares)
    desk.command(proof)
