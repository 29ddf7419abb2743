/** Amounts that staff type, in dollars. */
import { parseDollars } from "../lib/money";

export const AMOUNT_WRONG = "Write an amount above zero, such as 25 or 2.50.";

/** In cents; null if it is empty or not an amount. */
export function amountIn(text: string): number | null {
  const cents = parseDollars(text);
  return cents === null || cents <= 0 ? null : cents;
}

export function wholeIn(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text) : null;
}
