// Shows views in the order of their versions, each after the previous one has come to rest.
import { createContext } from "svelte";

import type { View } from "../../api/messages";
import { difference, STILL, TIMES, type CardMove, type Moves } from "./motion";

const EASE = "cubic-bezier(.2, .7, .2, 1)";
const LINGER = 3_000; // a finished round stays at least this long, if nobody is in a hurry
const FARTHEST_BEHIND = 3; // views: beyond that the page catches up

export const [getPlayback, setPlayback] = createContext<Playback>();

export class Playback {
  shown = $state.raw() as View;
  moves = $state.raw<Moves>(STILL);
  still = $state(true); // nothing moves
  hidden = $state.raw<ReadonlySet<string>>(new Set()); // outcomes not shown yet, by stake
  enabled = true;

  readonly #queue: View[] = [];
  readonly #running = new Set<Animation>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tellers: ReturnType<typeof setTimeout>[] = [];
  #lingers = false; // nothing moves, but a settlement is on show
  #plane: HTMLElement | null = null;
  #shoe: readonly [number, number] = [0, 0];
  #width = 1;
  #rects = new Map<string, DOMRect>();

  constructor(first: View) {
    this.shown = first;
  }

  /** Takes the newest view, which may have to wait its turn. */
  push(view: View): void {
    const last = this.#queue.at(-1) ?? this.shown;
    if (view === last || (view.table === last.table && view.version < last.version)) return;
    this.#queue.push(view);
    const lingers = this.#lingers && view.phase !== "playing";
    if (document.hidden) this.skip();
    else if (this.#timer === undefined || (this.#lingers && !lingers)) this.#next();
  }

  /** Whether part of a seat's settlement is still to be shown. */
  settling(seat: number): boolean {
    for (const stake of this.hidden) if (stake.startsWith(`${seat}/`)) return true;
    return false;
  }

  /** Skips to the end. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lingers = false;
    this.#tellAll();
    const last = this.#queue.at(-1);
    this.#queue.length = 0;
    if (last !== undefined) {
      this.moves = STILL;
      this.shown = last;
    }
    for (const animation of this.#running) animation.finish();
    this.#running.clear();
    this.still = true;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#tellAll();
    for (const animation of this.#running) animation.cancel();
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lingers = false;
    const view = this.#take();
    if (view === undefined) {
      this.still = true;
      return;
    }
    this.#remember();
    const over = view.phase === "settled" && this.shown.phase === "playing";
    const moves = this.enabled ? difference(this.shown, view) : STILL;
    this.#tellAll();
    this.moves = moves;
    this.shown = view;
    this.#tell(moves.outcomes);
    this.still = moves.length === 0;
    if (over) this.#timer = setTimeout(() => this.#linger(), moves.length);
    else if (moves.length > 0 || this.#queue.length > 0) this.#timer = setTimeout(() => this.#next(), moves.length);
  }

  #linger(): void {
    this.still = true;
    this.#lingers = true;
    if (this.#queue.some((view) => view.phase === "playing")) this.#next();
    else this.#timer = setTimeout(() => this.#next(), LINGER);
  }

  /** The next view; if the page is far behind or it is my turn already, the newest, but no settlement is skipped. */
  #take(): View | undefined {
    const newest = this.#queue.at(-1);
    const hurry = this.#queue.length > FARTHEST_BEHIND || (newest?.turn?.options.length ?? 0) > 0;
    if (hurry && this.#queue.length > 1) {
      const settled = this.#queue.findIndex((view) => view.phase === "settled");
      this.#queue.splice(0, settled < 0 ? this.#queue.length - 1 : settled);
    }
    return this.#queue.shift();
  }

