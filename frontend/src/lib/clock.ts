/** A countdown started by the server. This one is only for display: the server's decides. */
import type { Clock } from "../api/messages";

export interface Countdown {
  readonly waits_for: Clock["waits_for"];
  readonly ends: number; // by performance.now()
  readonly total: number;
}

/** Call it when the view arrives. */
export function countdown(clock: Clock, now = performance.now()): Countdown {
  return { waits_for: clock.waits_for, ends: now + clock.remaining, total: Math.max(1, clock.total) };
}

/** Milliseconds left. */
export function left(count: Countdown, now = performance.now()): number {
  return Math.max(0, count.ends - now);
}

/** Whole seconds, as displayed: 1 until it is over. */
export function seconds(count: Countdown, now = performance.now()): number {
  return Math.ceil(left(count, now) / 1000);
}

/** From 1 to 0. */
export function share(count: Countdown, now = performance.now()): number {
  return Math.min(1, left(count, now) / count.total);
}

/** Calls back a few times a second until stopped. */
export function ticking(tick: () => void, every = 200): () => void {
  tick();
  const timer = setInterval(tick, every);
  return () => clearInterval(timer);
}

/** How long a session has lasted: `0:42`, in hours and minutes. */
export function hoursAndMinutes(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

const DAY_AND_TIME = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** A moment of the past: `Nov 18, 2026, 9:14 PM`. */
export function moment(milliseconds: number): string {
  return DAY_AND_TIME.format(milliseconds);
}

const TIME = new Intl.DateTimeFormat("en", { timeStyle: "medium" });

/** A moment of the past, usually today: `9:14:05 PM`, or with its day. */
export function lately(milliseconds: number, now = Date.now()): string {
  const today = new Date(milliseconds).toDateString() === new Date(now).toDateString();
  return today ? TIME.format(milliseconds) : moment(milliseconds);
}
