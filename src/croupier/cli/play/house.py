"""A house-banked game at the terminal: bets, choices, results, round after round."""

from croupier.cli.play.bets import ask_bets
from croupier.cli.play.choices import ask_action
from croupier.cli.play.info import add_panels, commitment_line, header, meters_line, words_said
from croupier.cli.play.results import publish, show_results
from croupier.cli.play.terminal import HousePlayer, Quit
from croupier.desk.sittings.bets import least_bet
from croupier.desk.sittings.sitting import Sitting, acted, bought_in, closed, dealt, with_words
from croupier.money import dollars
from croupier.table.round import Round


def sit(player: HousePlayer, sitting: Sitting) -> None:
    """Round after round, until the player quits."""
    player.kept = sitting
    add_panels(player)
    header(player)
    while True:
        if player.sitting.round is None:
            _open_round(player)
        state = _play_on(player)
        _close_round(player, state)


def _open_round(player: HousePlayer) -> None:
    if player.sitting.bankroll < least_bet(player.sitting.table):
        _buy_in(player)
    player.show()
    player.show(f"Bankroll {dollars(player.sitting.bankroll)}", style="bold")
    if player.sitting.meters:
        player.show(f"Jackpots: {meters_line(player.sitting.meters)}")
    commitment_line(player)
    player.show(player.keys(), style="dim")
    bets = ask_bets(player)
    sitting = with_words(player.sitting, bets, player.new_word)
    if sitting is not player.sitting:
        for line in words_said(sitting.words, "Betting is closed"):
            player.show(line, style="dim")
    player.keep(dealt(sitting, bets))


def _buy_in(player: HousePlayer) -> None:
    sitting = player.sitting
    needed = dollars(least_bet(sitting.table))
    player.show()
    player.show(
        f"Your bankroll is {dollars(sitting.bankroll)}, and a bet here is at least {needed}. "
        "That was it, but it is only play money."
    )
    if not player.agrees(f"Another {dollars(sitting.buy_in)}?", default=True):
        raise Quit
    player.keep(bought_in(sitting))


def _play_on(player: HousePlayer) -> Round:
    """From choice to choice to the end of the round."""
    while True:
        state = player.sitting.round
        assert state is not None
        if state.over:
            return state
        action = ask_action(player, state)  # which may change the sitting, by a word
        player.keep(acted(player.sitting, action))


def _close_round(player: HousePlayer, state: Round) -> None:
    """Proof and bankroll are kept first, then shown: a player who leaves now loses nothing."""
    sitting, shares, proof = closed(player.sitting, player.new_secret)
    said = "The shoe goes on; its shuffle is proved when the cut card comes."
    if proof is not None:
        said = publish(player, proof)
    player.keep(sitting)
    show_results(player, state, shares)
    player.command(said)
