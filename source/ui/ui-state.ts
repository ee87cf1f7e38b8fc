/** What is open on the screen besides the session itself. Plain data. */

import type { Wait } from "../base/waits.js";
import type { UserCommand } from "../workspace/user-commands.js";
import type { Editor } from "./prompt/editor.js";

export type PickEntry = { value: string; label: string; note: string };

export type Overlay =
  | { kind: "none" }
  /** The `?` panel. */
  | { kind: "shortcuts" }
  /** A list, filtered by what is in the field; `select` is called with the chosen value. */
  | {
      kind: "picker";
      title: string;
      entries: readonly PickEntry[];
      field: Editor;
      selected: number;
      select: (value: string) => void;
    }
  /** One line to write; `answer` is called with the text. */
  | { kind: "question"; title: string; field: Editor; answer: (text: string) => void };

/** What has a line to write in, open over the prompt. */
export type FieldOverlay = Extract<Overlay, { field: Editor }>;

export type UiState = {
  overlay: Overlay;
  /** Ctrl-C was pressed on an empty prompt: the next one leaves. */
  isLeaving: boolean;
  showsThinking: boolean;
  /** What a command waits for. */
  busy: string | undefined;
  /** Since when, in ms since the epoch. */
  busySince?: number | undefined;
  /** What the program waits for, where that takes long. */
  wait?: Wait | undefined;
  files: readonly string[];
  branch: string | undefined;
  /** What the repository and its user wrote, for completion. */
  commands: readonly UserCommand[];
};

/** What is waited for when the user has left. */
export const leaving = "leaving";

export const initialUi: UiState = {
  overlay: { kind: "none" },
  isLeaving: false,
  showsThinking: true,
  busy: undefined,
  files: [],
  branch: undefined,
  commands: [],
};

/** The entries in which every word of the field occurs. */
export function filteredEntries({
  entries,
  field,
}: Pick<Extract<Overlay, { kind: "picker" }>, "entries" | "field">): readonly PickEntry[] {
  const words = field.text.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0
    ? entries
    : entries.filter(({ label, note }) => {
        const text = `${label} ${note}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
}
