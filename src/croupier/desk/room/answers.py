"""What is proposed to a second person; and the outcome of every act, in words and amounts."""

import json
from collections.abc import Mapping

from croupier.bank.act import request_content
from croupier.bank.store import Store
from croupier.desk.posting import marked
from croupier.desk.printable import one_line
from croupier.desk.room import money, own_limits, rounds
from croupier.desk.room.acts import Answer, Outcome, ProposalShown, Says, act
from croupier.errors import RuleError
from croupier.games.registry import plays_poker
from croupier.room.cage.cage import posting_named
from croupier.room.names import PROPOSALS
from croupier.room.people.matters import Matter, Reversal
from croupier.room.people.proposal_state import PROPOSED, WITHDRAWN, Proposal
from croupier.room.people.proposals import HOURS, matter_of, may_approve
from croupier.room.people.roles import A, Role
from croupier.room.requests.text import earlier_texts
from croupier.room.room import Room
from croupier.room.state.hall import name_of
from croupier.room.tables.seats import LEAVES
from croupier.rules.limits import words
from croupier.table.table import Table


def propose(
    room: Room, key: str, by: str, matter: Matter, hours: int = HOURS, second: str = ""
) -> Outcome:
    """The first of two acts; or the receipt of the single act that it was before protocol 2."""
    if key and _is_older(room.store, by, key, matter, second):
        decide, about, more = matter.older(by, second)
        return act(room, key, by, decide, *about, **more)
    if second:
        raise RuleError(
            f"{second} approves it by an act of their own: leave --second out, and the answer says"
            " how",
            "room/second",
        )
    return act(room, key, by, "propose", matter, hours)


def _is_older(store: Store, by: str, key: str, matter: Matter, second: str) -> bool:
    """Whether it was done in one act, as before protocol 2, under this key."""
    texts = earlier_texts(by, *matter.older(by, second))
    content, _ = store.done([key]).get(key, ("", None))
    return any(content == request_content(key, text) for text in texts)


def proposals_waiting(store: Store) -> list[ProposalShown]:
    """The proposals that now wait for a second person."""
    hall = Room(store).hall
    waiting = hall.proposals.waiting(store.clock())
    return [ProposalShown(one, matter_of(one).words(hall)) for one in waiting]


def reversal(store: Store, posting: str, reason: str) -> Reversal:
    """The reversal of a posting, named by its record, its key or its id; stored by its id, which
    never changes.
    """
    return Reversal(posting_named(store, posting), reason)


def proposal_answer(done: Outcome) -> Answer:
    hall, proposal = done.room.hall, Proposal(**done.body)
    words, others = matter_of(proposal).words(hall), may_approve(hall, proposal)
    text = (
        f"Proposed: {one_line(words)}.\nA second person ({' or '.join(others)}) approves it until"
        f" {proposal.expires}: croupier room second {proposal.number} --by {others[0]}"
    )
    return Answer(text, {"may_approve": others}, ProposalShown(proposal, words))


def refusal_answer(done: Outcome) -> Answer:
    number, withdrawn = done.body["number"], done.done.events[0].kind == WITHDRAWN
    return Answer(f"Proposal {number} is {'withdrawn' if withdrawn else 'refused'}.")


def proposed(room: Room, number: int) -> Proposal:
    """The proposal as it was made, whatever became of it."""
    for event in room.store.events(PROPOSALS):
        if event.kind == PROPOSED:
            proposal = Proposal(**json.loads(event.body))
            if proposal.number == number:
                return proposal
    raise AssertionError(f"proposal {number} was approved, but never made")


def says(words: str) -> Says:
    """An answer that fills in names from the act's first event."""
    return lambda act: Answer(words.format(table=act.table, **act.body))


def sign_in_answer(act: Outcome) -> Answer:
    return Answer(f"{act.body['name']}: {act.done.events[0].kind}.")


