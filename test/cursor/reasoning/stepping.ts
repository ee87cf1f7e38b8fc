/** A provider on a throw-away agent, for tests of its steps. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { shellWord } from "../../../source/base/text/shell-word.js";
import { CursorProvider, type CursorProviderOptions } from "../../../source/cursor/reasoning/provider.js";
import type { ReasoningEvent } from "../../../source/cursor/reasoning/reasoning-reader.js";
import type { Message, ToolDescription } from "../../../source/protocol/messages.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { makeScript, say } from "../made-program.js";
import * as stream from "../stream.js";

const tools: ToolDescription[] = [
  { name: "read_file", description: "Reads.", parameters: { type: "object" } },
];
export const hello: Message[] = [{ role: "user", text: "hello" }];
export const call = '{"tool": "read_file", "args": {"path": "a"}}';

type Start = { args: string[]; input: string; env: Record<string, string | undefined>; rules: boolean };

/**
 * A provider on a throw-away agent, which notes how it was started. `steps` is a script of `sh`, one a start: what the
 * agent does after it has read its prompt, in `$folder` of the test; the last is used again.
 */
export function makeProvider(steps: string[], options: Partial<CursorProviderOptions> = {}) {
  const folder = temporaryFolder();
  const workspace = join(folder, "workspace");
  const last = steps.length - 1;
  const binary = makeScript(
    folder,
    `folder=${shellWord(folder)}
turn=0
while [ -e "$folder/start-$turn" ]; do turn=$((turn + 1)); done
start="$folder/start-$turn"
mkdir "$start"
printf '%s\\n' "$@" > "$start/args"
cat > "$start/input"
env > "$start/env"
[ -e .cursor/cli.json ] && : > "$start/rules"
echo $$ > "$folder/pid"
case $turn in
${steps.map((step, turn) => `${turn === last ? "*" : turn}) ${step.trim()} ;;`).join("\n")}
esac`,
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
      .map((name) => readStart(join(folder, name)));
  const pid = () => Number(readFileSync(join(folder, "pid"), "utf8"));
  const of = (type: ReasoningEvent["type"]) => events.filter((event) => event.type === type);
  const prose = () => events.map((event) => (event.type === "prose" ? event.delta : "")).join("");
  return { provider, folder, workspace, events, printed, abort, chat, chatAfresh, starts, pid, of, prose };
}

function readStart(folder: string): Start {
  const [args = "", input = "", env = ""] = ["args", "input", "env"].map((name) =>
    readFileSync(join(folder, name), "utf8"),
  );
  return {
    args: args.trimEnd().split("\n"),
    input,
    env: Object.fromEntries(env.split("\n").map((line) => line.split(/=(.*)/, 2))),
    rules: existsSync(join(folder, "rules")),
  };
}

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
