// How many chips to start with: a few round amounts within the table's limits and the player's balance.
import type { PostedTable } from "../../api/messages";

const ROUND = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000]; // cents
const OFFERED = 4;

export function buyIns(posted: PostedTable, balance: number | null, chips = 0): readonly number[] {
  const most = Math.min(posted.buy_in_most - chips, balance ?? posted.buy_in_most);
  const least = Math.max(0, posted.buy_in_least - chips); // none if they have enough already
  if (most <= 0 || most < least) return [];
  const round = ROUND.filter((cents) => cents > least && cents < most);
  const between = OFFERED - (least > 0 ? 2 : 1);
  const from = Math.max(0, Math.min(round.length - between, round.findIndex((cents) => cents >= posted.buy_in_usual) - 1));
  return [...new Set([...(least > 0 ? [least] : []), ...round.slice(from, from + between), most])];
}

/** The amount offered first; null: the player cannot buy in at all. */
export function usualBuyIn(posted: PostedTable, balance: number | null, chips = 0): number | null {
  const amounts = buyIns(posted, balance, chips);
  return amounts.find((cents) => cents >= posted.buy_in_usual) ?? amounts.at(-1) ?? null;
}
