/** With receipts of rounds that a room really dealt (tests/room, shortened), and changed ones. */
import { render } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { PRIME } from "../fixtures/prime";
import golden from "./receipts.golden.json?raw";
import { prove } from "./proof";
import { readReceipt } from "./receipt";
import RoundDetail from "./RoundDetail.svelte";

interface Shoe {
  [name: string]: unknown;
  commitment: string;
  dealt: string;
  words: { seat: number; player: string; word: string | null }[];
}
const RECEIPTS = JSON.parse(golden) as Record<"prime" | "buyout" | "poker", Shoe>;

const text = (name: keyof typeof RECEIPTS, change: (shoe: Shoe) => void = () => undefined): string => {
  const copy = structuredClone(RECEIPTS[name]);
  change(copy);
  return JSON.stringify(copy);
};

async function proofOf(written: string, word: string | null = null) {
  const { record, receipt } = readReceipt(written);
  const own = word === null ? null : { word, player: receipt.player, at: 0 };
  const seen = receipt.cards.flatMap(({ cards }) => cards.filter((card) => card !== null));
  return prove(record, { seat: receipt.seat, own, seen });
}

const WORD = RECEIPTS.prime.words[0]!.word!;

test("a receipt of a banked game", () => {
  const { receipt } = readReceipt(text("prime"));
  expect(receipt).toMatchObject({ table: "7", round: 1, seat: 1, player: "pam", waits: "", choices: ["raise 1x"] });
  expect(receipt.cards.map(({ name, cards }) => [name, cards.length])).toEqual([["Dealer", 6], ["Your hand", 5]]);
  expect(receipt.outcomes.map((one) => [one.wager, one.stake, one.rule])).toEqual([
    ["ante", 500, "rule 7"],
    ["prime", 500, "appendix C"],
    ["raise", 500, "rule 7"],
  ]);
  expect(receipt.outcomes[0]!.reason).toMatch(/dealer/);
  expect(receipt.net).toBe(receipt.outcomes.reduce((sum, one) => sum + (one.net ?? 0), 0));
  expect(receipt.payments[0]).toMatchObject({ reason: "wager", from: "your chips", to: "your spots", cents: 1_000 });
});

test("a receipt of poker, sealed while the table is open", () => {
  const { receipt } = readReceipt(text("poker"));
  expect(receipt.waits).toMatch(/thrown away unseen/);
  expect(receipt.cards.map(({ name }) => name)).toEqual(["Board", "Your hand", "Seat 2 showed"]);
  expect(receipt.choices).toEqual(["check", "check", "check", "check"]);
  expect(receipt.outcomes).toMatchObject([{ wager: "pots", stake: 200 }]);
});

test("the room's own record proves out, with the player's own word", async () => {
  for (const name of ["prime", "buyout"] as const) {
    const word = RECEIPTS[name].words[0]!.word!;
    const proof = await proofOf(text(name), word);
    expect([name, proof.problems]).toEqual([name, []]);
    expect(proof.steps.map((step) => step.mark)).toEqual(Array(6).fill("ok"));
    expect(proof.remarks.join()).toMatch(/seat 2 \(quin\) withheld a word/);
  }
});

test("without a word of this browser the proof holds, and says so", async () => {
  const proof = await proofOf(text("prime"));
  expect(proof.proved).toBe(true);
  expect(proof.steps[1]).toMatchObject({ mark: "open", name: "Your own word is in it" });
});

test("a record with another word for me is not proved, even if all else fits", async () => {
  const proof = await proofOf(text("prime"), "not what the record has");
  expect(proof).toMatchObject({ proved: false, problems: ["The word that your browser drew is not in the record."] });
});

test("a word called withheld is said, and no fault of the house is claimed", async () => {
  const written = text("prime", (shoe) => {
    shoe.words[0]!.word = null;
    shoe["entropy"] = [];
  });
  const proof = await proofOf(written, WORD);
  expect(proof.steps[1]!.text).toMatch(/not opened in time/);
  expect(proof.proved).toBe(false); // these cards came with the word
});

test("swapped cards, another secret, cards of another round", async () => {
  const swapped = await proofOf(text("prime", (shoe) => {
    const [one, other, ...rest] = shoe.dealt.split(" ");
    shoe.dealt = [other, one, ...rest].join(" ");
  }));
  expect(swapped.steps[4]).toMatchObject({ mark: "wrong" });
  expect(swapped.problems[0]).toMatch(/where the shuffle gives/);
  const secret = await proofOf(text("prime", (shoe) => void (shoe["secret"] = RECEIPTS.buyout["secret"])));
  expect(secret.steps[0]).toMatchObject({ mark: "wrong" });
  const other = await proofOf(text("prime", (shoe) => {
    const seen = (shoe["receipt"] as { seen: { dealer: string[] } }).seen;
    seen.dealer[0] = seen.dealer[1]!;
  }));
  expect(other).toMatchObject({ proved: false });
  expect(other.steps[5]).toMatchObject({ mark: "wrong" });
});

test("what is no receipt is said to be none", () => {
  for (const bad of ["", "[]", "{}", "null", '{"receipt": 5}']) expect(() => readReceipt(bad)).toThrow();
});

test("wagers have their printed names, in the order of the table", () => {
  const { receipt } = readReceipt(text("prime"));
  const { container } = render(RoundDetail, { posted: PRIME, round: { text: "", receipt, proof: null, sealed: "" }, onback: vi.fn() });
  const names = [...container.querySelectorAll("dt")].map((one) => one.textContent);
  expect(names).toEqual(["Ante $5", "Raise $5", "Prime $5"]);
  expect(container.querySelector(".rule")?.textContent).toBe("Rule 7");
});
