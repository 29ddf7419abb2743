import { expect, test } from "vitest";
import { spelled } from "./spelled";
import { chosenOptions, limitsIn } from "./tables/limits";
import { amountIn, wholeIn } from "./typed";

test("amounts in words, as on a check", () => {
  const said: Readonly<Record<number, string>> = {
    0: "zero dollars",
    1: "one cent",
    25: "twenty-five cents",
    100: "one dollar",
    101: "one dollar and one cent",
    250: "two dollars and fifty cents",
    1_900: "nineteen dollars",
    4_200: "forty-two dollars",
    10_000: "one hundred dollars",
    123_456: "one thousand two hundred thirty-four dollars and fifty-six cents",
    5_000_000: "fifty thousand dollars",
    100_000_000: "one million dollars",
    123_000_000_005: "one billion two hundred thirty million dollars and five cents",
  };
  for (const [cents, words] of Object.entries(said)) expect([cents, spelled(Number(cents))]).toEqual([cents, words]);
});

test("an amount is above zero", () => {
  expect(["5", "$2.50", "1,000", "0", "0.00", "-5", "five", ""].map(amountIn)).toEqual([500, 250, 100_000, null, null, null, null, null]);
  expect(["3", " 12 ", "0", "-1", "1.5", ""].map(wholeIn)).toEqual([3, 12, null, null, null, null]);
});

test("limits that are left empty are as the game has them", () => {
  const { values, faults } = limitsIn(["ante", "prime", "bad beat"], { ante: "10", prime: " ", "bad beat": "much" });
  expect(values).toEqual({ ante: 1_000 });
  expect(Object.keys(faults)).toEqual(["bad beat"]);
});

const option = (name: string, value: string | number | boolean, more = {}) =>
  ({ name, value, text: "", values: [], money: false, least: 0, most: 9, ...more });

test("only options that differ from the usual are sent", () => {
  const options = [
    option("limit", "fixed", { values: ["fixed", "pot"] }), option("big_blind", 200, { money: true }), option("ante", 0, { money: true }),
    option("wheel", true), option("rake", 0), option("small_blind", 100, { money: true }),
  ];
  const typed = { limit: "pot", big_blind: "$2", ante: "x", wheel: "off", rake: "5", small_blind: "0" };
  const { values, faults } = chosenOptions(options, typed);
  expect(values).toEqual({ limit: "pot", wheel: false, rake: 5, small_blind: 0 });
  expect(Object.keys(faults)).toEqual(["ante"]);
});
