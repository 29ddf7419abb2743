"""The body of an act of a round, read but for its events: those are compared as text.

An act tells `{"by":…,"events":[…],"number":…,"opened":…}`, and its last one the next shoe, too.
Most of it is the events, and where they are letter for letter what the engine makes of the act,
nobody has to read them again: only the first, which says what was asked for.
"""

import json
from functools import lru_cache
from typing import Any, NamedTuple

from croupier.room.audit.difference import Told
from croupier.rules.felt import new

EVENTS, NUMBER = '"events":[', '],"number":'  # strings hold no such thing: there quotes are escaped
BEGINS = f'{EVENTS}{{"event":"opened",'
OPENED, ACTED = '{"event":"opened",', '{"action":'
MOST_KEPT = 10_000
LONG = 100  # the end of a body that tells the next shoe, which no other does


class ActBody(NamedTuple):
    """An act of a round as it is written."""

    data: Told  # all of it; of its events only the first, where `events` has the text
    events: str | None
    first: str = ""  # the text of the first, where `events` has it


def begins_round(body: str) -> bool:
    """Whether it is the body of a first act."""
    return BEGINS in body


def cut(body: str) -> ActBody | None:
    """The body around its events; nothing, where it is not written as most acts are.

    Whoever then finds that the events are a list's own text has read the whole body: what stands
    before them and after them has been parsed.
    """
    begin, end = body.find(EVENTS) + len(EVENTS), body.rfind(NUMBER)
    if body.startswith(OPENED, begin):
        close = body.find("}}}", begin) + 3
    elif body.startswith(ACTED, begin):
        close = body.find("}", begin) + 1
    else:
        return None
    if not begin < close <= end:
        return None
    told, rest = body[begin:close], f"{{{body[end + 2 :]}"
    try:
        before, first = _parsed(body[:begin] + "]}"), _parsed(told)
        after = _parsed(rest) if len(rest) < LONG else json.loads(rest)
    except ValueError:
        return None
    if "events" in after:
        return None
    return new(ActBody, ({**before, "events": [first], **after}, body[begin:end], told))


@lru_cache(MOST_KEPT)
def _parsed(text: str) -> Any:
    """Shared by all acts that are written so: not to be changed."""
    return json.loads(text)
