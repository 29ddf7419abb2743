"""`croupier fair` and `croupier replay`: a round's shuffle and its course, checked."""

import sys
from contextlib import nullcontext
from pathlib import Path

from rich.text import Text

from croupier import fair as shuffle
from croupier.cli.input import text_of, write_json
from croupier.cli.screen import screen
from croupier.errors import BadRecord
from croupier.games.five_card_hold_out.rules import ID as POKER_ID
from croupier.games.five_card_hold_out.rules import NAME as POKER_NAME
from croupier.games.registry import game_id
from croupier.table.poker.hand import Hand
from croupier.table.poker.phh import from_phh
from croupier.table.poker.transcript import replay as hand_again
from croupier.table.transcript import replay as played_again


def fair(file: Path | None, *, as_json: bool) -> int:
    """0 if the record proves the shuffle, 1 if it does not: what fair.py reads, checks and says."""
    try:
        with nullcontext(sys.stdin.buffer) if file is None else file.open("rb") as opened:
            record = shuffle.read(opened)
    except ValueError as broken:
        raise BadRecord(f"the record cannot be read: {broken}", "record/json") from broken
    if as_json:
        problems = shuffle.check(record)
        remarks = [] if problems else shuffle.remarks(record)
        write_json({"fair": not problems, "problems": problems, "remarks": remarks})
        return 1 if problems else 0
    code, lines = shuffle.verdict(record)
    for line in lines:
        screen().print(Text(line), soft_wrap=True, highlight=False)
    return code


def replay(file: Path | None, *, as_json: bool) -> int:
    """A transcript of a round or of a hand of poker, or such a hand in PHH."""
    written = text_of(file)
    if written.lstrip().startswith("variant"):
        return _hand(from_phh(written), "action", as_json=as_json)
    word, _, game = written.lstrip().partition("\n")[0].partition(" ")
    if word == "game" and game_id(game) == POKER_ID:
        hand, refused = hand_again(written)
        return _hand(hand, "line", as_json=as_json, refused=len(refused))
    state, tries = played_again(written)
    nets = {spot.seat: sum(result.net for result in spot.results.values()) for spot in state.spots}
    if as_json:
        write_json(
            {
                "game": state.table.game.id,
                "over": state.over,
                "refused": len(tries),
                "net": {str(seat): net for seat, net in nets.items()},
            }
        )
    else:
        screen().print(
            f"[green]agrees[/green]  {state.table.game.name}: every line follows from the rules.",
            highlight=False,
            markup=True,
        )
    return 0


def _hand(hand: Hand, each: str, *, as_json: bool, refused: int = 0) -> int:
    before = hand.started.stacks
    nets = {str(seat): hand.stacks[seat] - before[seat] for seat in hand.in_hand}
    if as_json:
        write_json({"game": POKER_ID, "over": hand.over, "refused": refused, "net": nets})
    else:
        screen().print(
            f"[green]agrees[/green]  {POKER_NAME}: every {each} follows from the rules.",
            highlight=False,
            markup=True,
        )
    return 0
