import { expect, test } from "vitest";
import { readFile } from "node:fs/promises";
import { typesOf } from "../../scripts/types.mjs";
import schema from "./schema.json";

test("messages.ts is what the schema makes (run scripts/types)", async () => {
  const written = await readFile(new URL("messages.ts", import.meta.url), "utf8");
  expect(written).toBe(await typesOf(schema));
});
