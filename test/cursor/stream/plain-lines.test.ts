import { expect, it } from "vitest";
import { PlainLines } from "../../../source/cursor/stream/plain-lines.js";

it("the newest 200 lines are kept; one that is dropped while it is held is returned", () => {
  const lines = new PlainLines();
  const added = Array.from({ length: 201 }, (_, n) => lines.add(`line ${n}`));
  expect(added.flat()).toEqual(["line 0"]);
  expect(lines.all).toHaveLength(200);
  expect(lines.release()).toHaveLength(200);
  expect(lines.release()).toEqual([]);
  expect(lines.add("line 201")).toEqual([]);
  expect(lines.all.at(0)).toBe("line 2");
  expect(lines.release()).toEqual(["line 201"]);
});

it("lines are bounded in bytes, alone and together", () => {
  const lines = new PlainLines();
  lines.add("x".repeat(1_000_000));
  expect(lines.all.at(0)).toHaveLength(64 * 1024);
  for (let n = 0; n < 10; n++) {
    lines.add("é".repeat(30_000));
  }
  expect(Buffer.byteLength(lines.all.join(""))).toBeLessThanOrEqual(256 * 1024);
  expect(lines.all.length).toBeGreaterThan(3);
});
