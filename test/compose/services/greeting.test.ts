import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { CommandContext } from "../../../source/cli/context.js";
import { greet } from "../../../source/compose/services/greeting.js";
import { temporaryFolder } from "../../temporary-folder.js";

/** What is said in a repository with these projects, in `board/` of the home folder. */
async function greeting(projects: readonly string[], snapshot: object, PATH = temporaryFolder()) {
  const HOME = temporaryFolder();
  const repository = join(HOME, "board");
  mkdirSync(repository);
  for (const project of projects) {
    writeFileSync(join(repository, `${project}.kicad_pro`), "{}");
    writeFileSync(join(repository, `${project}.kicad_sch`), "(kicad_sch)");
  }
  const session = {
    repository,
    snapshot: () => ({ mode: "reasoning", approvals: "never", ...snapshot }),
  } as unknown as Parameters<typeof greet>[0];
  return await greet(session, { version: "1.2.3", env: { HOME, PATH } } as unknown as CommandContext);
}

it("says where the session is, what becomes of a change, and that the Cursor CLI is missing", async () => {
  const [here, missing] = await greeting(["a"], { project: "a.kicad_pro" });
  expect(here).toMatchObject({
    message: "copperhead 1.2.3 in ~/board: a.kicad_pro.",
    advice: expect.stringContaining("apply at once"),
  });
  expect(missing).toMatchObject({ tone: "warning", message: expect.stringContaining("was not found") });
});

it("counts projects where none is chosen, and knows what waits", async () => {
  const [several] = await greeting(["a", "b"], { approvals: "on-request" });
  expect(several).toMatchObject({
    message: "copperhead 1.2.3 in ~/board: 2 projects, /project chooses one.",
    advice: expect.stringContaining("waits for your yes"),
  });
  const [none] = await greeting([], { mode: "native" });
  expect(none).toMatchObject({
    message: "copperhead 1.2.3 in ~/board: no KiCad project.",
    advice: expect.stringContaining("Cursor's own tools"),
  });
});
