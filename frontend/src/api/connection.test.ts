import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, Connection, GIVE_UP, type Means, PING_EVERY, SEND_AGAIN, SILENCE } from "./connection";
import { FakeSocket, FakeStore, someView, step, welcome } from "./fake";
import type { Intent } from "./intent";

const BET: Intent = { type: "bet", seat: 2, stakes: { ante: 500 } };
const FOLD: Intent = { type: "act", seat: 2, action: "fold", version: 4 };

let sockets: FakeSocket[];
let store: FakeStore;
let wake: () => void;
let keys: number;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  sockets = [];
  store = new FakeStore();
  keys = 0;
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function opened(means: Partial<Means> = {}) {
  const connection = new Connection("7", {
    connect: (url) => {
      sockets.push(new FakeSocket(url));
      return sockets.at(-1)!;
    },
    store,
    onWake: (callback) => {
      wake = callback;
      return () => undefined;
    },
    newKey: () => `key-00000${++keys}`,
    random: () => 1,
    ...means,
  });
  const answers: Answer[] = [];
  const versions: number[] = [];
  connection.onAnswer((answer) => answers.push(answer));
  connection.subscribe(({ view }) => {
    if (view !== null && view.version !== versions.at(-1)) versions.push(view.version);
  });
  connection.open();
  return { connection, answers, versions };
}

/** Connected, and welcomed at version 10. */
async function seated(means: Partial<Means> = {}) {
  const all = opened(means);
  last().accept();
  last().says(welcome());
  await settled();
  return all;
}

const last = (): FakeSocket => sockets.at(-1)!;
const settled = () => vi.advanceTimersByTimeAsync(0);

describe("views", () => {
  test("come one after the other and are frozen", async () => {
    const { connection, versions } = await seated();
    expect(last().url).toMatch(/\/ws\/table\/7$/);
    last().says(step(11));
    last().says(step(12, { happened: [{ text: "Pam bets $5", about: "table" }] }));
    expect(versions).toEqual([10, 11, 12]);
    const { view } = connection.line;
    expect(Object.isFrozen(view) && Object.isFrozen(view?.happened)).toBe(true);
  });

  test("an older version is dropped", async () => {
    const { connection, versions } = await seated();
    last().says(step(11, { round: 4 }));
    last().says(step(10, { round: 5 }));
    last().says({ type: "skip", version: 9 });
    expect(versions).toEqual([10, 11]);
    expect(connection.line.view?.round).toBe(4);
    expect(sockets).toHaveLength(1);
    last().says(step(12));
    expect(versions).toEqual([10, 11, 12]);
  });

  test("the same version again brings a new clock", async () => {
    const { connection } = await seated();
    const clock = { waits_for: "bets" as const, remaining: 5_000, total: 30_000 };
    last().says(step(10, { clock }));
    expect(connection.line.view?.clock).toEqual(clock);
    last().says(step(11));
    expect(sockets).toHaveLength(1);
  });

  test("a skip is a version without a view", async () => {
    const { connection, versions } = await seated();
    last().says({ type: "skip", version: 11 });
    last().says(step(12));
    expect(versions).toEqual([10, 12]);
    last().says({ type: "skip", version: 13 });
    last().drop();
    await vi.advanceTimersByTimeAsync(500);
    expect(last().url).toMatch(/\?v=13$/);
    expect(connection.line.view?.version).toBe(12);
  });

  test("out of order means that one was missed: the whole view is asked for", async () => {
    const { connection, versions } = await seated();
    const first = last();
    first.says(step(12));
    first.says(step(11)); // of a socket that is not listened to any more
    expect(versions).toEqual([10]);
    expect([first.closed, connection.line.online]).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(500);
    expect(last().url).toMatch(/\/7$/);
    last().accept();
    last().says(welcome({ version: 15 }));
    expect(versions).toEqual([10, 15]);
    expect(connection.line.online).toBe(true);
  });

  test("a gap in skips is a gap", async () => {
    await seated();
    last().says({ type: "skip", version: 12 });
    await vi.advanceTimersByTimeAsync(500);
    expect(last().url).toMatch(/\/7$/);
  });

  test("what the server cannot have meant is not shown", async () => {
    const { connection } = await seated();
    const bad = ["", "{", "null", '{"type":"step"}', '{"type":"what"}', new ArrayBuffer(2)];
    bad.push(JSON.stringify({ ...step(11), view: { ...someView({ version: 11 }), round: "three" } }));
    bad.push(JSON.stringify({ ...step(11), view: someView({ version: 12 }) }));
    for (const data of bad) {
      last().saysRaw(data);
      expect(connection.line.online).toBe(false);
      await vi.advanceTimersByTimeAsync(15_000);
      expect(last().url).toMatch(/\/7$/);
      last().accept();
    }
    expect(connection.line.view?.version).toBe(10);
  });

  test("a field that a newer server adds does no harm", async () => {
    const { versions } = await seated();
    last().saysRaw(JSON.stringify({ ...step(11), weather: "fine" }));
    expect(versions).toEqual([10, 11]);
  });
});

