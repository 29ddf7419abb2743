import { expect, it } from "vitest";

import { outcome, seat } from "../../fixtures/make";
import { betting, PRIME, settled } from "../../fixtures/prime";
import { jackpotNews } from "./jackpot";

const four = (net: number) => [outcome("four card jackpot", 100, net, "four fours", "appendix F")];

it("a jackpot is told to all, with what they have of it", () => {
  expect(jackpotNews(settled, PRIME)).toEqual({ seat: 6, head: "Teo: four fours, $299", detail: "Four Card Jackpot", amount: "$9 to you" });
  expect(jackpotNews({ ...settled, seat: null }, PRIME)?.amount).toBe("");
  expect(jackpotNews({ ...settled, seat: 6 }, PRIME)).toMatchObject({ head: "You win the Four Card Jackpot", detail: "Four fours", amount: "$299" });
});

it("the largest prize is told, and small ones are not", () => {
  const seats = [seat(1, "Ines", { outcomes: four(40_000) }), seat(2, "Marek", { outcomes: four(90_000) })];
  expect(jackpotNews({ ...settled, seats }, PRIME)?.seat).toBe(2);
  expect(jackpotNews({ ...settled, seats: [seat(1, "Ines", { outcomes: four(2_400) })] }, PRIME)).toBeNull();
  expect(jackpotNews({ ...settled, seats: [seat(1, "Ines", { outcomes: [outcome("prime", 500, 50_000, "", "")] })] }, PRIME)).toBeNull();
  expect(jackpotNews(betting, PRIME)).toBeNull();
});
