/** Pasted text in a terminal that does not mark it as such: it comes like typed text, and faster than any hand. */
import type { EditorCommand } from "../prompt/editor.js";
import type { Key } from "./keys.js";

/** So many characters in one read were not typed. */
const pastedAtOnce = 500;
/** What follows a piece of such a paste within this time belongs to it, however short. Milliseconds. */
const pause = 50;

export class UnmarkedPaste {
  #goesOnUntil = Number.NEGATIVE_INFINITY;

  /** How the text of a key goes into the prompt. */
  insertionOf({ kind, text }: Exclude<Key, { kind: "chord" }>): EditorCommand {
    if (kind === "paste") {
      return { type: "paste", text };
    }
    const now = performance.now();
    if (text.length < pastedAtOnce && now > this.#goesOnUntil) {
      return { type: "insert", text };
    }
    this.#goesOnUntil = now + pause;
    return { type: "paste", text, goesOn: true };
  }
}
