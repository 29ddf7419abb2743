/** One connection to one table: it owns the socket, provides frozen views, and resends acts until they
 * are answered. Nothing is assumed to have happened before the server says so. */
import { type Act, Acts, type Store, type Unanswered } from "./acts";
import type { Intent } from "./intent";
import type {
  Advice, AskCoach, AskCosts, Bye, FollowMe, FromPage, FromServer, NoAdvice, PokerAdvice, RuleToRemember, SolvedMix, Tally, View, WagerCosts,
} from "./messages";
import { type Connect, connect, onWake, type Socket, tableUrl } from "./socket";
import { BadMessage, parsed, valid } from "./validate";

export const PING_EVERY = 5_000;
export const SEND_AGAIN = 2_500;
export const SILENCE = 12_000; // two pings unanswered: the line is dead, whatever the browser says
export const GIVE_UP = 120_000; // an act is no longer sent: its moment is long past
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

export interface Line {
  readonly view: View | null; // the newest; null before the first
  readonly online: boolean;
  readonly lag: number | null; // the last round trip, in milliseconds
  readonly unanswered: number; // acts in flight
  readonly delay: string; // why the outcome of one of them is unknown so far
  readonly ended: Bye | null; // the server closed for good: do not retry
  readonly tries: number; // failed attempts to connect since the last message
}

/** What the coach is asked, and what it says. */
export type CoachHears = AskCoach | AskCosts | FollowMe;
export type CoachSays = Advice | RuleToRemember | NoAdvice | Tally | WagerCosts | PokerAdvice | SolvedMix;

/** The outcome of an act. */
export type Answer =
  | { readonly act: Act; readonly done: true; readonly again: boolean }
  | { readonly act: Act | null; readonly done: false; readonly code: string; readonly message: string };

export interface Means {
  readonly connect: Connect;
  readonly store: Store;
  readonly onWake: (wake: () => void) => () => void;
  readonly newKey: () => string;
  readonly random: () => number;
  /** Adds the player's word to a bet; `null`: do not send it after all. */
  readonly prepare: (intent: Intent, view: View) => Promise<Intent | null>;
}

const USUAL: Omit<Means, "store"> = {
  connect,
  onWake,
  newKey: () => crypto.randomUUID(),
  random: Math.random,
  prepare: (intent) => Promise.resolve(intent),
};

const now = (): number => Math.round(performance.now()); // it never goes back, unlike the time of day

const START: Line = { view: null, online: false, lag: null, unanswered: 0, delay: "", ended: null, tries: 0 };

/** Reconnects to a server that is stopping or overloaded, or whose database is away, but not after the
 * session or table has ended. */
const FOR_NOW = /^(server|rate|store)\//;
/** The database failed: whether the act was written is unknown until it is sent again. */
const UNKNOWN = /^store\//;

export class Connection {
  readonly table: string;
  readonly #means: Means;
  readonly #acts: Acts;
  readonly #lines = new Set<(line: Line) => void>();
  readonly #answers = new Set<(answer: Answer) => void>();
  readonly #coached = new Set<(said: CoachSays) => void>();
  readonly #unknown = new Map<string, string>(); // acts that the database failed, and what it said
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #line = START;
  #socket: Socket | null = null;
  #version: number | null = null; // of the last step or skip; null: the whole view is needed
  #asleep: (() => void) | null = null;
  #before: Promise<unknown> = Promise.resolve(); // acts are sent in the order they were made

  constructor(table: string, means: Partial<Means> = {}) {
    this.table = table;
    this.#means = { ...USUAL, store: sessionStorage, ...means };
    this.#acts = new Acts(this.#means.store, table);
    this.#change({ unanswered: this.#acts.all.length });
  }

  get line(): Line {
    return this.#line;
  }

  /** Every change of the connection, starting with the current state. A Svelte store. */
  subscribe(listener: (line: Line) => void): () => void {
    this.#lines.add(listener);
    listener(this.#line);
    return () => void this.#lines.delete(listener);
  }

  /** Outcome of each act, including those from before a reload. */
  onAnswer(listener: (answer: Answer) => void): () => void {
    this.#answers.add(listener);
    return () => void this.#answers.delete(listener);
  }

  open(): void {
    if (this.#asleep !== null) return;
    this.#asleep = this.#means.onWake(() => this.#wake());
    this.#change({ ended: null });
    this.#connect();
  }

  close(): void {
    this.#asleep?.();
    this.#asleep = null;
    this.#hangUp();
    this.#change({ online: false });
  }

  /** Stores the act and sends it, now or as soon as there is a connection. */
  send(intent: Intent): void {
    if (intent.type === "ready") return this.#say(intent); // nothing is lost with it
    this.#before = this.#before.then(() => this.#make(intent)).catch((fault: unknown) => {
      const message = fault instanceof Error ? fault.message : String(fault);
      this.#tell({ act: null, done: false, code: "page/unsent", message });
    });
  }

  async #make(intent: Intent): Promise<void> {
    const { view } = this.#line;
    const prepared = view === null ? intent : await this.#means.prepare(intent, view);
    if (prepared === null) return;
    const act = valid("FromPage", { ...prepared, key: this.#means.newKey() });
    if (!("key" in act)) return;
    this.#acts.keep({ act, you: this.#line.view?.you ?? null, since: Date.now() });
    this.#counted();
    this.#say(act);
    this.#later("again", SEND_AGAIN, () => this.#sendAgain());
  }

  /** Unanswered acts, oldest first, with their original keys. */
  #sendAgain(): void {
    const { view, online } = this.#line;
    for (const one of this.#acts.all) {
      if (Date.now() - one.since > GIVE_UP) this.#giveUp(one);
      else if (view !== null && one.you !== view.you) this.#acts.drop(one.act.key);
      else if (view !== null && online) this.#say(one.act);
    }
    this.#counted();
    if (this.#acts.all.length > 0) this.#later("again", SEND_AGAIN, () => this.#sendAgain());
  }

  #giveUp(one: Unanswered): void {
    this.#acts.drop(one.act.key);
    const message = "No answer came. Look at the table before you try again: it may have been done.";
    this.#tell({ act: one.act, done: false, code: "page/no_answer", message });
  }

