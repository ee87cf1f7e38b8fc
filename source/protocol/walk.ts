/**
 * The one pass over a reply's lines. It suspends where it needs a line that has not arrived, so reading piece by
 * piece is reading the whole; and it looks at no character more than a bounded number of times.
 */
import { type Attempt, readCalls, signOfCall, unnamed } from "./calls.js";
import { BracketScanner, parseJson } from "./json.js";
import { readMarker } from "./markers.js";
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
} from "./reply-lines.js";
import type { Place, ReplyParts } from "./reply-parts.js";

/**
 * A value that may be a call. `kept` is the column from which it is prose if it is none; `blocked` is why it cannot
 * run if it is one; `dressed`: signs stand before it, so with words behind it, it is an example in a sentence.
 */
type Candidate = Place & { kept: number; blocked?: string; dressed?: boolean };

/** A part of the walk: it yields where it waits for a line. */
type Steps<Result = void> = Generator<void, Result>;

const notAlone = "A call must begin its own line, with nothing before it.";

/** Enough of a broken value to see whether a call was meant, in characters and lines. */
const headLength = 300;
const headLines = 8;

export class ReplyWalk {
  /** The lines so far, each with its end. */
  readonly lines: string[] = [];
  readonly #known: ReadonlySet<string>;
  readonly #findings: ReplyParts;
  readonly #steps: Steps;
  #next = 0;
  #waits = true;
  #ended = false;

  constructor(known: ReadonlySet<string>, findings: ReplyParts) {
    this.#known = known;
    this.#findings = findings;
    this.#steps = this.#walk();
  }

  /** Adds the next line, with its end. */
  add(line: string): void {
    this.lines.push(line);
    this.#steps.next();
  }

  /** Whether the next line would be shown at once if it were prose. */
  get isBetweenLines(): boolean {
    return this.#waits && this.#findings.showsProse;
  }

  /** Adds a line that was shown as prose before it was complete. */
  addShown(line: string): void {
    this.lines.push(line);
    this.#next++;
  }

  end(): void {
    this.#ended = true;
    this.#steps.next();
  }

  *#walk(): Steps {
    for (;;) {
      const line = this.lines[this.#next];
      this.#waits = line === undefined;
      if (line !== undefined) {
        yield* this.#readLine(line);
      } else if (this.#ended) {
        break;
      } else {
        yield;
      }
    }
    this.#findings.endFence();
  }

