import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { load } from "../account/session.svelte";
import type { OwnLimitLine, OwnSide } from "../api/messages";
import { settings } from "../lib/settings.svelte";
import OwnPage from "./OwnPage.svelte";
import Reminder from "./Reminder.svelte";
import { learn, own } from "./side.svelte";
import { changeWords, KINDS, limitWords } from "./words";

const PAM = { name: "pam", role: "player", guest: false, staff: false, balance: 12_300, play_money: false, last_sign_in: null };
const NOW = 1_794_916_800_000;

function sideWith(part: Partial<OwnSide> = {}): OwnSide {
  const session = { id: "ab12", began: NOW - 3_700_000, previous: NOW - 90_000_000, rounds: 12, wagered: 24_000, net: -3_500 };
  return { player: "pam", now: NOW, limits: [], pause: null, returns: null, session, said: "", ...part };
}

function line(what: string, part: Partial<OwnLimitLine> = {}): OwnLimitLine {
  return { what, amount: 10_000, used: 3_000, ends: NOW, asks: false, asked: null, asked_from: null, asked_until: null, ...part };
}

let side: OwnSide;
let sent: [string, Record<string, unknown>][];
let refusal: { code: string; message: string } | null;

beforeEach(async () => {
  side = sideWith();
  sent = [];
  refusal = null;
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.spyOn(globalThis, "fetch").mockImplementation((path, request) => {
    if (request?.method === "POST") {
      sent.push([path as string, JSON.parse(request.body as string) as Record<string, unknown>]);
      if (refusal !== null) return Promise.resolve(new Response(JSON.stringify(refusal), { status: 409 }));
    }
    const told = path === "/api/me" ? PAM : path === "/api/own/rounds" ? { rounds: [] } : side;
    return Promise.resolve(new Response(JSON.stringify(told)));
  });
  await load();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function typed(label: string, text: string): Promise<void> {
  const [field] = screen.getAllByLabelText(label);
  await fireEvent.input(field!, { target: { value: text } });
  await fireEvent.submit(field!.closest("form")!);
}

test("a lower limit is set at once, after a question that says so", async () => {
  render(OwnPage);
  await screen.findByText("This session");
  await typed("A day", "100"); // the first: losses
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("Set a limit: losses of $100 a day?");
  expect(dialog.textContent).toContain("From now on");
  expect(sent).toEqual([]);
  side = sideWith({ limits: [line("loss-day", { used: 0 })], said: "pam has set a limit." });
  await fireEvent.submit(dialog.querySelector("form")!);
  expect((await screen.findByText("Your limit from now on: losses of $100 a day.")).closest("[role=status]")).not.toBeNull();
  expect(sent[0]![0]).toBe("/api/own/limits");
  expect(sent[0]![1]).toMatchObject({ what: "loss-day", amount: 10_000 });
});

test("a higher limit says from when, and waits for its second yes", async () => {
  side = sideWith({ limits: [line("loss-day")] });
  render(OwnPage);
  await screen.findByText("$100");
  await typed("A day", "200");
  expect((await screen.findByRole("dialog")).textContent).toContain("after 24 hours");
  cleanup();
  side = sideWith({ limits: [line("loss-day", { asks: true, asked: 20_000, asked_from: NOW + 1, asked_until: NOW + 9 })] });
  const shown = render(OwnPage);
  const yes = await shown.findByRole("button", { name: "Yes, again" });
  expect((yes as HTMLButtonElement).disabled).toBe(true);
  side = { ...side, now: NOW + 2 };
  learn(side);
  await waitFor(() => expect((yes as HTMLButtonElement).disabled).toBe(false));
});

test("what is no amount is not sent, and a refusal is shown", async () => {
  render(OwnPage);
  await screen.findByText("This session");
  await typed("A day", "a lot");
  expect((await screen.findByRole("alert")).textContent).toContain("Type dollars");
  refusal = { code: "own/break", message: "pam takes a break already; that cannot be shortened" };
  await fireEvent.submit(screen.getByLabelText("Take a break for").closest("form")!);
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("Nobody can shorten it");
  await fireEvent.submit(dialog.querySelector("form")!);
  await waitFor(() => expect(dialog.querySelector("[role=alert]")?.textContent).toContain("cannot be shortened."));
  await fireEvent.submit(dialog.querySelector("form")!);
  await waitFor(() => expect(sent.length).toBe(2));
  expect(sent[0]![1]["key"]).not.toBe(sent[1]![1]["key"]); // another attempt is another act
});

test("the reminder tells time, wagers and result, waits for a choice, and is acknowledged", async () => {
  settings.reminder = 60;
  learn(sideWith());
  own.busy = true;
  render(Reminder);
  expect(screen.queryByRole("dialog")).toBeNull();
  own.busy = false;
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("1:01");
  expect(dialog.textContent).toContain("$240");
  expect(dialog.textContent).toContain("\u2212$35");
  await fireEvent.click(screen.getByRole("button", { name: /I have read this/ }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("every limit has words for itself and for its change", () => {
  const whats = KINDS.flatMap((kind) => kind.parts.map(([what]) => what));
  expect(whats).toHaveLength(9);
  for (const what of whats) {
    expect(limitWords(what, 6_000)).toMatch(/\$60|6000 minutes/);
    expect(changeWords(what, null, 6_000)).toContain("From now on");
    expect(changeWords(what, 5_000, 6_000)).toContain("24 hours");
    expect(changeWords(what, 5_000, null)).toContain("24 hours");
  }
});
