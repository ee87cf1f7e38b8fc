import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { jsonObject } from "../../source/base/json-object.js";

const record = z.record(z.string(), z.unknown());

test("of what JSON can hold, a record of unknown values is accepted, and nothing else", () => {
  const value = fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()));
  fc.assert(
    fc.property(value, (made) => {
      const read: unknown = JSON.parse(JSON.stringify(made));
      expect(jsonObject.safeParse(read).success).toBe(record.safeParse(read).success);
    }),
  );
  const own: unknown = JSON.parse('{"constructor":{"prototype":{}},"__proto__":1}');
  expect(jsonObject.parse(own)).toBe(own);
});
