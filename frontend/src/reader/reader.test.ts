import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lines } from "../fixtures/make";
import * as prime from "../fixtures/prime";
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
