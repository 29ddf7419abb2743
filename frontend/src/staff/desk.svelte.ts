/** The state of the staff page: who they are, what they may do, and the act being confirmed. */
import type { Snippet } from "svelte";

import { sentence } from "../account/form.svelte";
import { Failed, inWords } from "../api/http";
import type { Answered, Staff } from "../api/messages";
import { type Deed, type Doing, me } from "../api/staff";

const EVERY = 5_000; // milliseconds between polls
/** After these the outcome is unknown. */
const UNKNOWN = /^(network|store|server|http\/5)/;
/** These refuse the person, not the request. */
const NOT_HERE = ["session/missing", "session/ended", "session/second_factor", "role/not_allowed"];

/** An act to be confirmed. */
export interface Question {
  readonly title: string;
  readonly words: string;
  /** The money moved, if any; it is also spelled out. */
  readonly cents?: number | undefined;
  /** On the button. */
  readonly go: string;
  /** Further fields. */
  readonly fields?: Snippet;
  /** null: the fields are not valid yet. */
  readonly deed: () => Deed | null;
  /** Called once it is done: the form can be cleared. */
  readonly after?: () => void;
  /** Back to the previous question. */
  readonly back?: () => void;
}

/** Why nothing can be shown. */
export interface NotHere {
  readonly code: string;
  readonly message: string;
}

/** Data that is loaded now, after every act, and every few seconds while the page is visible. */
export class Looked<T> {
  value = $state.raw<T | null>(null);
  fault = $state("");
  readonly #read: () => Promise<T>;
  #latest = 0; // a request that began earlier has nothing new

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
      desk.notHere = null; // visible again: reload everything
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
  acts = $state(0); // acts done here: views reload
  readonly #keys = new Map<string, string>(); // keys of acts not done yet, by content

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
