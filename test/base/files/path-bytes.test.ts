import fc from "fast-check";
import { expect, it } from "vitest";
import { fileSystemPath, pathFromBytes } from "../../../source/base/files/path-bytes.js";

const name = fc
  .uint8Array({ minLength: 1, maxLength: 20 })
  .map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0 && byte !== 0x2f)));

it("returns the bytes of any file name, also through JSON", () => {
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
      const bytes = Buffer.concat(names.flatMap((name) => [Buffer.from("/"), name])).subarray(1);
      const path = JSON.parse(JSON.stringify(pathFromBytes(bytes))) as string;
      expect(Buffer.from(fileSystemPath(path)).equals(bytes)).toBe(true);
      expect(path).toBe(names.map((name) => pathFromBytes(name)).join("/"));
    }),
  );
});

it("leaves names that are text as they are", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(pathFromBytes(Buffer.from(text))).toBe(text);
      expect(fileSystemPath(text)).toBe(text);
    }),
  );
});