def leave_answer(act: Outcome) -> Answer:
    """They leave at once, or after the round."""
    if act.done.events[0].kind != LEAVES:
        return money.cash_out_answer(act)
    return says("{player} leaves seat {seat} of table {table} after the round.")(act)


def enrol_answer(act: Outcome) -> Answer:
    return Answer(f"{act.body['name']} is now {A[Role(act.body['role'])]}.")


def opening_answer(act: Outcome) -> Answer:
    table = act.argument("table")
    if plays_poker(table.game.id):
        name, seats = table.game.name, table.seat_count
        is_open = f"Table {act.table} is open: {name}, {seats} seats. {marked(table)}"
        return Answer(is_open.rstrip())
    is_open = f"Table {act.table} is open: {table.game.name}. {marked(table)}".rstrip()
    must_show = [f"The layout must show: {notice}" for notice in table.notices]
    return Answer("\n".join([is_open, *must_show, *_limits(table)]))


def _limits(table: Table) -> list[str]:
    """WAC 230-15-490: an aggregate limit is shown at the table. No figure takes it into account."""
    return [
        f"The table must show: {said}. The house edge is computed without this limit."
        for said in words(table.limits.aggregates)
    ]


def second_answer(act: Outcome) -> Answer:
    """What was proposed, then its outcome."""
    number = act.argument("number")
    proposal = proposed(act.room, number)
    matter = matter_of(proposal)
    answer = ANSWERS[name_of(matter.call(proposal.by, "").decide)](act)
    words = one_line(matter.words(act.room.hall))
    text = f"Proposal {number}, by {proposal.by}: {words}.\n{answer.text}"
    return Answer(text, {**answer.moved, "proposal": number, "first": proposal.by})


ANSWERS: Mapping[str, Says] = {
    "found": says("{by} founded the room and is its first administrator."),
    "approve": says("{by} approved the program {program:.16}."),
    "enrol": enrol_answer,
    "dismiss": says("{name} no longer has a role here."),
    "log_sign_in": sign_in_answer,
    "open_table": opening_answer,
    "close_table": money.close_answer,
    "fill": money.tray_answer,
    "credit": money.tray_answer,
    "deposit": money.deposit_answer,
    "withdraw": money.deposit_answer,
    "set_limit": own_limits.limit_answer,
    "confirm_limit": own_limits.confirm_answer,
    "take_break": own_limits.break_answer,
    "exclude": own_limits.break_answer,
    "buy_in": money.buy_in_answer,
    "cash_out": money.cash_out_answer,
    "open_bets": rounds.open_bets_answer,
    "bet": rounds.bet_answer,
    "word": rounds.word_answer,
    "open_word": rounds.open_word_answer,
    "deal": rounds.deal_answer,
    "act": rounds.deal_answer,
    "time_out": rounds.deal_answer,
    "dead_hand": rounds.deal_answer,
    "call_off": rounds.call_off_answer,
    "exposed": rounds.exposed_answer,
    "acknowledge": rounds.acknowledgment_answer,
    "sit_out": says("{player} sits out at seat {seat} of table {table}."),
    "sit_in": rounds.sit_in_answer,
    "leave": leave_answer,
    "propose": proposal_answer,
    "refuse": refusal_answer,
    "second": second_answer,
    "open_meter": money.meter_opening_answer,
    # What takes two people, answered once it is approved; before protocol 2 it was a single act.
    "reverse": money.reversal_answer,
    "reverse_correction": money.reversal_answer,
    "correct": money.correction_answer,
    "bank_jackpot": money.banking_answer,
    "draw_jackpot": money.banking_answer,
    "award_jackpot": money.award_answer,
    "change_meter": money.meter_change_answer,
    "link_meter": money.meter_change_answer,
    "discontinue_meter": money.meter_end_answer,
    "known_difference": money.known_answer,
}


def answer(outcome: Outcome) -> Answer:
    return ANSWERS[outcome.name](outcome)
