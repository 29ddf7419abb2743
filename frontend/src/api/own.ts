/** A player's own side: limits, breaks, the session so far, rounds at all tables. */
import { get, post } from "./http";
import type { LimitConfirmed, LimitWanted, OwnRounds, OwnSide, PauseWanted } from "./messages";
import { parsed, valid } from "./validate";

export const side = (): Promise<OwnSide> => get("/api/own", (text) => parsed("OwnSide", text));
export const rounds = (): Promise<OwnRounds> => get("/api/own/rounds", (text) => parsed("OwnRounds", text));

const asSide = (value: unknown): OwnSide => valid("OwnSide", value);

// Each act has a key: however often it is sent, it is done once.
export const setLimit = (wanted: LimitWanted): Promise<OwnSide> => post("/api/own/limits", wanted, asSide);
export const confirmLimit = (wanted: LimitConfirmed): Promise<OwnSide> => post("/api/own/confirmations", wanted, asSide);
export const pause = (wanted: PauseWanted): Promise<OwnSide> => post("/api/own/breaks", wanted, asSide);
