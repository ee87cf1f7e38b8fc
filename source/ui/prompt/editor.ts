/**
 * The prompt's text, pure: a state, and the state after each command, without keys or panes.
 * A big paste is one placeholder character in the text, so that the caret passes it in one step.
 */
import { verticalMove } from "./editor-layout.js";
import { graphemeAfter, graphemeBefore, wordAfter, wordBefore } from "./graphemes.js";
import { expandedText, pasteOf, placeholderOf, withoutPlaceholders } from "./pastes.js";

type Content = { text: string; caret: number };

export type Editor = Content & {
  /** The pasted texts, in the order of their placeholders. */
  pastes: readonly string[];
  /** What the last kills removed, for yank. */
  killed: string;
  /** Contents before the present one, newest last. */
  past: readonly Content[];
  /** Undone contents, newest last. */
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
  /** `continues`: more of the paste just before the caret. */
  | { type: "paste"; text: string; continues?: boolean }
  | { type: "delete" | "kill" | "move"; motion: Motion }
  /** `width`: columns of the prompt's rows, which the caret moves over. */
  | { type: "vertical"; direction: "up" | "down"; width: number }
  | { type: "yank" | "undo" | "redo" | "expand-pastes" }
  /** Replaces all; `caret` at the end unless given. A text too long to be laid out at every key becomes a paste. */
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

/** Longer texts become a paste, in characters. */
const longestSet = 20_000;
/** Pastes of more lines or characters than these are shown as a placeholder. */
const bigPaste = { lines: 10, characters: 1000 };
const undoSteps = 200;

/** The editor after a command. */
export function edit(editor: Editor, command: EditorCommand): Editor {
  switch (command.type) {
    case "insert":
      return insert(editor, withoutPlaceholders(command.text), "typing");
    case "paste": {
      const text = withoutPlaceholders(command.text);
      return command.continues ? continuePaste(editor, text) : paste(editor, text);
    }
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
      return travel(editor, "past", "future");
    case "redo":
      return travel(editor, "future", "past");
    case "expand-pastes": {
      const { length } = expandedText({ ...editor, text: editor.text.slice(0, editor.caret) });
      return replace(editor, { text: expandedText(editor), caret: length }, "other");
    }
    case "set": {
      const { text, caret = text.length } = command;
      if (text.length <= longestSet) {
        return replace(editor, { text, caret }, "other");
      }
      const { editor: next, placeholder } = addPaste(editor, text);
      return replace(next, { text: placeholder, caret: placeholder.length }, "other");
    }
  }
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
  const { editor: next, placeholder } = addPaste(editor, text);
  return insert(next, placeholder, "other");
}

function addPaste(editor: Editor, text: string): { editor: Editor; placeholder: string } {
  const { pastes } = editor;
  return { editor: { ...editor, pastes: [...pastes, text] }, placeholder: placeholderOf(pastes.length) };
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
  const removed = text.slice(start, end);
  const next = replace(editor, { text: text.slice(0, start) + text.slice(end), caret: start }, last);
  if (last !== "kill") {
    return next;
  }
  const joined = to < caret ? removed + editor.killed : editor.killed + removed;
  return { ...next, killed: editor.last === "kill" ? joined : removed };
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

/** Undo goes to the newest content of the past, redo to that of the future. */
function travel(editor: Editor, from: "past" | "future", to: "past" | "future"): Editor {
  const content = editor[from].at(-1);
  if (!content) {
    return editor;
  }
  const { text, caret } = editor;
  return {
    ...editor,
    ...content,
    [from]: editor[from].slice(0, -1),
    [to]: [...editor[to], { text, caret }],
    last: "other",
  };
}
