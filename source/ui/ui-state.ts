/** What is open on the screen besides the session itself. Plain data. */

export type PickEntry = { value: string; label: string; note: string };

export type Overlay =
  | { kind: "none" }
  /** The `?` panel. */
  | { kind: "shortcuts" }
  /** A list with a filter; `select` is told the chosen value. */
  | {
      kind: "picker";
      title: string;
      entries: readonly PickEntry[];
      filter: string;
      selected: number;
      select: (value: string) => void;
    }
  /** One line to answer; `answer` is told the text. */
  | { kind: "question"; title: string; value: string; answer: (text: string) => void };

export type UiState = {
  overlay: Overlay;
  /** Ctrl-C was pressed on an empty prompt: the next one leaves. */
  isLeaving: boolean;
  showsThinking: boolean;
  /** What a command waits for. */
  busy: string | undefined;
  files: readonly string[];
  branch: string | undefined;
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
};

/** The entries that the filter leaves: all of its words occur. */
export function filteredEntries({
  entries,
  filter,
}: {
  entries: readonly PickEntry[];
  filter: string;
}): readonly PickEntry[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0
    ? entries
    : entries.filter(({ label, note }) => {
        const text = `${label} ${note}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
}
