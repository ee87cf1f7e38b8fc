/**
 * The prompt's text, pure: a state and what each command makes of it. It knows nothing of keys or panes.
 * A big paste is one placeholder character in the text, so that the caret passes it in one step.
 */

import { verticalMove } from "./editor-layout.js";
import { graphemeAfter, graphemeBefore, wordAfter, wordBefore } from "./graphemes.js";

type Content = { text: string; caret: number };

export type Editor = Content & {
  /** What the placeholders stand for, by their number. */
  pastes: readonly string[];
  /** What the last kills took, for yank. */
  killed: string;
  /** What came before, newest last; and what was undone. */
  past: readonly Content[];
  future: readonly Content[];
  /** Consecutive typing is one step of undo, consecutive kills one text to yank. */
  last: "typing" | "kill" | "vertical" | "other";
  /** The column that up and down try to keep. */
  goal: number;
};

export type Motion =
  | "left"
  | "right"
  | "word-left"
  | "word-right"
  | "line-start"
  | "line-end"
  | "start"
  | "end";

export type EditorCommand =
  | { type: "insert"; text: string }
  /** `goesOn`: it continues what was pasted just before it. */
  | { type: "paste"; text: string; goesOn?: boolean }
  | { type: "delete"; motion: Motion }
  | { type: "kill"; motion: Motion }
  | { type: "move"; motion: Motion }
  /** `width`: columns of the prompt's rows, for they are what a reader moves over. */
  | { type: "vertical"; direction: "up" | "down"; width: number }
  | { type: "yank" }
  | { type: "undo" }
  | { type: "redo" }
  | { type: "expand-pastes" }
  /** Replaces all; `caret` at the end unless given. What is too long to be laid out at every key stands as a paste. */
  | { type: "set"; text: string; caret?: number };

export const emptyEditor: Editor = {
  text: "",
  caret: 0,
  pastes: [],
  killed: "",
  past: [],
  future: [],
  last: "other",
  goal: 0,
};

/** Pastes of more lines or characters than these are shown as a placeholder. */
/** Characters of a text that was written elsewhere. */
const longestSet = 20_000;
const bigPaste = { lines: 10, characters: 1000 };
const undoSteps = 200;
/** Placeholder n is the n-th character of a private plane that no font or model uses. */
const firstPlaceholder = 0xf0000;
const placeholders = /[\u{f0000}-\u{f0fff}]/gu;

/** Number of the paste that a character stands for. */
export function pasteOf(character: string): number | undefined {
  const index = (character.codePointAt(0) ?? 0) - firstPlaceholder;
  return index >= 0 && index < 0x1000 ? index : undefined;
}

/** The text with every placeholder replaced by what was pasted. */
export function expandedText({ text, pastes }: Pick<Editor, "text" | "pastes">): string {
  return text.replace(placeholders, (character) => pastes[pasteOf(character) ?? -1] ?? "");
}

/** The editor after a command. */
export function edit(editor: Editor, command: EditorCommand): Editor {
  switch (command.type) {
    case "insert":
      return insert(editor, command.text.replace(placeholders, ""), "typing");
    case "paste":
      return command.goesOn
        ? continuePaste(editor, command.text.replace(placeholders, ""))
        : paste(editor, command.text.replace(placeholders, ""));
    case "delete":
      return remove(editor, command.motion, "other");
    case "kill":
      return remove(editor, command.motion, "kill");
    case "move":
      return { ...editor, caret: target(editor, command.motion), last: "other" };
    case "vertical": {
      const goal = editor.last === "vertical" ? editor.goal : undefined;
      return { ...editor, ...verticalMove(editor, command, goal), last: "vertical" };
    }
    case "yank":
      return insert(editor, editor.killed, "other");
    case "undo":
      return undo(editor);
    case "redo":
      return redo(editor);
    case "expand-pastes":
      return replace(editor, { text: expandedText(editor), caret: expandedCaret(editor) }, "other");
    case "set":
      if (command.text.length > longestSet) {
        const { placeholder, pastes } = keepPaste(editor, command.text);
        return replace({ ...editor, pastes }, { text: placeholder, caret: placeholder.length }, "other");
      }
      return replace(editor, { text: command.text, caret: command.caret ?? command.text.length }, "other");
  }
}

