"""This game's own bots, by name: `croupier.bots.players` loads one when it sits down."""

from croupier.games.five_card_hold_out.bots.solved import solved
from croupier.games.five_card_hold_out.bots.tight import tight

BOTS = {"tight": tight, "solved": solved}
