// A felt as data: the position of everything, in the felt's own units. Stored beside each game's rules;
// matched to the state by name, so that no game needs its own code.

export type Point = readonly [x: number, y: number];

export interface SpotPlace {
  readonly id: string; // the engine's wager
  readonly name: string; // as printed
  readonly at: Point;
  readonly r: number;
  readonly kind: "main" | "side" | "sensor";
  readonly shape: "circle" | "box" | "diamond";
  readonly print?: string; // inside the spot while it has no chips
}

export interface RowPlace {
  readonly at: Point;
  readonly w: number; // of a card
  readonly gap: number;
}

export interface SlotRow extends RowPlace {
  readonly slots: number;
}

export interface CaptionedRow extends RowPlace {
  readonly caption: Point;
}

export interface HandPlace extends CaptionedRow {
  readonly id: string;
  readonly name?: string;
  readonly slots?: number; // outlines on the cloth where the hand goes
  readonly lifted?: boolean; // a card on offer
  readonly alone?: Point; // its position when the seat has no other cards
}

export interface SeatPlace {
  readonly at: Point;
  readonly bet?: Point; // poker
  readonly button?: Point;
}

export interface Print {
  readonly text: string;
  readonly style: "title" | "title-s" | "line" | "tag";
  readonly arc: readonly [x0: number, y0: number, cx: number, cy: number, x1: number, y1: number];
}

export interface Plan {
  readonly size: Point;
  readonly dealer: CaptionedRow;
  readonly board?: SlotRow;
  readonly burns?: SlotRow;
  readonly hands: readonly HandPlace[];
  readonly spots: readonly SpotPlace[];
  readonly print: readonly Print[];
  readonly notice: Point;
  readonly shoe: Point; // cards come from here; drawn if there is a rack
  readonly rack?: Point;
  readonly pots?: Point;
  readonly me?: { readonly bet: Point; readonly button: Point };
  readonly seats: readonly SeatPlace[] | "strip"; // the other seats, clockwise from mine
}

export interface Layout {
  readonly felt: "green" | "blue" | "wine" | "slate";
  readonly shape: "crescent" | "oval";
  readonly wide: Plan;
  readonly tall: Plan;
}

export class BadLayout extends Error {}

/** Parses a layout from the wire; throws if the page could not draw it. */
export function readLayout(raw: unknown): Layout {
  const layout = record(raw, "layout");
  return {
    felt: oneOf(layout["felt"], ["green", "blue", "wine", "slate"], "felt"),
    shape: oneOf(layout["shape"], ["crescent", "oval"], "shape"),
    wide: readPlan(record(layout["wide"], "wide")),
    tall: readPlan(record(layout["tall"], "tall")),
  };
}

/** The positions of a row's cards: centered, or from the left end if there are slots for more. No row extends past the felt's edge. */
export function spread(row: RowPlace & { readonly slots?: number }, cards: number, width: number): { readonly x: number; readonly total: number; readonly xs: readonly number[] } {
  const count = Math.max(cards, row.slots ?? 0);
  const total = count * row.w + Math.max(0, count - 1) * row.gap;
  const x = Math.max(total / 2 + 6, Math.min(width - total / 2 - 6, row.at[0]));
  return { x, total, xs: Array.from({ length: cards }, (_, i) => x - total / 2 + row.w / 2 + i * (row.w + row.gap)) };
}

/** The layout in a frame wider than itself: everything keeps its size and spreads out, up to a limit. */
export function stretched(plan: Plan, [width, height]: Point, most: number): Plan {
  const [W, H] = plan.size;
  const by = width > 0 && height > 0 ? Math.min(most, (H * width) / height / W) : 1;
  if (by <= 1) return plan;
  const at = ([x, y]: Point): Point => [x * by, y];
  const row = <R extends RowPlace>(one: R): R => ({ ...one, at: at(one.at) });
  return {
    ...plan,
    size: [W * by, H],
    dealer: { ...row(plan.dealer), caption: at(plan.dealer.caption) },
    hands: plan.hands.map((one) => ({ ...row(one), caption: at(one.caption), ...(one.alone && { alone: at(one.alone) }) })),
    spots: plan.spots.map((spot) => ({ ...spot, at: at(spot.at) })),
    print: plan.print.map((line) => ({ ...line, arc: line.arc.map((n, i) => (i % 2 === 0 ? n * by : n)) as unknown as Print["arc"] })),
    notice: at(plan.notice),
    shoe: at(plan.shoe),
    ...(plan.board && { board: row(plan.board) }),
    ...(plan.burns && { burns: row(plan.burns) }),
    ...(plan.pots && { pots: at(plan.pots) }),
    ...(plan.rack && { rack: at(plan.rack) }),
    ...(plan.me && { me: { bet: at(plan.me.bet), button: at(plan.me.button) } }),
    seats: plan.seats === "strip" ? plan.seats : plan.seats.map((seat) => ({ at: at(seat.at), ...(seat.bet && { bet: at(seat.bet) }), ...(seat.button && { button: at(seat.button) }) })),
  };
}

