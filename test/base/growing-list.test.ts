import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GrowingList } from "../../source/base/growing-list.js";

describe("GrowingList", () => {
  it("holds what an array would, whichever of its earlier states is made longer", () => {
    const steps = fc.array(fc.tuple(fc.nat(), fc.array(fc.integer(), { maxLength: 3 })), { maxLength: 30 });
    fc.assert(
      fc.property(steps, (made) => {
        const lists = [GrowingList.of<number>()];
        const arrays: number[][] = [[]];
        for (const [which, added] of made) {
          const index = which % lists.length;
          lists.push((lists[index] as GrowingList<number>).with(...added));
          arrays.push([...(arrays[index] as number[]), ...added]);
        }
        for (const [index, array] of arrays.entries()) {
          const list = lists[index] as GrowingList<number>;
          expect([...list]).toEqual(array);
          expect(list.toArray()).toEqual(array);
          expect(list).toHaveLength(array.length);
          expect(list.last()).toBe(array.at(-1));
          expect(list.from(2)).toEqual(array.slice(2));
          expect(list.findLastIndex((item) => item > 0)).toBe(array.findLastIndex((item) => item > 0));
        }
      }),
    );
  });

  it("keeps its own items whatever is done with an array of them", () => {
    const given = [1, 2];
    const list = GrowingList.of(given);
    given.push(3);
    list.toArray().push(4);
    expect([...list.with(5)]).toEqual([1, 2, 5]);
  });

  it("finds the last item of a kind, and none beyond its end", () => {
    const short = GrowingList.of<string | number>(["a", 1]);
    short.with("b");
    expect(short.findLast((item) => typeof item === "string")).toBe("a");
    expect(GrowingList.of<string>().findLast((item): item is string => item !== "")).toBeUndefined();
  });
});
