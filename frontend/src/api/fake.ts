/** For tests: a socket whose server side the test plays, and views to send through it. */
import type { FromServer, View } from "./messages";
import type { Socket } from "./socket";

export class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  closed = false;
  readonly sent: Record<string, unknown>[] = [];
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  send(text: string): void {
    if (this.closed) throw new Error("sent through a closed socket");
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.closed = true;
  }

  /** The server answers the handshake. */
  accept(): void {
    this.onopen?.();
  }

  says(message: FromServer): void {
    this.saysRaw(JSON.stringify(message));
  }

  saysRaw(data: unknown): void {
    this.onmessage?.({ data });
  }

  /** The server, or the network, ends it. */
  drop(): void {
    this.closed = true;
    this.onclose?.();
  }

  /** What was sent, without pings. */
  get acts(): Record<string, unknown>[] {
    return this.sent.filter((one) => one["type"] !== "ping");
  }
}

export function someView(part: Partial<View> = {}): View {
  return {
    table: "7",
    version: 10,
    you: "pam",
    seat: 2,
    phase: "betting",
    round: 3,
    seats: [],
    dealer: null,
    board: null,
    burned: 0,
    street: "",
    pots: [],
    turn: null,
    clock: null,
    meters: [],
    shuffle: { commitment: "ab".repeat(32), takes_words: true, waits_for_words: [] },
    balance: 50_000,
    settled: [],
    happened: [],
    ...part,
  };
}

export function welcome(part: Partial<View> = {}): FromServer {
  return { type: "welcome", you: part.you ?? "pam", lag_allowed: 0, view: someView(part) };
}

export function step(version: number, part: Partial<View> = {}): FromServer {
  return { type: "step", version, view: someView({ version, ...part }) };
}

export class FakeStore {
  readonly kept = new Map<string, string>();
  getItem = (name: string): string | null => this.kept.get(name) ?? null;
  setItem = (name: string, text: string): void => void this.kept.set(name, text);
  removeItem = (name: string): void => void this.kept.delete(name);
}
