// Who sits where on the screen: my seat in the middle below, the others clockwise from my left.
import type { Seat, View } from "../api/messages";

export interface Placed {
  readonly seat: number;
  readonly taken: Seat | null;
  readonly place: number; // among the layout's places for other seats
}

/** The seat that lies in the middle below: mine; for an onlooker the first open one, or else the first. */
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

/** All other seats, each at a place of its own, spread over the places there are. */
export function others(view: View, seats: number, places: number): readonly Placed[] {
  const focus = focusSeat(view, seats);
  return Array.from({ length: seats - 1 }, (_, i) => {
    const seat = ((focus + i) % seats) + 1;
    const place = seats <= 2 ? 0 : Math.round((i * (places - 1)) / (seats - 2));
    return { seat, taken: seatAt(view, seat), place };
  });
}
