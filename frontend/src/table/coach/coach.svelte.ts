/** What the coach has said at this table, and what is asked of it. The server computes; nothing here decides. */
import type { Advice, NoAdvice, OptionWorth, RuleToRemember, Tally, View } from "../../api/messages";
import type { CoachHears, CoachSays } from "../../api/connection";
import { asksMe } from "../state/stage";

/** Off; asked by hand; at every turn by itself. */
export type Mode = "off" | "ask" | "always";

export interface Wish {
  readonly mode: Mode;
  /** Cents: a choice that gives up as much is asked about first; 0: none is. */
  readonly warn: number;
}

export class Coach {
  advice: Advice | null = $state.raw(null); // the last; see `about`
  rule: RuleToRemember | null = $state.raw(null);
  refusal: NoAdvice | null = $state.raw(null);
  tally: Tally | null = $state.raw(null);
  #opened = $state(""); // the turn whose figures are to be seen, in mode "ask"
  #asked = ""; // the turn that was last asked about
  #withRule = false;
  #follows = false;
  readonly #say: (question: CoachHears) => void;

  constructor(say: (question: CoachHears) => void) {
    this.#say = say;
  }

  hear(said: CoachSays): void {
    if (said.type === "no_advice") {
      this.refusal = said.code === "coach/turn" ? this.refusal : said;
      return;
    }
    this.refusal = null;
    if (said.type === "advice") this.advice = said;
    else if (said.type === "rule") this.rule = said;
    else if (said.type === "tally") this.tally = said;
  }

  /** Called with every view, connection and setting: follows the table, and asks by itself if it is to. */
  attend(view: View, online: boolean, { mode, warn }: Wish): void {
    if (!online) {
      this.#follows = false;
      this.#asked = "";
      return;
    }
    const follows = mode !== "off" && view.seat !== null;
    if (follows !== this.#follows) {
      this.#follows = follows;
      this.#say({ type: "coach", on: follows });
      if (!follows) this.#forget();
    }
    if (follows && asksMe(view) && (mode === "always" || warn > 0)) this.#ask(view, mode === "always");
  }

  /** By key or button: the figures of this turn are to be seen. */
  open(view: View): void {
    if (!asksMe(view)) return;
    this.#opened = turnOf(view);
    this.#ask(view, true);
  }

  #ask(view: View, rule: boolean): void {
    const turn = turnOf(view);
    if (view.turn === null || (this.#asked === turn && (this.#withRule || !rule))) return;
    this.#asked = turn;
    this.#withRule = rule;
    this.#say({ type: "advise", version: view.turn.version, rule });
  }

  #forget(): void {
    this.advice = this.rule = this.refusal = this.tally = null;
  }

  /** The figures of my turn now; null: there are none yet, or it is not my turn. */
  about(view: View): Advice | null {
    return asksMe(view) && this.advice !== null && isOf(this.advice, view) ? this.advice : null;
  }

  ruleFor(view: View): RuleToRemember | null {
    return asksMe(view) && this.rule !== null && isOf(this.rule, view) ? this.rule : null;
  }

  /** Whether the figures of my turn are to be seen. */
  shows(view: View, mode: Mode): boolean {
    return asksMe(view) && (mode === "always" || (mode === "ask" && this.#opened === turnOf(view)));
  }

  /** What a choice gives up, if that is so much that the player wants to be asked. */
  costly(view: View, action: string, { mode, warn }: Wish): OptionWorth | null {
    if (mode === "off" || warn <= 0) return null;
    const worth = this.about(view)?.options.find((one) => one.action === action);
    return worth !== undefined && !worth.best && worth.gives_up >= (warn <= 1 ? 0 : warn) ? worth : null;
  }
}

/** Turn numbers start again in every round. */
function turnOf(view: View): string {
  return `${view.round}/${view.turn?.version ?? ""}`;
}

function isOf(said: Advice | RuleToRemember, view: View): boolean {
  return said.round === view.round && said.version === view.turn?.version;
}
