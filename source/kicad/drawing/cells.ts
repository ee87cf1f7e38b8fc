/** A picture as cells of a terminal: what is written, and how. */

/** One column of one row. `style` holds SGR parameters (`38;5;1;48;5;2`); "" is the terminal's own colours. */
export type Cell = { glyph: string; style: string };

/** Each row as one line of text; a line ends as it begins, in the terminal's own colours. */
export function toLines(rows: readonly (readonly Cell[])[]): string[] {
  return rows.map((cells) => {
    let line = "";
    let current = "";
    for (const { glyph, style } of cells) {
      line += style === current ? glyph : sgr(style) + glyph;
      current = style;
    }
    return current === "" ? line : line + sgr("");
  });
}

function sgr(style: string): string {
  return style === "" ? "\u001b[0m" : `\u001b[0;${style}m`;
}
