import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  checkLogin,
  createChat,
  listModels,
  parseModels,
} from "../../../source/cursor/process/short-commands.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { fail, makeScript, say, stay, until } from "../made-program.js";

const program = (body: string) => makeScript(temporaryFolder(), body);

describe("parseModels", () => {
  it("reads ids and labels with double spaces and hidden characters, and the default", () => {
    const text = [
      "Available models",
      "",
      "auto - Auto",
      "gpt-6.1-high - GPT-6.1  High (current, default)",
      "opus_5 - \u200bOpus 5 (Thinking) - new\r",
      "",
      "Tip: use --model <id> to switch.",
    ].join("\n");
    expect(parseModels(text)).toEqual([
      { id: "auto", label: "Auto", isDefault: false },
      { id: "gpt-6.1-high", label: "GPT-6.1 High", isDefault: true },
      { id: "opus_5", label: "Opus 5 (Thinking) - new", isDefault: false },
    ]);
  });

  it("the current model is the default where both are marked", () => {
    const models = parseModels("a - A (default)\nb - B  (current)\n");
    expect(models.map(({ isDefault }) => isDefault)).toEqual([false, true]);
    expect(parseModels("a - A (default)\nb - B")[0]?.isDefault).toBe(true);
    expect(parseModels("No models")).toEqual([]);
  });
});

describe("listModels", () => {
  it("returns the list, or fails with the reason why there is none", async () => {
    expect(await listModels(program(`if [ "$1" = models ]; then ${say("a - A")} fi`))).toHaveLength(1);
    const loggedOut = program(fail("Error: Authentication required."));
    await expect(listModels(loggedOut)).rejects.toMatchObject({ failure: { code: "not-logged-in" } });
    await expect(listModels("/no/agent")).rejects.toMatchObject({ failure: { exitCode: 3 } });
  });
});

describe("checkLogin", () => {
  it("goes by what is printed, not by the exit code", async () => {
    const json = (value: object) => program(say(JSON.stringify(value, null, 2)));
    expect(await checkLogin(json({ isAuthenticated: false }))).toEqual({ loggedIn: false });
    expect(await checkLogin(json({ isAuthenticated: true, userInfo: { email: "a@b.c" } }))).toEqual({
      loggedIn: true,
      email: "a@b.c",
    });
  });

  it("reads the text form of older versions", async () => {
    const old = (text: string) =>
      program(`if [ $# -gt 1 ]; then ${fail("error: unknown option '--format'")} fi; ${say(text)}`);
    expect(await checkLogin(old("✓ Logged in as a@b.c"))).toEqual({ loggedIn: true, email: "a@b.c" });
    expect(await checkLogin(old("Not logged in"))).toEqual({ loggedIn: false });
    await expect(checkLogin(old("hm"))).rejects.toMatchObject({ failure: { code: "no-result" } });
  });
});

describe("createChat", () => {
  it("returns the id on the last line, made in the workspace, under the lock of starts", async () => {
    const folder = temporaryFolder();
    const startLock = join(folder, "start.lock");
    const agent = makeScript(
      folder,
      `test -e start.lock && ${say("Update available", "57ab654c-7728-49fe-a740-0a7c59885454", "")} : > cwd`,
    );
    const id = await createChat(agent, { workspace: folder, startLock });
    expect(id).toBe("57ab654c-7728-49fe-a740-0a7c59885454");
    expect(existsSync(join(folder, "cwd"))).toBe(true);
    await until(() => !existsSync(startLock));
  });

  it.each([["Update available\nID\nRun agent update."], ["\u001b[1mID\u001b[0m"], ["Created chat ID\nBye"]])(
    "finds the id among notices: %j",
    async (printed) => {
      const id = "57ab654c-7728-49fe-a740-0a7c59885454";
      const folder = temporaryFolder();
      const agent = makeScript(folder, say(printed.replace("ID", id)));
      expect(await createChat(agent, { workspace: folder, startLock: join(folder, "start.lock") })).toBe(id);
    },
  );

  it("fails with the reason where there is none, and can be interrupted", async () => {
    const folder = temporaryFolder();
    const options = { workspace: folder, startLock: join(folder, "start.lock") };
    const failing = makeScript(folder, `${say("Error: You've hit your usage limit")} exit 1`);
    await expect(createChat(failing, options)).rejects.toMatchObject({ failure: { code: "limit-reached" } });
    const hanging = makeScript(folder, `: > up; ${stay}`, "hanging");
    const abort = new AbortController();
    const made = createChat(hanging, { ...options, signal: abort.signal });
    await until(() => existsSync(join(folder, "up")));
    abort.abort();
    await expect(made).rejects.toMatchObject({ failure: { code: "interrupted" } });
  });
});
