import { expect, test } from "vitest";

import { lasted, megabytes, whole } from "./words";

test.each([
  [0, "0 s"], [59, "59 s"], [60, "1 min"], [61, "1 min 1 s"], [3_599, "59 min 59 s"], [3_600, "1 h"], [7_500, "2 h 5 min"],
  [86_400, "1 d"], [90_060, "1 d 1 h"], [86_460, "1 d"],
])("%d seconds", (seconds, words) => expect(lasted(seconds)).toBe(words));

test("memory and counts", () => {
  expect(megabytes(107_532_288)).toBe("103 MB");
  expect(whole(1_234_567)).toBe("1,234,567");
});
