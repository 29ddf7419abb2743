"""The journals of pages held against the rows of a bank, by other eyes than the audit's.

Nothing of croupier is used here: plain SQL (tests/room/drill_check.py reads the rows, and checks
the chain, the accounts, the shuffles and the meters), and what each client wrote down. It says

- lost: an act that a client was told is done, and is not in the books where the answer said;
- doubled: an act that stands in the books twice, was said to be new twice, or that nobody sent;
- back: what a client was shown and the books do not have, or what was shown differently later;
- wrong: an amount, a card, a result or a balance that does not follow; all else.

    python -m tests.web.drill.checker bank.db JOURNALS…     (or a PostgreSQL URL)
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from tests.room import drill_check
from tests.web.drill.books import Books

Line = dict[str, Any]
UNKNOWN = "store/"  # refusals that say: the outcome is unknown
ROUND = "round"
AS_SENT = {  # what a page sends is found in the event of the books under these names
    "bet": ("bet", ("seat", "stakes")),
    "word": ("word kept", ("seat",)),
    "open_word": ("word opened", ("seat", "word")),
}


@dataclass
class Findings:
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    back: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def all(self) -> list[str]:
        return [*self.lost, *self.doubled, *self.back, *self.wrong]


@dataclass
class Told:
    """One client's journal, sorted by what is said."""

    who: str
    table: str
    sent: dict[str, Line]
    done: dict[str, list[Line]]
    refused: dict[str, set[str]]
    views: list[Line]  # with "how": a welcome or a step
    recalled: dict[int, int]  # nets by round, as asked for at the end


def read(path: Path) -> Told:
    lines = [json.loads(text) for text in path.read_text("utf-8").splitlines()]
    told = Told(lines[0]["who"], lines[0]["table"], {}, defaultdict(list), {}, [], {})
    for line in lines:
        if "sent" in line and "key" in line["sent"]:
            told.sent[line["sent"]["key"]] = line["sent"]
        elif "done" in line:
            told.done[line["done"]].append(line)
        elif "refused" in line:
            told.refused.setdefault(line["refused"], set()).add(line["code"])
        elif "view" in line:
            told.views.append(line)
        elif "recalled" in line:
            told.recalled[line["recalled"]] = line["net"]
    return told


def check(url: str, journals: Iterable[Path]) -> Findings:
    """What was told is read before the books."""
    told = [read(path) for path in journals]
    return examined(drill_check.rows_of(url), told)


def examined(rows: dict[str, list[Line]], told: list[Told]) -> Findings:
    found, books = Findings(), Books(rows)
    commitments = [
        {"table": view["table"], "at": view["version"], "commitment": view["shoe"]}
        for page in told
        for view in _views(page)
        if view["version"] <= books.versions.get(view["table"], 0)
    ]
    found.wrong, found.counts = drill_check.examined(rows, commitments)
    found.doubled += [words for words in found.wrong if words.startswith("key ")]
    found.wrong = [words for words in found.wrong if not words.startswith("key ")]
    for page in told:
        found.lost += _lost(books, page)
        found.doubled += _said_twice(page)
        found.wrong += chain(_amounts(books, page), _refused(books, page))
        found.back += _taken_back(books, page)
        found.wrong += chain(_chips(books, page), _cards(books, page), _results(books, page))
        found.counts["told done"] += len(page.done)
        found.counts["views"] += len(page.views)
        found.counts["resent and done"] += sum(
            any(one["repeated"] for one in answers) for answers in page.done.values()
        )
    found.doubled += _sent_by_nobody(books, told)
    found.wrong += _sums(books, told)
    return found


def _views(page: Told) -> Iterator[Line]:
    return (line["view"] for line in page.views)


# ---- acts


def _lost(books: Books, page: Told) -> Iterator[str]:
    for key, answers in page.done.items():
        act = books.acts.get(key)
        if act is None:
            yield f"{page.who}: {key} was said to be done, and is not in the books"
            continue
        for record in {line["record"] for line in answers} - {act["sequence"]}:
            yield f"{page.who}: {key} was said to be record {record}, and is {act['sequence']}"


def _said_twice(page: Told) -> Iterator[str]:
    for key, answers in page.done.items():
        if sum(not line["repeated"] for line in answers) > 1:
            yield f"{page.who}: {key} was said to be newly done twice"


def _sent_by_nobody(books: Books, told: list[Told]) -> Iterator[str]:
    """Every act in the name of a client is one that the client sent, with its key."""
    own: dict[str, set[str]] = defaultdict(set)
    for page in told:
        own[page.who] |= page.sent.keys()
    for act in books.acts.values():
        who = books.by(act)
        if who in own and act["key"] not in own[who]:
            yield f"{who}: nobody sent {act['key']}, record {act['sequence']}"


def _refused(books: Books, page: Told) -> Iterator[str]:
    """A refusal is final, unless it says that the outcome is unknown."""
    for key, codes in page.refused.items():
        final = [code for code in codes if not code.startswith(UNKNOWN)]
        if final and key in books.acts:
            yield f"{page.who}: {key} was refused ({final[0]}), and is in the books"


