import { expect, test } from "vitest";
import { typesOf } from "../../scripts/types.mjs";
import written from "./messages.ts?raw";
import schema from "./schema.json";

test("messages.ts is what the schema makes (run scripts/types)", async () => {
  expect(written).toBe(await typesOf(schema));
});
