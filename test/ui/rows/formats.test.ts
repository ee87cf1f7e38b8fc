import { expect, test } from "vitest";
import { duration, tokens } from "../../../source/ui/rows/formats.js";

test("times and counts as people read them", () => {
  expect([40, 2400, 12_300, 185_000].map(duration)).toEqual(["40 ms", "2.4 s", "12 s", "3 min 05 s"]);
  expect([950, 12_345, 999_960].map(tokens)).toEqual(["950", "12.3k", "1.0M"]);
});
