/** The map of source/: which room may import which, that there is no circle, and how full a folder is. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

/** The rooms from top to bottom: imports go down only, and not between two rooms of one line. */
const floors = [
  ["cli.ts", "schemas.ts"],
  ["commands"],
  ["compose"],
  ["ui", "print", "acp", "mcp"],
  ["recording"],
  ["loop"],
  ["tools"],
  ["cursor"],
  ["kicad"],
  ["workspace"],
  ["protocol"],
  ["cli"],
  ["base"],
];

const source = fileURLToPath(new URL("../source", import.meta.url));
const files = readdirSync(source, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(source, join(entry.parentPath, entry.name)));

/** The files that a file imports, for types as well, by their paths in source/. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(source, file), "utf8"), true, true);
  return importedFiles.flatMap(({ fileName }) => {
    const path = join(dirname(file), fileName).replace(/\.js$/, "");
    return fileName.startsWith(".") ? files.filter((known) => known.replace(/\.tsx?$/, "") === path) : [];
  });
}

const graph = new Map(files.map((file) => [file, importsOf(file)]));
const imports = [...graph].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));

function roomOf(file: string): string {
  return file.split("/")[0] ?? "";
}

function floorOf(file: string): number {
  return floors.findIndex((rooms) => rooms.includes(roomOf(file)));
}

/** The files of the first circle that is reached from `file`, if any. */
function circleFrom(file: string, path: readonly string[], done: Set<string>): readonly string[] | undefined {
  if (path.includes(file)) {
    return [...path.slice(path.indexOf(file)), file];
  }
  if (done.has(file)) {
    return undefined;
  }
  done.add(file);
  for (const next of graph.get(file) ?? []) {
    const circle = circleFrom(next, [...path, file], done);
    if (circle) {
      return circle;
    }
  }
  return undefined;
}

it("has every file in a room of the list", () => {
  expect(files.filter((file) => floorOf(file) === -1)).toEqual([]);
});

it("lets a room import only from the rooms below it", () => {
  const wrong = imports.filter(({ from, to }) => roomOf(from) !== roomOf(to) && floorOf(from) >= floorOf(to));
  expect(wrong).toEqual([]);
});

it("has no circle of files", () => {
  const done = new Set<string>();
  expect(files.flatMap((file) => circleFrom(file, [], done)?.join(" → ") ?? [])).toEqual([]);
});

it("has no folder of more than 15 files", () => {
  const entriesOf = (folder: string) => files.filter((file) => dirname(file) === folder);
  const folders = new Set(files.map((file) => dirname(file)));
  expect([...folders].filter((folder) => entriesOf(folder).length > 15)).toEqual([]);
});

it("uses the library of cursor/ in the package's entry points alone", () => {
  const library = (file: string) => file.startsWith("cursor/library/");
  expect(imports.filter(({ from, to }) => library(to) && !library(from))).toEqual([]);
});

it("is drawn in docs/architecture.md, and every file that is named there exists", () => {
  const map = readFileSync(new URL("../docs/architecture.md", import.meta.url), "utf8");
  const named = Array.from(map.matchAll(/`([\w./-]+\/[\w.-]+\.tsx?)`/g), ([, path = ""]) => path);
  const known = new Set(files);
  expect(named.filter((path) => !path.startsWith("test/") && !known.has(path))).toEqual([]);
  const rooms = new Set(files.map(roomOf));
  expect([...rooms].filter((room) => !map.includes(room.endsWith(".ts") ? room : `${room}/`))).toEqual([]);
});
