"""House-banked tables: opening, deals, acts and mistakes.

The decisions that both kinds of table share are in rounds.py.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from croupier.bank.act import Event
from croupier.cards.card import text
from croupier.errors import IllegalAction, RuleError, StaleAction
from croupier.room.meters.meters import called_off, fed, meters_for
from croupier.room.own_limits.stakes import OwnParts
from croupier.room.state.hall import Actor, Hall, Transition, table_transition
from croupier.room.tables import mistakes
from croupier.room.tables.bets import (
    begun,
    bets_closed,
    check_bets,
    check_plays,
    check_window,
    in_window,
)
from croupier.room.tables.opening import NewTable
from croupier.room.tables.payouts import felts, large_wins, played_again, postings, taken_back
from croupier.room.tables.shoes import end_of_shoe
from croupier.room.tables.state import ROUND, TIMED_OUT, OpenTable, body, notable
from croupier.room.tables.words import dealt_body, words_of
from croupier.rules.felt import Face, FeltHand
from croupier.table.events import DEALER, to_json
from croupier.table.opening import Bets
from croupier.table.round import Round, deal
from croupier.table.shoe import NewSecret, after_round, is_finished, new_shoe, source
from croupier.table.shoe import dealt as dealt_cards
from croupier.table.source import Deck
from croupier.table.table import Table


def opening(hall: Hall, name: str, table: Table, new_secret: NewSecret) -> NewTable:
    """With a meter for each of its jackpots, and its worth to the house."""
    meters = meters_for(hall, name, table)
    worth = hall.worth_of(hall, name, table)
    state = OpenTable(name, table, new_shoe(table, new_secret=new_secret), {}, meters)
    said = {"worth": [one.to_json() for one in worth], "meters": dict(meters)}
    return NewTable(state, worth, said)


class BankedPlay(NamedTuple):
    state: OpenTable

    def deal(self, hall: Hall, actor: Actor, bets: Bets, within: int) -> Transition:
        """Deals with the bets that the dealer states and those that players made themselves."""
        made = _with_own(self.state, bets)
        missing = [seat for seat in self.state.active if seat not in made]
        check_window(self.state, actor, missing, stated=bool(bets))
        if words_of(self.state.before.words, made):
            check_bets(hall, self.state, made)
            step = bets_closed(hall, self.state, actor, made, within)
        else:
            step = self.deal_closed(hall, actor, made)
        return in_window(step, self.state, missing, stated=bool(bets))

    def deal_closed(self, hall: Hall, actor: Actor, bets: Bets) -> Transition:
        state, words = begun(self.state, actor)
        after = deal(state.table, bets, source(state.shoe))
        own = OwnParts(hall, actor).dealt(self.state, bets)
        return _played(hall, state, actor, None, after, said=dealt_body(words), own=own)

    def act(
        self, hall: Hall, actor: Actor, seat: int, action: str, version: int | None
    ) -> Transition:
        state, now = self._going_on(actor)
        try:
            after = now.act(seat, action, version=version)
        except (IllegalAction, StaleAction):
            own = state.seats.get(seat) == actor.by
            raise now.refusal(seat, action, version, own=own) from None
        return _played(hall, state, actor, now, after)

    def time_out(self, hall: Hall, actor: Actor, seat: int, version: int) -> Transition:
        """What is done may name hidden cards, so a refusal does not say it."""
        state, now = self._going_on(actor)
        if seat != now.turn or version != now.version:
            raise now.refusal(seat, "time out", version, own=False)
        after = now.act(seat, now.otherwise, version=version)
        return _played(hall, state, actor, now, after, said=TIMED_OUT)

    def call_off(self, hall: Hall, actor: Actor, reason: str, cause: str) -> Transition:
        """Every posting of the round is reversed, and new cards are shuffled.

        The old shoe is revealed, so that nobody can secretly choose which shuffles are played. A
        round whose key is lost can still be called off, from the cards dealt. Wagers that were
        already settled and paid are reversed too: a round cannot stand in part.
        """
        state, now = self.state, self.state.round
        mistakes.check_call_off(hall, actor, state, reason, cause)
        if now is None:
            return mistakes.bets_called_off(
                hall, state, actor, reason, cause, new_shoe(state.table)
            )
        deck = Deck(dealt_cards(now))
        again = played_again(state.name, state.rounds, state.table, deck, now.events)
        kept = tuple(held for held in state.held if held.round != state.rounds)
        shoe = new_shoe(state.table)
        off, said = mistakes.shoe_off(state, actor, state.rounds, reason, cause, shoe)
        meters = called_off(hall, state, now)
        moved = (*taken_back(moved for _, moved in again), *meters.postings)
        step = table_transition(
            replace(off, round=None, held=kept),
            actor,
            [Event(mistakes.CALLED_OFF, body(said))],
            moved,
            cleared=felts(state.name, now),
            also=meters.parts,
            meters=meters.meters,
        )
        return OwnParts(hall, actor).end(state, moved).join(step)

    def dead_hand(
        self, hall: Hall, actor: Actor, seat: int, reason: str, forfeit: bool
    ) -> Transition:
        """Unsettled wagers are returned, because the house was at fault, unless `forfeit`."""
        state, now = self._going_on(actor)
        after = now.void(seat, forfeit=forfeit)
        dead = mistakes.dead_event(actor, state, seat, reason, forfeit=forfeit)
        return _played(hall, state, actor, now, after, dead)

    def exposed(self, hall: Hall, actor: Actor, seat: int, number: int, reason: str) -> Transition:
        """A player's card stays in play; a dealer's spoils the round, since choices remain."""
        card, face = self._lying(seat, number)
        if face is Face.UP:
            raise RuleError(
                f"table {self.state.name}: {card} lies face up for all to see", "room/exposed"
            )
        if seat == DEALER:
            reason = f"the dealer's {card}: {reason}"
            return self.call_off(hall, actor, reason, mistakes.CARD_EXPOSED)
        return mistakes.stands(self.state, actor, seat, number, card, reason)

    def _lying(self, seat: int, number: int) -> tuple[str, Face]:
        now = self.state.round
        assert now is not None
        hands: tuple[FeltHand, ...] = ()
        if seat == DEALER:
            hands = (now.dealer,)
        elif self.state.plays(seat):
            hands = now.spot(seat).hands
        lie = [card for hand in hands for card in zip(hand.cards, hand.faces, strict=True)]
        if number not in range(1, len(lie) + 1):
            who = "the dealer" if seat == DEALER else f"seat {seat}"
            raise RuleError(
                f"table {self.state.name}: card {number} of {who}; {len(lie)} cards lie there",
                "room/exposed",
            )
        card, face = lie[number - 1]
        return text((card,)), face

    def _going_on(self, actor: Actor) -> tuple[OpenTable, Round]:
        """The table and its round, with the cards to come."""
        state = self.state.opened_by(actor.keys)
        assert state.round is not None
        return state, state.round


def _with_own(state: OpenTable, bets: Bets) -> Bets:
    for seat in sorted(bets):
        if seat not in state.seats:
            raise RuleError(f"table {state.name}: nobody sits at seat {seat}", "room/seat")
        check_plays(state, seat)
        if seat in state.before.bets:
            raise RuleError(
                f"table {state.name} seat {seat}: {state.seats[seat]} has bet themselves; leave it"
                " out",
                "room/bets",
            )
    return {**bets, **state.before.bets}


def _played(
    hall: Hall,
    state: OpenTable,
    actor: Actor,
    before: Round | None,
    after: Round,
    *more: Event,
    said: Mapping[str, object] = MappingProxyType({}),
    own: OwnParts | None = None,
) -> Transition:
    """The round's new events and postings; after the last act, the next shoe."""
    own = own or OwnParts(hall, actor)
    known = 0 if before is None else len(before.events)
    said = {
        **said,
        "by": actor.by,
        "number": state.rounds,
        "opened": state.opened,
        "events": [to_json(event) for event in after.events[known:]],
    }
    meters = fed(hall, state, before, after)
    held = (*large_wins(state.rounds, before, after), *meters.held)
    shoe = state.shoe
    if after.over:
        shoe = after_round(state.shoe, after)
        shoe = new_shoe(state.table) if is_finished(shoe, state.table) else shoe
        said["shoe"] = shoe.published()
        if shoe.commitment != state.shoe.commitment:
            said |= end_of_shoe(state.shoe, actor.keys)
    moved = (*postings(state.name, state.rounds, before, after), *meters.postings)
    if after.over:
        own.end(state, moved)
    step = table_transition(
        replace(state, round=None if after.over else after, shoe=shoe, held=(*state.held, *held)),
        actor,
        [Event(ROUND, body(said)), *more, *notable(held, meters.hits)],
        moved,
        cleared=felts(state.name, after) if after.over else (),
        also=meters.parts,
        meters=meters.meters,
    )
    return own.join(step)
