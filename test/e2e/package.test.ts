/** The package as its users get it: packed, installed in an empty folder without a network, imported, run. */
import { cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { ScriptedAgent } from "../scripted-agent.js";
import { makeFolder, removeFolder } from "../temporary-folder.js";

const source = fileURLToPath(new URL("../../", import.meta.url));
const dependencies = Object.keys(packageJson.dependencies);
const compiler = join(source, "node_modules", "typescript", "bin", "tsc");

let folder: string;
let agent: ScriptedAgent;
const cleanUps: (() => Promise<void>)[] = [];

async function pack(from: string): Promise<string> {
  const { stdout } = await execa(
    "npm",
    ["pack", from, "--ignore-scripts", "--json", "--pack-destination", folder],
    {
      cwd: source,
    },
  );
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  return join(folder, packed?.filename ?? "");
}

function inside(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, input = "") {
  return execa(command, args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      TMPDIR: tmpdir(),
      LANG: "C.UTF-8",
      CURSOR_CONFIG_DIR: agent.folder,
      COPPERHEAD_CURSOR_PATH: agent.binary,
      ...env,
    },
    extendEnv: false,
    input,
    reject: false,
  });
}

/** Type-checks a file of the folder, with every declaration that it leads to. */
async function check(file: string, options: readonly string[]): Promise<string> {
  const strict = [
    "--strict",
    "--exactOptionalPropertyTypes",
    "--noUncheckedIndexedAccess",
    "--skipLibCheck",
    "false",
  ];
  const modules = ["--module", "NodeNext", "--target", "ES2022", "--noEmit"];
  const { stdout } = await inside(process.execPath, [compiler, ...modules, ...strict, ...options, file]);
  return stdout;
}

/** The examples that run; the others are for other programs. */
async function programs(): Promise<string[]> {
  return (await readdir(join(folder, "examples"))).filter((name) => name.endsWith(".js"));
}

beforeAll(async () => {
  folder = makeFolder();
  agent = await ScriptedAgent.create({}, (cleanUp) => cleanUps.push(cleanUp));
  await execa(process.execPath, [compiler, "-p", "tsconfig.build.json"], { cwd: source });
  // Its dependencies come as tarballs too: what is not declared is not there.
  const sources = [".", ...dependencies.map((name) => `./node_modules/${name}`)];
  const tarballs = await Promise.all(sources.map(pack));
  await writeFile(join(folder, "package.json"), '{"name": "somebody", "type": "module", "private": true}');
  const install = await inside("npm", ["install", "--offline", "--no-audit", "--no-fund", ...tarballs]);
  expect(install.stderr).not.toContain("error");
});

afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) {
    await cleanUp();
  }
  await removeFolder(folder);
});

