// A felt for a game without a layout: its wagers in rows, cards in the usual places.
import type { PostedTable } from "../../api/messages";
import type { Layout, Plan, Point, SpotPlace } from "./layout";

const SEATS: readonly Point[] = [[150, 536], [128, 438], [128, 340], [142, 242], [938, 242], [952, 340], [952, 438], [930, 536]];

export function plainLayout(posted: PostedTable): Layout {
  const wide: Plan = {
    size: [1080, 770],
    dealer: { at: [540, 102], w: 88, gap: 8, caption: [540, 186] },
    hands: [
      { id: "hand", at: [430, 640], w: 98, gap: 8, caption: [430, 736], alone: [540, 640] },
      { id: "first", name: "First hand", at: [360, 640], w: 98, gap: 8, caption: [360, 736] },
      { id: "second", name: "Second hand", at: [720, 640], w: 98, gap: 8, caption: [720, 736] },
      { id: "offer", name: "Offered", at: [740, 640], w: 98, gap: 8, caption: [740, 736], lifted: true },
    ],
    spots: spots(posted, { across: [300, 780], from: 370, step: 112, row: 5, r: 38 }),
    print: [{ text: posted.name, style: "title", arc: [250, 230, 540, 300, 830, 230] }],
    notice: [540, 274],
    rack: [140, 96],
    shoe: [940, 96],
    board: { at: [540, 322], w: 88, gap: 8, slots: 5 },
    pots: [540, 446],
    me: { bet: [540, 520], button: [846, 688] },
    seats: SEATS.map((at) => ({ at })),
  };
  const tall: Plan = {
    size: [390, 526],
    dealer: { at: [195, 56], w: 54, gap: 6, caption: [195, 112] },
    hands: [
      { id: "hand", at: [128, 440], w: 62, gap: 5, caption: [128, 504], alone: [195, 440] },
      { id: "first", name: "First", at: [98, 440], w: 55, gap: 4, caption: [98, 500] },
      { id: "second", name: "Second", at: [292, 440], w: 55, gap: 4, caption: [292, 500] },
      { id: "offer", name: "Offered", at: [312, 440], w: 62, gap: 5, caption: [312, 504], lifted: true },
    ],
    spots: spots(posted, { across: [56, 334], from: 206, step: 94, row: 4, r: 28 }),
    print: [{ text: posted.name, style: "title-s", arc: [75, 142, 195, 168, 315, 142] }],
    notice: [195, 154],
    shoe: [390, 0],
    board: { at: [195, 200], w: 54, gap: 6, slots: 5 },
    pots: [195, 290],
    me: { bet: [195, 340], button: [364, 350] },
    seats: "strip",
  };
  const { board: _wide, ...wideBanked } = wide;
  const { board: _tall, ...tallBanked } = tall;
  return { felt: "green", shape: "crescent", ...(posted.kind === "poker" ? { wide, tall } : { wide: wideBanked, tall: tallBanked }) };
}

interface Rows {
  readonly across: Point;
  readonly from: number;
  readonly step: number;
  readonly row: number; // spots in it
  readonly r: number;
}

function spots(posted: PostedTable, { across, from, step, row, r }: Rows): readonly SpotPlace[] {
  return posted.wagers.map((wager, i) => {
    const inRow = Math.min(row, posted.wagers.length - Math.floor(i / row) * row);
    const gap = (across[1] - across[0]) / Math.max(1, row - 1);
    const x = (across[0] + across[1]) / 2 + ((i % row) - (inRow - 1) / 2) * gap;
    const kind = wager.jackpot ? "sensor" : wager.required || wager.in_play ? "main" : "side";
    return { id: wager.name, name: wager.label, at: [x, from + Math.floor(i / row) * step], r: wager.jackpot ? r * 0.65 : r, kind, shape: "circle" };
  });
}
