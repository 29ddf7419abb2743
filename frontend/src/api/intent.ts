import type { Act } from "./acts";
import type { Ready } from "./messages";

type WithoutKey<T> = T extends unknown ? Omit<T, "key"> : never;

/** What the page asks for at a table. The connection adds the key and, to a bet, the word. */
export type Intent = WithoutKey<Act> | Ready;

/** How a component requests it. */
export type Send = (intent: Intent) => void;
