import { execFileSync } from "node:child_process";
import { link, mkdir, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contain, readContained } from "../../source/workspace/containment.js";
import { isInternal, protectedReason } from "../../source/workspace/protected-names.js";
import { temporaryFolder } from "../temporary-folder.js";
import { put } from "./folders.js";

const refused = (reason: string) => ({
  failure: { code: "path-refused", message: expect.stringContaining(reason) },
});

describe("a path in the repository", () => {
  it.each(["board.kicad_pcb", "./a//b/c.txt", "new/folder/file", ".github/x", ".gitignore", ".", "a/"])(
    "is accepted: %s",
    async (path) => {
      const root = temporaryFolder();
      await put(root, "a/b/c.txt", "x");
      const { absolute, relative } = await contain(root, path);
      expect(absolute).toBe(join(root, relative).replace(/\/$/, ""));
    },
  );

  it("resolves through links that stay inside, and returns where it really is", async () => {
    const root = temporaryFolder();
    await put(root, "real/board.kicad_pcb", "x");
    await symlink("real", join(root, "alias"));
    await symlink("alias/board.kicad_pcb", join(root, "board"));
    expect(await contain(root, "board")).toEqual({
      absolute: join(root, "real/board.kicad_pcb"),
      relative: "real/board.kicad_pcb",
      isObeyed: false,
    });
    expect((await contain(root, "alias/new/x")).relative).toBe("real/new/x");
    expect((await contain(root, join(root, "alias/new"))).relative).toBe("real/new");
  });

  it("may be named by an absolute path that leads there through a link", async () => {
    const root = temporaryFolder();
    await put(root, "a", "x");
    const door = join(temporaryFolder(), "door");
    await symlink(root, door);
    expect((await contain(root, join(door, "a"))).relative).toBe("a");
  });
});

describe("a path that is refused", () => {
  it.each([
    ["", "empty"],
    ["a\0b", "not a file name"],
    ["a\udc80", "not a file name"],
    ["..", '".."'],
    ["a/../../b", '".."'],
    ["a/../b", '".."'],
    ["..\\windows", '".."'],
    ["/etc/passwd", "outside"],
    ["file/below", "one of its folders is a file"],
    ["x".repeat(300), "cannot be reached"],
  ])("%j", async (path, reason) => {
    const root = temporaryFolder();
    await put(root, "file", "x");
    await expect(contain(root, path)).rejects.toMatchObject(refused(reason));
  });

  it("is not fooled by a neighbour whose name begins the same", async () => {
    const parent = temporaryFolder();
    await put(parent, "repo/a", "x");
    await put(parent, "repo-secrets/a", "x");
    await expect(contain(join(parent, "repo"), join(parent, "repo-secrets/a"))).rejects.toMatchObject(
      refused("outside"),
    );
  });

  it("is a link that leads out, nowhere, in a circle, or to something private", async () => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    await put(outside, "a", "x");
    await put(root, ".env", "x");
    await symlink(outside, join(root, "out"));
    await symlink(join(outside, "a"), join(root, "file"));
    await symlink(join(outside, "missing"), join(root, "dangling"));
    await symlink("circle", join(root, "circle"));
    await symlink(".env", join(root, "readme.txt"));
    for (const path of ["out/a", "out/new", "file"]) {
      await expect(contain(root, path), path).rejects.toMatchObject(refused("a link that leads out"));
    }
    await expect(contain(root, "dangling")).rejects.toMatchObject(refused("a link that leads nowhere"));
    await expect(contain(root, "dangling/x")).rejects.toMatchObject(refused("a link that leads nowhere"));
    await expect(contain(root, "circle")).rejects.toMatchObject(refused("in a circle"));
    await expect(contain(root, "readme.txt")).rejects.toMatchObject(refused(".env is private"));
  });

  it("never lies outside, whatever it is made of", async () => {
    const root = temporaryFolder();
    await put(root, "a/b", "x");
    await symlink(temporaryFolder(), join(root, "out"));
    const part = fc.constantFrom("a", "b", "..", ".", "out", "", "/", "\\", "~", "new", "%2e%2e", "\0");
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 7 }), async (parts) => {
        const place = await contain(root, parts.join("/")).catch(() => undefined);
        if (place) {
          expect(`${place.absolute}/`.startsWith(`${root}/`)).toBe(true);
        }
      }),
    );
  });
});

describe("private names", () => {
  it.each([
    ".git/config",
    ".GIT/config",
    "sub/.git/hooks/pre-commit",
    ".git./config",
    ".git /config",
    "git~1/config",
    ".g\u200cit/config",
    ".git::$INDEX_ALLOCATION/x",
    ".copperhead/config.json",
    ".env",
    ".env.local",
    ".ENV",
    "a/.envrc",
    "server.pem",
    "keys/Server.KEY",
    "cert.p12",
    "x.pfx",
    "store.jks",
    "id_rsa",
    "id_ed25519.pub",
    "ID_RSA.bak",
    ".ssh/config",
    ".aws/credentials",
    ".netrc",
    ".npmrc",
  ])("%s", (path) => {
    expect(protectedReason(path)).toBeDefined();
  });

  it.each([
    "board.kicad_pcb",
    "id_rsa.kicad_sym",
    "id_rsa_connector.kicad_mod",
    "mykey.kicad_sch",
    "my.key.kicad_pro",
    "keys/keyboard.kicad_pcb",
    "kicad.net",
    ".gitignore",
    ".gitattributes",
    ".github/workflows/ci.yml",
    "environment.txt",
    "pem/readme.md",
    "hotkeys.json",
    "fp-lib-table",
    "sim.asc",
  ])("do not hit %s", (path) => {
    expect(protectedReason(path)).toBeUndefined();
  });

  it("are git's and copperhead's own where not even an undo writes; the settings are the user's", () => {
    expect([".git/x", "a/.GIT/x", ".copperhead/lock", ".copperhead/sessions/x"].every(isInternal)).toBe(true);
    expect([".copperhead/config.json", ".gitignore", "a/.copperhead", ".env"].some(isInternal)).toBe(false);
  });
});

describe("reading", () => {
  it("returns the bytes, through links that stay inside", async () => {
    const root = temporaryFolder();
    await put(root, "a", Buffer.from([0, 255]));
    await symlink("a", join(root, "b"));
    await link(join(root, "a"), join(root, "c"));
    for (const path of ["a", "b", "c"]) {
      expect(await readContained(root, path)).toEqual(Buffer.from([0, 255]));
    }
    await expect(readContained(root, "missing")).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("does not wait for a pipe, and reads no folder", async () => {
    const root = temporaryFolder();
    execFileSync("mkfifo", [join(root, "pipe")]);
    await mkdir(join(root, "folder"));
    for (const path of ["pipe", "folder"]) {
      await expect(readContained(root, path)).rejects.toMatchObject(refused("not a file"));
    }
  });

  it("never returns bytes from outside while somebody exchanges the file and its folder for links", async () => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    await put(outside, "a", "outside");
    await put(root, "real/a", "inside");
    let done = false;
    const exchange = async () => {
      while (!done) {
        await rename(join(root, "real"), join(root, "away"));
        await symlink(outside, join(root, "real"));
        await rm(join(root, "real"));
        await rename(join(root, "away"), join(root, "real"));
      }
    };
    const exchanging = exchange();
    for (let attempt = 0; attempt < 400; attempt += 1) {
      const bytes = await readContained(root, "real/a").catch(() => undefined);
      if (bytes) {
        expect(bytes.toString()).toBe("inside");
      }
    }
    done = true;
    await exchanging;
  });
});
