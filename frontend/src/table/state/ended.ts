// My last finished round, kept for the Result tab while I bet on the next.
import type { WagerResult, View } from "../../api/messages";
import { dollars } from "../../lib/money";
import { seatAt } from "./seating";
import { handWords, sentence, tally } from "./words";

export interface Ended {
  readonly round: number;
  readonly seat: number;
  readonly net: number;
  readonly brief: string; // in a few words
  readonly staked: number;
  readonly outcomes: readonly WagerResult[];
  readonly others: readonly OtherEnded[]; // the players, by seat
}

export interface OtherEnded {
  readonly seat: number;
  readonly player: string;
  readonly words: string; // their hand, or their choice
  readonly net: number;
  readonly won: readonly string[]; // poker pots, with the reason
}

/** The same table with the last round's cards and chips put away. */
export function clearedView(view: View): View {
  const seats = view.seats.map((seat) => ({ ...seat, in_round: false, wagers: {}, hands: [], rack: 0, did: "", folded: false, dead: false, outcomes: [], net: null }));
  return { ...view, seats, dealer: null, board: view.board === null ? null : { ...view.board, cards: [] }, burned: 0, pots: [], street: "" };
}

export function endedFor(view: View): Ended | null {
  const seat = view.seat === null ? null : seatAt(view, view.seat);
  if (view.phase !== "settled" || seat === null || seat.net === null) return null;
  const staked = seat.outcomes.reduce((total, one) => total + one.stake, 0);
  const others = view.seats.flatMap((one): OtherEnded[] => {
    if (one.seat === seat.seat || one.net === null) return [];
    const won = view.board === null ? [] : one.outcomes.map(({ wager, net, reason }) => `${dollars(net)} of the ${wager}: ${reason}`);
    return [{ seat: one.seat, player: one.player, words: handWords(one) || "played", net: one.net, won }];
  });
  const brief = view.board === null ? tally(seat.outcomes) : sentence(handWords(seat));
  return { round: view.round, seat: seat.seat, net: seat.net, brief, staked, outcomes: seat.outcomes, others };
}
