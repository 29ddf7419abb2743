"""The coach at poker in the terminal: shares of the pot, keeps, and the solved player's mix."""

from fractions import Fraction

from croupier.cards.card import text
from croupier.cli.play.coach import needing_its_packages
from croupier.cli.play.poker.felt import PokerPlayer
from croupier.cli.progress import working
from croupier.cli.screen import bare, percent
from croupier.desk.coach import check_allowed
from croupier.desk.coaching import poker as desk
from croupier.desk.sittings.poker import YOU
from croupier.errors import RuleError
from croupier.money import dollars
from croupier.odds.figures import root
from croupier.odds.poker import Keep
from croupier.room.tables.poker.amounts import spoken
from croupier.table.poker.hand import Hand
from croupier.table.poker.view import view

MIX = "mix"  # of the solved player
SHOWN = 5  # keeps


def coach_panel(player: PokerPlayer, word: str) -> None:
    """`h` at your turn says what your cards are worth; `h mix` what the solved player does."""
    hand = player.sitting.hand
    try:
        check_allowed(player.sitting.table)
    except RuleError as forbidden:
        player.refuse(forbidden)
        return
    if word not in ("", MIX):
        player.warn(f"Type h alone, or h {MIX}.")
    elif hand is None or hand.to_act != YOU:
        player.show("At your turn h says what share of the pot your cards win on average, and at")
        player.show(f"the discards what to keep; h {MIX}: how often the solved player does what.")
    else:
        try:
            with needing_its_packages():
                (_show_mix if word == MIX else _show_advice)(player, hand)
        except RuleError as wrong:
            player.refuse(wrong)


def _show_advice(player: PokerPlayer, hand: Hand) -> None:
    with working("the coach"):
        advice = desk.poker_advice(hand.table.game, view(hand, YOU))
    one, share = advice.opponents == 1, advice.share
    against = "Against one other" if one else f"Against {advice.opponents} others"
    keeping = f", if you keep {text(advice.keeps[0].cards)}" if advice.keeps else ""
    alone = f"; all of it {percent(share.scoop, 1)}" if share.scoop != share.pot else ""
    player.show(
        f"{against}: {percent(share.pot, 1)} {_error(share.squared_error)} of the pot"
        f"{keeping}{alone}."
    )
    if advice.to_call:
        call = f"{dollars(advice.to_call)} into {dollars(advice.pot)}"
        player.show(f"A call of {call} needs {percent(advice.needed, 1)}.")
    if hand.discarding:
        _show_keeps(player, advice)
    player.show(f"{advice.deals.trials:,} random deals, ± one standard error. It does not read "
                f"bets (h {MIX}: the solved player, who does).", style="dim")  # fmt: skip


def _show_keeps(player: PokerPlayer, advice: desk.PokerAdvice) -> None:
    sheet = bare("keep", "discard", "share", "", "gives up", numbers=True)
    best = advice.keeps[0].pot
    for keep in advice.keeps[:SHOWN]:
        gone = text(card for card in advice.cards if card not in keep.cards) or "nothing"
        share = f"{percent(keep.pot, 1)} {_error(keep.squared_error)}"
        sheet.add_row(text(keep.cards), gone, share, "", _less(keep, best))
    player.console.print(sheet)


def _less(keep: Keep, best: Fraction) -> str:
    return percent(best - keep.pot, 1) if keep.pot < best else "best"


def _error(squared: Fraction) -> str:
    """One standard error, in percent."""
    return f"± {percent(Fraction(root(squared, 10)), 1)}"


def _show_mix(player: PokerPlayer, hand: Hand) -> None:
    with working("the solved player; the first time at these stakes it learns for some minutes"):
        mix = desk.solved_mix(hand.table.game, view(hand, YOU))
    acts = (f"{spoken(act, 0)} {percent(Fraction(often), 0)}" for act, often in mix.items())
    player.show(f"The solved player: {', '.join(acts)}.")
