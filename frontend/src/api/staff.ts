/** What staff see and send. Every act carries a key: however often it is sent, it is executed once. */
import { get, post } from "./http";
import type {
  AccountAct, Answered, FloorGames, FloorJackpots, FloorLog, FloorPeople, FloorProposals, FloorServer, FloorTables, PasswordSet,
  Proposed, Staff, StaffAct, TableOpening,
} from "./messages";
import { parsed, valid } from "./validate";

export type Doing = Staff["may"][number];
export type RoleName = Staff["role"];

type Look<T> = () => Promise<T>;

const COUNTED_WITHIN = 300_000; // milliseconds: computing a table's house edge may take minutes

export const me: Look<Staff> = () => get(to("me"), (text) => parsed("Staff", text));
export const tables: Look<FloorTables> = () => get(to("tables"), (text) => parsed("FloorTables", text));
export const games: Look<FloorGames> = () => get(to("games"), (text) => parsed("FloorGames", text));
export const proposals: Look<FloorProposals> = () => get(to("proposals"), (text) => parsed("FloorProposals", text));
export const jackpots: Look<FloorJackpots> = () => get(to("jackpots"), (text) => parsed("FloorJackpots", text));
export const server: Look<FloorServer> = () => get(to("server"), (text) => parsed("FloorServer", text));
export const people = (words: string, role: RoleName | ""): Promise<FloorPeople> =>
  get(to("people", { words, role }), (text) => parsed("FloorPeople", text));
export const log = (words: string, before: number): Promise<FloorLog> =>
  get(to("log", { words, before }), (text) => parsed("FloorLog", text));

/** An act to be executed once: `content` identifies it. */
export interface Deed {
  readonly content: string;
  readonly send: (key: string) => Promise<Answered>;
}

export const act = (act: string, about: StaffAct["about"]): Deed => deed<StaffAct>("acts", { act, about });
export const propose = (what: string, about: Proposed["about"]): Deed => deed<Proposed>("proposals", { what, about });
export const openTable = (wanted: Omit<TableOpening, "key">): Deed =>
  deed<TableOpening>("tables", wanted, COUNTED_WITHIN);
export const account = (name: string, act: AccountAct["act"]): Deed => deed<AccountAct>("accounts", { name, act });
export const setPassword = (name: string, password: string): Deed =>
  deed<PasswordSet>("passwords", { name, password });

function deed<Sent extends { readonly key: string }>(what: string, body: Omit<Sent, "key">, longest?: number): Deed {
  const answered = (value: unknown): Answered => valid("Answered", value);
  return {
    content: JSON.stringify([what, body]),
    send: (key) => post(`/api/staff/${what}`, { ...body, key }, answered, longest),
  };
}

function to(what: string, asked: Readonly<Record<string, string | number | boolean | undefined>> = {}): string {
  const words = Object.entries(asked).filter(([, value]) => value !== undefined && value !== "" && value !== 0 && value !== false);
  const query = new URLSearchParams(words.map(([name, value]) => [name, String(value)]));
  return `/api/staff/${what}${query.size > 0 ? `?${query}` : ""}`;
}
