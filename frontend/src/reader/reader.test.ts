import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { adviceOn } from "../fixtures/coach";
import { lines } from "../fixtures/make";
import * as prime from "../fixtures/prime";
import { DEFAULTS, settings } from "../lib/settings.svelte";
import { Coach } from "../table/coach/coach.svelte";
import Reader from "./Reader.svelte";

beforeEach(() => {
  const none = new Response(JSON.stringify({ rounds: [] }));
  vi.spyOn(globalThis, "fetch").mockImplementation(() => Promise.resolve(none.clone()));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function type(text: string): Promise<void> {
  const input = screen.getByLabelText("Command");
  await fireEvent.input(input, { target: { value: text } });
  await fireEvent.submit(input.closest("form")!);
}

const spoken = (): string => screen.getByRole("status").textContent;

test("typed and pressed, it sends the same", async () => {
  const send = vi.fn();
  render(Reader, { posted: prime.PRIME, view: prime.decision, send, online: true });
  await type("raise 1x");
  await fireEvent.click(screen.getByRole("button", { name: /^Raise 1x/ }));
  expect(send).toHaveBeenCalledTimes(2);
  expect(send.mock.calls[0]).toEqual(send.mock.calls[1]);
});

test("an equal answer is read again", async () => {
  render(Reader, { posted: prime.PRIME, view: prime.decision, send: vi.fn(), online: true });
  await type("cards");
  const first = spoken();
  await type("cards");
  expect(spoken()).not.toBe(first);
  expect(spoken().trim()).toBe(first);
});

test("what happens is logged once, with the turn", async () => {
  const props = { posted: prime.PRIME, send: vi.fn(), online: true };
  const { rerender } = render(Reader, { ...props, view: prime.betting });
  await rerender({ view: { ...prime.decision, version: 50, happened: [...lines("Cards are dealt"), { text: "Your turn: Fold", about: "turn" }] } });
  await rerender({ view: { ...prime.decision, version: 50, happened: lines("Your prime: \u2212$5") } }); // its clock was set
  const log = screen.getByRole("log").textContent;
  expect(log.match(/Cards are dealt/g)).toHaveLength(1);
  expect(log.match(/Your turn: raise\. You can/g)).toHaveLength(1);
  expect(log).toContain("Your prime: minus $5.");
});

test("refusals and a lost line are said; nothing is sent without one", async () => {
  const send = vi.fn();
  const { rerender } = render(Reader, { posted: prime.PRIME, view: prime.decision, send, online: true });
  await rerender({ refusal: "too late" });
  expect(spoken()).toBe("Not done: Too late.");
  await rerender({ refusal: "", online: false });
  expect(screen.getByRole("log").textContent).toMatch(/connection is lost/);
  await type("fold");
  expect(send).not.toHaveBeenCalled();
  expect(spoken()).toMatch(/^Not sent/);
});

test("the coach by command: figures when they come, and a warning that takes a second yes", async () => {
  const asked: object[] = [];
  const coach = new Coach((question) => asked.push(question));
  const send = vi.fn();
  Object.assign(settings, DEFAULTS);
  render(Reader, { posted: prime.PRIME, view: prime.decision, send, online: true, coach });
  await type("coach");
  expect(spoken().trim()).toBe("One moment.");
  expect(asked).toEqual([{ type: "advise", version: prime.decision.turn!.version, rule: true }]);
  coach.hear(adviceOn(prime.decision, { fold: -2_500, "raise 1x": -323, "raise 2x": -485, "raise 3x": -647 }));
  await vi.waitFor(() => expect(spoken()).toContain("Raise 1x: −$3.23, best. Raise 2x: −$4.85, gives up $1.62."));
  coach.hear({ type: "rule", round: prime.decision.round, version: prime.decision.turn!.version, rule: "otherwise: fold", rules: 6, cost: "0.13%" });
  await vi.waitFor(() => expect(spoken().trim()).toBe("To remember: otherwise: fold."));
  await type("warn any");
  expect(spoken()).toContain("The coach asks before a choice that gives up anything.");
  await type("fold");
  expect(spoken()).toContain("That gives up $21.77. Best: Raise 1x, −$3.23.");
  expect(send).not.toHaveBeenCalled();
  await type("fold");
  expect(send.mock.calls).toMatchObject([[{ type: "act", action: "fold" }]]);
  await type("coach off");
  expect(settings.advice).toBe("off");
});

test("where there is no coach, it says so", async () => {
  render(Reader, { posted: prime.PRIME, view: prime.decision, send: vi.fn(), online: true });
  await type("coach");
  expect(spoken()).toContain("At this table there is no coach.");
});
