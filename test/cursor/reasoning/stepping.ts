/** A provider on a throw-away agent, for tests of its steps. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { CursorProvider, type CursorProviderOptions } from "../../../source/cursor/reasoning/provider.js";
import type { ReasoningEvent } from "../../../source/cursor/reasoning/reasoning-reader.js";
import type { Message, ToolDescription } from "../../../source/protocol/messages.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { makeProgram } from "../made-program.js";
import * as stream from "../stream.js";

const tools: ToolDescription[] = [
  { name: "read_file", description: "Reads.", parameters: { type: "object" } },
];
export const hello: Message[] = [{ role: "user", text: "hello" }];
export const call = '{"tool": "read_file", "args": {"path": "a"}}';

type Start = { args: string[]; input: string; env: Record<string, string>; rules: boolean };

/**
 * A provider on a throw-away agent, which notes how it was started. `steps` is JavaScript, one a start: what the
 * agent does after it has read its prompt; the last is used again.
 */
export function makeProvider(steps: string[], options: Partial<CursorProviderOptions> = {}) {
  const folder = temporaryFolder();
  const workspace = join(folder, "workspace");
  const binary = makeProgram(
    folder,
    `const input = stdin();
const folder = ${JSON.stringify(folder)};
const turn = fs.readdirSync(folder).filter((name) => name.startsWith("start-")).length;
const resumed = args[args.indexOf("--resume") + 1];
fs.writeFileSync(folder + "/start-" + turn, JSON.stringify({ args, input, env: process.env, rules: fs.existsSync(".cursor/cli.json") }));
fs.writeFileSync(folder + "/pid", String(process.pid));
const steps = [${steps.map((step) => `() => { ${step} }`).join(",")}];
steps[Math.min(turn, steps.length - 1)]();`,
  );
  const printed: string[] = [];
  const provider = new CursorProvider({
    binary,
    workspace,
    tripwire: "strict",
    idleTimeoutMs: 60_000,
    preamble: "You are tested.",
    startLock: join(folder, "lock"),
    env: { ...process.env, OPENAI_API_KEY: "secret" },
    onLine: (line) => printed.push(line),
    ...options,
  });
  onTestFinished(async () => {
    provider.kill();
    await provider.dispose();
  });
  const events: ReasoningEvent[] = [];
  const abort = new AbortController();
  const onEvent = (event: ReasoningEvent) => events.push(event);
  const chat = (messages: Message[] = hello) =>
    provider.chat(messages, tools, { signal: abort.signal, onEvent });
  /** A step that `abort` does not interrupt. */
  const chatAfresh = () => provider.chat(hello, tools, { signal: new AbortController().signal, onEvent });
  const starts = (): Start[] =>
    readdirSync(folder)
      .filter((name) => name.startsWith("start-"))
      .sort()
      .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
  const pid = () => Number(readFileSync(join(folder, "pid"), "utf8"));
  const of = (type: ReasoningEvent["type"]) => events.filter((event) => event.type === type);
  const prose = () => events.map((event) => (event.type === "prose" ? event.delta : "")).join("");
  return { provider, folder, workspace, events, printed, abort, chat, chatAfresh, starts, pid, of, prose };
}

export const say = (...events: (object | string)[]) =>
  `say(${events.map((event) => JSON.stringify(event)).join(",")});`;

/** A whole step that answers with the given text, in two deltas and a recap. */
export function answer(text: string, init: object = stream.init(), before: object[] = []): string {
  const half = Math.ceil(text.length / 2);
  const deltas = [stream.delta(text.slice(0, half)), stream.delta(text.slice(half))];
  return say(init, stream.user("hello"), ...before, ...deltas, stream.lastRecap(text), stream.result(text));
}
export const goOn = (chat: Message[], text: string): Message[] => [
  ...chat,
  { role: "assistant", text, calls: [] },
  { role: "user", text: "and then?" },
];
