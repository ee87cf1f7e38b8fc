/** Reads a model's reply: prose, calls, and the results it made up. Any text can be read; nothing here throws. */

import { KeptText } from "./kept-text.js";
import { readMarker } from "./markers.js";
import type { Reply } from "./messages.js";
import { noticeFor, nudgeFor } from "./notices.js";
import { opensProse } from "./reply-lines.js";
import { ReplyParts } from "./reply-parts.js";
import { ReplyWalk } from "./walk.js";

/** A line not decided by then waits for its end, so that no growing line is looked at again and again. */
const decidedBy = 256;

/**
 * Reads a reply as it arrives. `push` gives back the prose that has become certain: what calls, their fences and
 * invented results are made of never shows up in it, and what it gave out is never taken back. `prose` is all of
 * it so far. `end` gives the same as `readReply` of the whole, whatever the pieces were.
 */
export class ReplyReader {
  readonly #kept = new KeptText();
  readonly #findings = new ReplyParts(this.#kept);
  readonly #walk: ReplyWalk;
  #line = "";
  #lineIsShown = false;
  #reply: Reply | undefined;

  /** `toolNames` are the tools that exist; a call of any other is answered by a refusal or a nudge. */
  constructor(toolNames: readonly string[]) {
    this.#walk = new ReplyWalk(new Set(toolNames), this.#findings);
  }

  /** Adds the next piece of the reply, of any length; gives back what `prose` has grown by. */
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
    return this.#kept.takeNew();
  }

  /** The prose that is certain so far; after `end`, all of it. */
  get prose(): string {
    return this.#kept.text;
  }

  /** Ends the reply. What is pushed after it is ignored; ending again gives the same reply. */
  end(): Reply {
    if (!this.#reply) {
      if (this.#line !== "") {
        this.#endLine("");
      }
      this.#walk.end();
      this.#reply = this.#summarize();
    }
    return this.#reply;
  }

  #growLine(part: string): void {
    const decide = this.#line.length <= decidedBy;
    this.#line += part;
    if (this.#lineIsShown) {
      this.#kept.add(part);
    } else if (decide && this.#walk.isBetweenLines && opensProse(this.#line)) {
      this.#lineIsShown = true;
      this.#kept.add(this.#line);
    }
  }

  #endLine(part: string): void {
    const line = this.#line + part;
    this.#line = "";
    if (!this.#lineIsShown) {
      this.#walk.add(line);
      return;
    }
    this.#lineIsShown = false;
    this.#kept.add(part);
    this.#walk.addShown(line);
  }

  #summarize(): Reply {
    const { calls, refusals, cut, tagged } = this.#findings;
    const discarded = cut ? { text: this.#textFrom(cut), blocks: cut.blocks, calls: cut.calls } : null;
    const notice = discarded ? noticeFor(discarded) : undefined;
    if (calls.length > 0) {
      const text = this.prose || null;
      return { text, calls, refusals, discarded, ...(notice && { notice }) };
    }

    // Nothing runs: there are no results for the refusals to stand among, so the nudge says it all, the notice too.
    const attempted = refusals.length > 0 || tagged;
    const nudge = [attempted ? nudgeFor(refusals) : "", notice ?? ""]
      .filter((part) => part !== "")
      .join("\n\n");
    return {
      text: (attempted ? this.#wholeText() : this.prose) || null,
      calls: [],
      refusals: [],
      discarded,
      ...(notice && { notice }),
      ...(nudge && { nudge }),
    };
  }

  #textFrom(place: { line: number; column: number }): string {
    return this.#walk.lines.slice(place.line).join("").slice(place.column);
  }

  /** The reply up to the cut, its calls included. */
  #wholeText(): string {
    const { lines } = this.#walk;
    const { cut } = this.#findings;
    const whole = new KeptText();
    for (const line of lines.slice(0, cut?.line)) {
      if (readMarker(line) !== "echo") {
        whole.add(line);
      }
    }
    if (cut) {
      whole.add((lines[cut.line] ?? "").slice(0, cut.column));
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
