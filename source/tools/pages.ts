/** Lists that are longer than one result: shown page by page, the last line with the call that goes on. */
import * as z from "zod";
import { rejected, type UnboundedResult } from "./tool-result.js";

/** The argument of every tool that lists: the number of the first row that is wanted, from 1. */
export const fromArgument = z.int().min(1).optional();

/** The last line of a list that is longer than a page: the call that goes on with it, as the model can make it. */
export function restOfList(tool: string, args: Readonly<Record<string, unknown>>, from: number): string {
  return `The rest: ${JSON.stringify({ tool, args: { ...args, from } })}`;
}

/** What a list is made of. `head` is said first on every page; `detail` is the head for people, in one line. */
type Listing = { head: readonly string[]; detail: string; rows: readonly string[]; perPage: number };

/** The longest page, in characters; a result has room for its head besides. */
const longestPage = 24_000;

/**
 * The page of a list that begins at row `args.from`. `tool` and `args` are those of the call, which the one for the rest
 * repeats.
 */
export function pageOf(
  tool: string,
  { from = 1, ...args }: Readonly<Record<string, unknown>> & { from?: number | undefined },
  { head, detail, rows, perPage }: Listing,
): UnboundedResult {
  if (from > Math.max(rows.length, 1)) {
    return rejected(`There is no row ${from}: the list has ${rows.length}.`);
  }
  const shown: string[] = [];
  let length = 0;
  for (const row of rows.slice(from - 1, from - 1 + perPage)) {
    length += row.length + 1;
    if (shown.length > 0 && length > longestPage) {
      break;
    }
    shown.push(row);
  }
  const next = from + shown.length;
  const isPart = shown.length < rows.length;
  return {
    outcome: "success",
    text: [
      ...head,
      ...(isPart ? [`Rows ${from} to ${next - 1} of ${rows.length}:`] : []),
      ...shown,
      ...(next <= rows.length ? [restOfList(tool, args, next)] : []),
    ].join("\n"),
    detail: [detail, ...shown].join("\n"),
    ...(isPart && { whole: [...head, ...rows].join("\n") }),
  };
}
