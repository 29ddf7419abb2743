/** Money is whole cents. */

const MINUS = "\u2212";

/** `$1,142.50`, `$5`; cents only if there are any. */
export function dollars(cents: number): string {
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  const sign = cents < 0 ? MINUS : "";
  return `${sign}$${grouped(whole)}${rest > 0 ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** A balance, always with cents: `$1,142.00`. */
export function balance(cents: number): string {
  const text = dollars(cents);
  return text.includes(".") ? text : `${text}.00`;
}

/** A result: `+$53`, `−$35`, `$0`. */
export function result(cents: number): string {
  return `${cents > 0 ? "+" : ""}${dollars(cents)}`;
}

/** Typed dollars, in cents: `5`, `$5`, `2.50`, `1,000`; null if it is not an amount. */
export function parseDollars(text: string): number | null {
  const match = /^\$?(\d{1,3}(?:,\d{3}){1,4}|\d{1,10})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = "", rest = ""] = match;
  return Number(whole.replaceAll(",", "")) * 100 + Number(rest.padEnd(2, "0"));
}

function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
}
