"""This game's own bots, by name: `croupier.bots.players` loads one when it sits down."""

from croupier.games.five_card_hold_out.bots.solved import mix, solved
from croupier.games.five_card_hold_out.bots.tight import tight

BOTS = {"tight": tight, "solved": solved}
MIXES = {"solved": mix}  # of those that choose by chance
