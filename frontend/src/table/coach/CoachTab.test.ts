import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Intent } from "../../api/intent";
import type { View } from "../../api/messages";
import { adviceOn, pokerOn, someTally } from "../../fixtures/coach";
import * as holdout from "../../fixtures/holdout";
import * as prime from "../../fixtures/prime";
import * as split from "../../fixtures/split";
import { DEFAULTS, settings } from "../../lib/settings.svelte";
import TablePage from "../TablePage.svelte";
import { Coach } from "./coach.svelte";

let sent: Intent[] = [];
let asked: object[] = [];
let coach: Coach;

beforeEach(() => {
  sent = [];
  asked = [];
  coach = new Coach((question) => asked.push(question));
  Object.assign(settings, DEFAULTS, { motion: "none" });
});
afterEach(cleanup);

function show(view: View = prime.decision, posted = prime.PRIME, with_coach = true): void {
  const nothing = vi.fn();
  render(TablePage, {
    posted, view, coach: with_coach ? coach : undefined, send: (intent: Intent) => sent.push(intent), pending: false, online: true,
    since: Date.now(), onlobby: nothing, onsettings: nothing, onsignin: nothing, onguest: nothing,
  });
}
const key = (name: string): Promise<boolean> => fireEvent.keyDown(document.body, { key: name });
const press = (name: RegExp | string): Promise<boolean> => fireEvent.click(screen.getByRole("button", { name }));
const WORTHS = { fold: -2_500, "raise 1x": -323, "raise 2x": -485, "raise 3x": -647 };

describe("the coach's tab", () => {
  it("h asks, and every choice is listed with its figures, the best in a word", async () => {
    show();
    await key("h");
    expect(asked).toEqual([{ type: "advise", version: prime.decision.turn!.version, rule: true }]);
    coach.hear(adviceOn(prime.decision, WORTHS));
    coach.hear({ type: "rule", round: prime.decision.round, version: prime.decision.turn!.version, rule: "a pair of threes or better: raise 1x", rules: 6, cost: "0.13%" });
    const table = await screen.findByRole("table", { name: /What each choice/ });
    const rows = within(table).getAllByRole("row").map((row) => [...row.children].map((cell) => cell.textContent.trim()).join(" "));
    expect(rows.slice(1)).toEqual(["Raise 1x Best −$3.23 nothing", "Raise 2x −$4.85 $1.62", "Raise 3x −$6.47 $3.24", "Fold −$25 $21.77"]);
    expect(screen.getByText("A pair of threes or better: raise 1x.")).toBeTruthy();
    expect(screen.getByText(/14 cards seen, 8 of them at other seats/)).toBeTruthy();
  });

  it("splits are drawn as cards, and of many the best are listed first", async () => {
    show(split.splitting, split.SPLIT_V2);
    await key("h");
    const actions = split.splitting.turn!.options.map((option) => option.action);
    coach.hear(adviceOn(split.splitting, Object.fromEntries(actions.map((action, place) => [action, -100 * place]))));
    const table = await screen.findByRole("table", { name: /What each choice/ });
    expect(within(table).getAllByRole("img").length).toBeGreaterThan(3);
    if (actions.length > 6) {
      expect(within(table).getAllByRole("row")).toHaveLength(6);
      await press(`Show all ${actions.length}`);
      expect(within(table).getAllByRole("row")).toHaveLength(actions.length + 1);
    }
  });

  it("between rounds: what the decisions cost, the habits, and the plot in words", async () => {
    show({ ...prime.decision, turn: null });
    coach.hear(someTally({
      round: 12, made: [{ choice: "raise", action: "fold", best: ["raise 3x"], cost: 278, right: false }], decisions: 12, mistakes: 1, cost: 278,
      habits: [{ choice: "raise", action: "fold", better: "raise 3x", times: 1, cost: 278 }],
      rounds: 12, actual: -1_800, best: -100, expected: -378, points: [{ rounds: 12, actual: -1_800, expected: -378 }],
    }));
    await key("h");
    expect(await screen.findByText("Raise: fold gave up $2.78; best: raise 3x.")).toBeTruthy();
    expect(screen.getByText("Raise: fold instead of raise 3x, once")).toBeTruthy();
    expect(screen.getByRole("img", { name: /12 rounds: −\$18. To be expected: −\$3.78; the rest is luck: −\$14.22/ })).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it("says that it is getting ready, until it is", async () => {
    show();
    await key("h");
    coach.hear(someTally({ ready: false }));
    expect(await screen.findByText(/getting ready for this game/)).toBeTruthy();
    coach.hear(someTally());
    await vi.waitFor(() => expect(screen.queryByText(/getting ready/)).toBeNull());
  });

  it("where the house forbids it there is none", async () => {
    show(prime.decision, { ...prime.PRIME, coach: false }, false);
    expect(screen.queryByRole("tab", { name: "Coach" })).toBeNull();
    await key("h");
    expect(asked).toEqual([]);
  });
});

describe("a warning", () => {
  beforeEach(() => {
    settings.warn = 100;
    HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) { this.open = true; };
    HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) { this.open = false; };
  });

  it("comes before a costly choice, which is made only after a yes", async () => {
    show();
    coach.hear(adviceOn(prime.decision, WORTHS));
    await press(/^Fold/);
    expect(sent).toEqual([]);
    expect(await screen.findByText("Fold gives up $21.77")).toBeTruthy();
    expect(screen.getByText("Best: Raise 1x, −$3.23.")).toBeTruthy();
    await press("Choose again");
    expect(sent).toEqual([]);
    await press(/^Fold/);
    await press("Do it anyway");
    expect(sent).toMatchObject([{ type: "act", action: "fold" }]);
  });

  it("not before the best, nor a choice that costs less than was set", async () => {
    settings.warn = 500;
    show();
    coach.hear(adviceOn(prime.decision, WORTHS));
    await press(/^Raise 3x/);
    expect(sent).toMatchObject([{ type: "act", action: "raise 3x" }]);
  });
});