  /** The line of that index, once it has arrived; `undefined` if the reply ends before it. */
  *#line(index: number): Steps<string | undefined> {
    while (index >= this.lines.length && !this.#ended) {
      yield;
    }
    return this.lines[index];
  }

  *#readLine(line: string): Steps {
    const index = this.#next++;
    const marker = readMarker(line);
    const fence = readFence(line);
    if (marker === "foreign") {
      this.#findings.addMarker({ line: index, column: 0 });
    } else if (marker === "echo") {
      return;
    } else if (fence) {
      yield* this.#readFence(index, line, fence);
    } else if (isCallTag(line)) {
      this.#findings.addTag();
    } else if (opensCallWithoutBrace(line)) {
      const tool = signOfCall(line.slice(0, headLength), this.#known) ?? unnamed;
      this.#findings.addRefusal({ tool, reason: "Not valid JSON: the opening brace is missing." });
    } else {
      const found = findValue(line);
      const blocked = found?.dressed ? { blocked: notAlone } : {};
      if (found) {
        yield* this.#readValues({ line: index, kept: 0, ...found, ...blocked });
      } else {
        this.#findings.addProse(line);
      }
    }
  }

  *#readFence(index: number, line: string, fence: Fence): Steps {
    this.#findings.addFence(line, fence);
    const column = line.indexOf("{");
    if (column < 0 || !opensCall(line.slice(column))) {
      return;
    }
    yield* this.#readValues({ line: index, column, kept: line.length, blocked: notAlone });
  }

  *#readValues(first: Candidate): Steps {
    let candidate: Candidate | undefined = first;
    while (candidate) {
      const end: Place | undefined = yield* this.#readValue(candidate);
      candidate = end && this.#readRest(end);
    }
  }

  /** Reads a value; gives back its end where the rest of that line is still to be read. */
  *#readValue(from: Candidate): Steps<Place | undefined> {
    const scanner = new BracketScanner();
    const end = yield* this.#scan(from, scanner);
    if (!end) {
      return yield* this.#readBroken(from, undefined, scanner.complaint);
    }

    const parsed = parseJson(this.#slice(from, end));
    if (!parsed.ok) {
      return yield* this.#readBroken(from, end, parsed.reason);
    }
    const attempts = readCalls(parsed.value, this.#known);
    const isExample = from.dressed && hasWords(this.#rest(end));
    if (attempts.length === 0 || isExample) {
      return this.#keepValue(from, end);
    }
    for (const attempt of attempts) {
      this.#take(attempt, from.blocked);
    }
    return end;
  }

  *#scan(from: Place, scanner: BracketScanner): Steps<Place | undefined> {
    for (let index = from.line; ; index++) {
      const line = this.lines[index] ?? (yield* this.#line(index));
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

  #take(attempt: Attempt, blocked: string | undefined): void {
    if ("refusal" in attempt) {
      this.#findings.addRefusal(attempt.refusal);
    } else if (blocked) {
      this.#findings.addRefusal({ tool: attempt.call.tool, reason: blocked });
    } else {
      this.#findings.addCall(attempt.call);
    }
  }

  /** A whole value that is no call is prose, and so is all that is inside it; but it shelters no marker. */
  #keepValue(from: Candidate, end: Place): Place | undefined {
    if (from.kept > 0) {
      this.#keepFragment(this.#slice({ line: from.line, column: from.kept }, end));
      return end;
    }
    this.#next = from.line;
    for (const line of this.lines.slice(from.line, end.line + 1)) {
      if (readMarker(line) === "foreign") {
        break;
      }
      this.#findings.addProse(line);
      this.#next++;
    }
    return undefined;
  }

  /** A value that never ends (then `end` is missing) or does not parse: a call that cannot run, or mere prose. */
  *#readBroken(from: Candidate, end: Place | undefined, reason: string): Steps<Place | undefined> {
    const line = this.lines[from.line] ?? "";
    this.#next = from.line + 1;
    const brace = line.indexOf("{", from.column);
    if (line[from.column] === "[") {
      if (brace >= 0) {
        return yield* this.#readValue({ ...from, column: brace, blocked: `The array around it: ${reason}` });
      }
      const following = this.lines[this.#next] ?? (yield* this.#line(this.#next));
      if (!following || !opensCall(following)) {
        this.#findings.addProse(line);
      }
      return undefined;
    }
    const tool = signOfCall(yield* this.#head(from, end), this.#known);
    if (tool === undefined) {
      this.#findings.addProse(line.slice(from.kept));
      return undefined;
    }
    this.#findings.addRefusal({ tool, reason });
    const whole = yield* this.#skipBroken(indentationOf(line), end);
    return whole ? end : undefined;
  }

  /** The beginning of a broken value: its first line, and more where that is short. */
  *#head(from: Place, end: Place | undefined): Steps<string> {
    const first = this.lines[from.line] ?? "";
    let head = first.slice(from.column, from.column + headLength);
    const last = Math.min(from.line + headLines, end?.line ?? Number.POSITIVE_INFINITY);
    for (let index = from.line + 1; index <= last && head.length < headLength; index++) {
      const line = this.lines[index] ?? (yield* this.#line(index));
      if (line === undefined || !continuesValue(line, indentationOf(first))) {
        break;
      }
      head += line.slice(0, headLength);
    }
    return head;
  }

  /** Skips what belongs to a broken call, which shelters neither markers nor calls; whether that was all of it. */
  *#skipBroken(indentation: number, end: Place | undefined): Steps<boolean> {
    for (; !end || this.#next <= end.line; this.#next++) {
      const line = this.lines[this.#next] ?? (yield* this.#line(this.#next));
      if (line === undefined || readMarker(line)) {
        return false;
      }
      if (opensCall(line) && indentationOf(line) <= indentation) {
        return false;
      }
      if (!end && !continuesValue(line, indentation)) {
        return false;
      }
    }
    return true;
  }

  /** Reads what stands behind a call on its line; gives back the next object there, which cannot run. */
  #readRest(from: Place): Candidate | undefined {
    this.#next = from.line + 1;
    const rest = this.#rest(from);
    const fence = readFence(rest);
    if (readMarker(rest) === "foreign") {
      this.#findings.addMarker(from);
    } else if (!fence || !this.#findings.closeFence(rest, fence)) {
      const brace = rest.indexOf("{");
      this.#keepFragment(brace < 0 ? rest : rest.slice(0, brace));
      if (brace >= 0) {
        const column = from.column + brace;
        return { line: from.line, column, kept: column, blocked: notAlone };
      }
    }
    return undefined;
  }

  #rest(from: Place): string {
    return (this.lines[from.line] ?? "").slice(from.column);
  }

  #keepFragment(text: string): void {
    if (!isSeparator(text)) {
      this.#findings.addProse(`${text.trim()}\n`);
    }
  }

  #slice(from: Place, end: Place): string {
    const last = (this.lines[end.line] ?? "").slice(0, end.column);
    if (from.line === end.line) {
      return last.slice(from.column);
    }
    return [this.#rest(from), ...this.lines.slice(from.line + 1, end.line), last].join("");
  }
}
