/** The desk that staff sit at: who they are, what they may do, and the one act that is being confirmed. */
import type { Snippet } from "svelte";

import { sentence } from "../account/form.svelte";
import { Failed, inWords } from "../api/http";
import type { Answered, Staff } from "../api/messages";
import { type Deed, type Doing, me } from "../api/staff";

const EVERY = 5_000; // milliseconds between two looks of the page by itself
/** After these nobody knows whether it was done. */
const UNKNOWN = /^(network|store|server|http\/5)/;
/** These say that the person, and not what they asked, is refused. */
const NOT_HERE = ["session/missing", "session/ended", "session/second_factor", "role/not_allowed"];

/** What is confirmed before it is done. */
export interface Question {
  readonly title: string;
  readonly words: string;
  /** What moves, if money does; it is said in words too. */
  readonly cents?: number | undefined;
  /** On the button. */
  readonly go: string;
  /** More to fill in. */
  readonly fields?: Snippet;
  /** null: something is still wrong in the fields. */
  readonly deed: () => Deed | null;
  /** Once it is done: what was typed can go. */
  readonly after?: () => void;
  /** To the question before this one. */
  readonly back?: () => void;
}

/** Why there is nothing to see. */
export interface NotHere {
  readonly code: string;
  readonly message: string;
}

/** Something that is looked at now, after every act, and every few seconds while the page is seen. */
export class Looked<T> {
  value = $state.raw<T | null>(null);
  fault = $state("");
  readonly #read: () => Promise<T>;
  #latest = 0; // a look that began before it tells nothing new

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  async look(desk: Desk): Promise<void> {
    const number = ++this.#latest;
    try {
      const found = await this.#read();
      if (number !== this.#latest) return;
      this.value = found;
      this.fault = "";
      if (desk.notHere === null) return;
      desk.notHere = null; // back again: everything is looked at anew
      desk.acts += 1;
    } catch (failed) {
      if (number !== this.#latest) return;
      this.fault = sentence(inWords(failed));
      if (failed instanceof Failed && NOT_HERE.includes(failed.code)) desk.refuse(failed);
    }
  }

  /** For an effect: it follows `desk.acts` and whatever else the effect reads. */
  follow(desk: Desk): () => void {
    void desk.acts;
    void this.look(desk);
    const timer = setInterval(() => {
      const asks = desk.notHere === null || (this === (desk.me as unknown) && desk.staff !== null);
      if (asks && document.visibilityState === "visible") void this.look(desk);
    }, EVERY);
    return () => clearInterval(timer);
  }
}

export class Desk {
  readonly me = new Looked(me);
  notHere = $state.raw<NotHere | null>(null);
  question = $state.raw<Question | null>(null);
  busy = $state(false);
  fault = $state("");
  unknown = $state(false); // whether it was done
  done = $state.raw<Answered | null>(null); // the last act
  acts = $state(0); // that were done here: views look again
  readonly #keys = new Map<string, string>(); // of what is not done yet, by its content

  get staff(): Staff | null {
    return this.me.value;
  }

  may(...doings: readonly Doing[]): boolean {
    return doings.some((doing) => this.staff?.may.includes(doing) ?? false);
  }

  ask(question: Question): void {
    this.question = question;
    this.fault = "";
    this.unknown = false;
    this.done = null;
  }

  back(): void {
    if (this.busy) return;
    const { question } = this;
    this.question = null;
    question?.back?.();
  }

  async go(): Promise<void> {
    const { question } = this;
    const deed = question?.deed() ?? null;
    if (question === null || deed === null || this.busy) return;
    const key = this.#keys.get(deed.content) ?? crypto.randomUUID();
    this.#keys.set(deed.content, key);
    this.busy = true;
    this.fault = "";
    try {
      this.done = await deed.send(key);
      this.#keys.delete(deed.content);
      this.question = null;
      this.acts += 1;
      question.after?.();
    } catch (failed) {
      this.fault = sentence(inWords(failed));
      this.unknown = failed instanceof Failed && UNKNOWN.test(failed.code);
      if (failed instanceof Failed && failed.code.startsWith("session/")) this.refuse(failed);
    } finally {
      this.busy = false;
    }
  }

  refuse(failed: Failed): void {
    this.notHere = { code: failed.code, message: sentence(failed.message) };
  }
}
