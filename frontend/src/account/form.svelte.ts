/** One form: it is sent once at a time, and remembers what was wrong. */
import { Failed, inWords } from "../api/http";

export class Form {
  busy = $state(false);
  code = $state(""); // of the refusal
  fault = $state(""); // in words
  done = $state("");

  /** Sends it. `done`: what to say afterwards. */
  async send(act: () => Promise<void>, done = ""): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.code = this.fault = this.done = "";
    try {
      await act();
      this.done = done;
      return true;
    } catch (failed) {
      this.code = failed instanceof Failed ? failed.code : "page/fault";
      this.fault = inWords(failed);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** The error, if it concerns a field whose codes begin with this. */
  about(...starts: readonly string[]): string {
    return starts.some((start) => this.code.startsWith(start)) ? sentence(this.fault) : "";
  }

  /** The error, if it concerns none of these. */
  besides(...starts: readonly string[]): string {
    return this.about(...starts) ? "" : sentence(this.fault);
  }
}

/** The room's refusals begin in lower case and have no full stop. */
export function sentence(text: string): string {
  if (text === "") return "";
  const whole = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
