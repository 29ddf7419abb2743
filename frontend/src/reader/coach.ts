/** The coach by command: what each choice is worth, and what the decisions have cost. */
import type { Tally, View } from "../api/messages";
import type { Coach, Mode } from "../table/coach/coach.svelte";
import { adviceText, cost, habitText, madeText, mixText, pokerText, resultText, tallyText, WARN_AT } from "../table/coach/words";
import { sentence } from "../table/state/words";
import type { Context, Reply } from "./commands";

/** What a command asks of the coach: figures for this turn, or another setting. */
export interface CoachWish {
  readonly ask?: boolean;
  readonly mode?: Mode;
  readonly warn?: number;
}

const MODES: Readonly<Record<string, readonly [Mode, string]>> = {
  off: ["off", "The coach is silent."],
  ask: ["ask", "The coach answers when you type coach."],
  always: ["always", "The coach says at every turn of yours what each choice is worth."],
  on: ["always", "The coach says at every turn of yours what each choice is worth."],
};
const SITTING: readonly string[] = ["sitting", "tally", "result"];
const NONE = "At this table there is no coach.";

export function askCoach(rest: string, { coach, view }: Context): Reply {
  if (coach === undefined) return { say: NONE };
  const word = rest.toLowerCase();
  const mode = Object.hasOwn(MODES, word) ? MODES[word] : undefined;
  if (mode !== undefined) return { say: mode[1], coach: { mode: mode[0] } };
  if (SITTING.includes(word)) return { say: sittingText(coach.tally) };
  if (word !== "") return { say: "Type coach alone, coach sitting, coach always, coach ask, or coach off." };
  if (view.turn === null || view.turn.seat !== view.seat) return { say: `It is not your turn. ${sittingText(coach.tally)}` };
  return { say: spokenAdvice(coach, view) ?? "One moment.", coach: { ask: true } };
}

export function warnOf(rest: string, { coach }: Context): Reply {
  if (coach === undefined) return { say: NONE };
  const word = rest.toLowerCase();
  const found = WARN_AT.find(([cents, label]) => [label.toLowerCase(), String(cents / 100)].includes(word) || (cents === 0 && word === "off") || (cents === 1 && word === "any"));
  if (found === undefined) return { say: `Type warn and one of: ${WARN_AT.map(([, label]) => label.toLowerCase()).join(", ")}.` };
  const [cents, label] = found;
  return { say: cents === 0 ? "The coach does not warn." : `The coach asks before a choice that gives up ${label.toLowerCase()}${cents > 1 ? " or more" : ""}.`, coach: { warn: cents } };
}

/** The figures of this turn and the rule to remember; null: they have not come yet. */
export function spokenAdvice(coach: Coach, view: View): string | null {
  const poker = coach.aboutPoker(view);
  const mix = coach.mixFor(view);
  if (poker !== null) return [pokerText(poker), mix === null ? "" : mixText(mix)].join(" ").trim();
  const advice = coach.about(view);
  if (advice === null) return null;
  const rule = coach.ruleFor(view);
  return [adviceText(advice, view.turn?.options ?? []), rule === null || rule.rule === "" ? "" : `To remember: ${rule.rule}.`].join(" ").trim();
}

export function sittingText(tally: Tally | null): string {
  if (tally === null) return "The coach has seen no decisions yet.";
  const habits = tally.habits.map((habit) => `${habitText(habit)}: ${cost(habit.cost)}.`);
  return [tallyText(tally), ...habits, resultText(tally)].filter((text) => text !== "").join(" ");
}

/** What the decisions of the last round gave up. */
export function roundText(tally: Tally): string {
  return tally.made.map((made) => `${sentence(madeText(made))}.`).join(" ");
}
