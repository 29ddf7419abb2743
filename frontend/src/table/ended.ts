// The last round that ended for me: kept for the Result tab while the next one is bet on.
import type { Outcome, View } from "../api/messages";
import { seatAt } from "./seating";

export interface Ended {
  readonly round: number;
  readonly seat: number;
  readonly net: number;
  readonly staked: number;
  readonly outcomes: readonly Outcome[];
}

export function endedFor(view: View): Ended | null {
  const seat = view.seat === null ? null : seatAt(view, view.seat);
  if (view.phase !== "settled" || seat === null || seat.net === null) return null;
  const staked = seat.outcomes.reduce((total, one) => total + one.stake, 0);
  return { round: view.round, seat: seat.seat, net: seat.net, staked, outcomes: seat.outcomes };
}
