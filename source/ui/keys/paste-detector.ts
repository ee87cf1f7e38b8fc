/** Detects pasted text in a terminal without paste marks: it arrives as typed text does, and faster than any hand. */
import type { EditorCommand } from "../prompt/editor.js";
import type { Key } from "./key.js";

/** So many characters in one read were not typed. */
const pastedAtOnce = 500;
/** Text that follows a paste within this time is more of it, however short. Milliseconds. */
const pause = 50;

const isEnter = (key: Key) => key.kind === "chord" && key.chord === "enter";

/**
 * The keys of one read, where text, Enter and more text in it are one paste: nobody types a line within a read, and
 * each line would be sent by itself.
 */
export function withoutSplitPaste(keys: Key[]): Key[] {
  const isPaste =
    keys.every((key) => key.kind === "text" || isEnter(key)) &&
    keys.some((key, index) => isEnter(key) && keys[index + 1]?.kind === "text");
  const text = keys.map((key) => (key.kind === "text" ? key.text : "\n")).join("");
  return isPaste ? [{ kind: "paste", text }] : keys;
}

export class PasteDetector {
  #continuesUntil = Number.NEGATIVE_INFINITY;

  /** The command that puts the text of a key into the prompt. */
  commandFor({ kind, text }: Exclude<Key, { kind: "chord" }>): EditorCommand {
    if (kind === "paste") {
      return { type: "paste", text };
    }
    const now = performance.now();
    if (text.length < pastedAtOnce && now > this.#continuesUntil) {
      return { type: "insert", text };
    }
    this.#continuesUntil = now + pause;
    return { type: "paste", text, continues: true };
  }
}
