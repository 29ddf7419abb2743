/** Limits and breaks in plain words. */
import type { OwnLimitLine, OwnPause } from "../api/messages";
import { moment } from "../lib/clock";
import { dollars } from "../lib/money";

export interface LimitKind {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** Its limits, with the words for each. */
  readonly parts: readonly (readonly [what: string, name: string])[];
}

const PERIODS = [["day", "A day"], ["week", "A week"], ["month", "A month"]] as const;
const each = (kind: string): readonly (readonly [string, string])[] => PERIODS.map(([period, name]) => [`${kind}-${period}`, name] as const);

export const KINDS: readonly LimitKind[] = [
  { id: "loss", name: "Losses", about: "What all your rounds together may cost. A round counts with its largest raises until it is over; wins count against losses.", parts: each("loss") },
  { id: "deposit", name: "Deposits", about: "Money that you bring: deposits, and chips bought with cash.", parts: each("deposit") },
  { id: "round", name: "One round", about: "What one round may cost you, with its largest raises. At poker, use the buy-in.", parts: [["round", "A round"]] },
  { id: "buy-in", name: "Buy-in", about: "The chips that you have at a table after buying some.", parts: [["buy-in", "At a table"]] },
  { id: "session", name: "Time", about: "From your first round on. After it, an hour’s rest begins the next one.", parts: [["session", "Minutes"]] },
];

export const BREAKS = [["day", "A day"], ["week", "A week"], ["month", "A month (30 days)"], ["quarter", "Three months (90 days)"]] as const;
export const EXCLUSIONS = [["half-year", "Half a year"], ["year", "A year"], ["indefinite", "Until further notice, a year at least"]] as const;

export const ASKED = "You asked for it. Nothing changes yet: come back after 24 hours and say yes again.";

export const isTime = (what: string): boolean => what === "session";

export function amountWords(what: string, amount: number): string {
  return isTime(what) ? `${amount} minutes` : dollars(amount);
}

/** `losses of $100 a day`. */
export function limitWords(what: string, amount: number): string {
  const money = amountWords(what, amount);
  const [kind = "", period = ""] = what.split("-");
  if (kind === "loss") return `losses of ${money} a ${period}`;
  if (kind === "deposit") return `deposits of ${money} a ${period}`;
  if (what === "round") return `${money} in one round`;
  return what === "buy-in" ? `${money} of chips at a table` : `${money} of play`;
}

/** `$30 lost so far; ends Nov 20, 2026, 1:00 AM`. */
export function usedWords(line: OwnLimitLine): string {
  if (line.used === null) return "";
  if (isTime(line.what)) return `${line.used} minutes so far`;
  const word = line.what.startsWith("deposit") ? "deposited" : line.used < 0 ? "won" : "lost";
  const until = line.ends === null ? "" : `; counted until ${moment(line.ends)}`;
  return `${dollars(Math.abs(line.used))} ${word} so far${until}`;
}

export function pauseWords(pause: OwnPause): string {
  const until = pause.until === null ? "further notice" : moment(pause.until);
  return pause.kind === "break" ? `You take a break until ${until}.` : `You are excluded until ${until}.`;
}

/** What a new limit does, and from when on. */
export function changeWords(what: string, now: number | null, amount: number | null): string {
  if (amount === null) return "It stays in force for now. Say yes to this again after 24 hours, within the next seven days; then there is no such limit any more.";
  if (now !== null && amount > now) {
    return `It stays at ${amountWords(what, now)} for now. Say yes to the higher limit again after 24 hours, within the next seven days; then it is ${limitWords(what, amount)}.`;
  }
  return `From now on: ${limitWords(what, amount)}. A bet that is not dealt yet is taken back; you may bet again. To set it higher later takes 24 hours and a second yes.`;
}
