/** Pictures on their way to the terminal: one line of the history stands for each until the lines are painted. */
import { randomUUID } from "node:crypto";
import type { Drawing } from "../../kicad/drawing/draw.js";
import type { Size } from "./terminal.js";

/** A picture as lines with images, and the lines that are shown in its place where it has no room. */
type Kept = { picture: NonNullable<Drawing["picture"]>; instead: readonly string[] };

/** An image whose top left corner is in that column of that line of the history. */
type ImageInHistory = { line: number; column: number; bytes: string };

export class PlacedPictures {
  readonly #kept = new Map<string, Kept>();

  /** Keeps a picture until it is painted, and returns the line that stands for it. No text from outside can hold it. */
  keep(kept: Kept): string {
    const mark = `picture-${randomUUID().slice(0, 8)}`;
    this.#kept.set(mark, kept);
    return mark;
  }

  /**
   * The lines of the history, each mark replaced. An image can only be drawn where all its rows are on the screen when
   * the history is: `below` rows come after it.
   */
  unfold(
    history: readonly string[],
    below: number,
    { columns, rows }: Size,
  ): { lines: readonly string[]; images: readonly ImageInHistory[] } {
    if (this.#kept.size === 0) {
      return { lines: history, images: [] };
    }
    const groups: { lines: readonly string[]; picture?: Kept["picture"] }[] = [];
    let after = below;
    for (const line of history.toReversed()) {
      const kept = this.#kept.get(line);
      this.#kept.delete(line);
      const fits = kept && after + kept.picture.lines.length <= rows && kept.picture.columns <= columns;
      const group = fits
        ? { lines: kept.picture.lines, picture: kept.picture }
        : { lines: kept ? kept.instead : [line] };
      after += group.lines.length;
      groups.unshift(group);
    }
    const lines: string[] = [];
    const images: ImageInHistory[] = [];
    for (const group of groups) {
      for (const { row, column, bytes } of group.picture?.images ?? []) {
        images.push({ line: lines.length + row, column, bytes });
      }
      lines.push(...group.lines);
    }
    return { lines, images };
  }
}

/** The bytes that draw images above the cursor, which is in that line, and leave it where it is. */
export function imageBytes(images: readonly ImageInHistory[], cursorLine: number, hasCaret: boolean): string {
  if (images.length === 0) {
    return "";
  }
  const drawn = images.map(({ line, column, bytes }) => {
    const right = column > 0 ? `\x1b[${column}C` : "";
    return `\x1b7\r\x1b[${cursorLine - line}A${right}${bytes}\x1b8`;
  });
  return `\x1b[?25l${drawn.join("")}${hasCaret ? "\x1b[?25h" : ""}`;
}
