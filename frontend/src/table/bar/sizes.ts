// Sizes of a poker bet: for the slider, the quick buttons and the number field.
import type { Option } from "../../api/messages";

export interface QuickSize {
  readonly name: string;
  readonly cents: number; // the bet is raised to this
}

/** Within the option's limits; odd cents are only at its ends. */
export function clampSize(option: Option, cents: number): number {
  if (cents <= option.least) return option.least;
  if (cents >= option.most) return option.most;
  return Math.round(cents / 100) * 100;
}

export interface Money {
  readonly pot: number; // including all bets so far
  readonly toCall: number;
  readonly bet: number; // mine, in this betting round
  readonly chips: number; // my remaining chips
}

/**
 * Minimum, half the pot, the pot, and the maximum; without duplicates, the last name wins.
 * A raise of the pot is a call, then as much as the pot holds with it.
 */
export function quickSizes(option: Option, { pot, toCall, bet, chips }: Money): readonly QuickSize[] {
  const called = pot + toCall;
  const wanted: QuickSize[] = [
    { name: "Min", cents: option.least },
    { name: "½ pot", cents: bet + toCall + called / 2 },
    { name: "Pot", cents: bet + toCall + called },
    { name: option.most >= chips + bet ? "All in" : "Max", cents: option.most },
  ].map(({ name, cents }) => ({ name, cents: clampSize(option, cents) }));
  return wanted.filter((size, i) => !wanted.slice(i + 1).some((later) => later.cents === size.cents));
}

/** As sent: "raise $8.50". */
export function sizeAction(option: Option, cents: number): string {
  const whole = cents % 100 === 0;
  return `${option.action} $${whole ? cents / 100 : (cents / 100).toFixed(2)}`;
}
