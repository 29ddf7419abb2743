/** A training at one game: the question, what was right, and the record, which this browser keeps. */
import { admitted } from "../account/session.svelte";
import * as http from "../api/http";
import type { Training, TrainingMarked, TrainingQuestion, TrainingRecord } from "../api/messages";
import { forget, store, stored } from "../lib/storage";

const NAME = "croupier.training.";

export class Trainer {
  readonly game: string;
  now = $state.raw<Training | null>(null);
  /** What was right about the last answer; it stays until the next question is wanted. */
  marked = $state.raw<TrainingMarked | null>(null);
  busy = $state(false);
  fault = $state("");

  constructor(game: string) {
    this.game = game;
  }

  /** The question on the page: the one that was answered, or the next. */
  get question(): TrainingQuestion | null {
    return this.marked?.question ?? this.now?.question ?? null;
  }

  async begin(): Promise<void> {
    await this.#tried(async () => {
      await admitted();
      try {
        this.#take(await http.train({ game: this.game, record: this.#record() }));
      } catch (failed) {
        if (!(failed instanceof http.Failed) || failed.code.startsWith("network/") || this.#record() === null) throw failed;
        forget(NAME + this.game); // of another version, or damaged
        this.#take(await http.train({ game: this.game, record: null }));
      }
    });
  }

  async answer(action: string): Promise<void> {
    const record = this.now?.record;
    if (record === undefined || this.marked !== null || this.busy) return;
    await this.#tried(async () => {
      const next = await http.train({ game: this.game, record, answer: action });
      this.marked = next.marked;
      this.#take(next);
    });
  }

  next(): void {
    this.marked = null;
  }

  #take(next: Training): void {
    this.now = next;
    store(NAME + this.game, JSON.stringify(next.record));
  }

  /** Whether it is one is for the server to say. */
  #record(): TrainingRecord | null {
    try {
      return JSON.parse(stored(NAME + this.game) ?? "null") as TrainingRecord | null;
    } catch {
      return null;
    }
  }

  async #tried(act: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.fault = "";
    try {
      await act();
    } catch (failed) {
      this.fault = http.inWords(failed);
    } finally {
      this.busy = false;
    }
  }
}
