import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { findCursor, findKnownCursor, requireCursor } from "../../../source/cursor/process/binary.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { fail, makeScript, say, stay } from "../made-program.js";

const cursor = `if [ "$1" = --version ]; then ${say("2026.10.01-e373342")} fi`;
const stranger = `if [ "$1" = --version ]; then ${say("agent 1.4.2")} else ${say("usage: agent")} fi`;
const refused = (code: string) => ({ failure: { code, exitCode: 3 } });

it("is known to be missing without a start of anything", async () => {
  const folder = temporaryFolder();
  await expect(requireCursor({ PATH: folder })).rejects.toMatchObject(refused("cursor-missing"));
  await expect(
    requireCursor({ PATH: folder, COPPERHEAD_CURSOR_PATH: join(folder, "agent") }),
  ).rejects.toMatchObject(refused("cursor-missing"));
  makeScript(folder, fail("started"), "cursor-agent");
  await expect(requireCursor({ PATH: folder })).resolves.toBeUndefined();
});

describe("findCursor", () => {
  it("finds agent, then cursor-agent, on PATH", async () => {
    const [first, second] = [temporaryFolder(), temporaryFolder()];
    const later = makeScript(second, cursor, "cursor-agent");
    const PATH = `${first}:${second}`;
    expect(await findCursor({ PATH })).toEqual({ path: later, version: "2026.10.01-e373342" });
    const agent = makeScript(first, cursor);
    expect((await findCursor({ PATH })).path).toBe(agent);
  });

  it("passes over another vendor's agent, and names it where there is no other", async () => {
    const folder = temporaryFolder();
    makeScript(folder, stranger);
    await expect(findCursor({ PATH: folder })).rejects.toMatchObject({
      failure: { code: "cursor-other-vendor", message: expect.stringContaining("agent 1.4.2") },
    });
    const path = makeScript(folder, cursor, "cursor-agent");
    expect((await findCursor({ PATH: folder })).path).toBe(path);
  });

  it("knows Cursor's by what its about command prints, too", async () => {
    const folder = temporaryFolder();
    const about = `if [ "$1" = about ]; then ${say({ cliVersion: "nightly" })} else ${say("nightly build")} fi`;
    makeScript(folder, about);
    expect((await findCursor({ PATH: folder })).version).toBe("nightly");
  });

  it.each([
    ["a notice before it", "A new version is available.\n2026.10.01-e373342"],
    ["a notice after it", "2026.10.01-e373342\n\nRun agent update."],
    ["colours around it", "\u001b[32m2026.10.01-e373342\u001b[0m"],
  ])("finds the version with %s", async (_, printed) => {
    const folder = temporaryFolder();
    makeScript(folder, say(printed));
    expect((await findCursor({ PATH: folder })).version).toBe("2026.10.01-e373342");
  });

  it("makes a path absolute that PATH or the setting has relative", async () => {
    const folder = temporaryFolder();
    const path = makeScript(folder, cursor);
    const here = relative(process.cwd(), folder);
    expect((await findCursor({ PATH: here })).path).toBe(path);
    expect((await findCursor({ COPPERHEAD_CURSOR_PATH: join(here, "agent") })).path).toBe(path);
  });

  it("reports after 2 s what it waits for, and gives it up after 10", async () => {
    const folder = temporaryFolder();
    makeScript(folder, stay);
    const waits: string[] = [];
    const started = Date.now();
    await expect(findCursor({ PATH: folder }, (message) => waits.push(message))).rejects.toMatchObject(
      refused("cursor-silent"),
    );
    expect(Date.now() - started).toBeLessThan(20_000);
    expect(waits).toEqual([`Waiting for \`${join(folder, "agent")} --version\`.`]);
  }, 30_000);

  it("uses COPPERHEAD_CURSOR_PATH, as a path or a name, and nothing else where it is set", async () => {
    const folder = temporaryFolder();
    makeScript(folder, cursor);
    const own = makeScript(folder, cursor, "my-agent");
    const env = (COPPERHEAD_CURSOR_PATH: string) => ({ PATH: folder, COPPERHEAD_CURSOR_PATH });
    expect((await findCursor(env(own))).path).toBe(own);
    expect((await findCursor(env("my-agent"))).path).toBe(own);
    expect((await findCursor(env(relative(process.cwd(), own)))).version).toBe("2026.10.01-e373342");
    await expect(findCursor(env(join(folder, "absent")))).rejects.toMatchObject(refused("cursor-missing"));
    mkdirSync(join(folder, "sub"));
    await expect(findCursor(env(join(folder, "sub")))).rejects.toMatchObject(refused("cursor-missing"));
    await expect(findCursor(env(makeScript(folder, stranger, "other")))).rejects.toMatchObject(
      refused("cursor-other-vendor"),
    );
  });

  it("fails where there is none, and where one cannot be started", async () => {
    await expect(findCursor({ PATH: temporaryFolder() })).rejects.toMatchObject(refused("cursor-missing"));
    await expect(findCursor({})).rejects.toMatchObject(refused("cursor-missing"));
    const folder = temporaryFolder();
    writeFileSync(join(folder, "agent"), "#!/no/such/interpreter\n");
    chmodSync(join(folder, "agent"), 0o755);
    await expect(findCursor({ PATH: folder })).rejects.toMatchObject(refused("cursor-missing"));
  });
});