def _amounts(books: Books, page: Told) -> Iterator[str]:
    for key, sent in page.sent.items():
        if key in books.acts and (fault := _differs(books, books.acts[key], page, sent)):
            yield f"{page.who}: {key} {fault}"


def _differs(books: Books, act: Line, page: Told, sent: Line) -> str:
    """How the books differ from what was sent; empty if they do not."""
    if act["stream"] != f"table/{page.table}":
        return f"was sent at {page.table}, and stands at {act['stream']}"
    kind, body = books.event(act)
    if sent["type"] == "buy_in":
        chips = books.moved(act)[f"table/{page.table}/chips/{sent['seat']}"]
        paid = -books.moved(act)[f"player/{page.who}"]
        if not sent["cents"] == chips == paid == body["cents"]:
            return f"bought {sent['cents']}, and {chips} stand for {paid} in the books"
    elif sent["type"] in AS_SENT:
        name, fields = AS_SENT[sent["type"]]
        (said,) = body["events"]
        if kind != ROUND or said["event"] != name or any(said[of] != sent[of] for of in fields):
            return f"was {sent}, and is {said} in the books"
    elif sent["type"] == "act":
        said = body["events"][0]
        chosen = said.get("action", "discard")
        if said["seat"] != sent["seat"] or sent["action"].split()[0] != chosen.split()[0]:
            return f"was {sent['action']}, and is {chosen} in the books"
    return ""


# ---- views


def _taken_back(books: Books, page: Told) -> Iterator[str]:
    """Versions only grow, a version is always shown alike, and the books have all of them."""
    newest, seen = 0, dict[int, Line]()
    for view in _views(page):
        version = view["version"]
        if version < newest:
            yield f"{page.who}: version {version} of {page.table} was shown after {newest}"
        newest = max(newest, version)
        if seen.setdefault(version, view) != view:
            yield f"{page.who}: version {version} of {page.table} was shown in two ways"
    if newest > books.versions.get(page.table, 0):
        yield f"{page.who}: version {newest} of {page.table} was shown, which the books do not have"


def _chips(books: Books, page: Told) -> Iterator[str]:
    for view in _views(page):
        after = books.chips.get((view["table"], view["version"]))
        for seat in view["seats"] if after is not None else ():
            chips = after[str(seat["seat"])]
            if seat["chips"] != chips:
                yield (
                    f"{page.who}: seat {seat['seat']} of {page.table} was shown {seat['chips']} at"
                    f" version {view['version']}; the books have {chips}"
                )


def _cards(books: Books, page: Told) -> Iterator[str]:
    """Whatever card was shown at a place was dealt there in that round."""
    for view in _views(page):
        dealt = books.dealt.get((view["table"], view["round"]), {})
        shown = {"0": view["dealer"], "board": view["board"]}
        for seat in view["seats"]:
            shown[str(seat["seat"])] = [one for hand in seat["cards"].values() for one in hand]
        for place, cards in shown.items():
            strange = {card for card in cards if card is not None} - dealt.get(place, set())
            if strange:
                yield (
                    f"{page.who}: {', '.join(sorted(strange))} at {place} of {page.table}, round"
                    f" {view['round']}: the books dealt no such card there"
                )


def nets_shown(page: Told) -> dict[int, set[int]]:
    """The client's own result of each round that it saw the end of: one, if all is well."""
    nets: dict[int, set[int]] = defaultdict(set)
    for view in _views(page):
        for seat in view["seats"]:
            if seat["seat"] == view["seat"] and seat["net"] is not None:
                nets[view["round"]].add(seat["net"])
    return nets


def _results(books: Books, page: Told) -> Iterator[str]:
    nets = nets_shown(page)
    for number, net in page.recalled.items():
        nets[number].add(net)
    for number, shown in nets.items():
        booked = books.net(page.table, number, page.who)
        if shown != {booked}:
            said = " and ".join(map(str, sorted(shown)))
            yield f"{page.who}: round {number} of {page.table}: shown {said}, booked {booked}"


def _sums(books: Books, told: list[Told]) -> Iterator[str]:
    """What somebody has is what they were given, and the results of their own journal."""
    nets: dict[str, dict[tuple[str, int], int]] = defaultdict(dict)
    for page in told:
        shown = {number: min(all_of) for number, all_of in nets_shown(page).items()}
        for number, net in {**page.recalled, **shown}.items():
            nets[page.who][page.table, number] = net
    for who, won in nets.items():
        given, has = books.given[who], books.worth(who)
        if given + sum(won.values()) != has:
            yield f"{who}: given {given}, won {sum(won.values())} by the journal, and has {has}"


def main() -> int:
    url, *journals = sys.argv[1:]
    found = check(url, [Path(name) for name in journals])
    for count in found.counts.items():
        print(*count)
    print(*found.all or ["nothing is wrong"], sep="\n")
    return int(bool(found.all))


if __name__ == "__main__":
    sys.exit(main())
