// Sizes of a poker bet: what the slider, the quick buttons and the number field may ask for.
import type { Option } from "../api/messages";

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

/**
 * Minimum, half the pot, the pot, all in; those that the limits allow, without doubles.
 * A raise of the pot is a call, then as much as the pot holds with it.
 */
export function quickSizes(option: Option, pot: number, toCall: number, bet: number): readonly QuickSize[] {
  const called = pot + toCall;
  const wanted: QuickSize[] = [
    { name: "Min", cents: option.least },
    { name: "½ pot", cents: bet + toCall + called / 2 },
    { name: "Pot", cents: bet + toCall + called },
    { name: "Most", cents: option.most },
  ];
  const sizes: QuickSize[] = [];
  for (const { name, cents } of wanted) {
    const size = clampSize(option, cents);
    if (!sizes.some((one) => one.cents === size)) sizes.push({ name, cents: size });
  }
  return sizes;
}

/** As it is sent: "raise $8.50". */
export function sizeAction(option: Option, cents: number): string {
  const whole = cents % 100 === 0;
  return `${option.action} $${whole ? cents / 100 : (cents / 100).toFixed(2)}`;
}
