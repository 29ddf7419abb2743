"""A hand of poker on the felt, as seen from one seat."""

from collections.abc import Iterator

from croupier.money import Cents, dollars
from croupier.rules.poker import PLAYED_FOR
from croupier.table.poker import events as poker_events
from croupier.table.poker import view as poker_view
from croupier.table.poker.hand import Hand, Legal
from croupier.table.poker.pots import pots
from croupier.table.poker.transcript import pot_name, why
from croupier.web import messages
from croupier.web.views.felt import OnFelt, SeatsSeen
from croupier.web.views.showdown import BestOf, best_of, board_marks
from croupier.web.views.words import with_tens


def poker_felt(now: Hand, seat: int | None, made: SeatsSeen | None = None) -> OnFelt:
    """`made` are those seats that were made for others already."""
    seen, made = poker_view.view(now, seat), {} if made is None else made
    best = {one.seat: best_of(now, one.shown) for one in seen.seats}
    won = {event.seat for event in now.events if isinstance(event, poker_events.Awarded)}
    for one in seen.seats:
        if (one.seat, one.shown) not in made:
            button = seen.button == one.seat
            made[one.seat, one.shown] = _seat(now, one, best[one.seat], button=button)
    looked_at = won if now.over else {seat}
    marks = board_marks([best for whose, best in best.items() if whose in looked_at])
    burned = sum(isinstance(event, poker_events.Burned) for event in now.events)
    board = tuple(seen.board.split())
    return OnFelt(
        seats={one.seat: made[one.seat, one.shown] for one in seen.seats},
        board=messages.Hand(id="board", cards=board, made=marks.made, unused=marks.unused),
        burned=burned,
        street=seen.street,
        pots=tuple(_pots(now)) if seen.pot else (),
        turn=_poker_turn(now, seat),
    )


def _seat(now: Hand, one: poker_view.SeatView, best: BestOf, *, button: bool) -> messages.Seat:
    cards: messages.Cards = tuple(one.shown.split()) if one.shown else (None,) * one.cards
    hand = messages.Hand(id="hand", cards=cards, caption=best.words, made=best.held)
    return messages.Seat(
        seat=one.seat,
        player="",
        chips=0,
        in_round=True,
        wagers={"bet": one.bet} if one.bet and not now.over else {},
        hands=(hand,) if cards else (),
        rack=one.discarded or 0,
        did=_poker_did(now, one.seat),
        folded=not one.live,
        outcomes=tuple(_awards(now, one.seat)) if now.over else (),
        net=now.stacks[one.seat] - now.started.stacks[one.seat] if now.over else None,
        button=button,
    )


def _pots(now: Hand) -> Iterator[messages.Pot]:
    """One pot or, if a seat is all in for less, the main pot and the side pots."""
    all_in = [seat for seat in now.live if not now.stacks[seat]]
    laid = pots({seat: now.bet(seat) for seat in now.in_hand}, now.live, sum(now.dead)).pots
    if now.over or not all_in or len(laid) < 2:
        yield messages.Pot(name="Pot", cents=now.pot)
        return
    for place, pot in enumerate(laid):
        name = f"Side pot {place}" if place else "Main pot"
        uncalled = now.pot - sum(one.amount for one in laid) if place == len(laid) - 1 else 0
        yield messages.Pot(name=name, cents=pot.amount + uncalled)


def _poker_did(now: Hand, seat: int) -> str:
    for event in reversed(now.events):
        if isinstance(event, poker_events.SeatActed) and event.seat == seat:
            word, _, amount = event.action.partition(" ")
            if amount:
                return f"{word} {dollars(int(amount))}"
            return f"{word} {dollars(event.chips)}" if word == "call" else word
        if isinstance(event, poker_events.Discarded) and event.seat == seat:
            return f"discards {len(event.cards)}" if event.cards else "keeps all"
        if isinstance(event, poker_events.Posted) and event.seat == seat:
            return event.what
        if isinstance(event, poker_events.HandVoided) and event.seat == seat:
            return "dead hand"
    return ""


def _awards(now: Hand, seat: int) -> Iterator[messages.WagerResult]:
    halved = all(PLAYED_FOR[now.table.mode])
    for event in now.events:
        if isinstance(event, poker_events.Awarded) and event.seat == seat and event.chips:
            explanation = why(now, event)
            pot = pot_name(now, event.pot).removeprefix("the ")
            yield messages.WagerResult(
                wager=f"{pot}, {event.half}" if halved else pot,
                stake=now.paid[seat],
                net=event.chips,
                reason=with_tens(explanation.text),
                rule=explanation.rule,
            )


def _poker_turn(now: Hand, seat: int | None) -> messages.Turn | None:
    if now.to_act is None:
        return None
    options = tuple(_poker_option(now, one) for one in now.legal()) if seat == now.to_act else ()
    choice = "discard" if now.discarding else "bet"
    return messages.Turn(seat=now.to_act, choice=choice, version=now.version, options=options)


def _poker_option(now: Hand, legal: Legal) -> messages.Option:
    word = legal.action
    if word == "discard":
        return messages.Option(
            action=word, name=word, kind="discard", tone="pass", least=legal.least, most=legal.most
        )
    if word in ("bet", "raise"):
        return messages.Option(
            action=word, name=word, kind="size", least=legal.least, most=legal.most
        )
    cost, fold = Cents(legal.most), word == "fold"
    return messages.Option(
        action=word,
        name=word,
        tone="fold" if fold else "go" if cost else "pass",
        cost=cost,
        loses=_put_in(now) if fold else 0,
    )


def _put_in(now: Hand) -> int:
    """What the seat to act has already paid into the pot."""
    assert now.to_act is not None, "nobody is to act"
    return now.started.stacks[now.to_act] - now.stacks[now.to_act]
