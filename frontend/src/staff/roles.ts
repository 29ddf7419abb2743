import type { RoleName } from "../api/staff";

const A: Readonly<Record<RoleName, string>> = {
  player: "a player",
  dealer: "a dealer",
  floor: "one of the floor staff",
  auditor: "an auditor",
  administrator: "an administrator",
};

/** In a sentence. */
export const aRole = (role: RoleName | ""): string => (role === "" ? "" : A[role]);
