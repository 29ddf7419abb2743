/** Acts that are not answered yet, kept in the tab's storage so that a reload loses none. */
import type { FromPage } from "./messages";
import { isRecord, valid } from "./validate";

export type Act = Extract<FromPage, { readonly key: string }>;

export interface Unanswered {
  readonly act: Act;
  readonly you: string | null; // whose it is: never sent in another's name
  readonly since: number; // milliseconds since 1970, by this machine
}

/** The part of sessionStorage that is used. */
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export class Acts {
  readonly #store: Store;
  readonly #name: string;
  readonly #kept = new Map<string, Unanswered>();

  constructor(store: Store, table: string) {
    this.#store = store;
    this.#name = `croupier.acts.${table}`;
    for (const one of this.#read()) this.#kept.set(one.act.key, one);
  }

  get all(): readonly Unanswered[] {
    return [...this.#kept.values()];
  }

  has(key: string): boolean {
    return this.#kept.has(key);
  }

  keep(one: Unanswered): void {
    this.#kept.set(one.act.key, one);
    this.#write();
  }

  /** The act with this key, if it was waiting. */
  drop(key: string): Unanswered | undefined {
    const one = this.#kept.get(key);
    if (this.#kept.delete(key)) this.#write();
    return one;
  }

  #write(): void {
    try {
      if (this.#kept.size === 0) this.#store.removeItem(this.#name);
      else this.#store.setItem(this.#name, JSON.stringify(this.all));
    } catch {
      // No room, or no permission: the acts are still resent, but not after a reload.
    }
  }

  #read(): Unanswered[] {
    try {
      const rows: unknown = JSON.parse(this.#store.getItem(this.#name) ?? "[]");
      return Array.isArray(rows) ? rows.flatMap(readRow) : [];
    } catch {
      return [];
    }
  }
}

function readRow(row: unknown): Unanswered[] {
  if (!isRecord(row) || typeof row["since"] !== "number") return [];
  const { you, since } = row;
  if (you !== null && typeof you !== "string") return [];
  try {
    const act = valid("FromPage", row["act"]);
    return "key" in act ? [{ act, you, since }] : [];
  } catch {
    return [];
  }
}