describe("acts", () => {
  test("leave with a key, in order, and are answered", async () => {
    const { connection, answers } = await seated();
    connection.send(BET);
    connection.send(FOLD);
    await settled();
    expect(last().acts).toEqual([
      { ...BET, key: "key-000001" },
      { ...FOLD, key: "key-000002" },
    ]);
    expect(connection.line.unanswered).toBe(2);
    last().says({ type: "done", key: "key-000001", record: 5, again: false });
    last().says({ type: "refused", key: "key-000002", code: "action/not_legal", message: "Not now." });
    expect(answers).toMatchObject([
      { done: true, act: { type: "bet" } },
      { done: false, act: { type: "act" }, code: "action/not_legal", message: "Not now." },
    ]);
    expect(connection.line.unanswered).toBe(0);
    expect(store.kept.size).toBe(0);
  });

  test("a lost answer: the same act is sent again until there is one, then never", async () => {
    const { connection, answers } = await seated();
    connection.send(FOLD);
    await settled();
    await vi.advanceTimersByTimeAsync(2 * SEND_AGAIN);
    expect(last().acts.map((act) => act["key"])).toEqual(Array(3).fill("key-000001"));
    last().says({ type: "done", key: "key-000001", record: 5, again: true });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(last().acts).toHaveLength(3);
    expect(answers).toMatchObject([{ done: true, again: true }]);
  });

  test("a refusal by the database leaves the outcome unknown: the act is sent again until it is known", async () => {
    const { connection, answers } = await seated();
    connection.send(FOLD);
    await settled();
    for (let again = 0; again < 3; again += 1) {
      last().says({ type: "refused", key: "key-000001", code: "store/failed", message: "Try again." });
      await vi.advanceTimersByTimeAsync(SEND_AGAIN);
    }
    expect(last().acts.map((act) => act["key"])).toEqual(Array(4).fill("key-000001"));
    expect([connection.line.unanswered, store.kept.size, connection.line.delay]).toEqual([1, 1, "Try again."]);
    last().says({ type: "done", key: "key-000001", record: 5, again: true });
    await vi.advanceTimersByTimeAsync(SEND_AGAIN);
    expect(last().acts).toHaveLength(4);
    expect(connection.line.delay).toBe("");
    expect(answers).toMatchObject([{ done: true, again: true }]);
  });

  test("a duplicate answer is one answer", async () => {
    const { connection, answers } = await seated();
    connection.send(FOLD);
    await settled();
    for (const again of [false, true]) last().says({ type: "done", key: "key-000001", record: 5, again });
    expect(answers).toHaveLength(1);
  });

  test("a connection lost before the answer: sent again with the same key, after the views missed", async () => {
    const { connection, versions } = await seated();
    connection.send(FOLD);
    await settled();
    last().drop();
    await vi.advanceTimersByTimeAsync(500);
    expect(last().url).toMatch(/\?v=10$/);
    last().accept();
    expect(last().acts).toEqual([{ ...FOLD, key: "key-000001" }]);
    last().says(step(11));
    expect(versions).toEqual([10, 11]);
  });

  test("made while offline, it leaves when there is a line", async () => {
    const { connection } = await seated();
    last().drop();
    connection.send(BET);
    await settled();
    expect(connection.line.unanswered).toBe(1);
    await vi.advanceTimersByTimeAsync(500);
    last().accept();
    expect(last().acts).toHaveLength(1);
  });

  test("a reload: a new page sends it with the old key, once it knows who it is", async () => {
    const before = await seated();
    before.connection.send(FOLD);
    await settled();
    before.connection.close();
    const { connection, answers } = opened();
    expect(connection.line.unanswered).toBe(1);
    last().accept();
    await settled();
    expect(last().acts).toEqual([]);
    last().says(welcome({ version: 12 }));
    expect(last().acts).toEqual([{ ...FOLD, key: "key-000001" }]);
    last().says({ type: "done", key: "key-000001", record: 5, again: true });
    expect(answers).toMatchObject([{ done: true, act: FOLD }]);
    expect(store.kept.size).toBe(0);
  });

  test("a reload as somebody else sends nothing of the one before", async () => {
    const before = await seated();
    before.connection.send(FOLD);
    await settled();
    before.connection.close();
    const { connection } = opened();
    last().accept();
    last().says(welcome({ you: "quin" }));
    expect(last().acts).toEqual([]);
    expect(connection.line.unanswered).toBe(0);
  });

  test("storage that holds nonsense, or none that can be written, does no harm", async () => {
    store.setItem("croupier.acts.7", '[{"act":{"type":"act"},"you":"pam","since":0}, 5]');
    const first = opened();
    expect(first.connection.line.unanswered).toBe(0);
    first.connection.close();
    const refusing = { ...store, setItem: () => { throw new Error("full"); } };
    const { connection } = await seated({ store: refusing });
    connection.send(FOLD);
    await settled();
    expect(last().acts).toHaveLength(1);
  });

  test("after two minutes an act is given up, and that is said", async () => {
    const { connection, answers } = await seated();
    connection.send(BET);
    last().drop();
    await vi.advanceTimersByTimeAsync(GIVE_UP + 20_000);
    wake();
    last().accept();
    last().says(welcome());
    expect(last().acts).toEqual([]);
    expect(answers).toMatchObject([{ done: false, code: "page/no_answer" }]);
  });

  test("one that could not be an act is not sent at all", async () => {
    const { connection, answers } = await seated();
    connection.send({ ...BET, seat: 99 } as Intent);
    await settled();
    expect(last().acts).toEqual([]);
    expect(answers).toMatchObject([{ done: false, code: "page/unsent" }]);
  });

  test("ready is said once, and only when somebody listens", async () => {
    const { connection } = await seated();
    connection.send({ type: "ready" });
    await vi.advanceTimersByTimeAsync(2 * SEND_AGAIN);
    expect(last().acts).toEqual([{ type: "ready" }]);
  });

  test("a bet waits for its word, and what follows waits with it", async () => {
    const prepare = async (intent: Intent): Promise<Intent> => {
      if (intent.type === "bet") await new Promise((done) => setTimeout(done, 100));
      return intent;
    };
    const { connection } = await seated({ prepare });
    connection.send(BET);
    connection.send(FOLD);
    await vi.advanceTimersByTimeAsync(100);
    expect(last().acts.map((act) => act["type"])).toEqual(["bet", "act"]);
  });
});