type Raw = Readonly<Record<string, unknown>>;

function readPlan(raw: Raw): Plan {
  return {
    size: point(raw["size"], "size"),
    dealer: captioned(record(raw["dealer"], "dealer")),
    hands: list(raw["hands"], "hands").map((row) => ({
      ...captioned(row),
      id: text(row["id"], "hand id"),
      ...optional("name", row["name"], text),
      ...optional("slots", row["slots"], number),
      ...optional("alone", row["alone"], point),
      ...optional("lifted", row["lifted"], (lifted) => lifted === true),
    })),
    spots: list(raw["spots"], "spots").map((spot) => ({
      id: text(spot["id"], "spot id"),
      name: text(spot["name"], "spot name"),
      at: point(spot["at"], "spot"),
      r: number(spot["r"], "radius"),
      kind: oneOf(spot["kind"], ["main", "side", "sensor"], "kind"),
      shape: oneOf(spot["shape"] ?? "circle", ["circle", "box", "diamond"], "shape"),
      ...optional("print", spot["print"], text),
    })),
    print: list(raw["print"], "print").map((line) => ({
      text: text(line["text"], "print"),
      style: oneOf(line["style"], ["title", "title-s", "line", "tag"], "style"),
      arc: arc(line["arc"]),
    })),
    notice: point(raw["notice"], "notice"),
    shoe: point(raw["shoe"], "shoe"),
    ...optional("board", raw["board"], slotRow),
    ...optional("burns", raw["burns"], slotRow),
    ...optional("rack", raw["rack"], point),
    ...optional("pots", raw["pots"], point),
    ...optional("me", raw["me"], (me) => {
      const { bet, button } = record(me, "me");
      return { bet: point(bet, "bet"), button: point(button, "button") };
    }),
    seats: raw["seats"] === "strip" ? "strip" : array(raw["seats"], "seats").map(seatPlace),
  };
}

function seatPlace(raw: unknown): SeatPlace {
  if (Array.isArray(raw)) return { at: point(raw, "seat") };
  const seat = record(raw, "seat");
  return {
    at: point(seat["at"], "seat"),
    ...optional("bet", seat["bet"], point),
    ...optional("button", seat["button"], point),
  };
}

function row(raw: Raw): RowPlace {
  return { at: point(raw["at"], "at"), w: number(raw["w"], "w"), gap: number(raw["gap"], "gap") };
}

function captioned(raw: Raw): CaptionedRow {
  return { ...row(raw), caption: point(raw["caption"], "caption") };
}

function slotRow(raw: unknown, what: string): SlotRow {
  const found = record(raw, what);
  return { ...row(found), slots: number(found["slots"], "slots") };
}

function optional<K extends string, T>(key: K, raw: unknown, read: (raw: unknown, what: string) => T): Partial<Record<K, T>> {
  return raw === undefined ? {} : ({ [key]: read(raw, key) } as Partial<Record<K, T>>);
}

function record(raw: unknown, what: string): Raw {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) throw new BadLayout(`${what} is not an object`);
  return raw as Raw;
}

function array(raw: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(raw)) throw new BadLayout(`${what} is not a list`);
  return raw;
}

function list(raw: unknown, what: string): readonly Raw[] {
  return array(raw, what).map((one) => record(one, what));
}

function number(raw: unknown, what: string): number {
  if (typeof raw !== "number" || !Number.isFinite(raw)) throw new BadLayout(`${what} is not a number`);
  return raw;
}

function text(raw: unknown, what: string): string {
  if (typeof raw !== "string") throw new BadLayout(`${what} is not text`);
  return raw;
}

function point(raw: unknown, what: string): Point {
  const [x, y] = array(raw, what);
  return [number(x, what), number(y, what)];
}

function arc(raw: unknown): Print["arc"] {
  const numbers = array(raw, "arc").map((n) => number(n, "arc"));
  if (numbers.length !== 6) throw new BadLayout("an arc has six numbers");
  return numbers as unknown as Print["arc"];
}

function oneOf<T extends string>(raw: unknown, values: readonly T[], what: string): T {
  const found = values.find((value) => value === raw);
  if (found === undefined) throw new BadLayout(`${what} is ${String(raw)}; it is one of ${values.join(", ")}`);
  return found;
}
