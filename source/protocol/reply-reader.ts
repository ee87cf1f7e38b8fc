/** Reads a model's reply: prose, calls, and the results that it invented. Any text can be read; nothing here throws. */
import { noticeFor, nudgeFor } from "./feedback.js";
import { opensProse } from "./line-syntax.js";
import { readMarker } from "./markers.js";
import type { Reply } from "./messages.js";
import { ProseBuffer } from "./prose-buffer.js";
import { ReplyLines } from "./reply-lines.js";
import { ReplyParser } from "./reply-parser.js";
import { ReplyParts } from "./reply-parts.js";

/** A longer line that is still undecided waits for its end, so that no growing line is read again and again. */
const longestUndecided = 256;

/**
 * Reads a reply as it arrives. `push` returns the prose that has become certain: no part of a call, its fence or an
 * invented result, and never taken back. `prose` is all of it so far. `end` returns the same as `readReply` of the
 * whole, whatever the pieces were.
 */
export class ReplyReader {
  readonly #lines = new ReplyLines();
  readonly #prose = new ProseBuffer();
  readonly #parts = new ReplyParts(this.#prose);
  readonly #parser: ReplyParser;
  /** The line that has not ended, and whether its beginning is in the prose. */
  #line = "";
  #lineIsProse = false;
  #reply: Reply | undefined;

  /** `toolNames` are the tools that exist; a call of any other is answered by a refusal or a nudge. */
  constructor(toolNames: readonly string[]) {
    this.#parser = new ReplyParser(new Set(toolNames), this.#lines, this.#parts);
  }

  /** Adds the next piece of the reply, of any length; returns what was added to `prose`. */
  push(delta: string): string {
    if (this.#reply) {
      return "";
    }
    let start = 0;
    for (let end = delta.indexOf("\n"); end >= 0; end = delta.indexOf("\n", start)) {
      this.#endLine(delta.slice(start, end + 1));
      start = end + 1;
    }
    this.#growLine(delta.slice(start));
    return this.#prose.takeNew();
  }

  /** The prose that is certain so far; after `end`, all of it. */
  get prose(): string {
    return this.#prose.text;
  }

  /** Ends the reply. What is pushed after it is ignored; a second call returns the same reply. */
  end(): Reply {
    if (!this.#reply) {
      if (this.#line !== "") {
        this.#endLine("");
      }
      this.#parser.end();
      this.#reply = this.#summarize();
    }
    return this.#reply;
  }

  #growLine(part: string): void {
    const isUndecided = this.#line.length <= longestUndecided;
    this.#line += part;
    if (this.#lineIsProse) {
      this.#prose.add(part);
    } else if (isUndecided && this.#parser.isBetweenLines && opensProse(this.#line)) {
      this.#lineIsProse = true;
      this.#prose.add(this.#line);
    }
  }

  #endLine(part: string): void {
    this.#lines.add(this.#line + part);
    this.#line = "";
    if (this.#lineIsProse) {
      this.#lineIsProse = false;
      this.#prose.add(part);
      this.#parser.skipLine();
    } else {
      this.#parser.continue();
    }
  }

  #summarize(): Reply {
    const { calls, refusals, cut, hasTag } = this.#parts;
    const discarded = cut ? { text: this.#lines.slice(cut), blocks: cut.blocks, calls: cut.calls } : null;
    const notice = discarded ? noticeFor(discarded) : undefined;
    if (calls.length > 0) {
      return { text: this.prose || null, calls, refusals, discarded, ...(notice && { notice }) };
    }

    // Nothing runs: the refusals cannot follow any results, so they are in the nudge, and the notice too.
    const isAttempt = refusals.length > 0 || hasTag;
    const nudge = [isAttempt ? nudgeFor(refusals) : "", notice ?? ""].filter(Boolean).join("\n\n");
    return {
      text: (isAttempt ? this.#wholeText() : this.prose) || null,
      calls: [],
      refusals: [],
      discarded,
      ...(notice && { notice }),
      ...(nudge && { nudge }),
    };
  }

  /** The reply up to the cut, its calls included. */
  #wholeText(): string {
    const whole = new ProseBuffer();
    const text = this.#lines.slice({ line: 0, column: 0 }, this.#parts.cut);
    for (const line of text.split(/(?<=\n)/)) {
      if (readMarker(line) !== "echo") {
        whole.add(line);
      }
    }
    return whole.text;
  }
}

/** Reads a whole reply. `toolNames` are the tools that exist. */
export function readReply(text: string, toolNames: readonly string[]): Reply {
  const reader = new ReplyReader(toolNames);
  reader.push(text);
  return reader.end();
}
