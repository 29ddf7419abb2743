// The last round that ended for me: kept for the Result tab while the next one is bet on.
import type { Outcome, View } from "../api/messages";
import { seatAt } from "./seating";

export interface Ended {
  readonly round: number;
  readonly seat: number;
  readonly net: number;
  readonly staked: number;
  readonly outcomes: readonly Outcome[];
  /** What others took, at poker from the pot: it says why mine was lost. */
  readonly taken: readonly { readonly player: string; readonly outcome: Outcome }[];
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
  const others = view.seats.filter((one) => one.seat !== seat.seat);
  const taken = others.flatMap((one) => one.outcomes.map((outcome) => ({ player: one.player, outcome })));
  return { round: view.round, seat: seat.seat, net: seat.net, staked, outcomes: seat.outcomes, taken };
}
