import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readRepositoryNotes } from "../../source/workspace/repository-notes.js";
import { temporaryFolder } from "../temporary-folder.js";
import { put } from "./folders.js";

it("reads AGENTS.md from the root to the folders in use, CLAUDE.md only where there is none", async () => {
  const root = temporaryFolder();
  await put(root, "AGENTS.md", "\uFEFFRoot.\n");
  await put(root, "CLAUDE.md", "Not this one.");
  await put(root, "hardware/CLAUDE.md", "Hardware.");
  await put(root, "hardware/power/AGENTS.md", "Power.");
  await put(root, "firmware/AGENTS.md", "Not in use.");
  expect(await readRepositoryNotes(root, [".", "hardware/power", "hardware"])).toEqual({
    files: ["AGENTS.md", "hardware/CLAUDE.md", "hardware/power/AGENTS.md"],
    text: "AGENTS.md:\nRoot.\n\nhardware/CLAUDE.md:\nHardware.\n\nhardware/power/AGENTS.md:\nPower.",
  });
});

it("is empty where there is none, and follows no link out of the repository", async () => {
  const root = temporaryFolder();
  const outside = temporaryFolder();
  await put(outside, "secret.md", "secret");
  expect(await readRepositoryNotes(root, [])).toEqual({ files: [], text: "" });
  await symlink(join(outside, "secret.md"), join(root, "AGENTS.md"));
  expect(await readRepositoryNotes(root, [""])).toEqual({ files: [], text: "" });
});

it("has at most 16 kB, cut between characters, and reads no file that is far longer", async () => {
  const root = temporaryFolder();
  await put(root, "AGENTS.md", "é".repeat(20_000));
  const { text } = await readRepositoryNotes(root, []);
  expect(Buffer.byteLength(text)).toBeLessThan(16_500);
  expect(text).not.toContain("\uFFFD");
  expect(text).toContain("[the rest is left out: notes have at most 16 kB]");
  await put(root, "AGENTS.md", "x".repeat(2_000_000));
  expect((await readRepositoryNotes(root, [])).text).toBe(
    "AGENTS.md:\n(2000000 bytes: too long for a note, and left out)",
  );
});
