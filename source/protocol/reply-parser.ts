/**
 * The one pass over a reply's lines. It suspends where it needs a line that has not arrived, so that the result does not
 * depend on the pieces; and it looks at no character more than a bounded number of times.
 */
import { intendedTool, parseCalls, unnamed } from "./call-parser.js";
import { BracketScanner, parseLenientJson } from "./lenient-json.js";
import {
  continuesValue,
  type Fence,
  findValue,
  hasWords,
  indentationOf,
  isCallTag,
  isSeparator,
  opensCall,
  opensCallWithoutBrace,
  readFence,
} from "./line-syntax.js";
import { readMarker } from "./markers.js";
import type { Position, ReplyLines } from "./reply-lines.js";
import type { ReplyParts } from "./reply-parts.js";

/**
 * A value that may be a call. `proseFrom` is the column from which it is prose if it is none; `refusal` is why it cannot
 * run if it is one; `isDecorated`: signs precede it, so with words after it, it is an example in a sentence.
 */
type Candidate = Position & { proseFrom: number; refusal: string | undefined; isDecorated?: boolean };

/** A coroutine of the parser: it yields to wait for a line. */
type Coroutine<Result = void> = Generator<void, Result>;

const notAlone = "A call must begin its own line, with nothing before it.";

/** Enough of a broken value to see whether a call was meant, in characters and lines. */
const headLength = 300;
const headLines = 8;

export class ReplyParser {
  readonly #known: ReadonlySet<string>;
  readonly #lines: ReplyLines;
  readonly #parts: ReplyParts;
  readonly #coroutine: Coroutine;
  #next = 0;
  #isBetweenLines = true;
  #hasEnded = false;

  /** Reads `lines`, to which the caller adds, into `parts`; `known` are the names of the tools. */
  constructor(known: ReadonlySet<string>, lines: ReplyLines, parts: ReplyParts) {
    this.#known = known;
    this.#lines = lines;
    this.#parts = parts;
    this.#coroutine = this.#parse();
  }

  /** Reads the line that was added. */
  continue(): void {
    this.#coroutine.next();
  }

  /** Passes over the line that was added: it is in the prose already. */
  skipLine(): void {
    this.#next++;
  }

  end(): void {
    this.#hasEnded = true;
    this.#coroutine.next();
  }

  /** Whether the next line, if it is prose, is certain to be so. */
  get isBetweenLines(): boolean {
    return this.#isBetweenLines && this.#parts.acceptsProse;
  }

