"""Every act by its name, and what came of it in words and amounts: for any front end."""

from collections.abc import Mapping

from croupier.desk.room import bets, matters, mistakes, money, rounds, staff, tables, two_people
from croupier.desk.room.acts import Answer, Outcome, Says

ANSWERS: Mapping[str, Says] = {
    "found": staff.founding_answer,
    "approve": staff.approved_answer,
    "enrol": staff.enrol_answer,
    "dismiss": staff.dismissal_answer,
    "open_table": tables.opening_answer,
    "close_table": money.close_answer,
    "fill": money.fill_answer,
    "credit": money.credit_answer,
    "deposit": money.deposit_answer,
    "withdraw": money.withdrawal_answer,
    "buy_in": money.buy_in_answer,
    "cash_out": money.cash_out_answer,
    "bet": bets.bet_answer,
    "word": bets.word_answer,
    "open_word": bets.open_word_answer,
    "deal": rounds.deal_answer,
    "act": rounds.deal_answer,
    "dead_hand": rounds.deal_answer,
    "call_off": mistakes.call_off_answer,
    "exposed": mistakes.exposed_answer,
    "acknowledge": rounds.acknowledgment_answer,
    "sit_out": rounds.sit_out_answer,
    "sit_in": rounds.sit_in_answer,
    "propose": two_people.proposal_answer,
    "refuse": two_people.refusal_answer,
    "second": two_people.second_answer,
    "open_meter": matters.meter_opening_answer,
    # What takes two people, as it is answered once it is approved; until protocol 2 it was one act.
    "reverse": matters.reversal_answer,
    "reverse_correction": matters.reversal_answer,
    "correct": matters.correction_answer,
    "bank_jackpot": matters.banking_answer,
    "draw_jackpot": matters.banking_answer,
    "award_jackpot": matters.award_answer,
    "change_meter": matters.meter_change_answer,
    "link_meter": matters.meter_change_answer,
    "discontinue_meter": matters.meter_end_answer,
    "known_difference": matters.known_answer,
}


def answer(outcome: Outcome) -> Answer:
    return ANSWERS[outcome.name](outcome)
