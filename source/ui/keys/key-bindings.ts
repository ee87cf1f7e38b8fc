/** The one table of keys: behaviour, the `?` panel, `/help` and the documents are made from it. */
import type { EditorCommand, Motion } from "../prompt/editor.js";

/** Where a binding is active. Those of `everywhere` are, unless the scope in front binds the same key. */
export type KeyScope = "prompt" | "completion" | "approval" | "list" | "everywhere";

type PlainAction =
  | "submit"
  | "newline"
  | "previous"
  | "next"
  | "complete"
  | "shortcuts"
  | "search"
  | "external-editor"
  | "pick"
  | "pick-previous"
  | "pick-next"
  | "interrupt"
  | "close"
  | "leave"
  | "suspend"
  | "transcript"
  | "redraw"
  | "cycle-approval";

export type KeyAction =
  | { type: PlainAction }
  | { type: "edit"; command: EditorCommand }
  | { type: "answer"; answer: "yes" | "no" | "always" };

type KeyBinding = {
  chords: readonly string[];
  action: KeyAction;
  /** The effect, as a phrase. */
  does: string;
  /** Whether the `?` panel lists it. */
  isCommon: boolean;
};

const bind = (chords: string, action: PlainAction | KeyAction, does: string): KeyBinding => ({
  chords: chords.split(" "),
  action: typeof action === "string" ? { type: action } : action,
  does,
  isCommon: false,
});
const common = (...parts: Parameters<typeof bind>): KeyBinding => ({ ...bind(...parts), isCommon: true });

const edit = (type: "yank" | "undo" | "redo" | "expand-pastes"): KeyAction => ({
  type: "edit",
  command: { type },
});
const move = (motion: Motion): KeyAction => ({ type: "edit", command: { type: "move", motion } });
const remove = (motion: Motion): KeyAction => ({ type: "edit", command: { type: "delete", motion } });
const kill = (motion: Motion): KeyAction => ({ type: "edit", command: { type: "kill", motion } });
const answer = (choice: "yes" | "no" | "always"): KeyAction => ({ type: "answer", answer: choice });

export const keyBindings: Readonly<Record<KeyScope, readonly KeyBinding[]>> = {
  prompt: [
    common("enter", "submit", "send the message; queue it while a turn runs"),
    common("shift+enter alt+enter ctrl+j", "newline", "new line (also `\\` and then Enter)"),
    common("up ctrl+p", "previous", "row above; then take back a queued message, then earlier messages"),
    bind("down ctrl+n", "next", "row below; then later messages"),
    common("tab", "complete", "complete a command (`/`) or a file (`@`)"),
    common("shift+tab", "cycle-approval", "changes: ask first, or apply at once"),
    bind("?", "shortcuts", "these keys, when the prompt is empty"),
    bind("left ctrl+b", move("left"), "character left"),
    bind("right ctrl+f", move("right"), "character right"),
    bind("alt+b alt+left ctrl+left", move("word-left"), "word left"),
    bind("alt+f alt+right ctrl+right", move("word-right"), "word right"),
    bind("home ctrl+a", move("line-start"), "start of the line"),
    bind("end ctrl+e", move("line-end"), "end of the line"),
    bind("ctrl+home alt+shift+, alt+<", move("start"), "start of the text"),
    bind("ctrl+end alt+shift+. alt+>", move("end"), "end of the text"),
    bind("backspace ctrl+h shift+backspace", remove("left"), "delete the character before"),
    bind("delete", remove("right"), "delete the character after"),
    bind("ctrl+w alt+backspace ctrl+backspace", kill("word-left"), "cut the word before"),
    bind("alt+d ctrl+delete alt+delete", kill("word-right"), "cut the word after"),
    bind("ctrl+u", kill("line-start"), "cut to the start of the line"),
    bind("ctrl+k", kill("line-end"), "cut to the end of the line"),
    bind("ctrl+y", edit("yank"), "paste what was cut"),
    bind("ctrl+_ ctrl+/ ctrl+shift+-", edit("undo"), "undo"),
    bind("alt+_ alt+/ alt+shift+-", edit("redo"), "redo"),
    bind("alt+v", edit("expand-pastes"), "show pasted text in full"),
    common("ctrl+r", "search", "search earlier messages"),
    common("ctrl+g", "external-editor", "write the message in $EDITOR"),
    common("ctrl+d", "leave", "leave, when the prompt is empty"),
  ],
  completion: [
    bind("enter", "pick", "insert the completion; a command then runs"),
    bind("up ctrl+p", "pick-previous", "completion above"),
    bind("down ctrl+n", "pick-next", "completion below"),
  ],
  approval: [
    bind("y", answer("yes"), "make this change"),
    bind("n", answer("no"), "decline it, and give the model a reason"),
    bind("a", answer("always"), "make this and every change of the turn"),
  ],
  list: [
    bind("up ctrl+p", "pick-previous", "entry above"),
    bind("down ctrl+n", "pick-next", "entry below"),
    bind("enter", "pick", "choose the entry"),
  ],
  everywhere: [
    common("ctrl+c", "interrupt", "stop the turn (again: at once); else clear the prompt; else leave"),
    common(
      "escape",
      "close",
      "close what is open; else stop the turn; twice on an empty prompt: go back (`/rewind`)",
    ),
    common("ctrl+o", "transcript", "the whole session in $PAGER"),
    bind("ctrl+z", "suspend", "suspend; `fg` resumes"),
    bind("ctrl+l", "redraw", "redraw the panes"),
  ],
};

/** The action of a key in a scope; `undefined` where it has none. */
export function actionFor(scope: KeyScope, chord: string): KeyAction | undefined {
  const find = (bindings: readonly KeyBinding[]) => bindings.find(({ chords }) => chords.includes(chord));
  return (find(keyBindings[scope]) ?? find(keyBindings.everywhere))?.action;
}