  *#parse(): Coroutine {
    for (;;) {
      this.#isBetweenLines = this.#next >= this.#lines.length;
      if (!this.#isBetweenLines) {
        yield* this.#parseLine(this.#lines.at(this.#next));
      } else if (this.#hasEnded) {
        break;
      } else {
        yield;
      }
    }
    this.#parts.endFence();
  }

  /** The line of that index, once it has arrived; `undefined` if the reply ends before it. */
  *#line(index: number): Coroutine<string | undefined> {
    while (index >= this.#lines.length && !this.#hasEnded) {
      yield;
    }
    return index < this.#lines.length ? this.#lines.at(index) : undefined;
  }

  *#parseLine(line: string): Coroutine {
    const index = this.#next++;
    const marker = readMarker(line);
    const fence = readFence(line);
    if (marker === "foreign") {
      this.#parts.addMarker({ line: index, column: 0 });
    } else if (marker === "echo") {
      return;
    } else if (fence) {
      yield* this.#parseFence(index, line, fence);
    } else if (isCallTag(line)) {
      this.#parts.addTag();
    } else if (opensCallWithoutBrace(line)) {
      const tool = intendedTool(line.slice(0, headLength), this.#known) ?? unnamed;
      this.#parts.addRefusal({ tool, reason: "Not valid JSON: the opening brace is missing." });
    } else {
      const found = findValue(line);
      if (found) {
        const refusal = found.isDecorated ? notAlone : undefined;
        yield* this.#parseValues({ line: index, proseFrom: 0, ...found, refusal });
      } else {
        this.#parts.addProse(line);
      }
    }
  }

  *#parseFence(index: number, line: string, fence: Fence): Coroutine {
    this.#parts.addFence(line, fence);
    const column = line.indexOf("{");
    if (column >= 0 && opensCall(line.slice(column))) {
      yield* this.#parseValues({ line: index, column, proseFrom: line.length, refusal: notAlone });
    }
  }

  *#parseValues(first: Candidate): Coroutine {
    let candidate: Candidate | undefined = first;
    while (candidate) {
      const end: Position | undefined = yield* this.#parseValue(candidate);
      candidate = end && this.#parseRest(end);
    }
  }

  /** Returns the value's end if the rest of its line is still to be read. */
  *#parseValue(from: Candidate): Coroutine<Position | undefined> {
    const scanner = new BracketScanner();
    const end = yield* this.#scan(from, scanner);
    if (!end) {
      return yield* this.#parseBroken(from, undefined, scanner.reason);
    }
    const parsed = parseLenientJson(this.#lines.slice(from, end));
    if (!parsed.ok) {
      return yield* this.#parseBroken(from, end, parsed.reason);
    }
    const attempts = parseCalls(parsed.value, this.#known);
    const isExample = from.isDecorated && hasWords(this.#lines.rest(end));
    if (attempts.length === 0 || isExample) {
      return this.#addAsProse(from, end);
    }
    for (const attempt of attempts) {
      if ("refusal" in attempt) {
        this.#parts.addRefusal(attempt.refusal);
      } else if (from.refusal) {
        this.#parts.addRefusal({ tool: attempt.call.tool, reason: from.refusal });
      } else {
        this.#parts.addCall(attempt.call);
      }
    }
    return end;
  }

  *#scan(from: Position, scanner: BracketScanner): Coroutine<Position | undefined> {
    for (let index = from.line; ; index++) {
      // Of lines that nest, each is scanned as often as a value may be deep: those that are there cost no coroutine.
      const isThere = index < this.#lines.length;
      const line = isThere ? this.#lines.at(index) : yield* this.#line(index);
      if (line === undefined) {
        return undefined;
      }
      const column = scanner.feed(line, index === from.line ? from.column : 0);
      if (column >= 0) {
        return { line: index, column };
      }
      if (scanner.failure) {
        return undefined;
      }
    }
  }

  /** A whole value that is no call is prose, with everything inside it; but a marker in it is a marker. */
  #addAsProse(from: Candidate, end: Position): Position | undefined {
    if (from.proseFrom > 0) {
      this.#addFragment(this.#lines.slice({ line: from.line, column: from.proseFrom }, end));
      return end;
    }
    for (this.#next = from.line; this.#next <= end.line; this.#next++) {
      const line = this.#lines.at(this.#next);
      if (readMarker(line) === "foreign") {
        break;
      }
      this.#parts.addProse(line);
    }
    return undefined;
  }

  /** Parses a value that never ends (without `end`) or is no JSON: a call that cannot run, or prose. */
  *#parseBroken(from: Candidate, end: Position | undefined, reason: string): Coroutine<Position | undefined> {
    const line = this.#lines.at(from.line);
    this.#next = from.line + 1;
    if (line[from.column] === "[") {
      return yield* this.#parseBrokenArray(from, reason);
    }
    const tool = intendedTool(yield* this.#head(from, end), this.#known);
    if (tool === undefined) {
      this.#parts.addProse(line.slice(from.proseFrom));
      return undefined;
    }
    this.#parts.addRefusal({ tool, reason });
    const isSkipped = yield* this.#skipBroken(indentationOf(line), end);
    return isSkipped ? end : undefined;
  }

  *#parseBrokenArray(from: Candidate, reason: string): Coroutine<Position | undefined> {
    const line = this.#lines.at(from.line);
    const brace = line.indexOf("{", from.column);
    if (brace >= 0) {
      return yield* this.#parseValue({ ...from, column: brace, refusal: `The array around it: ${reason}` });
    }
    const following = yield* this.#line(this.#next);
    if (!following || !opensCall(following)) {
      this.#parts.addProse(line);
    }
    return undefined;
  }

  /** The beginning of a broken value: its first line, and more if that is short. */
  *#head(from: Position, end: Position | undefined): Coroutine<string> {
    const first = this.#lines.at(from.line);
    let head = first.slice(from.column, from.column + headLength);
    const last = Math.min(from.line + headLines, end?.line ?? Number.POSITIVE_INFINITY);
    for (let index = from.line + 1; index <= last && head.length < headLength; index++) {
      const line = yield* this.#line(index);
      if (line === undefined || !continuesValue(line, indentationOf(first))) {
        break;
      }
      head += line.slice(0, headLength);
    }
    return head;
  }

  /** Skips the lines of a broken call, which may contain markers and calls; returns whether those were all. */
  *#skipBroken(indentation: number, end: Position | undefined): Coroutine<boolean> {
    for (; !end || this.#next <= end.line; this.#next++) {
      const line = yield* this.#line(this.#next);
      if (line === undefined || readMarker(line)) {
        return false;
      }
      const isNextCall = opensCall(line) && indentationOf(line) <= indentation;
      if (isNextCall || (!end && !continuesValue(line, indentation))) {
        return false;
      }
    }
    return true;
  }

  /** Parses the rest of a call's line; returns the next object on it, which cannot run. */
  #parseRest(from: Position): Candidate | undefined {
    this.#next = from.line + 1;
    const rest = this.#lines.rest(from);
    const fence = readFence(rest);
    if (readMarker(rest) === "foreign") {
      this.#parts.addMarker(from);
    } else if (!fence || !this.#parts.closeFence(rest, fence)) {
      const brace = rest.indexOf("{");
      this.#addFragment(brace < 0 ? rest : rest.slice(0, brace));
      if (brace >= 0) {
        const column = from.column + brace;
        return { line: from.line, column, proseFrom: column, refusal: notAlone };
      }
    }
    return undefined;
  }

  #addFragment(text: string): void {
    if (!isSeparator(text)) {
      this.#parts.addProse(`${text.trim()}\n`);
    }
  }
}
