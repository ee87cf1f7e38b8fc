import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PathMap } from "../../../source/workspace/snapshot/path-map.js";

const path = fc.array(fc.constantFrom("a", "b", "ü", "__proto__"), { minLength: 1, maxLength: 3 });
const changes = fc.array(fc.tuple(path, fc.option(fc.nat(9))), { maxLength: 30 });

type Changes = readonly (readonly [string[], number | null])[];

function apply(
  map: { delete(path: string): unknown; set(path: string, value: number): unknown },
  list: Changes,
) {
  for (const [names, value] of list) {
    if (value === null) {
      map.delete(names.join("/"));
    } else {
      map.set(names.join("/"), value);
    }
  }
}

function expectSame(map: PathMap<number>, plain: ReadonlyMap<string, number>) {
  expect(new Map(map)).toEqual(plain);
  expect([...map.values()].sort()).toEqual([...plain.values()].sort());
  expect(map.size).toBe(plain.size);
  for (const [at, value] of plain) {
    expect([map.has(at), map.get(at)]).toEqual([true, value]);
  }
  expect([map.has("c"), map.get("c/d")]).toEqual([false, undefined]);
  for (const [folder, names] of map.folders()) {
    expect(map.in(folder)).toBe(names);
    for (const [name, value] of names) {
      expect(plain.get(folder === "" ? name : `${folder}/${name}`)).toBe(value);
    }
  }
}

describe("PathMap", () => {
  it("is a map, and it and a copy of it change by themselves", () => {
    fc.assert(
      fc.property(changes, changes, changes, (first, second, third) => {
        const [map, plain] = [PathMap.of<number>(), new Map<string, number>()];
        apply(map, first);
        apply(plain, first);
        const [copy, plainCopy] = [map.copy<never>(), new Map(plain)];
        apply(copy, second);
        apply(plainCopy, second);
        expectSame(map, plain);
        expectSame(copy, plainCopy);
        apply(map, third);
        apply(plain, third);
        expectSame(map, plain);
        expectSame(copy, plainCopy);
      }),
    );
  });
});
