import fc from "fast-check";
import { expect, it } from "vitest";
import { isoTime } from "../../source/base/iso-time.js";

/** The last millisecond that a `Date` can be, by ECMAScript. */
const latest = 8.64e15;

it("writes any time as toISOString does, in whatever order they come", () => {
  const near = fc.integer({ min: -2500, max: 2500 });
  const any = fc.oneof(fc.integer({ min: -latest, max: latest }), fc.constantFrom(-latest, latest, 0));
  fc.assert(
    fc.property(any, fc.array(near), (from, steps) => {
      for (const step of [0, ...steps]) {
        const at = new Date(Math.max(-latest, Math.min(latest, from + step)));
        expect(isoTime(at)).toBe(at.toISOString());
      }
    }),
  );
});

it("refuses a date that is none, as toISOString does", () => {
  expect(() => isoTime(new Date(Number.NaN))).toThrow(RangeError);
});
