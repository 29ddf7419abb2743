// The deck, drawn by us: suits, pips, court emblems and the back. Card faces use a box of 100 x 140.

export type Rank = "A" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K";
export type Suit = "s" | "h" | "d" | "c";

export const RANKS: readonly Rank[] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
export const SUITS: readonly Suit[] = ["s", "h", "d", "c"];

/** Outlines in a box of 32 x 32. */
export const SUIT_PATHS: Readonly<Record<Suit, string>> = {
  s: "M16 1.6C18 6 29.4 12.4 29.4 19.5c0 3.9-2.9 6.5-6.3 6.5-2.3 0-4.4-1.2-5.6-3.2.3 3.4 1.4 6 3.7 7.6H10.8c2.3-1.6 3.4-4.2 3.7-7.6C13.3 24.8 11.2 26 8.9 26c-3.4 0-6.3-2.6-6.3-6.5C2.6 12.4 14 6 16 1.6Z",
  h: "M16 30C13.4 25.8 2.2 19 2.2 10.9 2.2 6.3 5.7 2.8 9.8 2.8c2.8 0 5.1 1.7 6.2 4.3 1.1-2.6 3.4-4.3 6.2-4.3 4.1 0 7.6 3.5 7.6 8.1C29.8 19 18.6 25.8 16 30Z",
  d: "M16 1.2C18.9 6.7 22.7 11.6 27 16 22.7 20.4 18.9 25.3 16 30.8 13.1 25.3 9.3 20.4 5 16 9.3 11.6 13.1 6.7 16 1.2Z",
  c: "M16 1.8a6.9 6.9 0 0 1 5.3 11.3 6.9 6.9 0 1 1-3.9 10.6c.3 3.1 1.5 5.3 3.8 6.7H10.8c2.3-1.4 3.5-3.6 3.8-6.7a6.9 6.9 0 1 1-3.9-10.6A6.9 6.9 0 0 1 16 1.8Z",
};

const SUIT_NAMES: Readonly<Record<Suit, string>> = {
  s: "spades",
  h: "hearts",
  d: "diamonds",
  c: "clubs",
};
const RANK_NAMES: Readonly<Record<Rank, string>> = {
  A: "ace",
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
};

export function suitOf(card: string): Suit {
  return card.slice(-1) as Suit;
}

export function rankName(card: string): string {
  return RANK_NAMES[card[0] as Rank];
}

/** "sixes"; a ten may be written as 10. */
export function rankPlural(rank: string): string {
  const name = rankName(rank === "10" ? "T" : rank);
  return name.endsWith("x") ? `${name}es` : `${name}s`;
}

/** As read aloud: "ace of spades"; null is a card face down. */
export function cardName(card: string | null): string {
  if (card === null) return "face down";
  return `${RANK_NAMES[card[0] as Rank]} of ${SUIT_NAMES[suitOf(card)]}`;
}

export interface Pip {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly turned: boolean;
}

const COLUMNS = { l: 36.5, c: 50, r: 63.5 } as const;
type Column = keyof typeof COLUMNS;
const HEIGHTS: Readonly<Partial<Record<Rank, readonly (readonly [Column, number])[]>>> = {
  2: [["c", 0], ["c", 1]],
  3: [["c", 0], ["c", 0.5], ["c", 1]],
  4: [["l", 0], ["r", 0], ["l", 1], ["r", 1]],
  5: [["l", 0], ["r", 0], ["c", 0.5], ["l", 1], ["r", 1]],
  6: [["l", 0], ["r", 0], ["l", 0.5], ["r", 0.5], ["l", 1], ["r", 1]],
  7: [["l", 0], ["r", 0], ["c", 0.25], ["l", 0.5], ["r", 0.5], ["l", 1], ["r", 1]],
  8: [["l", 0], ["r", 0], ["c", 0.25], ["l", 0.5], ["r", 0.5], ["c", 0.75], ["l", 1], ["r", 1]],
  9: [["l", 0], ["r", 0], ["l", 1 / 3], ["r", 1 / 3], ["c", 0.5], ["l", 2 / 3], ["r", 2 / 3], ["l", 1], ["r", 1]],
  T: [["l", 0], ["r", 0], ["c", 1 / 6], ["l", 1 / 3], ["r", 1 / 3], ["l", 2 / 3], ["r", 2 / 3], ["c", 5 / 6], ["l", 1], ["r", 1]],
};

/** The pips of a number card; larger if there are few. Empty for aces and courts. */
export function pips(rank: Rank): readonly Pip[] {
  const places = HEIGHTS[rank] ?? [];
  const size = places.length <= 3 ? 23 : 18.6;
  return places.map(([column, f]) => ({ x: COLUMNS[column], y: 25 + f * 90, size, turned: f > 0.5 }));
}

/** Crown, coronet and lily, in a box of 40 x 26 with the base line at 26. */
export const EMBLEMS: Readonly<Partial<Record<Rank, string>>> = {
  K: "M5 21.5 2.2 7.2c3.3 1.3 6.3 3.6 8.1 6.6C12.5 10.2 14.3 7.4 18.3 5.8V4.6h-2.4V2.4h2.4V0h3.4v2.4h2.4v2.2h-2.4v1.2c4 1.6 5.8 4.4 8 8 1.8-3 4.8-5.3 8.1-6.6L35 21.5ZM5.2 23.2h29.6V26H5.2Z",
  Q: "M6 21.5 1.8 9.3c3.6.8 6.9 2.4 9.1 4.7L14 5.7c2.8 1.5 4.9 4 6 7 1.1-3 3.2-5.5 6-7l3.1 8.3c2.2-2.3 5.5-3.9 9.1-4.7L34 21.5ZM0 6.6a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0ZM11.7 2.9a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0ZM24.5 2.9a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0ZM36.2 6.6a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0ZM6.2 23.2h27.6V26H6.2Z",
  J: "M20 0c3.6 4.2 4.7 8 3.3 12.4L22 17.2h-4l-1.3-4.8C15.3 8 16.4 4.2 20 0ZM16 17.2C16 10.8 12.5 6 8 6 4.2 6 2 8.9 2.7 11.8c.6 2.5 3.4 3.6 5.4 2.1 2.3-1.7 4.4.2 4.4 3.3ZM24 17.2C24 10.8 27.5 6 32 6c3.8 0 6 2.9 5.3 5.8-.6 2.5-3.4 3.6-5.4 2.1-2.3-1.7-4.4.2-4.4 3.3ZM9.5 18.8h21v2.6h-21ZM17.2 22.6h5.6L20 26.8Z",
};

/** The back's rosette: rotated sine rings, drawn from one formula. */
export const ROSETTE = Array.from({ length: 6 }, (_, k) => ring(27, 6.5, 12, (k / 6) * Math.PI * 2)).join("");

/** The back's lattice, to be clipped to its frame. */
export const LATTICE = Array.from({ length: 39 }, (_, i) => `M${(i - 14) * 7} 0l98 140M${(i - 14) * 7 + 98} 0l-98 140`).join("");

function ring(radius: number, swing: number, waves: number, phase: number): string {
  const points = Array.from({ length: 181 }, (_, i) => {
    const t = (i / 180) * 2 * Math.PI;
    const r = radius + swing * Math.cos(waves * t + phase);
    return `${(50 + r * Math.cos(t)).toFixed(1)} ${(70 + r * Math.sin(t)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
