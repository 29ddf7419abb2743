/** Against pictures that the Python package qrcode 8 drew (error correction M, mask 0). */
import { expect, test } from "vitest";
import golden from "./qr.golden.txt?raw";
import { qrCode } from "./qr";

test.each(golden.trim().split("\n\n"))("the same picture as another program's", (part) => {
  const [text = "", ...rows] = part.split("\n");
  expect(qrCode(text).map((row) => row.map((dark) => (dark ? "#" : ".")).join(""))).toEqual(rows);
});

test("longer texts take larger squares, up to a limit", () => {
  expect([10, 100, 250, 660].map((length) => qrCode("x".repeat(length)).length)).toEqual([21, 41, 61, 97]);
  expect(() => qrCode("x".repeat(700))).toThrow("too long");
});