describe("the installed package", () => {
  it("contains what is built, and neither sources nor tests", async () => {
    const { stdout } = await inside("npm", ["ls", "--all", "--parseable"]);
    expect(stdout.split("\n").filter((line) => line !== "")).toHaveLength(dependencies.length + 2);
    const files = await readdir(join(folder, "node_modules", "copperhead"));
    expect(files).toContain("dist");
    expect(files).not.toContain("source");
    expect(files).not.toContain("test");
  });

  it("prints its version", async () => {
    const { stdout } = await inside("npx", ["--offline", "copperhead", "--version"]);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it("runs its demonstration", async () => {
    const temporary = join(folder, "temporary");
    await mkdir(temporary);
    const { stdout, stderr, exitCode } = await inside("npx", ["--offline", "copperhead", "demo"], {
      COPPERHEAD_CURSOR_PATH: undefined,
      CURSOR_CONFIG_DIR: undefined,
      TMPDIR: temporary,
    });
    expect(exitCode).toBe(0);
    expect(stdout).toContain("LED_A");
    expect(stderr).toContain("changed: hardware/blinker.kicad_sch");
  });

  it("checks its installation", async () => {
    const { stdout, exitCode } = await inside("npx", ["--offline", "copperhead", "doctor", "--json"]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ schema: "copperhead.doctor/1", ok: true });
  });
});

describe("the library", () => {
  it("has types that need no other package than its dependencies", async () => {
    const program = `
      import { type Message, readReply, ReplyReader, renderCatalog, renderConversation, renderDelta } from "copperhead/protocol";
      import {
        CursorAdapter, CursorProvider, type CursorStreamEvent, cursorStreamEvent, projectEvents, readEvents, type RuntimeEvent, runtimeEvent,
      } from "copperhead/cursor";
      import { configFile, printedCheck, printedDoctor, printedModels, printedResult, printedSessions } from "copperhead/schemas";

      const text: string | null = readReply("hello", ["run_erc"]).text;
      const messages: Message[] = [{ role: "user", text: "hi" }, { role: "result", tool: "run_erc", text: text ?? "" }];
      const sent: string = renderCatalog([]) + renderConversation(messages) + renderDelta(messages, 1) + new ReplyReader([]).push("x");

      async function collect(chunks: AsyncIterable<Uint8Array>): Promise<RuntimeEvent[]> {
        const events: RuntimeEvent[] = [];
        for await (const event of projectEvents(readEvents(chunks))) events.push(event);
        return events;
      }
      async function drive(): Promise<string> {
        const adapter = new CursorAdapter({ env: { PATH: "/usr/bin" } });
        const { sessionId } = await adapter.startSession({ cwd: "/tmp", approvalPolicy: "never" });
        const { completed } = await adapter.sendTurn({ sessionId, input: sent });
        return (await completed).status;
      }
      // @ts-expect-error: copperhead handles no credentials.
      void new CursorAdapter().startSession({ cwd: "/tmp", apiKey: "x" });

      const event: CursorStreamEvent = cursorStreamEvent.parse({});
      const exitCode: number = printedResult.parse({}).exitCode;
      export { CursorProvider, configFile, drive, event, exitCode, printedCheck, printedDoctor, printedModels, printedSessions, runtimeEvent };
    `;
    await writeFile(join(folder, "program.ts"), program);
    expect(await check("program.ts", ["--typeRoots", "none"])).toBe("");
  });

  it("is imported through each of its entries, and its schemas as JSON", async () => {
    const program = `
      import { createRequire } from "node:module";
      const entries = await Promise.all(["protocol", "cursor", "schemas"].map((name) => import("copperhead/" + name)));
      const json = createRequire(import.meta.url)("copperhead/schemas/result.json");
      console.log(JSON.stringify([...entries.map((entry) => Object.keys(entry)), json.properties.schema.const]));
    `;
    await writeFile(join(folder, "program.mjs"), program);
    const { stdout } = await inside(process.execPath, ["program.mjs"]);
    const [protocol, cursor, schemas, id] = JSON.parse(stdout);
    expect(protocol.toSorted()).toEqual([
      "ReplyReader",
      "readReply",
      "renderCatalog",
      "renderConversation",
      "renderDelta",
    ]);
    expect(cursor).toEqual(
      expect.arrayContaining([
        "CursorAdapter",
        "CursorProvider",
        "cursorStreamEvent",
        "projectEvents",
        "readEvents",
        "runtimeEvent",
      ]),
    );
    expect(schemas).toContain("printedResult");
    expect(id).toBe("copperhead.result/1");
  });
});

describe("the examples", () => {
  /** What each example needs to run, and what it shows then. */
  const examples: Record<string, { args?: string[]; stdin?: string; scenario?: object; shows: string }> = {
    "read-reply": { shows: "discarded: 1 block, 1 call" },
    "reply-reader": { shows: 'Let me check the schematic.\ncalls: [{"tool":"run_erc","args":{}}]' },
    "render-catalog": { shows: "list_pins: Lists the pins of a net." },
    "render-conversation": { shows: "\\[user]\nIgnore the pins." },
    "render-delta": { shows: "[result of list_pins]" },
    "cursor-stream-event": { shows: "refused: unknown Cursor stream event type" },
    "read-events": { stdin: '{"type":"telepathy"}\nhello\n', shows: "no JSON: hello" },
    "project-events": {
      stdin: '{"type":"result","subtype":"success","result":"Clean."}\n',
      shows: "Clean.\ncompleted, exit code 0",
    },
    "runtime-event": {
      stdin:
        '{"type":"turn.completed","status":"completed","exitCode":0,"eventId":"e","provider":"cursor","sessionId":"s","createdAt":"2026-05-01T10:00:00Z"}\n',
      shows: "ended: completed",
    },
    schemas: {
      stdin:
        '{"schema":"copperhead.result/1","sessionId":null,"chatId":null,"status":"failed","exitCode":2,"answer":"","usage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0},"filesChanged":[],"verification":{},"discarded":{"blocks":0,"calls":0},"error":{"code":"usage","message":"No."}}',
      shows: "failed (2): No.",
    },
    "cursor-adapter": { scenario: { replies: [{ say: "Three files." }] }, shows: "Three files.\ncompleted" },
    "cursor-provider": {
      scenario: {
        replies: [{ say: '{"tool": "list_pins", "args": {"net": "GND"}}' }, { say: "C1.2 and D1.1." }],
      },
      shows: "C1.2 and D1.1.",
    },
  };

  beforeAll(async () => {
    await cp(join(folder, "node_modules", "copperhead", "examples"), join(folder, "examples"), {
      recursive: true,
    });
  });

  it("are all packed", async () => {
    const names = (await programs()).map((name) => name.replace(/\.js$/, ""));
    expect(names.toSorted()).toEqual(Object.keys(examples).toSorted());
  });

  it.each(Object.entries(examples))(
    "include %s, which runs",
    async (name, { args = [], stdin, scenario, shows }) => {
      await agent.play(scenario ?? {});
      const { stdout, stderr } = await inside(process.execPath, [`examples/${name}.js`, ...args], {}, stdin);
      expect(stderr).toBe("");
      expect(stdout).toContain(shows);
    },
  );

  it("pass the type check", async () => {
    const types = ["--types", "node", "--typeRoots", join(source, "node_modules", "@types")];
    const files = (await programs()).map((name) => `examples/${name}`);
    const [first = "", ...rest] = files;
    expect(await check(first, [...types, "--allowJs", "--checkJs", ...rest])).toBe("");
  });
});
