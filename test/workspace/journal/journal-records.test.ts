import { expect, it } from "vitest";
import { readRecords } from "../../../source/workspace/journal/journal-records.js";
import { onPlatform } from "../../on-platform.js";

const read = (path: string) => [...readRecords([{ path, before: null, wrote: null }]).entries.keys()];

it.each(["../x", "/x", "a//b", "a/./b", ".git/config", ".copperhead/sessions/x"])(
  "is refused with the path %s on every platform",
  (path) => {
    expect(() => read(path)).toThrow();
    onPlatform("win32");
    expect(() => read(path)).toThrow();
  },
);

it.each([
  "..\\x",
  "a\\..\\..\\b",
  "\\x",
  ".git\\config",
  "sub\\.git\\hooks\\post-checkout",
  ".copperhead\\x",
])(
  "is refused with the path %s on Windows, where a backslash parts names, and is a name elsewhere",
  (path) => {
    expect(read(path)).toEqual([path]);
    onPlatform("win32");
    expect(() => read(path)).toThrow();
  },
);
