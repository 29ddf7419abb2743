// A jackpot won at the table: news for everyone seated there.
import type { PostedTable, View } from "../../api/messages";
import { dollars } from "../../lib/money";
import { seatAt } from "./seating";
import { handWords, sentence, wagerLabel } from "./words";

const LARGE = 25; // times the stake; smaller prizes appear like any other result

export interface JackpotNews {
  readonly seat: number; // the winner's
  readonly head: string;
  readonly detail: string;
  readonly amount: string;
}

/** The largest prize of a finished round; null: there was none. */
export function jackpotNews(view: View, posted: PostedTable): JackpotNews | null {
  if (view.phase !== "settled") return null;
  const jackpots = new Set(posted.wagers.filter((wager) => wager.jackpot).map((wager) => wager.name));
  const prizes = view.seats.flatMap((seat) =>
    seat.outcomes.filter((one) => jackpots.has(one.wager) && one.net >= LARGE * one.stake).map((outcome) => ({ seat, outcome })),
  );
  const [prize] = prizes.toSorted((a, b) => b.outcome.net - a.outcome.net);
  if (prize === undefined) return null;
  const { seat, outcome } = prize;
  const [won, label] = [dollars(outcome.net), wagerLabel(posted, outcome.wager)];
  if (seat.seat === view.seat) return { seat: seat.seat, head: `You win the ${label}`, detail: sentence(handWords(seat)), amount: won };
  // Other players with the wager may receive envy for it.
  const envy = view.seat === null ? 0 : (seatAt(view, view.seat)?.outcomes.find((one) => one.wager === outcome.wager)?.net ?? 0);
  return { seat: seat.seat, head: `${seat.player}: ${handWords(seat)}, ${won}`, detail: label, amount: envy > 0 ? `${dollars(envy)} to you` : "" };
}
