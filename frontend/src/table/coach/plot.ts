// The plot of a sitting: two lines from zero, in the units of its picture.
import type { Tally } from "../../api/messages";

export const WIDTH = 300;
export const HEIGHT = 96;
const MARGIN = 4;

export interface Plot {
  readonly actual: string; // points of a polyline
  readonly expected: string;
  readonly zero: number;
  readonly high: number; // cents
  readonly low: number;
}

/** Null before the second point: a line needs two. */
export function plotOf(points: Tally["points"]): Plot | null {
  const last = points.at(-1);
  if (last === undefined || last.rounds < 1) return null;
  const all = [{ rounds: 0, actual: 0, expected: 0 }, ...points];
  const values = all.flatMap(({ actual, expected }) => [actual, expected]);
  const high = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const across = (rounds: number): number => (rounds / last.rounds) * WIDTH;
  const down = (cents: number): number => MARGIN + ((high - cents) / Math.max(1, high - low)) * (HEIGHT - 2 * MARGIN);
  const line = (of: "actual" | "expected"): string => all.map((one) => `${across(one.rounds).toFixed(1)},${down(one[of]).toFixed(1)}`).join(" ");
  return { actual: line("actual"), expected: line("expected"), zero: down(0), high, low };
}
