/** What the coach has said at this table, and what is asked of it. The server computes; nothing here decides. */
import type { Advice, NoAdvice, OptionWorth, PokerAdvice, RuleToRemember, SolvedMix, Tally, View, WagerCosts } from "../../api/messages";
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
  poker: PokerAdvice | null = $state.raw(null); // the last; see `aboutPoker`
  mix: SolvedMix | null = $state.raw(null);
  costs: WagerCosts | null = $state.raw(null); // of the bets that were last asked about
  #priced = "";
  #opened = $state(""); // the turn whose figures are to be seen, in mode "ask"
  #asked = ""; // the turn that was last asked about
  #withRule = false;
  #follows = $state(false);
  readonly #say: (question: CoachHears) => void;
  readonly judges: boolean;

  /** `judges`: at poker the coach does not say what decisions have cost. */
  constructor(say: (question: CoachHears) => void, judges = true) {
    this.#say = say;
    this.judges = judges;
  }

  /** Whether the coach looks on: only then is it asked. */
  get follows(): boolean {
    return this.#follows;
  }

  hear(said: CoachSays): void {
    if (said.type === "no_advice") {
      // Bets that the table does not take yet have no price; the felt says what is missing.
      if (said.code.startsWith("wager/")) this.costs = null;
      else if (said.code !== "coach/turn") this.refusal = said;
      return;
    }
    this.refusal = null;
    if (said.type === "advice") this.advice = said;
    else if (said.type === "rule") this.rule = said;
    else if (said.type === "tally") this.tally = said;
    else if (said.type === "poker_advice") this.poker = said;
    else if (said.type === "mix") this.mix = said;
    else this.costs = said;
  }

  /** Called with every view, connection and setting: follows the table, and asks by itself if it is to. */
  attend(view: View, online: boolean, { mode, warn }: Wish): void {
    if (!online) {
      this.#follows = false;
      this.#asked = this.#priced = "";
      return;
    }
    const follows = mode !== "off" && view.seat !== null;
    if (follows !== this.#follows) {
      this.#follows = follows;
      if (this.judges) this.#say({ type: "coach", on: follows });
      if (!follows) this.#forget();
    }
    if (follows && asksMe(view) && (mode === "always" || (warn > 0 && this.judges))) this.#ask(view, mode === "always" && this.judges);
  }

  /** By key or button: the figures of this turn are to be seen. */
  open(view: View): void {
    if (!asksMe(view)) return;
    this.#opened = turnOf(view);
    this.#ask(view, this.judges);
  }

  /** How the player who has practiced plays this turn: only if asked for, since it may take minutes at first. */
  openMix(view: View): void {
    if (asksMe(view)) this.#ask(view, true);
  }

  /** What these bets cost by the hour; asked once for the same bets. */
  price(stakes: Readonly<Record<string, number>>, rounds: number): void {
    const wanted = JSON.stringify([stakes, rounds]);
    if (wanted === this.#priced || !this.#follows) return;
    this.#priced = wanted;
    this.#say({ type: "costs", stakes: { ...stakes }, rounds });
  }

  #ask(view: View, rule: boolean): void {
    const turn = turnOf(view);
    if (view.turn === null || (this.#asked === turn && (this.#withRule || !rule))) return;
    this.#asked = turn;
    this.#withRule = rule;
    this.#say({ type: "advise", version: view.turn.version, rule });
  }

  #forget(): void {
    this.advice = this.rule = this.refusal = this.tally = this.poker = this.mix = this.costs = null;
    this.#asked = this.#priced = "";
  }

  /** The figures of my turn now; null: there are none yet, or it is not my turn. */
  about(view: View): Advice | null {
    return asksMe(view) && this.advice !== null && isOf(this.advice, view) ? this.advice : null;
  }

  aboutPoker(view: View): PokerAdvice | null {
    return asksMe(view) && this.poker !== null && isOf(this.poker, view) ? this.poker : null;
  }

  mixFor(view: View): SolvedMix | null {
    return asksMe(view) && this.mix !== null && isOf(this.mix, view) ? this.mix : null;
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

function isOf(said: Advice | RuleToRemember | PokerAdvice | SolvedMix, view: View): boolean {
  return said.round === view.round && said.version === view.turn?.version;
}
