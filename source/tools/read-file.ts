import * as z from "zod";
import { hashOf } from "../base/files/hash.js";
import { contain } from "../workspace/containment.js";
import { describeMissing, readRepositoryFile } from "./repository-files.js";
import { countOf, decode, styleOf, withoutStyle } from "./text/text-file.js";
import { defineTool } from "./tool.js";
import { cutAtLine, rejected, type ToolResult } from "./tool-result.js";

/** The longest page, in lines and in characters. */
const pageLines = 800;
const pageCharacters = 24_000;

/** `read_file`: a page of a text file, in the form that `edit_file` expects. */
export const readFile = defineTool({
  name: "read_file",
  description: `Reads a text file, at most ${pageLines} lines at once. The first line of the result names the lines; after it comes the text exactly, to be copied into edit_file. CRLF is shown as LF.`,
  parameters: z.strictObject({
    path: z.string().describe("relative to the repository"),
    start_line: z.int().min(1).optional().describe("from 1"),
    end_line: z.int().min(1).optional().describe("the last line to read"),
  }),
  kind: "other",
  example: { path: "docs/notes.md", start_line: 1, end_line: 40 },
  title: ({ path, start_line, end_line }) =>
    start_line === undefined && end_line === undefined
      ? `Read ${path}`
      : `Read ${path}:${start_line ?? 1}–${end_line ?? ""}`,
  run: async ({ path, start_line: start = 1, end_line }, { root }) => {
    const bytes = await readRepositoryFile(root, path);
    if (bytes === null) {
      return rejected(await describeMissing(root, path), `${path} does not exist`);
    }
    const raw = decode(bytes);
    if (raw === undefined) {
      return rejected(`${path} is not a UTF-8 text file (${bytes.length} bytes).`, `${path} is not text`);
    }
    const seen = { path: (await contain(root, path)).relative, hash: hashOf(bytes) };
    return { ...page(path, raw, start, end_line), seen: [seen] };
  },
});

function page(path: string, raw: string, start: number, wantedEnd: number | undefined): ToolResult {
  if (raw === "") {
    return { outcome: "success", text: `${path} is empty.`, detail: "empty" };
  }
  const { endsInNewline, lineEnd } = styleOf(raw);
  const text = withoutStyle(raw);
  const lines = (endsInNewline ? text.slice(0, -1) : text).split("\n");
  if (start > lines.length || (wantedEnd !== undefined && wantedEnd < start)) {
    const range = `from ${start} to ${wantedEnd ?? lines.length}`;
    return rejected(`${path} has ${lines.length} lines; there is nothing ${range}.`);
  }
  const end = Math.min(wantedEnd ?? lines.length, lines.length);
  const asked = lines.slice(start - 1, Math.min(end, start - 1 + pageLines)).join("\n");
  const shown = cutAtLine(asked, pageCharacters);
  const last = start + countOf(shown, "\n");
  const isWholeLine = shown === asked || asked[shown.length] === "\n";
  const notes = [
    ...(lineEnd === "\r\n" ? ["CRLF line ends"] : []),
    ...(last === lines.length && !endsInNewline ? ["no newline at the end"] : []),
    ...(isWholeLine ? [] : ["the line is longer than what is shown: do not copy its end"]),
    ...(last < end ? [`go on with start_line ${last + 1}`] : []),
  ];
  const head = `${path}, lines ${start} to ${last} of ${lines.length}${notes.map((note) => `; ${note}`).join("")}:`;
  return {
    outcome: "success",
    text: `${head}\n${shown}`,
    detail: `lines ${start}–${last} of ${lines.length}`,
  };
}