function expandedCaret(editor: Editor): number {
  return expandedText({ text: editor.text.slice(0, editor.caret), pastes: editor.pastes }).length;
}

/** Puts new content in place and keeps the old one for undo. */
function replace(editor: Editor, content: Content, last: Editor["last"], joins = false): Editor {
  if (content.text === editor.text) {
    return { ...editor, caret: content.caret, last };
  }
  const { text, caret } = editor;
  const past = joins ? editor.past : [...editor.past, { text, caret }].slice(-undoSteps);
  return { ...editor, ...content, past, future: [], last };
}

function insert(editor: Editor, text: string, last: "typing" | "other"): Editor {
  const { text: before, caret } = editor;
  const content = { text: before.slice(0, caret) + text + before.slice(caret), caret: caret + text.length };
  const joins = last === "typing" && editor.last === "typing" && !/^\s/.test(text);
  return replace(editor, content, last, joins);
}

function paste(editor: Editor, text: string): Editor {
  const isBig = text.split("\n").length > bigPaste.lines || text.length > bigPaste.characters;
  if (!isBig) {
    return insert(editor, text, "other");
  }
  const { placeholder, pastes } = keepPaste(editor, text);
  return insert({ ...editor, pastes }, placeholder, "other");
}

function keepPaste({ pastes }: Editor, text: string): { placeholder: string; pastes: string[] } {
  const placeholder = String.fromCodePoint(firstPlaceholder + pastes.length);
  return { placeholder, pastes: [...pastes, text] };
}

function continuePaste(editor: Editor, text: string): Editor {
  const { text: written, caret } = editor;
  const before = pasteOf(written.slice(graphemeBefore(written, caret), caret));
  if (before === undefined) {
    return paste(editor, text);
  }
  const pastes = editor.pastes.map((pasted, index) => (index === before ? pasted + text : pasted));
  return { ...editor, pastes };
}

function remove(editor: Editor, motion: Motion, last: "kill" | "other"): Editor {
  const { text, caret } = editor;
  let to = target(editor, motion);
  if (last === "kill" && motion === "line-end" && to === caret && caret < text.length) {
    to = caret + 1; // at the end of a line its end is killed
  }
  const [start, end] = to < caret ? [to, caret] : [caret, to];
  if (start === end) {
    return editor;
  }
  const taken = text.slice(start, end);
  const next = replace(editor, { text: text.slice(0, start) + text.slice(end), caret: start }, last);
  if (last !== "kill") {
    return next;
  }
  const joined = to < caret ? taken + editor.killed : editor.killed + taken;
  return { ...next, killed: editor.last === "kill" ? joined : taken };
}

function target({ text, caret }: Content, motion: Motion): number {
  switch (motion) {
    case "left":
      return graphemeBefore(text, caret);
    case "right":
      return graphemeAfter(text, caret);
    case "word-left":
      return wordBefore(text, caret);
    case "word-right":
      return wordAfter(text, caret);
    case "line-start":
      return text.lastIndexOf("\n", caret - 1) + 1;
    case "line-end": {
      const end = text.indexOf("\n", caret);
      return end < 0 ? text.length : end;
    }
    case "start":
      return 0;
    case "end":
      return text.length;
  }
}

function undo(editor: Editor): Editor {
  const content = editor.past.at(-1);
  if (!content) {
    return editor;
  }
  const { text, caret, past, future } = editor;
  return {
    ...editor,
    ...content,
    past: past.slice(0, -1),
    future: [...future, { text, caret }],
    last: "other",
  };
}

function redo(editor: Editor): Editor {
  const content = editor.future.at(-1);
  if (!content) {
    return editor;
  }
  const { text, caret, past, future } = editor;
  return {
    ...editor,
    ...content,
    future: future.slice(0, -1),
    past: [...past, { text, caret }],
    last: "other",
  };
}