describe("the line", () => {
  test("a ping every five seconds measures the line, and its pong is echoed at once", async () => {
    const { connection } = await seated();
    const [ping] = last().sent;
    expect(ping).toMatchObject({ type: "ping" });
    await vi.advanceTimersByTimeAsync(80);
    last().says({ type: "pong", sent: ping!["sent"] as number, nonce: "n1" });
    expect(connection.line.lag).toBe(80);
    expect(last().sent.at(-1)).toEqual({ type: "echo", nonce: "n1" });
    await vi.advanceTimersByTimeAsync(PING_EVERY - 80);
    expect(last().sent.at(-1)).toMatchObject({ type: "ping" });
  });

  test("silence is a lost line", async () => {
    const { connection } = await seated();
    await vi.advanceTimersByTimeAsync(SILENCE);
    expect(connection.line.online).toBe(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(sockets).toHaveLength(2);
  });

  test("tries are further and further apart, up to fifteen seconds", async () => {
    const { connection } = await seated();
    const waits: number[] = [];
    for (let n = 0; n < 7; n++) {
      last().drop();
      const [count, start] = [sockets.length, Date.now()];
      while (sockets.length === count) await vi.advanceTimersByTimeAsync(250);
      waits.push(Date.now() - start);
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    last().accept();
    last().says(welcome());
    expect(connection.line.tries).toBe(0);
  });

  test("they are spread at random", async () => {
    await seated({ random: () => 0 });
    last().drop();
    await vi.advanceTimersByTimeAsync(250);
    expect(sockets).toHaveLength(2);
  });

  test("network or tab back: at once", async () => {
    await seated();
    last().drop();
    wake();
    expect(sockets).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sockets).toHaveLength(2);
    last().accept();
    const pings = last().sent.length;
    wake();
    expect(last().sent).toHaveLength(pings + 1);
  });

  test("a session that ended is not tried again", async () => {
    const { connection } = await seated();
    last().says({ type: "bye", code: "session/ended", message: "You signed out." });
    expect(connection.line).toMatchObject({ online: false, ended: { code: "session/ended" } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
    connection.open();
    expect(sockets).toHaveLength(2);
    expect(last().url).toMatch(/\/7$/);
  });

  test.each(["server/stopping", "store/failed"])("a server that goes for a while is: %s", async (code) => {
    const { connection } = await seated();
    last().says({ type: "bye", code, message: "Back in a moment." });
    expect(connection.line.ended).toBeNull();
    await vi.advanceTimersByTimeAsync(500);
    expect(last().url).toMatch(/\?v=10$/);
  });

  test("nothing is left running after close", async () => {
    const { connection } = await seated();
    connection.send(FOLD);
    await settled();
    connection.close();
    expect(vi.getTimerCount()).toBe(0);
    expect(last().closed).toBe(true);
  });
});