  /** Outcomes are shown one after another. */
  #tell(outcomes: ReadonlyMap<string, number>): void {
    if (outcomes.size === 0) return;
    this.hidden = new Set(outcomes.keys());
    this.#tellers = [...new Set(outcomes.values())].map((delay) =>
      setTimeout(() => {
        this.hidden = new Set([...this.hidden].filter((stake) => (outcomes.get(stake) ?? 0) > delay));
      }, delay),
    );
  }

  #tellAll(): void {
    for (const teller of this.#tellers) clearTimeout(teller);
    this.#tellers = [];
    if (this.hidden.size > 0) this.hidden = new Set();
  }

  // ---- the felt

  /** The felt reports its position; places are measured relative to it. */
  attach(plane: HTMLElement, shoe: readonly [number, number], width: number): void {
    this.#plane = plane;
    this.#shoe = shoe;
    this.#width = width;
  }

  /** A card at its place: moves according to the difference. `back` covers the face until it is turned. */
  card(card: HTMLElement, place: string, back: Element | null): void {
    const move = this.moves.cards.get(place);
    if (move === undefined || !this.enabled) return;
    if (move.kind === "turn") this.#turn(card, back, move.delay);
    else this.#travel(card, move);
  }

  /** When a hand's rank appears: once its cards have arrived; undefined: it is visible already. */
  revealed(owner: string, hand: string): number | undefined {
    let last = -1;
    for (const [place, { delay }] of this.moves.cards) if (place.startsWith(`${owner}/${hand}/`)) last = Math.max(last, delay);
    return last < 0 ? undefined : last + TIMES.turn;
  }

  /** When the settlement begins to appear. */
  get settles(): number | undefined {
    return this.moves.outcomes.size === 0 ? undefined : Math.min(...this.moves.outcomes.values());
  }

  /** Something that appears after a delay, such as a result. */
  appear(element: Element, delay: number | undefined): void {
    if (delay === undefined || !this.enabled) return;
    this.#run(element, [{ opacity: 0 }, { opacity: 1 }], { duration: 160, delay });
  }

  /** Chips slide in: a stake from the player's side, a payout from the dealer's. */
  chips(stack: Element, from: "player" | "dealer", delay: number | undefined): void {
    if (delay === undefined || !this.enabled) return;
    const away = from === "player" ? "0 3.5rem" : "0 -8rem";
    this.#run(stack, [{ translate: away, opacity: 0 }, { opacity: 1, offset: 0.4 }, { translate: "0 0" }], { duration: TIMES.chips, delay });
  }

  #travel(card: HTMLElement, move: CardMove): void {
    const [dx, dy] = this.#way(card, move);
    const start = { translate: `${dx}px ${dy}px`, opacity: move.kind === "deal" ? 0 : 1 };
    const between = move.kind === "deal" ? [{ opacity: 1, offset: 0.25 }] : [];
    this.#run(card, [start, ...between, { translate: "0 0", opacity: 1 }], { duration: TIMES.card, delay: move.delay });
  }

  #way(card: HTMLElement, move: CardMove): readonly [number, number] {
    const to = card.getBoundingClientRect();
    const from = move.from === undefined ? undefined : this.#rects.get(move.from);
    if (from !== undefined) return [from.x - to.x, from.y - to.y];
    const felt = this.#plane?.getBoundingClientRect();
    if (felt === undefined) return [0, 0];
    const unit = felt.width / this.#width;
    return [felt.x + this.#shoe[0] * unit - to.x - to.width / 2, felt.y + this.#shoe[1] * unit - to.y - to.height / 2];
  }

  #turn(card: HTMLElement, back: Element | null, delay: number): void {
    const timing = { duration: TIMES.turn, delay };
    this.#run(card, [{ scale: "1 1" }, { scale: "0.03 1.04" }, { scale: "1 1" }], timing);
    if (back !== null) {
      const covered = [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }];
      this.#run(back, covered, { ...timing, easing: "linear" });
    }
  }

  #run(element: Element, keyframes: Keyframe[], timing: KeyframeAnimationOptions): void {
    if (typeof element.animate !== "function") return;
    const animation = element.animate(keyframes, { easing: EASE, fill: "backwards", ...timing });
    this.#running.add(animation);
    animation.onfinish = animation.oncancel = () => this.#running.delete(animation);
  }

  #remember(): void {
    this.#rects = new Map();
    for (const card of this.#plane?.querySelectorAll<HTMLElement>("[data-place]") ?? []) {
      this.#rects.set(card.dataset["place"] ?? "", card.getBoundingClientRect());
    }
  }
}
