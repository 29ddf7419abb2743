"""The ids of the postings of a round: made of table, round and seat, so that they are found again.

An id is used once in a bank, so the same act cannot move the same money twice.
"""

from croupier.games.registry import GAMES, POKER

BET = "bet"  # what a seat puts on the felt


def round_id(table: str, number: int) -> str:
    return f"{table}/{number}"


def act_id(table: str, number: int, known: int) -> str:
    """How the ids of an act's postings begin; the round had `known` events before it."""
    return f"{round_id(table, number)}/{known}"


def posting_id(act: str, seat: int, word: str) -> str:
    return f"{act}/{seat}/{word}"


def rake_id(act: str) -> str:
    """Of a poker hand's pot, not of a seat."""
    return f"{act}/rake"


def first_bets(table: str, number: int) -> list[str]:
    """What the bets of a round's deal may be called: one id for each seat that any game has."""
    banked = max(game.seats_max for game in GAMES.values())
    seats = max(banked, *(game.seats_max for game in POKER.values()))
    act = act_id(table, number, 0)
    return [posting_id(act, seat, BET) for seat in range(1, seats + 1)]


def meter_posting_id(table: str, number: int, sensor: str, event: str, place: int) -> str:
    """What the meter of `sensor` moves in a round; `event` is the meter event's kind."""
    return f"{meter_postings_begin(table, number, sensor, event)}{place}"


def meter_postings_begin(table: str, number: int, sensor: str, event: str) -> str:
    return f"{round_id(table, number)}/{sensor}/{event}/"


def correction_id(table: str, number: int, seat: int, wager: str, time: int) -> str:
    """The `time`-th correction of a wager of a past round."""
    return f"{round_id(table, number)}/corrected/{seat}/{wager}/{time}"
