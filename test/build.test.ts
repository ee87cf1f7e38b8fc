/** What the bundles load: the parts that print must not wait for the parts that draw. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const dist = fileURLToPath(new URL("../dist", import.meta.url));

/** The files that a bundle imports before it runs, itself included. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (!loaded.has(file)) {
    loaded.add(file);
    const text = readFileSync(file, "utf8");
    for (const [, path = ""] of text.matchAll(/(?:from|^import|;import)\s*"(\.[^"]+)"/gm)) {
      loadedBy(join(dirname(file), path), loaded);
    }
  }
  return loaded;
}

function chunk(name: string): string {
  const file = readdirSync(join(dist, "chunks")).find((entry) =>
    new RegExp(`^${name}-[^-]*\\.js$`).test(entry),
  );
  return join(dist, "chunks", file ?? "none");
}

function mentions(file: string, word: string): boolean {
  return [...loadedBy(file)].some((path) => readFileSync(path, "utf8").includes(word));
}

/** A word of each part that a session loads only when it needs it. */
const laterParts = {
  "the tools": "edit-refused",
  verification: "does_not_load",
  "the rules of a project": "erc_exclusions",
  "the snapshots of native turns": "snapshot.json",
  "the driver of native turns": "beyond-undo",
  "the reading of transcripts": '"told"',
};

it("loads what draws only for the commands that draw", () => {
  expect(mentions(chunk("panes"), "flexDirection")).toBe(false);
  expect(mentions(chunk("application"), "flexDirection")).toBe(true);
  for (const name of ["dispatch", "do", "check", "undo", "doctor"]) {
    expect(mentions(chunk(name), "flexDirection")).toBe(false);
  }
});

it("draws the first frame of the panes without zod, and opens them without the tools", () => {
  const zod = "toJSONSchema";
  for (const name of ["panes", "start", "application"]) {
    expect(mentions(chunk(name), zod)).toBe(false);
  }
  expect(mentions(chunk("open-panes"), zod)).toBe(true);
  for (const word of Object.values(laterParts)) {
    expect(mentions(chunk("open-panes"), word), word).toBe(false);
  }
});

it("answers --version and --help before anything else is loaded", () => {
  expect(
    [...loadedBy(join(dist, "cli.js"))].every((path) => readFileSync(path, "utf8").length < 10_000),
  ).toBe(true);
});

it.each(Object.entries(laterParts))("opens a printed session without %s", (_, word) => {
  const chunks = readdirSync(join(dist, "chunks")).filter((entry) => entry.endsWith(".js"));
  expect(chunks.some((entry) => readFileSync(join(dist, "chunks", entry), "utf8").includes(word))).toBe(true);
  expect(mentions(chunk("do"), word)).toBe(false);
});

it("has the catalogue of tools as a constant in what is loaded first", () => {
  expect(mentions(chunk("do"), '{name:"list_files",description:')).toBe(true);
});

it("loads the SDKs of the protocols for their two commands alone", () => {
  const words = { acp: "session/request_permission", mcp: "notifications/progress" };
  const named = readdirSync(join(dist, "chunks")).filter((entry) => /^(?!chunk-).*\.js$/.test(entry));
  const entries = [
    ...named.map((entry) => `chunks/${entry}`),
    "cli.js",
    "cursor.js",
    "protocol.js",
    "schemas.js",
  ];
  for (const [command, word] of Object.entries(words)) {
    const loading = entries.filter((entry) => mentions(join(dist, entry), word));
    expect(loading.map((entry) => entry.replace(/-[^-]*\.js$/, ""))).toEqual([`chunks/${command}`]);
  }
});
