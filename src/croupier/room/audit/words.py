"""Checks the acts before a deal: bets, words, and their order.

Each row must be possible after those before it; the dealing act must have exactly the words that
were opened and the bets that were closed. Who sat where is checked in room/audit/run.py.
"""

from collections.abc import Mapping

from croupier import fair
from croupier.errors import shown
from croupier.fair import Word
from croupier.room.audit.difference import Body, Difference
from croupier.room.tables import words as fairness
from croupier.room.tables.bets import LEAST_LEFT, LEAST_OPEN_LEFT, MOST_OPEN, is_word
from croupier.table.shoe import Shoe

FIELDS = {
    fairness.BET: {"event", "seat", "player", "stakes", "commitment"},
    fairness.WORD_KEPT: {"event", "seat", "player", "commitment"},
    fairness.BETS_OPENED: {"event", "number", "until"},
    fairness.BETS_CLOSED: {"event", "bets", "words", "until"},
    fairness.WORD_OPENED: {"event", "seat", "player", "word"},
}
OF_WORDS = ("entropy", "words")  # keys of a dealing act


def tells_words(data: Body) -> bool:
    """Whether a dealing act has words."""
    return any(name in data for name in OF_WORDS)


def checked(before: fairness.PendingBets, data: Body, shoe: Shoe, at: int) -> fairness.PendingBets:
    """The bets and words pending after an act, if the act was possible."""
    (row,) = data["events"]
    if set(data) != {"by", "events"} or set(row) != FIELDS[row["event"]]:
        raise Difference(f"before the deal is told {shown(data)}, which is not so written")
    if row["event"] == fairness.BETS_CLOSED:
        _check_closed(before, row, at)
        return before.after(row)
    if row["event"] == fairness.BETS_OPENED:
        _check_window_opened(before, row, at)
        return before.after(row)
    seat, player = row["seat"], row["player"]
    if data["by"] != player:
        raise Difference(f"{row['event']} of {player} at seat {seat} is by {shown(data['by'])}")
    if row["event"] == fairness.WORD_OPENED:
        _check_opened(before, row, shoe)
    else:
        _check_bet(before, row, shoe, at)
    return before.after(row)


def _check_window_opened(before: fairness.PendingBets, row: fairness.EventBody, at: int) -> None:
    """The number of the round and who opened the bets are checked in room/audit/run.py."""
    until = row["until"]
    if before.closed is not None:
        raise Difference("bets are opened after they were closed")
    if before.window is not None and (before.bets or not before.is_late(at)):
        raise Difference("bets are opened twice")
    if type(until) is not int or not 1000 * LEAST_OPEN_LEFT <= until - at <= 1000 * MOST_OPEN:
        raise Difference(f"bets are opened until {shown(until)}, at {at}")


def check_window(
    before: fairness.PendingBets, bets: Mapping[int, Mapping[str, int]], at: int
) -> None:
    """Checks the bets of a deal against the time limit that the dealer set.

    Whether a house-banked round waited for every seat is checked in room/audit/run.py.
    """
    stated = [seat for seat, stakes in bets.items() if stakes and seat not in before.bets]
    if stated and before.is_late(at):
        raise Difference(f"seat {stated[0]} bets when the time for bets is over")
    is_poker = not any(bets.values())
    if is_poker and before.is_early(at) and any(seat not in before.words for seat in bets):
        raise Difference("a hand is dealt before the time for words is over")


def _check_bet(before: fairness.PendingBets, row: fairness.EventBody, shoe: Shoe, at: int) -> None:
    seat, commitment = row["seat"], row["commitment"]
    if before.closed is not None:
        raise Difference(f"{row['event']} at seat {seat} after the bets were closed")
    if before.is_late(at):
        raise Difference(f"{row['event']} at seat {seat} when the time for bets is over")
    kept = before.words.get(seat)
    if row["event"] == fairness.BET and not row["stakes"] and seat not in before.bets:
        raise Difference(f"seat {seat} takes back a bet that it did not make")
    if not commitment and row["event"] == fairness.BET:
        return
    if not fairness.is_commitment(commitment) or shoe.first:
        raise Difference(f"seat {seat} commits to a word that the shoe could not take")
    if kept is not None and kept[:3] != (seat, row["player"], commitment):
        raise Difference(f"seat {seat} commits to another word than before")


def _check_closed(before: fairness.PendingBets, row: fairness.EventBody, at: int) -> None:
    if before.closed is not None:
        raise Difference("the bets are closed twice")
    bets = {int(seat): stakes for seat, stakes in row["bets"].items()}
    check_window(before, bets, at)
    own = {seat: bets.get(seat) for seat in before.bets}
    if own != before.bets:
        raise Difference(f"the bets are closed with {own}; players made {before.bets}")
    written = [(one["seat"], one["commitment"]) for one in row["words"]]
    must = [
        (seat, before.words[seat].commitment if seat in before.words else None)
        for seat in sorted(bets)
    ]
    if written != must or not any(commitment for _, commitment in must):
        raise Difference(f"the bets are closed with the words {written}; committed were {must}")
    if type(row["until"]) is not int or row["until"] < at + 1000 * LEAST_LEFT:
        raise Difference(f"words may be opened for less than {LEAST_LEFT} seconds")


def _check_opened(before: fairness.PendingBets, row: fairness.EventBody, shoe: Shoe) -> None:
    seat, player, word = row["seat"], row["player"], row["word"]
    kept = before.words.get(seat)
    if kept is None or not before.is_closed(seat) or kept.word is not None:
        raise Difference(f"seat {seat} opens a word when there is none to open")
    if player != kept.player or not is_word(word):
        raise Difference(f"seat {seat} opens a word that {kept.player} cannot have kept")
    if fair.word_commitment(shoe.commitment, seat, player, word) != kept.commitment:
        raise Difference(f"the word of seat {seat} is not the one that {player} committed to")


def dealt_with(before: fairness.PendingBets, data: Body, at: int) -> tuple[Word, ...]:
    """The words of a dealing act, if they and its bets follow from the acts before it."""
    words, written = before.dealt_in, {name: data[name] for name in OF_WORDS if name in data}
    if written != fairness.dealt_body(words):
        raise Difference(
            f"round {data['number']} is dealt with the words {shown(written)}; they were"
            f" {shown(fairness.dealt_body(words))}"
        )
    bets = _bets(data["events"][0])
    check_window(before, bets, at)
    if before.closed is None:
        left_out = [seat for seat in bets if seat in before.words]
        if left_out or any(bets.get(seat) != made for seat, made in before.bets.items()):
            raise Difference(f"round {data['number']} passes over a word or a bet of a player's")
        return ()
    if bets != before.closed.bets:
        raise Difference(f"round {data['number']} is dealt with other bets than were closed")
    if before.missing and at < before.closed.until:
        raise Difference(f"round {data['number']} is dealt before all words had to be opened")
    return words


def _bets(opening: fairness.EventBody) -> dict[int, Mapping[str, int]]:
    if "stacks" in opening:
        return {int(seat): {} for seat in opening["stacks"]}
    return {int(seat): stakes for seat, stakes in opening["wagers"].items()}
