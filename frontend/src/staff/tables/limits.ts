/** Typed limits and options of a table; empty ones take the game's defaults. */
import type { FloorOption } from "../../api/messages";
import { AMOUNT_WRONG, amountIn } from "../typed";

interface Typed<Value> {
  readonly values: Record<string, Value>;
  readonly faults: Record<string, string>;
}

/** Cents by wager. */
export function limitsIn(wagers: readonly string[], typed: Readonly<Record<string, string>>): Typed<number> {
  const values: Record<string, number> = {};
  const faults: Record<string, string> = {};
  for (const wager of wagers) {
    const text = (typed[wager] ?? "").trim();
    if (text === "") continue;
    const cents = amountIn(text);
    if (cents === null) faults[wager] = AMOUNT_WRONG;
    else values[wager] = cents;
  }
  return { values, faults };
}

/** Options that differ from the usual ones. */
export function chosenOptions(
  options: readonly FloorOption[],
  typed: Readonly<Record<string, string>>,
): Typed<string | number | boolean> {
  const values: Record<string, string | number | boolean> = {};
  const faults: Record<string, string> = {};
  for (const option of options) {
    const text = (typed[option.name] ?? "").trim();
    if (text === "") continue;
    const value = read(option, text);
    if (value === null) faults[option.name] = option.money ? "Write dollars, such as 2 or 2.50." : "Write a whole number.";
    else if (value !== option.value) values[option.name] = value;
  }
  return { values, faults };
}

function read(option: FloorOption, text: string): string | number | boolean | null {
  if (typeof option.value === "boolean") return text === "on";
  if (option.values.length > 0) return text;
  if (option.money) return /^\$?0(\.00?)?$/.test(text) ? 0 : amountIn(text);
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
