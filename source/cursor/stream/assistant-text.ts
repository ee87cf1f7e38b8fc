import { type AssistantEvent, type CursorStreamEvent, textOf } from "./events.js";

/** The answer of a step, as its `result` settles it. */
export type SettledText = {
  text: string;
  segments: readonly string[];
  /** The part of `text` that no event had carried. */
  rest: string;
  /** Whether `text` does not continue what was streamed, but replaces it. */
  replaced: boolean;
  /** What was odd, for people. */
  warning?: string;
};

const repeatedDifferently = "Cursor repeated its answer differently; its final text is used.";

/** Assistant text comes as deltas, and again as recaps; only a delta has a time and no model call. */
function isDelta(event: AssistantEvent): boolean {
  return event.timestamp_ms !== undefined && event.model_call_id === undefined;
}

/**
 * Finds which assistant text is new, with and without the CLI's partial flag. A segment ends at a tool call, or where
 * new text follows its recap; the segments joined without separators are `result.result`, which has the last word.
 */
export class AssistantText {
  readonly #closed: string[] = [];
  readonly #started = new Set<string>();
  #current = "";
  /** Whether a whole message has repeated the current segment: what comes next is another one. */
  #isRecapped = false;
  #misfit = false;

  /** All text so far, segments joined without separators. */
  get text(): string {
    return this.segments.join("");
  }

  /** The segments so far that have text. */
  get segments(): string[] {
    return this.#current === "" ? [...this.#closed] : [...this.#closed, this.#current];
  }

  /** How many segments have ended. */
  get ended(): number {
    return this.#closed.length;
  }

  /** Reads the next event of the stream; returns the text that is new, often none. */
  push(event: CursorStreamEvent): string {
    if (event.type === "assistant") {
      return this.#assistant(event);
    }
    if (event.type === "tool_call") {
      // A completed call that never started ends the segment as its start would have.
      if (!this.#started.has(event.call_id)) {
        this.#close();
      }
      this.#started.add(event.call_id);
    }
    return "";
  }

  /** Settles the answer by `result.result`; where the result has none, by what was streamed. */
  settle(result: string | null | undefined): SettledText {
    const streamed = this.text;
    const replaced = Boolean(result) && result?.trim() !== streamed.trim() && !result?.startsWith(streamed);
    if (replaced && result) {
      return { text: result, segments: [result], rest: "", replaced, warning: repeatedDifferently };
    }
    const rest = this.#append(result?.startsWith(streamed) ? result.slice(streamed.length) : "");
    return {
      text: this.text,
      segments: this.segments,
      rest,
      replaced,
      ...(this.#misfit ? { warning: repeatedDifferently } : {}),
    };
  }

  #assistant(event: AssistantEvent): string {
    const text = textOf(event);
    if (isDelta(event)) {
      if (this.#isRecapped && text !== "") {
        this.#close();
      }
      return this.#append(text);
    }
    // The recap at the end may be of the whole answer, where the CLI counts it so.
    const known = [this.#current, this.text].find((before) => text.startsWith(before));
    if (known !== undefined) {
      const rest = this.#append(text.slice(known.length));
      this.#isRecapped = this.#current !== "";
      return rest;
    }
    if (this.#isRecapped) {
      this.#close();
      this.#isRecapped = true;
      return this.#append(text);
    }
    this.#misfit = true;
    return "";
  }

  #append(text: string): string {
    this.#current += text;
    return text;
  }

  #close(): void {
    if (this.#current !== "") {
      this.#closed.push(this.#current);
    }
    this.#current = "";
    this.#isRecapped = false;
  }
}
