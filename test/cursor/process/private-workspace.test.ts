import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { CopperheadError } from "../../../source/base/failure.js";
import {
  findPrivateWorkspace,
  makePrivateWorkspace,
  removePrivateWorkspace,
} from "../../../source/cursor/process/private-workspace.js";
import { temporaryFolder } from "../../temporary-folder.js";

describe("findPrivateWorkspace", () => {
  it("is one fixed folder a session, under the user's state folder", async () => {
    const home = temporaryFolder();
    const found = await findPrivateWorkspace("s-1", { HOME: home });
    expect(found).toBe(join(home, ".local/state/copperhead/workspaces/s-1"));
    expect(await findPrivateWorkspace("s-1", { HOME: home })).toBe(found);
    const state = temporaryFolder();
    expect(await findPrivateWorkspace("s-1", { HOME: home, XDG_STATE_HOME: state })).toBe(
      join(state, "copperhead/workspaces/s-1"),
    );
    expect(await findPrivateWorkspace("s-1", { HOME: home, XDG_STATE_HOME: "relative" })).toBe(found);
  });

  it("is in the temporary folder where the home cannot be written to", async () => {
    const [folder, temporary] = [temporaryFolder(), temporaryFolder()];
    writeFileSync(join(folder, "home"), "a file");
    const found = await findPrivateWorkspace("s", { HOME: join(folder, "home"), TMPDIR: temporary });
    expect(dirname(dirname(dirname(found)))).toBe(temporary);
  });

  it("is outside any repository", async () => {
    const [home, temporary] = [temporaryFolder(), temporaryFolder()];
    mkdirSync(join(home, ".git"));
    const found = await findPrivateWorkspace("s", { HOME: home, TMPDIR: temporary });
    expect(found.startsWith(temporary)).toBe(true);
    mkdirSync(join(temporary, ".git"));
    const nowhere = findPrivateWorkspace("s", { HOME: home, TMPDIR: temporary });
    await expect(nowhere).rejects.toThrow(CopperheadError);
  });

  it("is no folder behind a link, and refuses a session id that is a path", async () => {
    const [home, temporary] = [temporaryFolder(), temporaryFolder()];
    mkdirSync(join(home, ".local/state"), { recursive: true });
    symlinkSync(temporary, join(home, ".local/state/copperhead"));
    const found = await findPrivateWorkspace("s", { HOME: home, TMPDIR: temporary });
    expect(found.startsWith(temporary)).toBe(true);
    await expect(findPrivateWorkspace("../s", { HOME: home })).rejects.toThrow(TypeError);
  });
});

describe("makePrivateWorkspace", () => {
  it("holds nothing but the file that denies every tool, and goes again", async () => {
    const folder = join(temporaryFolder(), "workspace");
    await makePrivateWorkspace(folder, { denyTools: true });
    expect(await readdir(folder, { recursive: true })).toEqual([".cursor", join(".cursor", "cli.json")]);
    expect(JSON.parse(readFileSync(join(folder, ".cursor/cli.json"), "utf8"))).toEqual({
      permissions: { allow: [], deny: ["Shell(**)", "Read(**)", "Write(**)", "WebFetch(*)", "Mcp(*:*)"] },
    });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await makePrivateWorkspace(folder, { denyTools: false });
    expect(existsSync(join(folder, ".cursor/cli.json"))).toBe(false);
    await removePrivateWorkspace(folder);
    expect(existsSync(folder)).toBe(false);
    await removePrivateWorkspace(folder);
  });

  it("reports plainly that it cannot be made", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "workspace"), "a file");
    const made = makePrivateWorkspace(join(folder, "workspace"), { denyTools: true });
    await expect(made).rejects.toMatchObject({ failure: { code: "no-workspace", exitCode: 1 } });
  });
});
