import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { TurnJournal } from "../../../source/workspace/journal/journal.js";
import { redo, type UndoResult, undo } from "../../../source/workspace/journal/undo.js";
import { sampled } from "../../sampled.js";
import { put, workplace } from "../folders.js";

const paths = ["a", "b", "d/x", "d/e/y"] as const;
type Path = (typeof paths)[number];

const path = fc.constantFrom(...paths);
const action = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("write"), path }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("remove"), path }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("user writes"), path }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("user removes"), path }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("user makes a folder"), path }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("next turn"), path }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("undo"), path }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("undo all"), path }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("redo"), path }) },
);

/** What a turn did to a path, as this test saw it from outside. */
type Touched = { before: string; wrote: string[]; undone: boolean };
type Turn = Map<Path, Touched>;

/** What is there: `-` nothing, `/` a folder, else the file's text behind `=`. */
async function look(root: string, path: Path): Promise<string> {
  return readFile(join(root, path), "utf8").then(
    (text) => `=${text}`,
    (error: NodeJS.ErrnoException) => (error.code === "EISDIR" ? "/" : "-"),
  );
}

async function lookAll(root: string): Promise<Map<Path, string>> {
  return new Map(await Promise.all(paths.map(async (path) => [path, await look(root, path)] as const)));
}

it("returns the exact former bytes or names the file, whatever else writes to it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 24 }), async (actions) => {
      const place = workplace();
      const { root } = place;
      await put(root, "a", "first a", 0o755);
      await put(root, "d/x", "first x");
      const turns: Turn[] = [new Map()];
      let journal = await TurnJournal.open({ ...place, turn: 1 });
      let count = 0;

      const check = async (was: Map<Path, string>, result: UndoResult, direction: "undo" | "redo") => {
        const is = await lookAll(root);
        const named = new Set(result.conflicts.map(({ path }) => path));
        const expected = new Map(was);
        for (const number of result.turns) {
          for (const [path, touched] of turns[number - 1] ?? []) {
            if (touched.undone !== (direction === "redo")) {
              continue;
            }
            if (named.has(path) && is.get(path) === expected.get(path)) {
              const nobodyElse = [touched.before, ...touched.wrote].includes(was.get(path) ?? "-");
              if (result.turns.length === 1) {
                expect(nobodyElse, `${path} is named`).toBe(false);
              }
              continue;
            }
            expected.set(path, direction === "undo" ? touched.before : (touched.wrote.at(-1) ?? "-"));
            touched.undone = direction === "undo";
          }
        }
        expect(Object.fromEntries(is)).toEqual(Object.fromEntries(expected));
      };

      for (const { type, path } of actions) {
        const turn = turns.at(-1) as Turn;
        const text = `${type} ${++count}`;
        const was = await lookAll(root);
        const now = was.get(path) ?? "-";
        switch (type) {
          case "write":
          case "remove": {
            const touched = turn.get(path);
            const strange = touched !== undefined && ![touched.before, ...touched.wrote].includes(now);
            const accepted = await journal.write(path, type === "write" ? Buffer.from(text) : null).then(
              () => true,
              () => false,
            );
            if (strange) {
              expect(accepted, `${path} was ${now}`).toBe(false);
            }
            if (!accepted) {
              expect(await lookAll(root)).toEqual(was);
              break;
            }
            const written = type === "write" ? `=${text}` : "-";
            if (touched) {
              touched.wrote.push(written);
            } else {
              turn.set(path, { before: now, wrote: [written], undone: false });
            }
            break;
          }
          case "user writes":
            await put(root, path, text).catch(() => {});
            break;
          case "user removes":
            await rm(join(root, path), { recursive: true, force: true }).catch(() => {});
            break;
          case "user makes a folder":
            await rm(join(root, path), { recursive: true, force: true }).catch(() => {});
            await mkdir(join(root, path), { recursive: true }).catch(() => {});
            break;
          case "undo":
            await check(was, await undo({ ...place, turns: "last" }), "undo");
            break;
          case "undo all":
            await check(was, await undo({ ...place, turns: "all" }), "undo");
            break;
          case "redo":
            await check(was, await redo(place), "redo");
            break;
        }
        if (["next turn", "undo", "undo all", "redo"].includes(type)) {
          turns.push(new Map());
          journal = await TurnJournal.open({ ...place, turn: turns.length });
        }
      }
    }),
    { numRuns: sampled(60) },
  );
});
