import type { Echo, FromPage, Ping } from "./messages";

type WithoutKey<T> = T extends unknown ? Omit<T, "key"> : never;

/** What the page wants done at a table. The connection adds the key, and to a bet its word. */
export type Intent = WithoutKey<Exclude<FromPage, Ping | Echo>>;

/** How a component asks for it. */
export type Send = (intent: Intent) => void;