describe("while bets are made", () => {
  const between = { ...prime.decision, phase: "open" as const, turn: null, seats: prime.decision.seats.map((seat) => ({ ...seat, in_round: false, wagers: {}, net: null })) };

  it("says what each costs by the hour, at as many rounds as are set", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    coach.attend(between, true, { mode: "ask", warn: 0 });
    show(between);
    await key("h");
    const ante = screen.getAllByRole("button").find((button) => /ante/i.test(button.getAttribute("aria-label") ?? ""));
    await fireEvent.click(ante!);
    await vi.advanceTimersByTimeAsync(400);
    const last = asked.at(-1) as { type: string; stakes: Record<string, number>; rounds: number };
    expect([last.type, last.rounds]).toEqual(["costs", 45]);
    expect(last.stakes["ante"]).toBeGreaterThan(0);
    coach.hear({ type: "costs", rounds: 45, wagers: [
      { wager: "ante", stake: 500, cents: 613, exact: "13/1", share: "2.73%" },
      { wager: "prime", stake: 500, cents: 1_067, exact: "23/1", share: "4.74%" },
    ] });
    const table = await screen.findByRole("table", { name: /What each bet costs/ });
    const rows = within(table).getAllByRole("row").map((row) => [...row.children].map((cell) => cell.textContent.trim()).join(" ").trim());
    expect(rows.slice(1)).toEqual(["Ante $5 −$6.13 2.73%", "Prime $5 −$10.67 4.74%", "Together −$16.80"]);
    await fireEvent.change(screen.getByLabelText("Rounds an hour"), { target: { value: "60" } });
    await vi.advanceTimersByTimeAsync(400);
    expect((asked.at(-1) as { rounds: number }).rounds).toBe(60);
    vi.useRealTimers();
  });
});

describe("at poker", () => {
  it("the share of the pot, what to keep, and on request the mix", async () => {
    coach = new Coach((question) => asked.push(question), false);
    show(holdout.discarding, holdout.HOLD_OUT);
    await key("h");
    coach.hear(pokerOn(holdout.discarding));
    expect(await screen.findByRole("heading", { name: "54.0% of the pot" })).toBeTruthy();
    const table = screen.getByRole("table", { name: /What to keep/ });
    const rows = within(table).getAllByRole("row").slice(1);
    expect(rows.map((row) => within(row).getAllByRole("img").length)).toEqual([2, 3]);
    expect(screen.queryByText("Warn before a choice that gives up")).toBeNull();
    await press(/How does the player who has practiced/);
    expect(asked.at(-1)).toMatchObject({ type: "advise", rule: true });
    const { round, turn } = holdout.discarding;
    coach.hear({ type: "mix", round, version: turn!.version, acts: [{ action: "discard 4h 2c 7c", share: "100%" }] });
    expect(await screen.findByText("Discard 4h 2c 7c")).toBeTruthy();
  });
});
