/** The player's settings for this browser, stored in it and set on <html> for the styles. */
import { store, stored } from "./storage";

const CHOICES = {
  theme: ["system", "dark", "light"],
  contrast: ["system", "normal", "high"],
  deck: ["four", "two"], // colors
  motion: ["system", "full", "none"],
  sound: ["off", "on"],
  mode: ["table", "text"], // text: for screen readers
  advice: ["off", "ask", "always"], // when the coach speaks
} as const;

type Choices = typeof CHOICES;
export type Settings = { -readonly [Name in keyof Choices]: Choices[Name][number] } & {
  chip: number; // cents: the selected chip
  warn: number; // cents: the coach asks before a choice that gives up as much; 0: never, 1: anything
  hour: number; // rounds played in an hour, for what bets cost
  volume: number; // 0 to 100
  typed: string; // the player's part of their words
  reminder: 15 | 30 | 60; // minutes between reminders of the session
};

export const DEFAULTS: Settings = {
  theme: "system",
  contrast: "system",
  deck: "four",
  motion: "system",
  sound: "off",
  mode: "table",
  advice: "ask",
  chip: 500,
  warn: 0,
  hour: 45,
  volume: 60,
  typed: "",
  reminder: 60,
};

const NAME = "croupier.settings";

/** The stored settings; invalid values become the default. */
export function read(text: string | null): Settings {
  const settings = { ...DEFAULTS };
  let found: unknown;
  try {
    found = JSON.parse(text ?? "{}");
  } catch {
    return settings;
  }
  if (typeof found !== "object" || found === null) return settings;
  const given = found as Record<string, unknown>;
  for (const name of Object.keys(CHOICES) as (keyof Choices)[]) {
    const allowed: readonly unknown[] = CHOICES[name];
    if (allowed.includes(given[name])) Object.assign(settings, { [name]: given[name] });
  }
  const { chip, volume, typed, warn, hour, reminder } = given;
  if (reminder === 15 || reminder === 30) settings.reminder = reminder;
  if (typeof chip === "number" && Number.isInteger(chip) && chip > 0) settings.chip = chip;
  if (typeof warn === "number" && Number.isInteger(warn) && warn >= 0) settings.warn = warn;
  if (typeof hour === "number" && Number.isInteger(hour) && hour >= 1 && hour <= 10_000) settings.hour = hour;
  if (typeof volume === "number" && volume >= 0 && volume <= 100) settings.volume = volume;
  if (typeof typed === "string") settings.typed = [...typed].slice(0, 40).join("");
  return settings;
}

/** The page's only settings object: read anywhere, written by the settings panel. */
export const settings: Settings = $state(read(stored(NAME)));

/** Stores and applies changes; called once, when the page starts. */
export function useSettings(): void {
  $effect(() => {
    store(NAME, JSON.stringify(settings));
    const root = document.documentElement;
    const prefers = (query: string): boolean => window.matchMedia(query).matches;
    const light = settings.theme === "light" || (settings.theme === "system" && prefers("(prefers-color-scheme: light)"));
    const high = settings.contrast === "high" || (settings.contrast === "system" && prefers("(prefers-contrast: more)"));
    root.dataset["theme"] = light ? "light" : "dark";
    root.dataset["contrast"] = high ? "high" : "normal";
    root.dataset["deck"] = settings.deck;
    root.dataset["motion"] = settings.motion;
  });
}

/** Whether animation is allowed. */
export function moves(): boolean {
  if (settings.motion !== "system") return settings.motion === "full";
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
