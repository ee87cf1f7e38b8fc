import { Box, Text } from "ink";
import TextInput from "ink-text-input";
import type { Approval } from "../../loop/session.js";
import { chordName } from "../input/bindings.js";
import { bindings } from "../input/key-table.js";
import { diffLines, renderDiff } from "../render/diff.js";
import { cut, pad, safeLine } from "../render/text.js";
import type { Store } from "../store.js";
import { theme } from "../theme.js";
import { filteredEntries, type Overlay, type UiState } from "../ui-state.js";
import { Rows } from "./pane.js";
import { windowAround } from "./prompt-rows.js";

type Place = { width: number; height: number };

/** A change that waits for the user's word. */
export function ApprovalDialog({
  approval,
  isAsking,
  width,
  height,
}: Place & { approval: Approval; isAsking: boolean }) {
  const lines = renderDiff(diffLines(approval.diff), width);
  const room = Math.max(0, height - 2);
  const fits = lines.length <= room;
  const shown = fits ? lines : lines.slice(0, Math.max(0, room - 1));
  const more = fits ? [] : [theme.muted(`… ${lines.length - shown.length} more rows (Ctrl-O shows all)`)];
  const title = theme.strong(cut(`Change ${safeLine(approval.path)}? ${safeLine(approval.title)}`, width));
  const keys = "y yes · n no, and why · a yes to all of this turn · Esc no";
  return <Rows rows={[title, ...shown, ...more, ...(isAsking ? [] : [theme.warning(cut(keys, width))])]} />;
}

/** The keys that are used most. */
export function ShortcutsPanel({ width, height }: Place) {
  const rows = bindings
    .filter(({ isCommon }) => isCommon)
    .map(({ chords, does }) =>
      cut(`${pad(chordName(chords[0] ?? ""), 12)} ${does.replaceAll("`", "")}`, width),
    );
  return <Rows rows={[theme.strong("Keys (/help has all)"), ...rows.slice(0, Math.max(0, height - 1))]} />;
}

type PickerProps = Place & {
  overlay: Extract<Overlay, { kind: "picker" }>;
  ui: Store<UiState>;
  close: () => void;
};

/** A list with a filter. */
export function Picker({ overlay, ui, close, width, height }: PickerProps) {
  const entries = filteredEntries(overlay);
  const set = (filter: string) =>
    ui.update((state) => ({ ...state, overlay: { ...overlay, filter, selected: 0 } }));
  const choose = () => {
    const current = ui.get().overlay;
    const entry = current.kind === "picker" ? filteredEntries(current)[current.selected] : undefined;
    close();
    if (entry) {
      overlay.select(entry.value);
    }
  };
  const rows = windowAround(entries, overlay.selected, height - 2).map(({ item, index }) => {
    const note = item.note === "" ? "" : `  ${item.note}`;
    const text = cut(safeLine(`  ${item.label}${note}`), width);
    return index === overlay.selected ? theme.selected(text) : text;
  });
  const none = rows.length === 0 ? [theme.muted("  nothing matches")] : rows;
  return (
    <Box flexDirection="column">
      <Rows rows={[cut(`${overlay.title} (type to filter, Enter takes, Esc closes)`, width)]} />
      <Field value={overlay.filter} onChange={set} onSubmit={choose} width={width} />
      <Rows rows={height > 2 ? none : []} />
    </Box>
  );
}

type QuestionProps = { overlay: Extract<Overlay, { kind: "question" }>; ui: Store<UiState>; width: number };

/** One line to answer. */
export function Question({ overlay, ui, width }: QuestionProps) {
  const set = (value: string) => ui.update((state) => ({ ...state, overlay: { ...overlay, value } }));
  return (
    <Box flexDirection="column">
      <Rows rows={[theme.strong(cut(overlay.title, width))]} />
      <Field value={overlay.value} onChange={set} onSubmit={overlay.answer} width={width} />
    </Box>
  );
}

type FieldProps = {
  value: string;
  width: number;
  onChange: (value: string) => void;
  onSubmit: (value: string) => void;
};

function Field({ value, width, onChange, onSubmit }: FieldProps) {
  return (
    <Box height={1} width={width} overflow="hidden">
      <Text>{theme.accent("> ")}</Text>
      <TextInput value={value} onChange={onChange} onSubmit={onSubmit} />
    </Box>
  );
}
