/** Markdown → rows for the terminal, no wider than asked. Pure; control sequences become visible text. */
import { Lexer, type Token, type Tokens } from "marked";
import stringWidth from "string-width";
import { highlight } from "./highlight.js";
import { renderInline } from "./render-inline.js";
import { theme } from "./theme.js";
import { pad, safeLines, wrap } from "./wrap.js";

/** Rows of the markdown, blocks parted by one empty row. */
export function renderMarkdown(source: string, width: number): string[] {
  const lines = safeLines(source);
  try {
    return renderBlocks(new BoundedLexer().lex(lines.join("\n")), Math.max(4, width));
  } catch (error) {
    // Nesting that overflows the stack is shown as it was written.
    if (error instanceof RangeError) {
      return lines.flatMap((line) => wrap(line, width));
    }
    throw error;
  }
}

/**
 * A longer paragraph is shown as it was written, in characters: what could be a link or emphasis in it costs the square
 * of its length.
 */
const longestInline = 3000;

class BoundedLexer extends Lexer {
  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (source.length <= longestInline) {
      return super.inlineTokens(source, tokens);
    }
    tokens.push({ type: "escape", raw: source, text: source.replace(/ *\n */g, " ") });
    return tokens;
  }
}

/** In fewer columns nothing is indented any further. */
const leastToIndent = 12;

function renderBlocks(tokens: readonly Token[], width: number): string[] {
  const blocks = tokens.map((token) => renderBlock(token, width)).filter((rows) => rows.length > 0);
  return blocks.flatMap((rows, index) => (index === 0 ? rows : ["", ...rows]));
}

function renderBlock(token: Token, width: number): string[] {
  switch (token.type) {
    case "space":
    case "def":
      return [];
    case "heading":
      return wrapAll(theme.heading(renderInline(token.tokens)), width);
    case "code":
      return renderCode(token.text, token.lang ?? "", width);
    case "blockquote":
      return width < leastToIndent
        ? renderBlocks(token.tokens ?? [], width)
        : renderBlocks(token.tokens ?? [], width - 2).map((row) => `${theme.muted("│")} ${row}`);
    case "list":
      return renderList(token as Tokens.List, width);
    case "table":
      return renderTable(token as Tokens.Table, width);
    case "hr":
      return [theme.muted("─".repeat(Math.min(width, 40)))];
    case "paragraph":
      return wrapAll(renderInline(token.tokens), width);
    case "text":
      return wrapAll(renderInline(token.tokens ?? [token]), width);
    default:
      return wrapAll(token.raw.trimEnd(), width);
  }
}

function wrapAll(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => wrap(line, width));
}

function renderCode(code: string, info: string, width: number): string[] {
  const language = /^[\w+#-]+/.exec(info)?.[0].toLowerCase() ?? "";
  return highlight(safeLines(code).join("\n"), language)
    .split("\n")
    .flatMap((line) => wrap(line, width - 2))
    .map((row) => `  ${row}`);
}

function renderList(list: Tokens.List, width: number): string[] {
  const first = Number(list.start) || 1;
  const rows = list.items.map((item, index) => {
    const marker = width < leastToIndent ? "" : list.ordered ? `${first + index}. ` : "• ";
    const indent = " ".repeat(marker.length);
    const content = renderListItem(item, width - marker.length);
    return (content.length > 0 ? content : [""]).map((row, line) =>
      line === 0 ? `${theme.muted(marker)}${row}` : row && indent + row,
    );
  });
  return rows.flatMap((item, index) => (list.loose && index > 0 ? ["", ...item] : item));
}

function renderListItem(item: Tokens.ListItem, width: number): string[] {
  const [box, ...rest] = item.tokens;
  if (box?.type === "checkbox") {
    const [first = "", ...others] = renderListItem({ ...item, tokens: rest }, width - 4);
    return [renderInline([box]) + first, ...others.map((row) => `    ${row}`)];
  }
  return item.loose
    ? renderBlocks(item.tokens, width)
    : item.tokens.flatMap((token) => renderBlock(token, width));
}

const gap = "  ";
/** A narrower column would break most words. */
const narrowest = 8;

/** Columns side by side, the widest wrapped where that is needed to fit; else each row as a list of `header: cell`. */
function renderTable(table: Tokens.Table, width: number): string[] {
  const cellsOf = (cells: readonly Tokens.TableCell[]) =>
    cells.map((cell) => renderInline(cell.tokens).replaceAll("\n", " "));
  const header = cellsOf(table.header).map((title) => theme.strong(title));
  const body = table.rows.map(cellsOf);
  const widths = fittingWidths([header, ...body], width);
  if (!widths) {
    return body.flatMap((row, index) => {
      const cells = row.flatMap((cell, column) => wrapAll(`${header[column] ?? ""}: ${cell}`, width));
      return index === 0 ? cells : ["", ...cells];
    });
  }
  const rule = theme.muted(widths.map((one) => "─".repeat(one)).join(gap));
  return [...renderCells(header, widths), rule, ...body.flatMap((row) => renderCells(row, widths))];
}

/** The widths of the columns in `width`; undefined where there is not even room for the narrowest. */
function fittingWidths(rows: readonly (readonly string[])[], width: number): number[] | undefined {
  const wanted = (rows[0] ?? []).map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, stringWidth(row[column] ?? "")), 0),
  );
  const room = width - gap.length * (wanted.length - 1);
  for (let most = Math.max(room, narrowest); most >= narrowest; most--) {
    const widths = wanted.map((one) => Math.min(one, most));
    if (widths.reduce((sum, one) => sum + one, 0) <= room) {
      return widths;
    }
  }
  return undefined;
}

/** One row of a table, as high as the highest of its cells. */
function renderCells(cells: readonly string[], widths: readonly number[]): string[] {
  const columns = cells.map((cell, column) => wrap(cell, widths[column] ?? 0));
  const height = columns.reduce((highest, { length }) => Math.max(highest, length), 0);
  return Array.from({ length: height }, (_, row) =>
    columns
      .map((rows, column) => pad(rows[row] ?? "", widths[column] ?? 0))
      .join(gap)
      .trimEnd(),
  );
}
