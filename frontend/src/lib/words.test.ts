import { beforeEach, expect, test } from "vitest";
import { someView } from "../api/fake";
import type { Intent } from "../api/intent";
import type { Seat, View } from "../api/messages";
import { wordCommitment } from "../fair/word";
import { committed, nextWord, ownWord, withWord } from "./words";

const SHOE = "ab".repeat(32);
const BET: Intent = { type: "bet", seat: 2, stakes: { ante: 500 } };

beforeEach(() => localStorage.clear());

function seat(part: Partial<Seat> = {}): Seat {
  return {
    seat: 2, player: "pam", chips: 10_000, away: false, leaving: false, bets: {}, word: "none", in_round: false,
    wagers: {}, hands: [], rack: 0, did: "", folded: false, dead: false, outcomes: [], net: null, button: false,
    owes: [], ...part,
  };
}

const at = (own: Partial<Seat> = {}, part: Partial<View> = {}): View => someView({ seats: [seat(own)], ...part });

test("a bet brings a commitment to a word that only this browser has", async () => {
  const sent = await withWord(BET, at(), "lucky");
  const own = ownWord("7", SHOE, 2);
  expect(own?.word).toMatch(/^lucky [0-9a-f]{32}$/);
  const given = await wordCommitment(SHOE, 2, "pam", own!.word);
  expect(sent).toEqual({ ...BET, shoe: SHOE, word_commitment: given });
  expect(JSON.stringify(sent)).not.toContain(own!.word);
});

test("another bet for the same shoe has the same word", async () => {
  const first = await withWord(BET, at(), "");
  expect(await withWord(BET, at({ word: "kept" }), "changed my mind")).toEqual(first);
});

test("a bet taken back, a shoe in use, another's seat, a word drawn elsewhere: none", async () => {
  const back: Intent = { ...BET, stakes: {} } as Intent;
  expect(await withWord(back, at(), "")).toEqual(back);
  const used = at({}, { shuffle: { commitment: SHOE, takes_words: false, waits_for_words: [] } });
  expect(await withWord(BET, used, "")).toEqual(BET);
  expect(await withWord({ ...BET, seat: 3 } as Intent, at(), "")).toEqual({ ...BET, seat: 3 });
  expect(await withWord(BET, at({ word: "kept" }), "")).toEqual(BET);
  expect(ownWord("7", SHOE, 2)).toBeNull();
});

test("a word that is waited for is opened", async () => {
  const waiting = { commitment: SHOE, takes_words: false, waits_for_words: [2] };
  const view = at({ word: "kept" }, { phase: "words", shuffle: waiting });
  expect(await nextWord(view, "banked", "")).toBeNull();
  await committed("7", SHOE, 2, "pam", "");
  const { word } = ownWord("7", SHOE, 2)!;
  expect(await nextWord(view, "banked", "")).toEqual({ type: "open_word", seat: 2, word });
  const others = { ...waiting, waits_for_words: [4] };
  expect(await nextWord(at({ word: "opened" }, { phase: "words", shuffle: others }), "banked", "")).toBeNull();
});

test("at poker a word is kept without a bet, by who is dealt in", async () => {
  expect(await nextWord(at(), "banked", "")).toBeNull();
  expect(await nextWord(at(), "poker", "")).toMatchObject({ type: "word", seat: 2, shoe: SHOE });
  expect(await nextWord(at({ away: true }), "poker", "")).toBeNull();
  expect(await nextWord(at({ word: "kept" }), "poker", "")).toBeNull();
  expect(await nextWord(someView({ seat: null }), "poker", "")).toBeNull();
});

test("the next player at the seat draws another word", async () => {
  const pams = await committed("7", SHOE, 2, "pam", "");
  expect(await committed("7", SHOE, 2, "quin", "")).not.toBe(pams);
  expect(ownWord("7", SHOE, 2)?.player).toBe("quin");
});

test("old words go", async () => {
  for (let n = 0; n < 500; n++) {
    const kept = JSON.stringify({ word: "old", player: "pam", at: n });
    localStorage.setItem(`croupier.word.7.${String(n).padStart(64, "0")}.2`, kept);
  }
  await committed("7", SHOE, 2, "pam", "");
  expect(localStorage.length).toBe(500);
  expect(ownWord("7", "0".repeat(64), 2)).toBeNull();
  expect(ownWord("7", SHOE, 2)).not.toBeNull();
});
