"""Bots of this game's own, by name: `croupier.bots.players` loads them when one sits down."""

from croupier.games.five_card_hold_out.bots.solved import solved
from croupier.games.five_card_hold_out.bots.tight import tight

BOTS = {"tight": tight, "solved": solved}
