import { stripVTControlCharacters } from "node:util";
import { parseJson } from "../../base/files/json-lines.js";
import { LineSplitter } from "../../base/text/line-splitter.js";
import { type DecodedEvent, decodeEvent } from "./events.js";
import { JsonScanner } from "./json-scanner.js";

/**
 * One thing that the CLI printed on stdout: an event, known or not, or text that is no JSON object. `line` is the
 * line as it came; of an object that was not printed as one valid line, that object as one.
 */
export type StreamItem = (DecodedEvent | { kind: "text"; text: string }) & { line: string };

/** How a line of a JSON object printed over several lines can begin. */
const prettyLine = /^\s*["{}[\]\d\-tfn]/;
/** How an event begins within a line, after something that does not belong to it. */
const eventStart = /\{\s*"type"\s*:/g;
/** Control characters and terminal sequences before the first character of a line, white space excepted. */
const leadingControls = /^(?:\u001b\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f])+/;
/** How many such beginnings in one line are tried, so that a hostile line costs no more than a long one. */
const maxStarts = 8;
/** What is joined to one object at most: its lines, and their length in UTF-16 units. */
const maxLines = 10_000;
const maxLength = 16 * 1024 * 1024;

type Fields = Record<string, unknown>;

function parseObject(text: string): Fields | undefined {
  return startsObject(text) ? (parseJson(text) as Fields | undefined) : undefined;
}

function startsObject(line: string): boolean {
  return line.startsWith("{") || line.trimStart().startsWith("{");
}

/** An object whose end has not come, or text that only looks like one. */
type OpenObject = {
  /** What came before it on its first line. */
  prefix: string;
  scanner: JsonScanner;
  /** The whole lines so far. */
  lines: string[];
  length: number;
};

/** What a line, or the rest of one, begins with; and what follows that. */
type Part = { items: StreamItem[]; rest?: string };

/** Reads the CLI's stdout piece by piece: bytes in, items out. Any chunking makes the same items. */
export class StreamReader {
  readonly #lines = new LineSplitter();
  #open: OpenObject | undefined;

  push(chunk: Uint8Array): StreamItem[] {
    return this.#readAll(this.#lines.push(chunk));
  }

  /** Call once, after the last chunk. */
  end(): StreamItem[] {
    return [...this.#readAll(this.#lines.end()), ...this.#giveUp()];
  }

  #readAll(lines: readonly string[]): StreamItem[] {
    const items: StreamItem[] = [];
    for (const line of lines) {
      this.#read(line, items);
    }
    return items;
  }

  /** Adds to `items`, in which most of the hundred thousands of lines leave one. */
  #read(line: string, items: StreamItem[]): void {
    const bare = line.startsWith("{") ? line : line.replace(leadingControls, "");
    const raw = parseObject(bare);
    // An event on a line of its own shows that what is held was text.
    if (raw && (!this.#open || (bare.startsWith("{") && typeof raw.type === "string"))) {
      items.push(...this.#giveUp(), itemOf(raw, bare));
      return;
    }
    let part = this.#open ? this.#goOn(this.#open, line) : this.#begin(line);
    items.push(...part.items);
    while (part.rest !== undefined) {
      part = this.#begin(part.rest);
      items.push(...part.items);
    }
  }

  /** Reads a line that is no object as it is: one may begin in it. */
  #begin(line: string): Part {
    for (const start of startsOf(line)) {
      const scanner = new JsonScanner();
      const end = scanner.push(line, start);
      const prefix = line.slice(0, start);
      if (end === undefined) {
        this.#open = { prefix, scanner, lines: [line], length: line.length };
        return { items: [] };
      }
      const raw = parseObject(scanner.text);
      if (typeof raw?.type === "string") {
        return { items: [...textItems(prefix), itemOf(raw, scanner.text)], rest: line.slice(end) };
      }
    }
    return { items: textItems(line) };
  }

  #goOn(open: OpenObject, line: string): Part {
    const { prefix, scanner, lines } = open;
    const belongs = scanner.inString || line.trim() === "" || prettyLine.test(line);
    open.length += line.length;
    if (!belongs || lines.length >= maxLines || open.length > maxLength) {
      return { items: [...this.#giveUp(), ...this.#readAll([line])] };
    }
    lines.push(line);
    scanner.push("\n");
    const end = scanner.push(line);
    if (end === undefined) {
      return { items: [] };
    }
    const raw = parseObject(scanner.text);
    if (!raw) {
      return { items: this.#giveUp() };
    }
    this.#open = undefined;
    return { items: [...textItems(prefix), itemOf(raw, scanner.text)], rest: line.slice(end) };
  }

  #giveUp(): StreamItem[] {
    const lines = this.#open?.lines ?? [];
    this.#open = undefined;
    return lines.flatMap(textItems);
  }
}

/** Where an object can begin in the line: at its start, or where an event does. */
function startsOf(line: string): number[] {
  const starts = startsObject(line) ? [line.indexOf("{")] : [];
  for (const { index } of line.matchAll(eventStart)) {
    if (!starts.includes(index)) {
      starts.push(index);
    }
    if (starts.length === maxStarts) {
      break;
    }
  }
  return starts;
}

function itemOf(raw: Fields, line: string): StreamItem {
  const decoded = decodeEvent(raw);
  return decoded.kind === "event" ? { kind: "event", event: decoded.event, line } : { ...decoded, line };
}

/** The text as an item, where there is something to see in it. */
function textItems(text: string): StreamItem[] {
  const isVisible = /[^\s\u0000-\u001f\u007f]/.test(stripVTControlCharacters(text));
  return isVisible ? [{ kind: "text", text, line: text }] : [];
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
    for (const item of reader.push(chunk)) {
      yield item;
    }
  }
  yield* reader.end();
}
