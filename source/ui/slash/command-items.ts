/** What slash commands show, as items of the history. Pure. */
import { CopperheadError } from "../../base/failure.js";
import type { UndoResult } from "../../workspace/journal/undo.js";
import type { Item } from "../view/view.js";

type Page = Extract<Item, { kind: "page" }>;
/** A titled text, as long as it is. */
export const page = (title: string, text: string, format: Page["format"] = "markdown"): Item => ({
  kind: "page",
  title,
  text,
  format,
});
/** A line from copperhead itself. */
export const info = (message: string): Item => ({ kind: "notice", tone: "info", message });

/** A markdown list item: the text stays text. */
export const escaped = (text: string) => text.replace(/[\\`*_[\]<>|]/g, "\\$&");

/** The minute of an ISO 8601 time. */
export const minute = (time: string) => time.slice(0, 16).replace("T", " ");

/** The files that an undo or a redo moved, and those that it did not touch. */
export function moved(title: string, nothing: string, { restored, conflicts }: UndoResult): Item {
  if (restored.length + conflicts.length === 0) {
    return info(nothing);
  }
  const lines = [
    ...restored.map((path) => `- ${escaped(path)}`),
    ...conflicts.map(({ path, reason }) => `- **not touched:** ${escaped(path)}: ${escaped(reason)}`),
  ];
  return page(conflicts.length > 0 ? `${title}, but not all of it` : title, lines.join("\n"));
}

/** A failure as an item: one that was thrown on purpose has advice. */
export function failed(error: unknown): Item {
  if (error instanceof CopperheadError) {
    const { message, advice } = error.failure;
    return { kind: "notice", tone: "error", message, ...(advice && { advice }) };
  }
  return { kind: "notice", tone: "error", message: error instanceof Error ? error.message : String(error) };
}
