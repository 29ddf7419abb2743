/** The room's pages over HTTP: same origin, session cookie, JSON both ways, every answer validated. */
import type { Lobby, Me, PostedTable, RoundLine, Training, TrainingAsked } from "./messages";
import { isRecord, parsed, valid } from "./validate";

/** A request that was refused, or did not arrive (`network/...`). */
export class Failed extends Error {
  override readonly name = "Failed";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface NewSecret {
  readonly secret: string;
  readonly uri: string;
}

const LONGEST = 15_000; // milliseconds
const LONGEST_TRAINING = 60_000;

export const me = (): Promise<Me> => get("/api/me", (text) => parsed("Me", text));
export const lobby = (): Promise<Lobby> => get("/api/lobby", (text) => parsed("Lobby", text));
export const posted = (table: string): Promise<PostedTable> =>
  get(`/api/tables/${encodeURIComponent(table)}`, (text) => parsed("PostedTable", text));

export const guest = (): Promise<Me> => post("/api/guest", {}, asMe);
export const signUp = (name: string, password: string): Promise<Me> =>
  post("/api/sign-up", { name, password }, asMe);
export const signIn = (name: string, password: string, code = ""): Promise<Me> =>
  post("/api/sign-in", code ? { name, password, code } : { name, password }, asMe);
export const signOut = (): Promise<Me> => post("/api/sign-out", {}, asMe);
export const changePassword = (old: string, fresh: string): Promise<Me> =>
  post("/api/password", { old, new: fresh }, asMe);
export const endSessions = (): Promise<Me> => post("/api/end-sessions", {}, asMe);
export const newTotp = (): Promise<NewSecret> => post("/api/totp", {}, asSecret);
export const confirmTotp = (code: string): Promise<Me> => post("/api/totp/confirm", { code }, asMe);

/** Opens a practice table; returns its name. */
export const practice = (game: string, others: number): Promise<string> =>
  post("/api/practice", { game, others }, asTable);

/** Opens a table that others can join, under a chosen name. */
export const newTable = (game: string, table: string): Promise<string> =>
  post("/api/tables", { game, table }, asTable);

/** The next question of a training; with an answer, that is marked first. The first one has to be compiled. */
export const train = (asked: TrainingAsked): Promise<Training> =>
  post("/api/training", asked, (value) => valid("Training", value), LONGEST_TRAINING);

/** More play money, for players who have almost none. */
export const moreMoney = async (): Promise<void> => void (await post("/api/more-money", {}, () => null));

/** The player's rounds at a table, newest first; `before` a round: older ones. */
export function rounds(table: string, before?: number): Promise<readonly RoundLine[]> {
  const since = before === undefined ? "" : `?before=${before}`;
  return get(`/api/tables/${encodeURIComponent(table)}/rounds${since}`, (text) => parsed("PastRounds", text).rounds);
}

/** The receipt of a round, as the server wrote it: what is checked is what can be downloaded. */
export function receiptText(table: string, round: number): Promise<string> {
  return get(`/api/tables/${encodeURIComponent(table)}/rounds/${round}`, (text) => text);
}

export function get<T>(path: string, read: (text: string) => T): Promise<T> {
  return exchange(path, { method: "GET" }, read);
}

/** `longest`: timeout in milliseconds. */
export function post<T>(path: string, body: object, read: (value: unknown) => T, longest = LONGEST): Promise<T> {
  const headers = { "content-type": "application/json" };
  return exchange(path, { method: "POST", headers, body: JSON.stringify(body) }, (text) => read(json(text)), longest);
}

async function exchange<T>(path: string, request: RequestInit, read: (text: string) => T, longest = LONGEST): Promise<T> {
  let answer: Response;
  let text: string;
  try {
    const signal = AbortSignal.timeout(longest);
    answer = await fetch(path, { ...request, credentials: "same-origin", cache: "no-store", signal });
    text = await answer.text();
  } catch {
    throw new Failed("network/unreachable", "The server does not answer. Check your connection and try again.");
  }
  if (!answer.ok) throw refusal(answer.status, text);
  try {
    return read(text);
  } catch (fault) {
    if (fault instanceof Failed) throw fault;
    console.error("croupier:", fault);
    throw new Failed("network/unreadable", "The server's answer cannot be read. Reload the page.");
  }
}

function refusal(status: number, text: string): Failed {
  try {
    const body = json(text);
    if (isRecord(body) && typeof body["code"] === "string" && typeof body["message"] === "string") {
      return new Failed(body["code"], body["message"]);
    }
  } catch {
    // Not from the room: from a proxy, or after a crash.
  }
  return new Failed(`http/${status}`, `The server could not do that (${status}). Try again in a moment.`);
}

function json(text: string): unknown {
  return JSON.parse(text);
}

const asMe = (value: unknown): Me => valid("Me", value);

function asTable(value: unknown): string {
  if (isRecord(value) && typeof value["table"] === "string") return value["table"];
  throw new TypeError("no table");
}

function asSecret(value: unknown): NewSecret {
  if (isRecord(value) && typeof value["secret"] === "string" && typeof value["uri"] === "string") {
    return { secret: value["secret"], uri: value["uri"] };
  }
  throw new TypeError("no secret");
}

/** The message for the player, whatever was thrown. */
export function inWords(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
