"""What came of bets and words before a deal, and what stands at a table."""

from collections.abc import Iterator
from typing import Any

from croupier import fair
from croupier.desk.room.acts import Answer, Outcome
from croupier.desk.stakes import stakes_text
from croupier.room.state.hall import KnownTable
from croupier.room.tables.words import BETS_CLOSED, Before, words_json


def bets_closed_answer(act: Outcome) -> Answer:
    """The bets are closed: whose word is waited for, and who has none."""
    row = act.body["events"][0]
    assert row["event"] == BETS_CLOSED
    seats = [
        f"seat {one['seat']}, {one['player']}: "
        + ", ".join(
            part
            for part in (
                stakes_text(row["bets"][str(one["seat"])]),
                "word to be opened" if one["commitment"] else "no word",
            )
            if part
        )
        for one in row["words"]
    ]
    text = f"Table {act.table}: the bets are closed; {'; '.join(seats)}. {_waits(act)}"
    return Answer(text, {"closed": {name: row[name] for name in ("bets", "words", "until")}})


def _waits(act: Outcome) -> str:
    """For which words, as it is now."""
    state = act.room.hall.tables[act.table]
    before = state.before
    if before.closed is None:
        return "The cards are dealt."
    if before.missing:
        left = max(0, -(-(before.closed.until - act.room.store.clock()) // 1000))
        who = missing_text(before)
        return f"Waiting for {who}, {left} seconds at most; then: room deal {act.table}"
    return f"All words are open; now: room deal {act.table}"


def withheld(dealt: dict[str, Any]) -> list[str]:
    """Whose words a dealing act was without."""
    words = dealt.get("words", ())
    return [fair.who(one["seat"], one["player"]) for one in words if one["word"] is None]


def missing_text(before: Before) -> str:
    return ", ".join(fair.who(word.seat, word.player) for word in before.missing)


def before_json(state: KnownTable) -> dict[str, object]:
    """What stands before the deal; what the last shuffle was made with; what was held back."""
    before = state.before
    kept_now = [before.words[seat] for seat in sorted(before.words)]
    return {
        "bets": {str(seat): dict(stakes) for seat, stakes in sorted(before.bets.items())},
        "words": words_json(kept_now),
        "bets_closed": before.closed is not None,
        "words_until": None if before.closed is None else before.closed.until,
        "last_words": words_json(before.last),
        "withheld": dict(before.withheld),
    }


def bet_answer(act: Outcome) -> Answer:
    row = act.body["events"][0]
    where = f"seat {row['seat']} of table {act.table}"
    if not row["stakes"]:
        return Answer(f"{row['player']} takes back the bet at {where}.")
    word = " and has committed to a word" if row["commitment"] else ""
    return Answer(f"{row['player']} bets {stakes_text(row['stakes'])} at {where}{word}.")


def word_answer(act: Outcome) -> Answer:
    row = act.body["events"][0]
    where = f"seat {row['seat']} of table {act.table}"
    return Answer(f"{row['player']} has committed to a word at {where}.")


def open_word_answer(act: Outcome) -> Answer:
    row = act.body["events"][0]
    text = f"{row['player']} has opened the word of seat {row['seat']} at table {act.table}."
    return Answer(f"{text} {_waits(act)}")


def words_said(table: str, before: Before) -> Iterator[str]:
    """Of a table: whose words are waited for, which the last shuffle had, and which it had not."""
    if before.closed is not None and before.missing:
        yield f"Table {table}: waiting for the words of {missing_text(before)}"
    if before.last:
        words = [fair.who(word.seat, word.player) for word in before.last if word.word is not None]
        without = [fair.who(word.seat, word.player) for word in before.last if word.word is None]
        held_back = f"; withheld by {', '.join(without)}" if without else ""
        yield f"Table {table}, last shuffle: words of {', '.join(words) or 'nobody'}{held_back}"
    if before.withheld:
        times = ", ".join(f"{player} {count}" for player, count in before.withheld.items())
        yield f"Table {table}, words withheld so far: {sum(before.withheld.values())} ({times})"


def seat_bets(before: Before, seat: int) -> str:
    """Beside a seat's player: the bet and the word that stand there."""
    parts = [f"bets {stakes_text(before.bets[seat])}"] if seat in before.bets else []
    if seat in before.words:
        parts.append("word kept" if before.words[seat].word is None else "word opened")
    return f" ({', '.join(parts)})" if parts else ""
