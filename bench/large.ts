/** Large repositories, long streams, hostile replies: the program's own parts beside what a user would compare with. */
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectEvents } from "../source/cursor/native/project-events.js";
import { readEvents } from "../source/cursor/stream/stream-reader.js";
import { readReply } from "../source/protocol/reply-reader.js";
import { findTool } from "../source/tools/catalog.js";
import { listRepositoryFiles } from "../source/tools/repository-files.js";
import type { ToolContext } from "../source/tools/tool.js";
import { completionAt } from "../source/ui/prompt/completion.js";
import { renderMarkdown } from "../source/ui/rows/render-markdown.js";
import { settleSnapshot, takeSnapshot } from "../source/workspace/snapshot/git-snapshot.js";
import { costOf, row, run } from "./cost.js";

const folders = 1000;
const filesInEach = 100;
const events = 200_000;
const megabyte = 1 << 20;

/** A committed repository of a hundred thousand small files. */
async function largeRepository(folder: string): Promise<string> {
  const root = join(folder, "large");
  for (let index = 0; index < folders; index++) {
    const at = join(root, `d${index % 50}`, `s${index}`);
    await mkdir(at, { recursive: true });
    await Promise.all(
      Array.from({ length: filesInEach }, (_, file) =>
        writeFile(join(at, `f${file}.txt`), `file ${index} ${file}\n${"resistor net label\n".repeat(20)}`),
      ),
    );
  }
  await mkdir(join(root, ".copperhead/sessions/20260101-000000-bench1"), { recursive: true });
  await writeFile(join(root, ".copperhead/.gitignore"), "*\n");
  const who = ["-c", "user.name=bench", "-c", "user.email=bench@example.com", "-c", "gc.auto=0"];
  for (const args of [["init", "-q"], ["add", "-A"], ["commit", "-qm", "files"], ["gc", "-q"], ["status"]]) {
    run("git", [...who, ...args], root);
  }
  return root;
}

async function measureRepository(root: string): Promise<void> {
  const place = { root, sessionFolder: join(root, ".copperhead/sessions/20260101-000000-bench1"), turn: 1 };
  const status = await costOf(3, () => run("git", ["status", "--short"], root));
  row(
    "native turn, 100,000 files: before the child",
    await costOf(1, () => takeSnapshot(place)),
    "git status",
    status,
  );
  row(
    "native turn, 100,000 files: after the child",
    await costOf(1, () => settleSnapshot(place)),
    "git status",
    status,
  );
  const context = { root, signal: new AbortController().signal } as ToolContext;
  const search = () => findTool("search")?.run({ pattern: "not there" }, context);
  const grep = await costOf(3, () => run("git", ["grep", "--untracked", "-c", "not there"], root));
  row("search, 100,000 files, no hit", await costOf(2, search), "git grep", grep);
  const list = await costOf(3, () => run("git", ["ls-files", "-co", "--exclude-standard"], root));
  row(
    "list_files, 100,000 files",
    await costOf(2, () => listRepositoryFiles(root)),
    "git ls-files -co",
    list,
  );
  const files = await listRepositoryFiles(root);
  const complete = () => completionAt({ text: "@f9", caret: 3 }, { commands: [], files });
  row("@ completion, 100,000 files: a key", await costOf(5, complete), "git ls-files -co", list);
}

/** A stream of deltas, as Cursor prints one, in a file. */
async function longStream(folder: string): Promise<string> {
  const session = { session_id: "11111111-2222-4333-8444-555555555555" };
  const lines = [JSON.stringify({ type: "system", subtype: "init", model: "Auto", ...session })];
  for (let index = 0; index < events; index++) {
    const time = { ...session, timestamp_ms: 1_760_000_000_000 + index };
    const content = [{ type: "text", text: index % 12 === 11 ? `word ${index}\n` : `word ${index} ` }];
    const delta = { type: "assistant", message: { role: "assistant", content }, ...time };
    const thought = { type: "thinking", subtype: "delta", text: ` thought ${index}`, ...time };
    lines.push(JSON.stringify(index < events / 2 ? thought : delta));
  }
  const path = join(folder, "stream.ndjson");
  await writeFile(path, `${lines.join("\n")}\n`);
  return path;
}

async function measureStream(path: string, program: string, folder: string): Promise<void> {
  const bytes = await readFile(path);
  const parse = await costOf(2, () => {
    for (const line of bytes.toString("utf8").split("\n").filter(Boolean)) {
      JSON.parse(line);
    }
  });
  const project = async () => {
    for await (const _ of projectEvents(readEvents(createReadStream(path)))) {
      // Only what it costs matters.
    }
  };
  row("200,000 events decoded and projected", await costOf(2, project), "JSON.parse", parse);
  for (const format of ["text", "stream-json"]) {
    const args = [program, "replay", path, "--print", "--output-format", format];
    const cost = await costOf(1, () => run(process.execPath, args, folder));
    row(`200,000 events printed as ${format}`, cost, "JSON.parse", parse);
  }
}

const repeat = (text: string, length: number) => text.repeat(Math.ceil(length / text.length));

async function measureHostile(): Promise<void> {
  const replies = {
    "half calls": '{"tool": "read_file", "args": {"path": "a\n',
    "calls never closed": '{"tool": "read_file", "args": {"path":\n',
    "lines that nest": '{"a":\n',
  };
  for (const [name, line] of Object.entries(replies)) {
    const [one, four] = [repeat(line, megabyte), repeat(line, 4 * megabyte)];
    const cost = await costOf(1, () => readReply(four, ["read_file"]));
    const beside = await costOf(2, () => readReply(one, ["read_file"]));
    row(`reply reader, 4 MB of ${name}`, cost, "1 MB", beside);
  }
  const usual = await costOf(5, () => renderMarkdown(repeat("A sentence of a usual answer. ", 3000), 98));
  const answers = {
    "5,000 × http://a.b/(": "http://a.b/(".repeat(5000),
    "50,000 Chinese characters": "漢".repeat(50_000),
    "50,000 [ in a fence": `\`\`\`\n${"[".repeat(50_000)}\n\`\`\``,
    "20,000 é": "é".repeat(20_000),
  };
  for (const [name, answer] of Object.entries(answers)) {
    row(`drawn: ${name}`, await costOf(5, () => renderMarkdown(answer, 98)), "3 kB of prose", usual);
  }
}

const [, , program = ""] = process.argv;
const folder = await mkdtemp(join(tmpdir(), "copperhead-bench-"));
try {
  console.log(`${"CPU milliseconds".padEnd(46)}${"copperhead".padStart(24)}${"beside it".padStart(24)}`);
  await measureHostile();
  await measureStream(await longStream(folder), program, folder);
  await measureRepository(await largeRepository(folder));
} finally {
  await rm(folder, { recursive: true, force: true });
}
