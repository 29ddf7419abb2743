import { describe, expect, it } from "vitest";

import { option, outcome, posted, seat, view } from "../../fixtures/make";
import { HOLD_OUT } from "../../fixtures/holdout";
import { PRIME } from "../../fixtures/prime";
import { buyIns, usualBuyIn } from "../bar/buyin";
import { keysFor, tonesFor } from "../bar/keys";
import { blocks } from "../panel/markdown";
import { focusSeat, openSeats, others } from "./seating";
import { asks, briefly, inParts, seatWords, tally } from "./words";

describe("keys", () => {
  it("are the digit in a name, or its first free letter", () => {
    const names = (list: string[]): readonly string[] => keysFor(list.map((name) => option(name)));
    expect(names(["fold", "raise 1x", "raise 2x"])).toEqual(["f", "1", "2"]);
    expect(names(["fold", "check", "call"])).toEqual(["f", "c", "a"]);
    expect(names(["refuse", "raise"])).toEqual(["r", "a"]);
    expect(keysFor([option("fold")], ["F"])).toEqual(["o"]);
  });

  it("come with one color for each kind of action", () => {
    const options = [option("fold", { tone: "fold" }), option("check", { tone: "pass" }), ...["a", "b", "c", "d"].map((name) => option(name))];
    expect(tonesFor(options)).toEqual(["fold", "pass", "go1", "go2", "go3", "go3"]);
  });
});

describe("seats", () => {
  const table = view({ seat: 4, seats: [seat(1, "Ines"), seat(4, "Nadia")] });

  it("lie clockwise from mine, each at its own place", () => {
    expect(others(table, 9, true).map((one) => one.seat)).toEqual([5, 6, 7, 8, 9, 1, 2, 3]);
    for (let seats = 2; seats <= 9; seats++) {
      const places = others(table, seats, true).map((one) => one.place);
      expect(new Set(places).size).toBe(seats - 1);
    }
    expect(others(table, 9, false)).toMatchObject([{ seat: 1, place: 2 }]);
  });

  it("show an onlooker the first open one", () => {
    expect(openSeats(table, 5)).toEqual([2, 3, 5]);
    expect(focusSeat({ ...table, seat: null }, 5)).toBe(2);
    expect(focusSeat(table, 5)).toBe(4);
  });
});

describe("what is said of a seat", () => {
  it("is its last act, then its result with a sign", () => {
    const playing = view();
    expect(seatWords(seat(2, "Marek", { did: "raise 3x", wagers: { ante: 1_000, raise: 3_000 } }), playing, PRIME)).toMatchObject({ status: "raise 3x", amount: "$40", out: false });
    const over = view({ phase: "settled" });
    expect(seatWords(seat(2, "Marek", { net: -2_000 }), over, PRIME).amount).toBe("\u2212$20");
    expect(seatWords(seat(2, "Marek", { net: 2_000 }), over, PRIME)).toMatchObject({ amount: "+$20", winner: true });
  });

  it("has the stack in it at poker", () => {
    expect(seatWords(seat(2, "Ines", { chips: 41_000, did: "bet $40" }), view(), HOLD_OUT).status).toBe("$410 · bet $40");
    expect(seatWords(seat(2, "Ines", { folded: true }), view(), HOLD_OUT)).toMatchObject({ status: "folded", out: true });
  });

  it("counts outcomes", () => {
    expect(tally([outcome("a", 1, 1, "", ""), outcome("b", 1, -1, "", ""), outcome("c", 1, 0, "", "")])).toBe("1 won, 1 lost, 1 pushed");
    expect(tally([])).toBe("");
  });
});

describe("a buy-in", () => {
  it("is offered in round amounts that the player has", () => {
    expect(buyIns(PRIME, 124_300)).toEqual([5_000, 10_000, 20_000, 124_300]);
    expect(usualBuyIn(PRIME, 124_300)).toBe(10_000);
    expect(usualBuyIn(posted({ ...PRIME, buy_in_usual: 20_000 }), 124_300)).toBe(20_000);
    expect(usualBuyIn(PRIME, 6_000)).toBe(6_000);
    expect(buyIns(PRIME, 4_000)).toEqual([]);
    expect(usualBuyIn(PRIME, 4_000)).toBeNull();
  });

  it("adds what is worth buying to chips that are enough already", () => {
    expect(buyIns(PRIME, 124_300, 30_000)).toEqual([5_000, 10_000, 20_000, 124_300]);
    expect(buyIns(PRIME, 800, 30_000)).toEqual([800]);
    expect(buyIns(PRIME, 0, 30_000)).toEqual([]);
  });

  it("is all there is where least and most are the same", () => {
    expect(buyIns(posted({ ...PRIME, buy_in_least: 10_000, buy_in_most: 10_000 }), null)).toEqual([10_000]);
  });
});

describe("how to play", () => {
  it("becomes headings, paragraphs, lists and cards", () => {
    const text = "### Object\nMake **two** hands\nof four.\n\n- `5c 6d` beats\n  `cut_card` (0)\n- b";
    expect(blocks(text)).toEqual([
      { kind: "heading", spans: [{ kind: "text", text: "Object" }] },
      { kind: "paragraph", spans: [{ kind: "text", text: "Make " }, { kind: "bold", text: "two" }, { kind: "text", text: " hands of four." }] },
      {
        kind: "list",
        items: [
          [{ kind: "cards", cards: ["5c", "6d"] }, { kind: "text", text: " beats " }, { kind: "code", text: "cut_card" }, { kind: "text", text: " (0)" }],
          [{ kind: "text", text: "b" }],
        ],
      },
    ]);
  });
});

it("a turn asks for one of its choices, and says what they are about where that has a name", () => {
  const turn = (choice: string, ...names: string[]) => ({ seat: 1, choice, version: 1, otherwise: "fold", options: names.map((name) => option(name)) });
  expect(asks(turn("bet", "fold", "check", "raise"))).toBe("fold, check or raise?");
  expect(asks(turn("raise", "fold", "raise 1x", "raise 2x"))).toBe("fold or raise?");
  expect(asks(turn("hand 1", "fold", "play"))).toBe("hand 1: fold or play?");
});

it.each([
  ["king high (K J 9 7)", "king high", "plays K J 9 7"],
  ["pair of tens (10 K 8)", "pair of tens", "with K 8"],
  ["two pair, sixes and queens (6 Q 8)", "two pair, sixes and queens", "with 8"],
  ["straight, eight high", "straight, eight high", ""],
  ["ace high (A K 8 4 2); low (8 4 3 2 A)", "ace high", "low 8 4 3 2 A"],
  ["20 points", "20 points", ""],
  ["", "", ""],
])("%s is told in two parts", (caption, words, others) => {
  expect(inParts(caption)).toEqual([words, others]);
});

it("kickers are left out where room is short", () => {
  expect(briefly("pair of fours (4 A K)")).toBe("pair of fours");
  expect(briefly("20 points")).toBe("20 points");
});