describe("findKnownCursor", () => {
  /** An agent that notes each of its starts; `starts` counts them. */
  function counted(body: string) {
    const folder = temporaryFolder();
    const log = join(folder, "starts");
    const path = makeScript(folder, `printf . >> ${log}\n${body}`);
    const env = { PATH: folder, XDG_STATE_HOME: join(folder, "state") };
    const starts = () => (existsSync(log) ? readFileSync(log, "utf8").length : 0);
    return { folder, path, env, starts, find: () => findKnownCursor(env, () => {}) };
  }

  it("starts a program once that is Cursor's, and again when it is another file", async () => {
    const { folder, path, starts, find } = counted(cursor);
    expect(await find()).toEqual({ path, version: "2026.10.01-e373342" });
    expect(await find()).toEqual({ path, version: "2026.10.01-e373342" });
    expect(starts()).toBe(1);
    makeScript(folder, say("2026.11.02-0123456"));
    expect((await find()).version).toBe("2026.11.02-0123456");
    makeScript(folder, stranger);
    await expect(find()).rejects.toMatchObject(refused("cursor-other-vendor"));
  });

  it("asks the program anew that a link leads to since an update", async () => {
    const { folder, path, env } = counted(cursor);
    const bin = temporaryFolder();
    symlinkSync(path, join(bin, "agent"));
    const find = () => findKnownCursor({ ...env, PATH: bin }, () => {});
    expect((await find()).version).toBe("2026.10.01-e373342");
    const updated = makeScript(folder, say("2026.11.02-0123456"), "updated");
    unlinkSync(join(bin, "agent"));
    symlinkSync(updated, join(bin, "agent"));
    expect(await find()).toEqual({ path: join(bin, "agent"), version: "2026.11.02-0123456" });
  });

  it("keeps nothing of a program that is not Cursor's", async () => {
    const { starts, find } = counted(stranger);
    await expect(find()).rejects.toMatchObject(refused("cursor-other-vendor"));
    const once = starts();
    await expect(find()).rejects.toMatchObject(refused("cursor-other-vendor"));
    expect(starts()).toBe(2 * once);
  });

  it("asks again on another day, and always where findCursor is asked", async () => {
    const { env, starts, find } = counted(cursor);
    await find();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 60 * 60 * 1000 });
    await find().finally(() => vi.useRealTimers());
    expect(starts()).toBe(2);
    await findCursor(env);
    expect(starts()).toBe(3);
  });
});
