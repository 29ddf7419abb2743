import { beforeEach, expect, test, vi } from "vitest";
import { FakeSocket, FakeStore, someView, step, welcome } from "./fake";
import { LiveTable } from "./live.svelte";
import { ownWord } from "../lib/words";

const SHOE = "ab".repeat(32);
const PAM = {
  seat: 2, player: "pam", chips: 10_000, away: false, leaving: false, bets: {}, word: "none" as const, in_round: false,
  wagers: {}, hands: [], rack: 0, did: "", folded: false, dead: false, outcomes: [], net: null, button: false, owes: [],
};

beforeEach(() => localStorage.clear());

function live(kind: "banked" | "poker" = "banked") {
  let socket = new FakeSocket("");
  const table = new LiveTable("7", kind, () => "lucky", {
    store: new FakeStore(),
    connect: (url) => (socket = new FakeSocket(url)),
  });
  const close = table.open();
  socket.accept();
  return { table, socket, close };
}

test("a word is committed to with the bet and opened when it is waited for, once", async () => {
  const { table, socket, close } = live();
  socket.says(welcome({ seats: [PAM] }));
  table.send({ type: "bet", seat: 2, stakes: { ante: 500 } });
  await vi.waitFor(() => expect(socket.acts).toHaveLength(1));
  expect(socket.acts[0]).toMatchObject({ type: "bet", shoe: SHOE });
  const waits = { commitment: SHOE, takes_words: false, waits_for_words: [2] };
  const words = { phase: "words" as const, seats: [{ ...PAM, word: "kept" as const }], shuffle: waits };
  socket.says(step(11, words));
  await vi.waitFor(() => expect(socket.acts).toHaveLength(2));
  const { word } = ownWord("7", SHOE, 2)!;
  expect(socket.acts[1]).toMatchObject({ type: "open_word", seat: 2, word });
  socket.says(step(12, words));
  await new Promise((done) => setTimeout(done, 20));
  expect(socket.acts).toHaveLength(2);
  close();
});

test("refusals are told, but not those of what the page did by itself", async () => {
  const { table, socket, close } = live("poker");
  socket.says(welcome({ seats: [PAM] }));
  await vi.waitFor(() => expect(socket.acts).toHaveLength(1));
  const refuse = (place: number): void => {
    const key = socket.acts[place]!["key"] as string;
    socket.says({ type: "refused", key, code: "room/words", message: "Too late." });
  };
  refuse(0);
  expect(table.notices).toEqual([]);
  table.send({ type: "leave", seat: 2 });
  await vi.waitFor(() => expect(socket.acts).toHaveLength(2));
  refuse(1);
  expect(table.notices).toEqual([{ number: 1, code: "room/words", message: "Too late." }]);
  table.dismiss(1);
  expect(table.notices).toEqual([]);
  close();
});

test("the view is the newest one", () => {
  const { table, socket, close } = live();
  socket.says(welcome());
  socket.says(step(11));
  expect(table.view).toEqual(someView({ version: 11 }));
  expect([table.online, table.ended]).toEqual([true, null]);
  close();
  expect(table.online).toBe(false);
});
