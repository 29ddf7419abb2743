// What the coach says, in words: for the panel, the line above the buttons, and the table as text.
import type { Advice, CostlyHabit, HourlyCost, JudgedChoice, Option, OptionWorth, PokerAdvice, SolvedMix, Tally } from "../../api/messages";
import { dollars, result as signed } from "../../lib/money";
import { sentence } from "../state/words";

/** Warn before a choice that gives up as much, in cents; 1: anything. */
export const WARN_AT: readonly (readonly [number, string])[] = [
  [0, "Never"],
  [1, "Anything"],
  [25, "25 cents"],
  [100, "$1"],
  [500, "$5"],
];

/** "$2.78"; a cost that is rounded away is still one. */
export function cost(cents: number): string {
  return cents === 0 ? "less than a cent" : dollars(cents);
}

export function expected(cents: number): string {
  return cents === 0 ? "even" : signed(cents);
}

/** The best first; equals in the order of the table. */
export function ranked(advice: Advice): readonly OptionWorth[] {
  return advice.options.toSorted((one, other) => other.cents - one.cents || Number(other.best) - Number(one.best));
}

/** The printed name of an action. */
export function nameOf(action: string, options: readonly Option[]): string {
  return sentence(options.find((option) => option.action === action)?.name ?? action);
}

/** Cards in a line of text by their ranks alone: "7h 2d 2c / Ts" is "7 2 2 / 10". */
export function byRank(action: string): string {
  return action.replaceAll(/\b([2-9TJQKA])[cdhs]\b/g, (_, rank: string) => (rank === "T" ? "10" : rank));
}

/** "Best: raise 3x, +$1.78". */
export function bestWords(advice: Advice, options: readonly Option[]): string {
  const best = advice.options.filter((one) => one.best);
  return `Best: ${best.slice(0, 2).map((one) => byRank(nameOf(one.action, options))).join(" or ")}, ${expected(best[0]?.cents ?? 0)}`;
}

/** Every choice in one sentence, the best first. */
export function adviceText(advice: Advice, options: readonly Option[]): string {
  const lines = ranked(advice).slice(0, 6).map((one) => {
    const rest = one.best ? "best" : `gives up ${cost(one.gives_up)}`;
    return `${nameOf(one.action, options)}: ${expected(one.cents)}, ${rest}`;
  });
  const more = advice.options.length - lines.length;
  return `${lines.join(". ")}.${more > 0 ? ` ${more} more give up more.` : ""} ${seenText(advice)}`;
}

/** "14 cards seen, 2 of them at other seats; all are counted out." */
export function seenText({ seen, others }: Advice): string {
  const where = others > 0 ? `, ${others} of them at other seats` : "";
  return `${seen} cards seen${where}; all are counted out.`;
}

export function madeText(made: JudgedChoice): string {
  const what = `${sentence(made.choice)}: ${byRank(made.action)}`;
  return made.right ? `${what} was best` : `${what} gave up ${cost(made.cost)}; best: ${made.best.slice(0, 2).map(byRank).join(" or ")}`;
}

export function habitText(habit: CostlyHabit): string {
  const times = habit.times === 1 ? "once" : habit.times === 2 ? "twice" : `${habit.times} times`;
  return `${sentence(habit.choice)}: ${habit.action} instead of ${habit.better}, ${times}`;
}

/** "12 decisions, 2 mistakes; they gave up $1.24." */
export function tallyText(tally: Tally): string {
  if (tally.decisions === 0) return "No decisions yet since the coach looks on.";
  const decisions = `${tally.decisions} ${tally.decisions === 1 ? "decision" : "decisions"}`;
  if (tally.mistakes === 0) return `${decisions}, and none gave anything up.`;
  return `${decisions}, ${tally.mistakes} not the best; given up in all: ${cost(tally.cost)}.`;
}

/** What the rounds brought, beside what was to be expected of them. */
export function resultText(tally: Tally): string {
  if (tally.rounds === 0) return "";
  const rounds = `${tally.rounds} ${tally.rounds === 1 ? "round" : "rounds"}`;
  if (tally.expected === null) return `${rounds}: ${signed(tally.actual)}. What was to be expected is being worked out.`;
  return `${rounds}: ${signed(tally.actual)}. To be expected: ${signed(tally.expected)}; the rest is luck: ${signed(tally.actual - tally.expected)}.`;
}

/** What a wager costs in an hour, as a result of the player's: "−$12.30". */
export function hourText({ cents, exact }: HourlyCost): string {
  if (cents === null) return "not counted";
  if (cents !== 0) return signed(-cents);
  return /^0\//.test(exact) ? "nothing" : "less than a cent";
}

/** "Against 2 others: 54.0% ± 0.9% of the pot, if you keep Ah Ad. A call of $1 needs 16.7%." */
export function pokerText(advice: PokerAdvice): string {
  const others = advice.opponents === 1 ? "one other" : `${advice.opponents} others`;
  const keep = advice.keeps[0]?.keep.map(spoken).join(" ");
  const kept = keep === undefined ? "" : `, if you keep ${keep}`;
  return `Against ${others}: ${advice.share} ± ${advice.error} of the pot${kept}.${callText(advice)}`;
}

export function callText({ to_call, needed }: PokerAdvice): string {
  return needed === "" ? "" : ` A call of ${dollars(to_call)} needs ${needed}.`;
}

export function mixText(mix: SolvedMix): string {
  return `The player who has practiced: ${mix.acts.map((act) => `${act.action} ${act.share}`).join(", ")}.`;
}

const spoken = (card: string): string => `${card.startsWith("T") ? "10" : card.slice(0, 1)}${{ c: "♣", d: "♦", h: "♥", s: "♠" }[card.slice(-1)] ?? ""}`;
