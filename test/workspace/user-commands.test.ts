import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { expandCommand, listUserCommands } from "../../source/workspace/user-commands.js";
import { temporaryFolder } from "../temporary-folder.js";
import { put } from "./folders.js";

function places() {
  const home = temporaryFolder();
  return { root: temporaryFolder(), home, env: { HOME: home } };
}

it("lists the commands of the repository and of the user, the user's before one of the same name", async () => {
  const place = places();
  await put(place.root, ".copperhead/commands/review.md", "# Review the board\n\nLook at $ARGUMENTS.");
  await put(
    place.root,
    ".copperhead/commands/Decouple.md",
    '---\ndescription: "Check capacitors"\n---\nEach $1.',
  );
  await put(place.home, ".config/copperhead/commands/review.md", "Mine.");
  await put(place.root, ".copperhead/commands/not a name.md", "x");
  await put(place.root, ".copperhead/commands/empty.md", "\n");
  await put(place.root, ".copperhead/commands/other.txt", "x");
  expect(await listUserCommands(place)).toEqual([
    {
      name: "decouple",
      does: "Check capacitors",
      text: "Each $1.",
      argument: "<words>",
      origin: "repository",
    },
    { name: "review", does: "Mine.", text: "Mine.", origin: "user" },
  ]);
});

it("lists none where there is no folder, and follows no link", async () => {
  const place = places();
  expect(await listUserCommands(place)).toEqual([]);
  const outside = temporaryFolder();
  await put(outside, "secret.md", "secret");
  await mkdir(join(place.root, ".copperhead/commands"), { recursive: true });
  await symlink(join(outside, "secret.md"), join(place.root, ".copperhead/commands/a.md"));
  expect(await listUserCommands(place)).toEqual([]);
  const linked = places();
  await mkdir(join(linked.root, ".copperhead"));
  await symlink(outside, join(linked.root, ".copperhead/commands"));
  await expect(listUserCommands(linked)).rejects.toMatchObject({ failure: { code: "strange-folder" } });
});

it.each([
  ["Look at $ARGUMENTS now.", "R1 and  R2", "Look at R1 and  R2 now."],
  ["From $1 to $2, not $3$10.", "A B", "From A to B, not $10."],
  ["Check it.", "R1", "Check it.\n\nR1"],
  ["Check it.", "", "Check it."],
  ["$ARGUMENTS_X stays", "a", "$ARGUMENTS_X stays\n\na"],
])("%j with %j is %j", (text, typed, expanded) => {
  expect(expandCommand({ text }, typed)).toBe(expanded);
});
