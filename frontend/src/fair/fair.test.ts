// @vitest-environment node
/** The port against fair.py's own vectors (tests/web/fair_vectors.py). */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fromHex, hex, utf8 } from "./bytes";
import { check, checked, remarks } from "./check";
import { type Fields, parse } from "./record";
import { shake256 } from "./shake256";
import { CARD_NAMES, commitment, pad, type Pair, shuffled } from "./shuffle";
import { newWord, unfit, wordCommitment } from "./word";

interface Vectors {
  shake256: { input: string; size: number; output: string }[];
  pads: { words: string[]; size: number; pad: string }[];
  commitments: { decks: number; secret: string; commitment: string }[];
  words: { shoe: string; seat: number; player: string; word: string; commitment: string }[];
  typed: { typed: string; fits: boolean }[];
  shuffles: { decks: number; secret: string; entropy: Pair[]; order: string }[];
  records: { name: string; record: Record<string, unknown>; problems: string[] }[];
}

// Not imported: Vite's own reader of JSON refuses half a surrogate pair, and takes 1.0 for 1.
const file = new URL("../../../tests/web/fair_vectors.json", import.meta.url);
const vectors = parse(readFileSync(file, "utf8")) as Vectors;
const bytes = (text: string) => (text === "" ? new Uint8Array(0) : fromHex("vector", text));

test("SHAKE-256 of the standard's own example, and around its block size", () => {
  // FIPS 202 example values: the empty message.
  const empty = "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f";
  expect(hex(shake256(new Uint8Array(0), 32))).toBe(empty);
  for (const { input, size, output } of vectors.shake256) {
    expect(hex(shake256(bytes(input), size))).toBe(output);
  }
});

test("the pad is that of fair.py", () => {
  for (const { words, size, pad: due } of vectors.pads) expect(hex(pad(words.map(utf8), size))).toBe(due);
});

test("commitments of the house and of players are those of fair.py", async () => {
  for (const { decks, secret, commitment: due } of vectors.commitments) {
    expect(await commitment(decks, bytes(secret))).toBe(due);
  }
  for (const { shoe, seat, player, word, commitment: due } of vectors.words) {
    expect(await wordCommitment(shoe, seat, player, word)).toBe(due);
  }
});

test("the order is that of fair.py, also where the stream has to carry on", () => {
  for (const { decks, secret, entropy, order } of vectors.shuffles) {
    const cards = shuffled(decks, bytes(secret), entropy);
    expect(cards.map((card) => CARD_NAMES[card]).join(" ")).toBe(order);
  }
});

test("a word is what was typed and 128 random bits", () => {
  for (const { typed, fits } of vectors.typed) expect([typed, unfit(typed) === ""]).toEqual([typed, fits]);
  expect(newWord()).toMatch(/^[0-9a-f]{32}$/);
  expect(newWord("lucky")).toMatch(/^lucky [0-9a-f]{32}$/);
  expect(newWord()).not.toBe(newWord());
  expect(() => newWord("\n")).toThrow("only characters that can be seen");
});

describe("a record, word for word as fair.py answers", () => {
  test.each(vectors.records)("$name", async ({ record, problems }) => {
    expect(await check(record)).toEqual(problems);
  });

  test("a word that is no text is a problem, not a crash", async () => {
    const [good] = vectors.records;
    const record = structuredClone(good!.record) as { words: { word: string }[]; entropy: unknown[] } & Fields;
    record.words[1]!.word = "\ud800";
    record.entropy.pop();
    const half = "a word holds half a surrogate pair, not valid Unicode";
    expect(await check(record)).toEqual([half]);
  });

  test("what is left open is said", async () => {
    const said = async (name: string) => {
      const { repeated } = await checked(vectors.records.find((one) => one.name === name)!.record);
      return repeated && remarks(repeated);
    };
    expect(await said("good")).toEqual([]);
    expect(await said("good, a word withheld")).toEqual([
      "seat 5 (quin \\u2660) withheld a word: one choice was left to whoever held it back.",
    ]);
    expect((await said("good, nobody's word"))?.at(-1)).toMatch(/^No player's word is in it/);
  });
});
