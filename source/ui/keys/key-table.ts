/** The one table of keys: behaviour, the `?` panel, `/help` and the documents are made from it. Data only. */
import type { EditorCommand } from "../prompt/editor.js";

/** Where a key means something. `everywhere` holds unless the place in front has its own meaning for the key. */
export type KeyScope = "prompt" | "completion" | "approval" | "list" | "everywhere";

export type KeyAction =
  | { type: "edit"; command: EditorCommand }
  | { type: "submit" | "previous" | "next" | "newline" | "complete" | "shortcuts" }
  | {
      type:
        | "interrupt"
        | "close"
        | "leave"
        | "suspend"
        | "transcript"
        | "redraw"
        | "external-editor"
        | "search";
    }
  | { type: "answer"; answer: "yes" | "no" | "always" }
  | { type: "pick" | "pick-previous" | "pick-next" };

export type Binding = {
  place: KeyScope;
  chords: readonly string[];
  action: KeyAction;
  /** What it does, as a phrase. */
  does: string;
  /** Shown in the `?` panel. */
  isCommon?: true;
};

const edit = (command: EditorCommand): KeyAction => ({ type: "edit", command });
const move = (motion: Extract<EditorCommand, { type: "move" }>["motion"]) => edit({ type: "move", motion });
const remove = (motion: Extract<EditorCommand, { type: "delete" }>["motion"]) =>
  edit({ type: "delete", motion });
const kill = (motion: Extract<EditorCommand, { type: "kill" }>["motion"]) => edit({ type: "kill", motion });

export const bindings: readonly Binding[] = [
  {
    place: "prompt",
    chords: ["enter"],
    action: { type: "submit" },
    does: "send the message; queue it while a turn runs",
    isCommon: true,
  },
  {
    place: "prompt",
    chords: ["shift+enter", "alt+enter", "ctrl+j"],
    action: { type: "newline" },
    does: "new line (also `\\` and then Enter)",
    isCommon: true,
  },
  {
    place: "prompt",
    chords: ["up", "ctrl+p"],
    action: { type: "previous" },
    does: "row above; then take back a queued message, then earlier messages",
    isCommon: true,
  },
  {
    place: "prompt",
    chords: ["down", "ctrl+n"],
    action: { type: "next" },
    does: "row below; then later messages",
  },
  {
    place: "prompt",
    chords: ["tab"],
    action: { type: "complete" },
    does: "complete a command (`/`) or a file (`@`)",
    isCommon: true,
  },
  {
    place: "prompt",
    chords: ["?"],
    action: { type: "shortcuts" },
    does: "these keys, when the prompt is empty",
  },
  { place: "prompt", chords: ["left", "ctrl+b"], action: move("left"), does: "character left" },
  { place: "prompt", chords: ["right", "ctrl+f"], action: move("right"), does: "character right" },
  {
    place: "prompt",
    chords: ["alt+b", "alt+left", "ctrl+left"],
    action: move("word-left"),
    does: "word left",
  },
  {
    place: "prompt",
    chords: ["alt+f", "alt+right", "ctrl+right"],
    action: move("word-right"),
    does: "word right",
  },
  { place: "prompt", chords: ["home", "ctrl+a"], action: move("line-start"), does: "start of the line" },
  { place: "prompt", chords: ["end", "ctrl+e"], action: move("line-end"), does: "end of the line" },
  {
    place: "prompt",
    chords: ["ctrl+home", "alt+shift+,", "alt+<"],
    action: move("start"),
    does: "start of the text",
  },
  {
    place: "prompt",
    chords: ["ctrl+end", "alt+shift+.", "alt+>"],
    action: move("end"),
    does: "end of the text",
  },
  {
    place: "prompt",
    chords: ["backspace", "ctrl+h", "shift+backspace"],
    action: remove("left"),
    does: "delete the character before",
  },
  { place: "prompt", chords: ["delete"], action: remove("right"), does: "delete the character after" },
  {
    place: "prompt",
    chords: ["ctrl+w", "alt+backspace", "ctrl+backspace"],
    action: kill("word-left"),
    does: "cut the word before",
  },
  {
    place: "prompt",
    chords: ["alt+d", "ctrl+delete", "alt+delete"],
    action: kill("word-right"),
    does: "cut the word after",
  },
  { place: "prompt", chords: ["ctrl+u"], action: kill("line-start"), does: "cut to the start of the line" },
  { place: "prompt", chords: ["ctrl+k"], action: kill("line-end"), does: "cut to the end of the line" },
  { place: "prompt", chords: ["ctrl+y"], action: edit({ type: "yank" }), does: "paste what was cut" },
  {
    place: "prompt",
    chords: ["ctrl+_", "ctrl+/", "ctrl+shift+-"],
    action: edit({ type: "undo" }),
    does: "undo",
  },
  {
    place: "prompt",
    chords: ["alt+_", "alt+/", "alt+shift+-"],
    action: edit({ type: "redo" }),
    does: "redo",
  },
  {
    place: "prompt",
    chords: ["alt+v"],
    action: edit({ type: "expand-pastes" }),
    does: "show pasted text in full",
  },
  {
    place: "prompt",
    chords: ["ctrl+r"],
    action: { type: "search" },
    does: "search earlier messages",
    isCommon: true,
  },
  {
    place: "prompt",
    chords: ["ctrl+g"],
    action: { type: "external-editor" },
    does: "write the message in $EDITOR",
    isCommon: true,
  },
  {
    place: "prompt",
    chords: ["ctrl+d"],
    action: { type: "leave" },
    does: "leave, when the prompt is empty",
    isCommon: true,
  },
  {
    place: "completion",
    chords: ["enter"],
    action: { type: "pick" },
    does: "take the completion; a command then runs",
  },
  {
    place: "completion",
    chords: ["up", "ctrl+p"],
    action: { type: "pick-previous" },
    does: "completion above",
  },
  {
    place: "completion",
    chords: ["down", "ctrl+n"],
    action: { type: "pick-next" },
    does: "completion below",
  },
  { place: "approval", chords: ["y"], action: { type: "answer", answer: "yes" }, does: "make this change" },
  {
    place: "approval",
    chords: ["n"],
    action: { type: "answer", answer: "no" },
    does: "decline it, with a word to the model",
  },
  {
    place: "approval",
    chords: ["a"],
    action: { type: "answer", answer: "always" },
    does: "make this and every change of the turn",
  },
  { place: "list", chords: ["up", "ctrl+p"], action: { type: "pick-previous" }, does: "entry above" },
  { place: "list", chords: ["down", "ctrl+n"], action: { type: "pick-next" }, does: "entry below" },
  { place: "list", chords: ["enter"], action: { type: "pick" }, does: "choose the entry" },
  {
    place: "everywhere",
    chords: ["ctrl+c"],
    action: { type: "interrupt" },
    does: "stop the turn (again: at once); else clear the prompt; else leave",
    isCommon: true,
  },
  {
    place: "everywhere",
    chords: ["escape"],
    action: { type: "close" },
    does: "close what is open; else stop the turn",
    isCommon: true,
  },
  {
    place: "everywhere",
    chords: ["ctrl+o"],
    action: { type: "transcript" },
    does: "the whole session in $PAGER",
    isCommon: true,
  },
  { place: "everywhere", chords: ["ctrl+z"], action: { type: "suspend" }, does: "suspend; `fg` comes back" },
  { place: "everywhere", chords: ["ctrl+l"], action: { type: "redraw" }, does: "draw the panes anew" },
];