  // ---- the coach: questions are not kept, and an answer is about one turn

  /** What the coach says. */
  onAdvice(listener: (said: CoachSays) => void): () => void {
    this.#coached.add(listener);
    return () => void this.#coached.delete(listener);
  }

  askCoach(question: CoachHears): void {
    this.#say(question);
  }

  #advises(said: CoachSays): void {
    for (const listener of [...this.#coached]) listener(said);
  }

  // ---- the socket

  #connect(): void {
    this.#hangUp();
    const socket = this.#means.connect(tableUrl(this.table, this.#version));
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#heard(event.data);
    socket.onclose = () => this.#lost();
    this.#later("silence", SILENCE, () => this.#lost());
  }

  #hangUp(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null; // ignore it from now on
    socket.close();
  }

  #opened(): void {
    this.#change({ online: true });
    this.#ping();
    this.#sendAgain();
  }

  /** Retries later, with random jitter, so that pages do not all reconnect at once after a restart. */
  #lost(wait = 0): void {
    this.#hangUp();
    const { tries } = this.#line;
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries);
    this.#change({ online: false, tries: tries + 1 });
    this.#later("connect", wait + longest * (0.5 + this.#means.random() / 2), () => this.#connect());
  }

  /** Something was missed or is unreadable: request the whole view. */
  #startOver(): void {
    this.#version = null;
    this.#lost();
  }

  #wake(): void {
    if (this.#line.online) this.#ping();
    else this.#connect();
  }

  #say(message: FromPage): void {
    if (this.#line.online) this.#socket?.send(JSON.stringify(message));
  }

  #ping(): void {
    this.#say({ type: "ping", sent: now() });
    this.#later("ping", PING_EVERY, () => this.#ping());
  }

  // ---- what the server says

  #heard(data: unknown): void {
    this.#later("silence", SILENCE, () => this.#lost());
    try {
      if (typeof data !== "string") throw new BadMessage("a message that is not text");
      this.#take(parsed("FromServer", data));
    } catch (fault) {
      if (!(fault instanceof BadMessage)) throw fault;
      console.error(`croupier: ${fault.message}`);
      this.#startOver();
    }
  }

  #take(message: FromServer): void {
    if (message.type !== "bye" && this.#line.tries > 0) this.#change({ tries: 0 });
    switch (message.type) {
      case "welcome":
        this.#show(message.view);
        return this.#sendAgain(); // only now do we know who we are
      case "step":
        if (message.view.version !== message.version) throw new BadMessage("step: two versions");
        return this.#next(message.version, () => this.#show(message.view));
      case "skip":
        return this.#next(message.version, () => (this.#version = message.version));
      case "done":
        return this.#answered(message.key, (act) => ({ act, done: true, again: message.again }));
      case "refused": {
        const { key, code, message: text } = message;
        if (key === null) return this.#tell({ act: null, done: false, code, message: text });
        if (UNKNOWN.test(code)) return this.#unsure(key, text);
        return this.#answered(key, (act) => ({ act, done: false, code, message: text }));
      }
      case "pong":
        this.#say({ type: "echo", nonce: message.nonce }); // at once: the server measures the lag
        return this.#change({ lag: Math.max(0, now() - message.sent) });
      case "advice":
      case "rule":
      case "no_advice":
      case "tally":
      case "costs":
      case "poker_advice":
      case "mix":
        return this.#advises(message);
      case "bye":
        return this.#bye(message);
    }
  }

  /** Versions are shown in order: an older one is dropped, and a gap is an error. The same
   * version again is still newer, because a socket keeps the order: its clock was set. */
  #next(version: number, take: () => void): void {
    if (this.#version === null || version > this.#version + 1) this.#startOver();
    else if (version >= this.#version) take();
  }

  #show(view: View): void {
    this.#version = view.version;
    this.#change({ view });
  }

  #answered(key: string, answer: (act: Act) => Answer): void {
    const one = this.#acts.drop(key);
    if (one === undefined) return; // it was sent twice and answered twice
    this.#counted();
    this.#tell(answer(one.act));
  }

  /** The act stays unanswered, and is sent again. */
  #unsure(key: string, message: string): void {
    if (!this.#acts.has(key)) return;
    this.#unknown.set(key, message);
    this.#counted();
  }

  #bye(bye: Bye): void {
    if (bye.code === "rate/messages") return this.#lost(SEND_AGAIN);
    if (FOR_NOW.test(bye.code)) return this.#lost();
    this.#version = null;
    this.close();
    this.#change({ ended: bye });
  }

  // ---- who listens

  #change(part: Partial<Line>): void {
    this.#line = Object.freeze({ ...this.#line, ...part });
    for (const listener of [...this.#lines]) listener(this.#line);
  }

  #counted(): void {
    const unanswered = this.#acts.all.length;
    const delay = [...this.#unknown].findLast(([key]) => this.#acts.has(key))?.[1] ?? "";
    if (unanswered !== this.#line.unanswered || delay !== this.#line.delay) this.#change({ unanswered, delay });
  }

  #tell(answer: Answer): void {
    for (const listener of [...this.#answers]) listener(answer);
  }

  /** One timer per name. */
  #later(name: string, wait: number, then: () => void): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.set(name, setTimeout(then, wait));
  }
}
