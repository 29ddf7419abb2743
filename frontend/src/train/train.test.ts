import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import * as http from "../api/http";
import type { Training, TrainingAsked, TrainingQuestion } from "../api/messages";
import { load } from "../account/session.svelte";
import { forget, store, stored } from "../lib/storage";
import TrainPage from "./TrainPage.svelte";
import { splitOf } from "./words";

const GUEST = { name: "Guest-1", role: "player", guest: true, staff: false, balance: 300_000, play_money: true, last_sign_in: null };
const RECORD = { seed: "0".repeat(32), asked: 0, right: 0, streak: 0, longest: 0, cost: "0/1", kinds: [], missed: [] };
const SCORE = { asked: 0, right: 0, accuracy: "0%", streak: 0, longest: 0, cost: 0, stake: 1_000, weakest: [] };
const KEPT = "croupier.training.some-game";

function question(name: string, choice: string, options: readonly string[], again = false): TrainingQuestion {
  return { name, again, choice, options, dealer: ["Qh", null, null], hands: [["As", "Kd", "7h"]], offer: [], rack: [], wagers: { ante: 1_000 } };
}
const FIRST = question("0.1", "raise", ["fold", "raise 1x"]);
const SECOND = question("1.0", "split", ["Ah Ad / 4c 4h", "fold"], true);

function training(more: Partial<Training>): Training {
  return { game: "some-game", title: "Some Game", felt: "blue", record: RECORD, score: SCORE, marked: null, question: FIRST, ...more };
}
const worth = (action: string, cents: number, best = false) => ({ action, cents, exact: `${cents}/1`, gives_up: best ? 0 : 200, gives_up_exact: "200/1", best });

let asked: TrainingAsked[];
let answers: (Training | Error)[];

beforeEach(async () => {
  asked = [];
  forget(KEPT);
  answers = [training({})];
  vi.spyOn(globalThis, "fetch").mockImplementation((path, request) => {
    if (path !== "/api/training") return Promise.resolve(new Response(JSON.stringify(GUEST)));
    asked.push(JSON.parse(request!.body as string) as TrainingAsked);
    const answer = answers.shift()!;
    const refused = answer instanceof Error;
    const body = refused ? { code: answer.name, message: answer.message } : answer;
    return Promise.resolve(new Response(JSON.stringify(body), { status: refused ? 409 : 200 }));
  });
  await load();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const press = async (name: RegExp | string): Promise<boolean> => fireEvent.click(await screen.findByRole("button", { name }));

test("an answer is marked at once, and the record is kept", async () => {
  const record = { ...RECORD, asked: 1, kinds: [["raise", "raise 1x", 1, 1] as const] };
  const marked = { action: "fold", right: false, gives_up: 200, best: ["raise 1x"], options: [worth("fold", -1_000), worth("raise 1x", -800, true)], rule: "always raise", question: FIRST };
  const score = { ...SCORE, asked: 1, cost: 20_000, weakest: [{ choice: "raise", best: "raise 1x", asked: 1, wrong: 1 }] };
  answers.push(training({ record, score, marked, question: SECOND }));
  render(TrainPage, { game: "some-game" });
  await screen.findByText("Raise: what is best?");
  expect(within(screen.getByLabelText("The cards")).getAllByRole("img")).toHaveLength(6);
  await press(/^Fold/);
  expect(await screen.findByText("Wrong: it gives up $2")).toBeTruthy();
  expect(asked).toEqual([{ game: "some-game", record: null }, { game: "some-game", record: RECORD, answer: "fold" }]);
  expect(JSON.parse(stored(KEPT)!)).toEqual(record);
  const rows = screen.getAllByRole("row").map((row) => [...row.children].map((cell) => cell.textContent.trim()).join(" "));
  expect(rows.slice(1)).toEqual(["Raise 1x −$8 best", "Fold your answer −$10 $2"]);
  expect(screen.getByText("always raise", { exact: false })).toBeTruthy();
  expect(screen.getByText("raise, raise 1x is best: 1 of 1 wrong")).toBeTruthy();
  await press("Next");
  expect(await screen.findByText(/Split: what is best\?/)).toBeTruthy();
  expect(screen.getByText("You got this wrong before.")).toBeTruthy();
  const [split] = screen.getAllByRole("button").filter((button) => button.querySelector(".hands"));
  expect(within(split!).getAllByRole("img").map((card) => card.getAttribute("aria-label"))).toHaveLength(4);
});

test("a digit answers; nothing is answered twice", async () => {
  const marked = { action: "raise 1x", right: true, gives_up: 0, best: ["raise 1x"], options: [worth("raise 1x", -800, true)], rule: "", question: FIRST };
  answers.push(training({ record: { ...RECORD, asked: 1, right: 1 }, marked, question: SECOND }));
  render(TrainPage, { game: "some-game" });
  await screen.findByText("Raise: what is best?");
  await fireEvent.keyDown(document.body, { key: "9" });
  await fireEvent.keyDown(document.body, { key: "2" });
  expect(await screen.findByText("Right")).toBeTruthy();
  await fireEvent.keyDown(document.body, { key: "1" });
  expect(asked.map((one) => one.answer)).toEqual([undefined, "raise 1x"]);
});

test("a guest is admitted once, and a folded hand lies aside", async () => {
  answers = [training({ question: { ...SECOND, hands: [[], ["Qc"]], rack: ["As", "Kd", "7h"] } })];
  vi.spyOn(http, "me").mockResolvedValue({ ...GUEST, name: null, role: null });
  await load();
  const admitted = vi.spyOn(http, "guest").mockResolvedValue(GUEST);
  render(TrainPage, { game: "some-game" });
  await screen.findByText(/Split: what is best/);
  expect(admitted).toHaveBeenCalledTimes(1);
  expect(asked).toHaveLength(1);
  expect(screen.getByLabelText("The cards").textContent).toMatch(/You\s+Q\s+Aside AK7/);
});

test("a record that the server does not take is begun anew; a fault is said", async () => {
  store(KEPT, JSON.stringify({ ...RECORD, asked: 7 }));
  const wrong = Object.assign(new Error("its numbers do not add up"), { name: "train/record" });
  answers = [wrong, training({})];
  render(TrainPage, { game: "some-game" });
  await screen.findByText("Raise: what is best?");
  expect(asked.map((one) => one.record?.asked)).toEqual([7, undefined]);
  answers.push(Object.assign(new Error("the coach has too much to do right now"), { name: "coach/busy" }));
  await press(/^Fold/);
  expect((await screen.findByRole("alert")).textContent).toContain("The coach has too much to do right now.");
});

test("the hands of a split", () => {
  expect(splitOf("Ah Ad / 4c 4h")).toEqual([["Ah", "Ad"], ["4c", "4h"]]);
  expect(splitOf("raise 1x")).toBeNull();
  expect(splitOf("hit / stand")).toBeNull();
});
