/** A table as the page knows it: the newest view, the connection, and what was refused. */
import type { Intent, Send } from "./intent";
import { type Answer, Connection, type Line, type Means } from "./connection";
import type { Bye, PostedTable, View } from "./messages";
import { nextWord, withWord } from "../lib/words";
import { Coach } from "../table/coach/coach.svelte";

export interface Notice {
  readonly number: number;
  readonly code: string;
  readonly message: string;
}

/** Sent by the page itself: a refusal is not the player's doing. */
const AUTOMATIC: ReadonlySet<string> = new Set(["word", "open_word"]);

export class LiveTable {
  view: View | null = $state.raw(null);
  online = $state(false);
  lag: number | null = $state(null);
  unanswered = $state(0);
  delay = $state("");
  ended: Bye | null = $state.raw(null);
  tries = $state(0);
  notices: readonly Notice[] = $state.raw([]);

  readonly coach: Coach;
  readonly #connection: Connection;
  readonly #kind: PostedTable["kind"];
  readonly #typed: () => string;
  readonly #sent = new Set<string>(); // this page's words, by shoe
  #count = 0;

  /** `typed`: the player's own part of the word, read when a word is drawn. */
  constructor(table: string, kind: PostedTable["kind"], typed: () => string, means: Partial<Means> = {}) {
    this.#kind = kind;
    this.#typed = typed;
    this.#connection = new Connection(table, {
      prepare: (intent, view) => withWord(intent, view, typed()),
      ...means,
    });
    this.coach = new Coach((question) => this.#connection.askCoach(question), kind === "banked");
  }

  /** Connects; returns the function that disconnects. */
  open(): () => void {
    const stop = [
      this.#connection.subscribe((line) => this.#follow(line)),
      this.#connection.onAnswer((answer) => this.#answered(answer)),
      this.#connection.onAdvice((said) => this.coach.hear(said)),
    ];
    this.#connection.open();
    return () => {
      stop.forEach((one) => one());
      this.#connection.close();
      this.online = false;
    };
  }

  readonly send: Send = (intent) => this.#connection.send(intent);

  dismiss(number: number): void {
    this.notices = this.notices.filter((one) => one.number !== number);
  }

  #follow(line: Line): void {
    const { view } = line;
    const fresh = view !== this.view;
    this.view = view;
    this.online = line.online;
    this.lag = line.lag;
    this.unanswered = line.unanswered;
    this.delay = line.delay;
    this.ended = line.ended;
    this.tries = line.tries;
    if (fresh && view !== null) void this.#speak(view);
  }

  async #speak(view: View): Promise<void> {
    const intent = await nextWord(view, this.#kind, this.#typed()).catch(() => null);
    if (intent === null) return;
    const once = `${intent.type} ${view.shuffle.commitment}`;
    if (this.#sent.has(once)) return;
    this.#sent.add(once);
    this.send(intent);
  }

  #answered(answer: Answer): void {
    if (answer.done || (answer.act !== null && AUTOMATIC.has(answer.act.type))) return;
    const { code, message } = answer;
    this.notices = [...this.notices, { number: ++this.#count, code, message }].slice(-5);
  }
}

export type { Intent, Send };
