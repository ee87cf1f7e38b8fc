import { Box } from "ink";
import type { Approval } from "../../loop/state.js";
import { keyBindings } from "../keys/key-bindings.js";
import { chordName } from "../keys/key-help.js";
import { nameList } from "../rows/name-list.js";
import { theme } from "../rows/theme.js";
import { cut, pad, safeLine, wrap } from "../rows/wrap.js";
import { filteredEntries, type Overlay } from "../ui-state.js";
import { changeRows, meaningRows } from "./change-rows.js";
import { Field } from "./field.js";
import { Rows } from "./pane.js";
import { choiceSign, fitting, windowAround } from "./prompt-rows.js";

type Place = { width: number; height: number };

/** A change that waits for the user's answer. Where there is little room, its keys are the last to go. */
export function ApprovalDialog({
  approval,
  isAsking,
  width,
  height,
}: Place & { approval: Approval; isAsking: boolean }) {
  const { title: call, paths, meaning, diff } = approval;
  const title = theme.strong(cut(`Change ${nameList(paths)}? ${safeLine(call)}`, width));
  const keys = fitting(width, [
    "y yes · n no, and why · a yes to all of this turn · Esc no",
    "y yes · n no · a all · Esc no",
  ]);
  const asked = isAsking ? [] : [theme.warning(keys)];
  const room = height - 1 - asked.length;
  const means = meaningRows(meaning, width, room - 1);
  const rows = [title, ...means, ...changeRows(diff, width, room - means.length), ...asked];
  return <Rows rows={rows.slice(Math.max(0, rows.length - height))} />;
}

/** The keys that are used most. */
export function ShortcutsPanel({ width, height }: Place) {
  const rows = Object.values(keyBindings)
    .flat()
    .filter(({ isCommon }) => isCommon)
    .map(({ chords, does }) =>
      cut(`${pad(chordName(chords[0] ?? ""), 12)} ${does.replaceAll("`", "")}`, width),
    );
  const shown = rows.slice(0, Math.max(0, height - 1));
  const extent = shown.length < rows.length ? `${shown.length} of ${rows.length}; ` : "";
  return <Rows rows={[theme.strong(cut(`Keys (${extent}/help has all)`, width)), ...shown]} />;
}

type PickerOverlay = Extract<Overlay, { kind: "picker" }>;

/** A list with a filter. */
export function Picker({ overlay, width, height }: Place & { overlay: PickerOverlay }) {
  const entries = filteredEntries(overlay);
  const rows = windowAround(entries, overlay.selected, height - 2).map(({ item, index }) => {
    const note = item.note === "" ? "" : `  ${item.note}`;
    const text = cut(choiceSign(index === overlay.selected) + safeLine(item.label + note), width);
    return index === overlay.selected ? theme.selected(text) : text;
  });
  const none = rows.length === 0 ? [theme.muted("  nothing matches")] : rows;
  return (
    <Box flexDirection="column">
      <Rows rows={[pickerTitle(overlay, entries.length, width)]} />
      <Field field={overlay.field} width={width} />
      <Rows rows={height > 2 ? none : []} />
    </Box>
  );
}

/** What the list is of, where in it the chosen entry is, and how to go on. */
function pickerTitle({ title, entries, field, selected }: PickerOverlay, found: number, width: number) {
  const extent = found === 0 ? `0 of ${entries.length}` : `${selected + 1} of ${found}`;
  const what = `${title} ${extent}${field.text.trim() !== "" && found > 0 ? " found" : ""}`;
  const keys = [
    "type to filter, Enter takes, Esc closes",
    "Enter takes, Esc closes",
    "Enter takes",
    "Enter, Esc",
  ];
  return fitting(width, [...keys.map((text) => `${what} (${text})`), what]);
}

type QuestionProps = Place & { overlay: Extract<Overlay, { kind: "question" }> };

/** One line to write, below all of the question: its end may explain how. */
export function Question({ overlay, width, height }: QuestionProps) {
  const title = wrap(overlay.title, width).slice(0, Math.max(0, height - 1));
  return (
    <Box flexDirection="column">
      <Rows rows={title.map((row) => theme.strong(row))} />
      <Field field={overlay.field} width={width} />
    </Box>
  );
}

/** Rows that a question needs. */
export function questionHeight(title: string, width: number): number {
  return wrap(title, width).length + 1;
}
