import { parseJson } from "../../base/json-lines.js";
import { LineSplitter } from "../../base/line-splitter.js";
import { type DecodedEvent, decodeEvent } from "./events.js";

/**
 * One thing that the CLI printed on stdout: an event, known or not, or a line that is no JSON object. `line` is the
 * line as it came; of an object printed over several lines, those lines joined.
 */
export type StreamItem = (DecodedEvent | { kind: "text"; text: string }) & { line: string };

/** How a line of a JSON object printed over several lines can begin. */
const prettyLine = /^\s*["{}[\]\d\-tfn]/;

function parseObject(line: string): Record<string, unknown> | undefined {
  return startsObject(line) ? (parseJson(line) as Record<string, unknown> | undefined) : undefined;
}

function startsObject(line: string): boolean {
  return line.trimStart().startsWith("{");
}

/** How much deeper in brackets a line ends than it began; `undefined` where it ends inside a string. */
function depthChange(line: string): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < line.length; at++) {
    const char = line[at];
    if (inString) {
      if (char === "\\") {
        at++;
      } else if (char === '"') {
        inString = false;
      }
    } else if (char === '"') {
      inString = true;
    } else if (char === "{" || char === "[") {
      depth++;
    } else if (char === "}" || char === "]") {
      depth--;
    }
  }
  return inString ? undefined : depth;
}

/** Reads the CLI's stdout piece by piece: bytes in, items out. Any chunking makes the same items. */
export class StreamReader {
  readonly #lines = new LineSplitter();
  /** Lines of an object whose closing bracket has not come, or of text that only looks like one. */
  #open: string[] = [];
  #depth = 0;

  push(chunk: Uint8Array): StreamItem[] {
    return this.#lines.push(chunk).flatMap((line) => this.#read(line));
  }

  /** Call once, after the last chunk. */
  end(): StreamItem[] {
    return [...this.#lines.end().flatMap((line) => this.#read(line)), ...this.#giveUp()];
  }

  #read(line: string): StreamItem[] {
    if (line.trim() === "") {
      return [];
    }
    const isOpen = this.#open.length > 0;
    const raw = parseObject(line);
    // An event on a line of its own shows that what is held was text.
    if (raw && (!isOpen || (line.startsWith("{") && typeof raw.type === "string"))) {
      return [...this.#giveUp(), { ...decodeEvent(raw), line }];
    }
    return isOpen || startsObject(line) ? this.#hold(line) : [textItem(line)];
  }

  #hold(line: string): StreamItem[] {
    this.#open.push(line);
    const change = prettyLine.test(line) ? depthChange(line) : undefined;
    if (change === undefined) {
      return this.#giveUp();
    }
    this.#depth += change;
    if (this.#depth > 0) {
      return [];
    }
    const joined = this.#open.join(" ");
    const raw = parseObject(joined);
    if (!raw) {
      return this.#giveUp();
    }
    this.#open = [];
    this.#depth = 0;
    return [{ ...decodeEvent(raw), line: joined }];
  }

  #giveUp(): StreamItem[] {
    const items = this.#open.map(textItem);
    this.#open = [];
    this.#depth = 0;
    return items;
  }
}

function textItem(line: string): StreamItem {
  return { kind: "text", text: line, line };
}

/**
 * Decodes recorded or live stream-json: lines decoded, unknown types kept, lines that are not JSON as text.
 *
 * @example
 * for await (const item of readEvents(createReadStream("step.ndjson"))) {
 *   if (item.kind === "event") console.log(item.event.type);
 * }
 */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StreamItem, void, void> {
  const reader = new StreamReader();
  for await (const chunk of chunks) {
    yield* reader.push(chunk);
  }
  yield* reader.end();
}
