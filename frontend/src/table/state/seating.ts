// The seating on the screen: my seat at the bottom center, the others clockwise from my left.
import type { Seat, View } from "../../api/messages";

export interface Placed {
  readonly seat: number;
  readonly taken: Seat | null;
  readonly place: number; // index in the layout's places for other seats
}

/** The seat at the bottom center: mine; for a spectator, the first open one, otherwise the first. */
export function focusSeat(view: View, seats: number): number {
  if (view.seat !== null) return view.seat;
  return openSeats(view, seats)[0] ?? 1;
}

export function openSeats(view: View, seats: number): readonly number[] {
  const taken = new Set(view.seats.map((seat) => seat.seat));
  return Array.from({ length: seats }, (_, i) => i + 1).filter((seat) => !taken.has(seat));
}

export function seatAt(view: View, seat: number): Seat | null {
  return view.seats.find((one) => one.seat === seat) ?? null;
}

// Places run up the left side (0 to 3) and down the right (4 to 7); the upper ones are filled first.
const LEFT: readonly (readonly number[])[] = [[], [2], [1, 3], [1, 2, 3], [0, 1, 2, 3]];
const RIGHT: readonly (readonly number[])[] = [[], [5], [4, 6], [4, 5, 6], [4, 5, 6, 7]];

/** The other seats, clockwise from mine, each at its own place; open ones only on request. */
export function others(view: View, seats: number, open: boolean): readonly Placed[] {
  const focus = focusSeat(view, seats);
  const around = Array.from({ length: seats - 1 }, (_, i) => ((focus + i) % seats) + 1)
    .map((seat) => ({ seat, taken: seatAt(view, seat) }))
    .filter((one) => open || one.taken !== null);
  const left = Math.ceil(around.length / 2);
  const places = [...(LEFT[left] ?? []), ...(RIGHT[around.length - left] ?? [])];
  return around.map((one, i) => ({ ...one, place: places[i] ?? 0 }));
}
