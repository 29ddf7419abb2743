// Chips: five denominations, distinguished by edge pattern as well as color. A chip's box is 64 x 64.

export const DENOMINATIONS = [500, 100, 25, 5, 1] as const; // dollars, largest first
export type Denomination = (typeof DENOMINATIONS)[number];

export const THICKNESS = 6; // height height of a chip in a stack, in units of its box
const MOST_DRAWN = 9; // the figure beside a stack is what counts

interface Edge {
  readonly count: number;
  readonly width: number; // degrees
  readonly pair?: number; // spots come in pairs, this many degrees either side
}
const EDGES: Readonly<Record<Denomination, Edge>> = {
  1: { count: 4, width: 26 },
  5: { count: 6, width: 20 },
  25: { count: 8, width: 18 },
  100: { count: 6, width: 10, pair: 10 },
  500: { count: 12, width: 12 },
};

/** The chips of a stack from the bottom up; cents smaller than any chip appear only in the figure beside it. */
export function denominate(cents: number): readonly Denomination[] {
  const chips: Denomination[] = [];
  let left = Math.floor(cents / 100);
  for (const worth of DENOMINATIONS) {
    while (left >= worth && chips.length < MOST_DRAWN) {
      chips.push(worth);
      left -= worth;
    }
  }
  return chips.length === 0 && cents > 0 ? [1] : chips;
}

function spots(of: Denomination): readonly (readonly [from: number, to: number])[] {
  const { count, width, pair } = EDGES[of];
  const middles = Array.from({ length: count }, (_, i) => (i * 360) / count - 90);
  const all = pair === undefined ? middles : middles.flatMap((m) => [m - pair, m + pair]);
  return all.map((m) => [m - width / 2, m + width / 2]);
}

function polar(radius: number, degrees: number, down = 0): string {
  const t = (degrees * Math.PI) / 180;
  return `${(32 + radius * Math.cos(t)).toFixed(2)} ${(32 + down + radius * Math.sin(t)).toFixed(2)}`;
}

/** The edge spots as seen from above. */
export function topSpots(of: Denomination): string {
  return spots(of)
    .map(([a, b]) => `M${polar(31, a)}A31 31 0 0 1 ${polar(31, b)}L${polar(24, b)}A24 24 0 0 0 ${polar(24, a)}Z`)
    .join("");
}

/** The same spots where they run down the rim; the front half only. */
export function rimSpots(of: Denomination): string {
  return spots(of)
    .map(([from, to]) => {
      const a = (from + 360) % 360;
      if (a >= 180 || a < 2) return "";
      const b = Math.min(a + to - from, 178);
      return `M${polar(31, a)}A31 31 0 0 1 ${polar(31, b)}L${polar(31, b, THICKNESS)}A31 31 0 0 0 ${polar(31, a, THICKNESS)}Z`;
    })
    .join("");
}
