"""A hand of poker as a transcript that a person can read and the program can replay."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from croupier.cards.card import DECK, parse, text
from croupier.errors import BadRecord, RuleError
from croupier.games.registry import POKER
from croupier.money import dollars, parse_dollars
from croupier.rules.felt import OptionValue
from croupier.rules.limits import poker_profile
from croupier.rules.poker import PLAYED_FOR
from croupier.table import transcript as pages
from croupier.table.explain import Explanation
from croupier.table.poker import events
from croupier.table.poker.deal import Posts, deal, posts_of
from croupier.table.poker.events import Awarded
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import PokerTable, Positions, open_poker


def transcript(hand: Hand, tries: Sequence[pages.Try] = ()) -> str:
    """The hand so far, hidden cards included: for the house, or once the hand is over."""
    lines = list(_header(hand))
    for count, event in enumerate(hand.events, start=1):
        lines.extend(_event_lines(hand, event, count))
        lines.extend(pages.try_lines(tries, count))
    if hand.over:
        lines.extend(_results(hand))
    return "\n".join(lines) + "\n"


def _header(hand: Hand) -> Iterator[str]:
    table, at = hand.table, hand.positions
    yield pages.line("game", table.game.id)
    usual = {option.name: option.default for option in table.game.options}
    changed = pages.option_texts(table.options, {**usual, **table.game.usual(table.options)})
    if changed:
        yield pages.line("options", changed)
    yield pages.line("limits", table.law.name)
    yield pages.line("seats", str(table.seat_count))
    stacks = hand.started.stacks
    yield pages.line("stacks", ", ".join(f"{seat} {dollars(stacks[seat])}" for seat in stacks))
    yield pages.line("button", f"{at.button}, blinds {at.small} and {at.big}")
    yield pages.line("deck", text(hand.deck[: hand.place]))


def _event_lines(hand: Hand, event: events.HandEvent, count: int) -> Iterator[str]:
    match event:
        case events.Posted(seat, what, chips):
            yield pages.line(f"seat {seat}", f"posts {what} {dollars(chips)}")
        case events.CardDealt(seat):
            dealt = [
                each.card
                for each in hand.events[:count]
                if isinstance(each, events.CardDealt) and each.seat == seat
            ]
            if len(dealt) == hand.table.game.dealt:  # with its last card
                yield pages.line(f"seat {seat}", f"is dealt {text(dealt)}")
        case events.SeatActed(seat, action, chips):
            yield pages.line(f"seat {seat}", _act_text(action, chips))
        case events.Discarded(seat, cards):
            shown = f"{len(cards)}: {text(cards)}" if cards else "nothing"
            yield pages.line(f"seat {seat}", f"discards {shown}")
        case events.HandVoided(seat):
            yield pages.line(f"seat {seat}", DEAD)
        case events.Exposed(seat, _, card, replacement):
            yield pages.line(
                f"seat {seat}", f"exposes {text((card,))}, gets {text((replacement,))}"
            )
        case events.Burned(card):
            yield pages.line("dealer", f"burns {text((card,))}")
        case events.Turned(street, cards):
            yield pages.line("dealer", f"turns {text(cards)}, the {street}")
        case events.Showed(seat, cards):
            words = ", ".join(hands_in_words(hand, seat).values()) or "no low"
            yield pages.line(f"seat {seat}", f"shows {text(cards)}: {words}")
        case events.Returned(seat, chips):
            yield pages.line(f"seat {seat}", f"takes back {dollars(chips)} that nobody called")
        case events.Awarded(seat):
            yield pages.line(f"seat {seat}", f"wins {award_text(hand, event)}")
        case events.Raked(chips):
            yield pages.line("house", f"rakes {dollars(chips)}")
        case events.Started():
            return  # it is in the header


def _act_text(action: str, chips: int) -> str:
    word, _, level = action.partition(" ")
    if word == "raise":
        return f"raises to {dollars(int(level))}"
    return f"{word}s {dollars(chips)}" if chips else f"{word}s"


def _results(hand: Hand) -> Iterator[str]:
    for seat, before in hand.started.stacks.items():
        net = hand.stacks[seat] - before
        result = dollars(net, sign=True) if net else "even"
        yield pages.line(f"seat {seat}", f"ends with {dollars(hand.stacks[seat])}, {result}")


def replay(written: str) -> tuple[Hand, tuple[pages.Try, ...]]:
    """Replays the hand from its deck and acts; a refusal names the first line that differs."""
    hand, tries = _played(*_read(written))
    pages.compare(written, transcript(hand, tries))
    return hand, tries


def _played(hand: Hand, acts: Sequence["_Act"]) -> tuple[Hand, tuple[pages.Try, ...]]:
    tries = []
    for act in acts:
        with pages.named(act.line):
            if act.refused:
                tries.append(pages.refusal(hand.act, len(hand.events), act.seat, act.action))
            elif act.action == DEAD:
                hand = hand.void(act.seat)
            elif act.action.startswith(EXPOSES):
                hand = _exposed(hand, act.seat, act.action.removeprefix(EXPOSES))
            else:
                hand = hand.act(act.seat, act.action)
    return hand, tuple(tries)


def _exposed(hand: Hand, seat: int, name: str) -> Hand:
    (card,) = parse(name)
    if not 1 <= seat < len(hand.held) or card not in hand.held[seat]:
        raise BadRecord(f"seat {seat} was not dealt {name}", "record/transcript")
    return hand.expose(seat, hand.held[seat].index(card) + 1)


class _Act(NamedTuple):
    line: int
    seat: int
    action: str
    refused: bool


_HEADER = ("game", "options", "limits", "seats", "stacks", "button", "deck")
_NEEDED = ("game", "limits", "seats", "stacks", "button", "deck")
_ACTS = re.compile(
    r"seat (\d{1,3})\s+(folds|checks|calls|bets|raises to|discards|tries|is dead|exposes)\b ?(.*)"
)
DEAD, EXPOSES = "is dead", "exposes "
_POSTS = re.compile(r"seat (\d{1,3})\s+posts (missed \w+ blind) .*")
_STACK = re.compile(r"(\d{1,3}) (\S+)")
_BUTTON = re.compile(r"(\d{1,3}), blinds (\d{1,3}) and (\d{1,3})")


def _read(written: str) -> tuple[Hand, list[_Act]]:
    """The hand as dealt, and the acts."""
    header: dict[str, str] = {}
    lines: dict[str, int] = {}
    acts = []
    posted = []
    for number, said in pages.numbered(written):
        word, _, rest = said.partition(" ")
        if word in _HEADER:
            header[word], lines[word] = rest.strip(), number
        made_up = _POSTS.fullmatch(said)
        if made_up is not None:
            posted.append((int(made_up[1]), made_up[2]))
        found = _ACTS.fullmatch(said)
        if found is not None:
            with pages.named(number):
                acts.append(_act(number, int(found[1]), found[2], found[3]))
    pages.check_there(header, _NEEDED)
    return _dealt(_table(header, lines), header, lines, posts_of(posted)), acts


def _act(number: int, seat: int, verb: str, said: str) -> _Act:
    if verb == "tries":
        return _Act(number, seat, pages.tried(said), refused=True)
    if verb == DEAD:
        return _Act(number, seat, DEAD, refused=False)
    if verb == EXPOSES.strip():
        return _Act(number, seat, EXPOSES + said.partition(",")[0], refused=False)
    word = {"raises to": "raise"}.get(verb, verb.removesuffix("s"))
    if word in ("bet", "raise"):
        word += f" {parse_dollars(said)}"
    elif word == "discard":
        word += f" {said.partition(': ')[2]}"
    return _Act(number, seat, word.strip(), refused=False)


def _table(header: Mapping[str, str], lines: Mapping[str, int]) -> PokerTable:
    with pages.named(lines["game"]):
        if header["game"] not in POKER:
            known = ", ".join(POKER)
            raise BadRecord(f"game {header['game']}; this reads {known}", "record/transcript")
    with pages.named(lines["limits"]):
        poker_profile(header["limits"])
    with pages.named(lines["seats"]):
        seats = _whole(header["seats"])
        open_poker(header["game"], seat_count=seats)
    with pages.named(lines.get("options", lines["game"])):
        options: dict[str, OptionValue] = dict(pages.pairs(header.get("options", ""), ", "))
        return open_poker(header["game"], options, seat_count=seats, profile=header["limits"])


def _whole(written: str) -> int:
    if not re.fullmatch(r"\d{1,3}", written, re.ASCII):
        raise BadRecord(f"{written!r} is not a number of seats", "record/transcript")
    return int(written)


def _dealt(
    table: PokerTable, header: Mapping[str, str], lines: Mapping[str, int], posts: Posts
) -> Hand:
    with pages.named(lines["stacks"]):
        stacks = dict(map(_stack, header["stacks"].split(", ")))
    with pages.named(lines["deck"]):
        taken = parse(header["deck"])
    with pages.named(lines["button"]):
        found = _BUTTON.fullmatch(header["button"])
        if found is None:
            raise BadRecord("write it as '3, blinds 1 and 2'", "record/transcript")
        positions = Positions(*map(int, found.groups()))
    rest = tuple(card for card in DECK if card not in taken)
    try:
        return deal(table, stacks, positions, (*taken, *rest), posts)
    except RuleError as refused:
        about = {"table/positions": "button", "cards/short": "deck"}.get(refused.code, "stacks")
        raise BadRecord(f"line {lines[about]}: {refused.message}", refused.code) from refused


def _stack(written: str) -> tuple[int, int]:
    found = _STACK.fullmatch(written)
    if found is None:
        raise BadRecord(f"{written!r} is not a stack such as '1 $500'", "record/transcript")
    return int(found[1]), parse_dollars(found[2])


# Why a seat wins a share of a pot: the hands as the rules read and name them


SHOWDOWN, LOW_RULE = "rule 13", "rule 15"


def hands_in_words(hand: Hand, seat: int) -> dict[str, str]:
    """What a seat has for high and low, if the table plays for it and the low qualifies."""
    game = hand.table.game
    high, low = game.hands(hand.held[seat], hand.board, hand.table.options)
    words = {}
    if high is not None:
        words["high"] = game.high_scale.words(high)
    if low is not None:
        words["low"] = game.low_scale.words(low)
    return words


def why(hand: Hand, award: Awarded) -> Explanation:
    """The hand that took it, and which seats share it."""
    if len(hand.live) == 1:
        return Explanation(SHOWDOWN, "everybody else folded")
    words = hands_in_words(hand, award.seat)[award.half]
    parts = [each for each in hand.events if isinstance(each, Awarded) and each.pot == award.pot]
    equals = [each.seat for each in parts if each.half == award.half and each.seat != award.seat]
    if equals:
        words += f", as has seat {' and seat '.join(map(str, equals))}"
    if award.half == "low":
        return Explanation(LOW_RULE, words)
    if PLAYED_FOR[hand.table.mode].low and not any(each.half == "low" for each in parts):
        words += "; no low qualifies for this pot"
    return Explanation(SHOWDOWN, words)


def award_text(hand: Hand, award: Awarded) -> str:
    halved = all(PLAYED_FOR[hand.table.mode]) and len(hand.live) > 1
    half = f" ({award.half})" if halved else ""
    rule, words = why(hand, award)
    return f"{dollars(award.chips)} of {pot_name(hand, award.pot)}{half}: {words} ({rule})"


def pot_name(hand: Hand, number: int) -> str:
    """The main pot, or which side pot; "the pot" if there is only one."""
    count = max(each.pot for each in hand.events if isinstance(each, Awarded))
    if count == 1:
        return "the pot"
    return "the main pot" if number == 1 else f"side pot {number - 1}"
