/** One change of limits at a time: it is asked in words, confirmed, and sent once. */
import { Failed, inWords } from "../api/http";
import type { OwnSide } from "../api/messages";
import { sentence } from "../account/form.svelte";
import { load } from "../account/session.svelte";
import { learn } from "./side.svelte";

export interface Question {
  readonly title: string;
  readonly words: string;
  /** On the button that does it. */
  readonly go: string;
  /** What to say once it is done. */
  readonly done: string;
  readonly send: (key: string) => Promise<OwnSide>;
}

export class Asking {
  question = $state.raw<Question | null>(null);
  busy = $state(false);
  fault = $state("");
  said = $state(""); // what was done last
  #key = "";

  ask(question: Question): void {
    this.question = question;
    this.fault = this.said = "";
    this.#key = crypto.randomUUID();
  }

  back(): void {
    if (!this.busy) this.question = null;
  }

  async go(): Promise<void> {
    if (this.question === null || this.busy) return;
    this.busy = true;
    this.fault = "";
    try {
      const side = await this.question.send(this.#key);
      learn(side);
      void load(); // the balance, after tables were left
      this.said = this.question.done;
      this.question = null;
    } catch (failed) {
      this.fault = sentence(inWords(failed));
      // Refused: another attempt is another act. Not answered: the same one is sent again.
      if (failed instanceof Failed && !failed.code.startsWith("network/")) this.#key = crypto.randomUUID();
    } finally {
      this.busy = false;
    }
  }
}
