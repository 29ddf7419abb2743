import { expect, test } from "vitest";
import { balance, dollars, parseDollars, result } from "./money";

test("amounts", () => {
  expect([0, 5, 500, 250, 114_250, 123_456_789].map(dollars)).toEqual(
    ["$0", "$0.05", "$5", "$2.50", "$1,142.50", "$1,234,567.89"],
  );
  expect(balance(114_200)).toBe("$1,142.00");
  expect(dollars(-300)).toBe("\u2212$3");
});

test("a result has its sign", () => {
  expect([5_300, -3_500, 0].map(result)).toEqual(["+$53", "\u2212$35", "$0"]);
});

test("what people type", () => {
  expect(["5", "$5", "2.50", "2.5", "1,000", " $1,234.56 "].map(parseDollars)).toEqual(
    [500, 500, 250, 250, 100_000, 123_456],
  );
  for (const text of ["", "-5", "five", "1.234", "1,00", "$", "5 5", "1e3", "99999999999"]) {
    expect([text, parseDollars(text)]).toEqual([text, null]);
  }
});
