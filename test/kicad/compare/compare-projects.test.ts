import { describe, expect, it } from "vitest";
import { compareProjects, isUnchanged } from "../../../source/kicad/compare/compare-projects.js";
import { type DesignState, stateWith } from "../../../source/kicad/compare/design-state.js";
import { projectsAmong } from "../../../source/kicad/design/find-projects.js";

/** A board with one footprint, at `x`. */
const board = (x: number) =>
  `(kicad_pcb (version 20241229) (generator "pcbnew") (footprint "lib:R" (layer "F.Cu") (uuid "u1") (at ${x} 10) (property "Reference" "R1")))`;

function stateOf(files: Record<string, string>, when = ""): DesignState {
  return {
    when,
    files: Object.keys(files).sort(),
    read: async (path) => (files[path] === undefined ? undefined : Buffer.from(files[path])),
  };
}

/** Compares two states, of boards alone: without kicad-cli. */
async function compare(old: Record<string, string>, now: Record<string, string>, wanted?: string) {
  const paths = [...Object.keys(old), ...Object.keys(now)];
  const compared = await compareProjects({
    before: stateOf(old, "in HEAD"),
    after: stateOf(now),
    changed: new Set(paths.filter((path) => old[path] !== now[path])),
    projects: projectsAmong(Object.keys(now).sort(), []),
    wanted,
    cli: undefined,
    cacheFolder: "/nowhere",
    signal: new AbortController().signal,
  });
  return compared.map(({ project, board: changes, faults }) => ({
    project,
    added: changes?.footprints.added.length,
    removed: changes?.footprints.removed.length,
    moved: changes?.footprints.moved.length,
    faults: faults.map(({ message }) => message),
  }));
}

const none = { added: 0, removed: 0, moved: 0, faults: [] };

describe("the projects that differ", () => {
  it("are those of which files changed", async () => {
    const old = {
      "a.kicad_pro": "{}",
      "a.kicad_pcb": board(1),
      "b.kicad_pro": "{}",
      "b.kicad_pcb": board(1),
    };
    expect(await compare(old, old)).toEqual([]);
    expect(await compare(old, { ...old, "b.kicad_pcb": board(2) })).toEqual([
      { ...none, project: "b.kicad_pro", moved: 1 },
    ]);
  });

  it("are the same ones where a project file is new or gone", async () => {
    const bare = { "a.kicad_pcb": board(1) };
    const whole = { "a.kicad_pro": "{}", "a.kicad_pcb": board(2) };
    expect(await compare(bare, whole)).toEqual([{ ...none, project: "a.kicad_pro", moved: 1 }]);
    expect(await compare(whole, bare)).toEqual([{ ...none, project: "a.kicad_pcb", moved: 1 }]);
  });

  it("are new or gone themselves, by their paths", async () => {
    expect(await compare({ "b.kicad_pcb": board(1) }, { "a.kicad_pcb": board(1) })).toEqual([
      { ...none, project: "a.kicad_pcb", added: 1 },
      { ...none, project: "b.kicad_pcb", removed: 1 },
    ]);
  });

  it("are the one that is wanted, also where it is gone", async () => {
    const old = { "a.kicad_pcb": board(1), "b.kicad_pcb": board(1) };
    const now = { "a.kicad_pcb": board(2) };
    expect(await compare(old, now, "a")).toEqual([{ ...none, project: "a.kicad_pcb", moved: 1 }]);
    expect(await compare(old, now, "b")).toEqual([{ ...none, project: "b.kicad_pcb", removed: 1 }]);
    await expect(compare(old, now, "c")).rejects.toMatchObject({ failure: { code: "no-project" } });
  });

  it("have a fault where a board cannot be read, with the state that it has it in", async () => {
    const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
    const old = { "a.kicad_pcb": pointer, "b.kicad_pcb": board(1) };
    const now = { "a.kicad_pcb": board(1), "b.kicad_pcb": board(2) };
    expect(await compare(old, now)).toEqual([
      {
        project: "a.kicad_pcb",
        faults: ["a.kicad_pcb is a Git LFS pointer, not the file itself (in HEAD)."],
      },
      { ...none, project: "b.kicad_pcb", moved: 1 },
    ]);
  });

  it("are unchanged where nothing of a board moved", () => {
    const boardChanges = {
      footprints: { added: [], removed: [], moved: [] },
      tracks: [],
      vias: [],
      zones: [],
    };
    expect(isUnchanged({ project: "a", board: boardChanges, faults: [] })).toBe(true);
    const tracks = [{ net: "A", before: { count: 1 }, after: { count: 2 } }];
    expect(isUnchanged({ project: "a", board: { ...boardChanges, tracks }, faults: [] })).toBe(false);
  });
});

it("a state with changes has their files, and the others as they are", async () => {
  const disk = stateOf({ "a.kicad_sch": "now", "b.kicad_sch": "b", "new.kicad_sch": "new" });
  const changes = [
    { path: "a.kicad_sch", before: Buffer.from("before"), after: Buffer.from("now") },
    { path: "new.kicad_sch", before: null, after: Buffer.from("new") },
    { path: "gone.kicad_sch", before: Buffer.from("gone"), after: null },
    { path: "notes.md", before: Buffer.from("x"), after: Buffer.from("y") },
  ];
  const before = stateWith(disk, changes, "before");
  expect(before.files).toEqual(["a.kicad_sch", "b.kicad_sch", "gone.kicad_sch"]);
  const texts = await Promise.all(
    ["a.kicad_sch", "b.kicad_sch", "new.kicad_sch"].map(async (path) =>
      (await before.read(path))?.toString(),
    ),
  );
  expect(texts).toEqual(["before", "b", undefined]);
  expect(stateWith(disk, changes, "after").files).toEqual(["a.kicad_sch", "b.kicad_sch", "new.kicad_sch"]);
});
