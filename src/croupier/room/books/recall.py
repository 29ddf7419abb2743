"""Recalls a past round: its transcript, its money and its proof. Also abandoned shoes."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from croupier import fair
from croupier.bank.act import Event
from croupier.bank.ledger import Posting
from croupier.bank.reading import Done, StoredEvent, Stretch, act_of_posting, acts_of, rare
from croupier.bank.store import Store
from croupier.cards.card import text
from croupier.errors import BadRecord, RuleError
from croupier.games.registry import rules_hash
from croupier.money import Cents
from croupier.room.cage.cash_postings import BOUGHT, CASHED, CLOSED, CORRECTED, REVERSED
from croupier.room.names import TABLE, first_bets
from croupier.room.tables import words as fairness
from croupier.room.tables.kinds import proof_of, rebuilt, transcript_of
from croupier.room.tables.mistakes import CALLED_OFF, EXPOSED, MISDEAL, WORD
from croupier.room.tables.poker.amounts import spoken
from croupier.room.tables.shoes import SECRET, UNOPENED, shoe_end, with_revealed_secret
from croupier.room.tables.state import CLOCK, ROUND
from croupier.table.poker.hand import Hand
from croupier.table.poker.record import cards_taken
from croupier.table.round import Round
from croupier.table.shoe import Shoe, read_shoe, source

MOST_ACTS = 500  # in one round; far more than any has


class Doing(NamedTuple):
    at: int  # milliseconds since 1970, UTC
    by: str  # empty in older books, which do not name them
    what: str
    timed_out: int = 0  # the seat whose time ran out, if it did


class CorrectedWager(NamedTuple):
    """A correction of a payment after its round, or the reversal of one."""

    at: int
    kind: str
    by: str
    second: str
    seat: int
    player: str
    wager: str
    cents: Cents
    to: str  # player or house
    reason: str
    posting: str  # of the correction


class Recalled(NamedTuple):
    table: str
    number: int
    began: int  # milliseconds since 1970, UTC
    ended: int
    called_off: str  # the reason; empty if it was not
    cause: str  # … and its category
    acts: tuple[Doing, ...]
    round: Round | Hand
    postings: tuple[Posting, ...]
    players: dict[int, str]
    proof: dict[str, object] | None  # of the shuffle; None while the shoe is in use
    corrections: tuple[CorrectedWager, ...]
    shoe: Shoe  # it was dealt from
    shoe_over: bool  # no cards are left to deal
    opened: int  # the version of the event that opened the table for it
    version: int  # of the table, before the round
    records: tuple[int, ...]  # of its acts, in the books

    @property
    def transcript(self) -> str:
        return transcript_of(self.round)


class Ended(NamedTuple):
    """A finished round read from its record alone, whatever rules dealt it."""

    table: str
    number: int
    opened: int  # the version of the event that opened the table for it
    poker: bool
    called_off: bool
    wagers: dict[int, list[str]]  # settled ones, by seat
    players: dict[int, str]


def ended(store: Store, table: str, number: int) -> Ended:
    acts = list(_acts(store, table, number))
    bodies = [json.loads(act.events[0].body) for act in acts]
    if "shoe" not in bodies[-1]:
        raise RuleError(f"table {table} is still playing round {number}", "room/round")
    rows = [row for body in bodies for row in body.get("events", [])]
    wagers: dict[int, list[str]] = {}
    for row in rows:
        for result in row.get("results", ()):
            wagers.setdefault(row["seat"], []).append(result["wager"])
    return Ended(
        table,
        number,
        bodies[0]["opened"],
        rows[0]["event"] == "started",
        acts[-1].events[0].kind == CALLED_OFF,
        wagers,
        _players(store, f"{TABLE}{table}", acts[0].version, rows),
    )


def recall(store: Store, table: str, number: int, *, in_progress: bool = False) -> Recalled:
    """A round or hand by its number at a table; one in progress only if `in_progress`."""
    acts = list(_acts(store, table, number))
    if not acts:
        raise _unknown(table, number)
    first, last = acts[0], acts[-1]
    bodies = [json.loads(act.events[0].body) for act in acts]
    stream = f"{TABLE}{table}"
    opening = json.loads(store.events(stream, after=bodies[0]["opened"] - 1, most=1)[0].body)
    version = first.version - len(first.events)
    words = fairness.words_from(bodies[0].get("words", ()))
    dealt_from = fairness.mixed(shoe_before(store, stream, version), words)
    dealt_from, is_over = shoe_end(store, stream, version, dealt_from)
    rows = [row for body in bodies for row in body.get("events", [])]
    state = _state_by(opening, dealt_from, rows, f"table {table} round {number}")
    off = last.events[0].kind == CALLED_OFF
    if not (off or state.over or in_progress):
        raise RuleError(
            f"table {table} is still playing round {number}; recall it when it is over, for some"
            " of its cards are hidden until then",
            "recall/in_progress",
        )
    return Recalled(
        table,
        number,
        first.at,
        last.at,
        str(bodies[-1]["reason"]) if off else "",
        str(bodies[-1].get("cause", MISDEAL)) if off else "",  # the only cause in older books
        tuple(
            Doing(act.at, body.get("by", ""), _what(body), _timed_out(body))
            for act, body in zip(acts, bodies, strict=True)
        ),
        state,
        tuple(posting for act in acts for posting in act.postings),
        _players(store, stream, first.version, rows),
        {
            **_proof(
                dealt_from, state, words_of_shoe(store, stream, first.version), called_off=off
            ),
            "rules": opening["rules"],
        }
        if is_over and dealt_from.secret
        else None,
        corrections(store, table, number),
        dealt_from,
        is_over,
        bodies[0]["opened"],
        first.version - len(first.events),
        tuple(act.record for act in acts),
    )


def corrections(store: Store, table: str, number: int) -> tuple[CorrectedWager, ...]:
    found = []
    for what, at in rare(store, Stretch(1, 2**62), [CORRECTED, REVERSED]):
        said = json.loads(what.event.body)
        if what.stream == f"{TABLE}{table}" and said["number"] == number:
            fields = {name: said[name] for name in CorrectedWager._fields if name in said}
            found.append(CorrectedWager(at=at, kind=what.event.kind, **fields))
    return tuple(found)


def _state_by(
    opening: dict[str, Any], dealt_from: Shoe, rows: list[dict[str, Any]], where: str
) -> Round | Hand:
    """Rebuilds the round; one of other rules only if ours reproduce every event."""
    rules = rules_hash()
    if opening["rules"] == rules:
        return _state(opening["config"], dealt_from, rows)
    try:
        return _state(opening["config"], dealt_from, [{**rows[0], "rules": rules}, *rows[1:]])
    except RuleError as other:
        raise BadRecord(
            f"{where} was dealt under rules {opening['rules'][:12]}, and these, {rules[:12]}, do "
            "not make the same of it: recall it with the program that dealt it",
            "record/rules",
        ) from other


def _state(config: dict[str, Any], dealt_from: Shoe, rows: list[dict[str, Any]]) -> Round | Hand:
    """From its shoe, or, if that was never revealed, from the cards in the record."""
    return rebuilt(config, source(dealt_from) if dealt_from.secret else None, rows)


def _what(body: dict[str, Any]) -> str:
    """An act in a few words, from its first event."""
    if "ruling" in body:
        return f"seat {body['seat']}: {body['card']} exposed, the hand stands"
    if "events" not in body:
        return "called off"
    return f"{doing(body['events'][0])}{TIME_RAN_OUT if _timed_out(body) else ''}"


TIME_RAN_OUT = " (time ran out)"


def _timed_out(body: Mapping[str, Any]) -> int:
    return int(body["events"][0]["seat"]) if body.get(CLOCK) else 0


def doing(first: dict[str, Any]) -> str:
    """An act in words, from its first event; discards are shown face up."""
    match first["event"]:
        case "opened" | "started":
            return "dealt"
        case "discarded":
            return f"seat {first['seat']}: discard {first['cards']}".strip()
        case "exposed":
            return f"seat {first['seat']}: {first['card']} exposed and replaced"
        case "voided":
            became = {None: "chips stay", True: "wagers lost", False: "wagers returned"}
            return f"seat {first['seat']}: dead hand, {became[first.get('forfeit')]}"
        case _:
            return f"seat {first['seat']}: {spoken(first['action'], first.get('chips', 0))}"


def _unknown(table: str, number: int) -> RuleError:
    return RuleError(f"table {table} has no round {number} in these books", "recall/unknown")


def _acts(store: Store, table: str, number: int) -> Iterator[Done]:
    """The acts of a round, found by the postings of its bets."""
    found = act_of_posting(store, first_bets(table, number))
    if found is None:
        raise _unknown(table, number)
    for act in acts_of(store, *found, MOST_ACTS):
        if act.events[0].kind in (ROUND, CALLED_OFF, EXPOSED):
            yield act
            if "shoe" in json.loads(act.events[0].body):
                return


def backwards(store: Store, stream: str, version: int) -> Iterator[tuple[int, Event, Any]]:
    """The first `version` events of a stream from the last one: version, event, body."""
    for place in range(version, 0, -1):
        (event,) = store.events(stream, after=place - 1, most=1)
        yield place, event, json.loads(event.body)


def shoe_before(store: Store, stream: str, version: int) -> Shoe:
    """The next shoe, as the table had it after `version` events: searched backwards."""
    words: list[tuple[str, str]] = []
    for _, event, body in backwards(store, stream, version):
        if event.kind == WORD:
            words.append((body["by"], body["word"]))
        if "shoe" in body:
            found = read_shoe(body["shoe"])
            for who, word in reversed(words):
                found = found.mixed_with(who, word)
            return found
    raise BadRecord(f"{stream} has no shoe before event {version}", "record/shoe")


def before_at(store: Store, stream: str, version: int) -> fairness.PendingBets:
    """Pending bets and words after `version` events: searched backwards, then replayed forwards."""
    found: list[tuple[str, dict[str, Any]]] = []
    for _, event, body in backwards(store, stream, version):
        if "shoe" in body:
            break
        found.append((event.kind, body))
    before = fairness.NOTHING_STANDS
    for kind, body in reversed(found):
        if kind == CASHED:
            before = before.without(body["seat"])
        elif kind == ROUND:
            first = body["events"][0]
            before = (
                before.after(first)
                if first["event"] in fairness.BEFORE_DEAL
                else fairness.NOTHING_STANDS
            )
    return before


def _players(store: Store, stream: str, version: int, rows: list[dict[str, Any]]) -> dict[int, str]:
    seats = rows[0]["wagers" if "wagers" in rows[0] else "stacks"]
    known = players_before(store, stream, version)
    return {seat: player for seat, player in known.items() if str(seat) in seats}


def players_before(store: Store, stream: str, version: int) -> dict[int, str]:
    """The last player to buy in at each seat before event `version`."""
    bought = [one for one in store.rare_events(stream, before=version) if one.kind == BOUGHT]
    bodies = [json.loads(event.body) for event in bought]
    return {body["seat"]: body["player"] for body in bodies}


def _proof(
    dealt_from: Shoe, state: Round | Hand, proofs: list[dict[str, Any]], *, called_off: bool
) -> dict[str, object]:
    made = proof_of(dealt_from, state, abandoned=called_off)
    # Older books have words without commitments, listed as they were added.
    return made if dealt_from.entropy and not proofs else {**made, "words": proofs}


def words_of_shoe(store: Store, stream: str, version: int) -> list[dict[str, Any]]:
    """The words in the shoe in use after `version` events, from the first act that dealt it."""
    for place, _, body in backwards(store, stream, version):
        # A round may end with its deal: then one act has the words of this shoe, and the next shoe.
        if place < version and "shoe" in body and not body["shoe"]["first"]:
            break
        if "words" in body:
            return list(body["words"])
    return []


# Abandoned shoes: not dealt to their end; each is revealed, with who, when and why


STARTED = "started"  # the first row of a hand of poker


class AbandonedShoe(NamedTuple):
    record: int  # the number of the event in the books
    at: int  # milliseconds since 1970, UTC
    by: str
    cause: str
    reason: str
    number: int | None  # the round, dealt or about to be; None: the table closed
    commitment: str
    key: str  # the id of the missing key, if it could not be opened
    proof: dict[str, object] | None  # what `fair.check` verifies


def abandoned_shoes(store: Store, table: str) -> list[AbandonedShoe]:
    """In order; older books have none."""
    stream = f"{TABLE}{table}"
    found = []
    for what, at in rare(store, Stretch(1, 2**62), [CALLED_OFF, CLOSED]):
        said = json.loads(what.event.body)
        if what.stream == stream and (SECRET in said or UNOPENED in said):
            found.append(_abandoned(store, what, at, said))
    return found


def _abandoned(store: Store, what: StoredEvent, at: int, said: dict[str, Any]) -> AbandonedShoe:
    shoe = with_revealed_secret(shoe_before(store, what.stream, what.version - 1), said)
    return AbandonedShoe(
        what.sequence,
        at,
        said["by"],
        said["cause"],
        said.get("reason", ""),
        said.get("number"),
        shoe.commitment,
        said.get(UNOPENED, ""),
        None if UNOPENED in said else _abandoned_proof(store, what, shoe),
    )


def _abandoned_proof(store: Store, what: StoredEvent, shoe: Shoe) -> dict[str, object]:
    """The proof, with the words and the dealt cards of the round that was called off."""
    stream, version = what.stream, what.version - 1
    rows = rows_before(store, stream, version)
    if rows or shoe.first:
        words = words_of_shoe(store, stream, version)
    else:
        standing = before_at(store, stream, version).words
        words = fairness.words_json(fairness.words_of(standing, standing))
    entropy = fair.opened(fair.Word(**word) for word in words) if words else shoe.entropy
    return {
        **shoe.to_json(),
        "entropy": [list(pair) for pair in entropy],
        "commitment": shoe.commitment,
        "dealt": _dealt(rows),
        "abandoned": True,
        **({"words": words} if words or not shoe.entropy else {}),
    }


def rows_before(store: Store, stream: str, version: int) -> list[dict[str, Any]]:
    """The events of the round in progress after `version` events, searched backwards."""
    found: list[list[dict[str, Any]]] = []
    for _, event, body in backwards(store, stream, version):
        if "shoe" in body:
            break
        if event.kind == ROUND and body["events"][0]["event"] not in fairness.BEFORE_DEAL:
            found.append(body["events"])
    return [row for rows in reversed(found) for row in rows]


def _dealt(rows: fairness.EventRows) -> str:
    if rows and rows[0]["event"] == STARTED:
        return text(cards_taken(rows))
    return " ".join(str(row["cards"]) for row in rows if row["event"] == "dealt")
