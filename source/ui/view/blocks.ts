/** Where a growing markdown text can be cut, so that what is above never changes again. Pure. */
import { Lexer } from "marked";

/**
 * Parts the finished blocks from the last one, which may still grow. Only whole lines are judged: "2" may become "2." and
 * belong to the list above. A fence is never cut. A heading is finished at the end of its line.
 */
export function splitBlocks(markdown: string): { finished: string; rest: string } {
  const text = markdown.replaceAll("\r\n", "\n"); // as the parser reads it
  const lastLine = text.lastIndexOf("\n") + 1;
  // Blocks alone: what is inside of them is not needed, and costs most.
  const tokens = new Lexer().blockTokens(text.slice(0, lastLine), []);
  const last = tokens.findLastIndex((token) => token.type !== "space");
  const open = tokens[last]?.type === "heading" ? tokens.length : Math.max(0, last);
  const length = tokens.slice(0, open).reduce((sum, token) => sum + token.raw.length, 0);
  return { finished: text.slice(0, length), rest: text.slice(length) };
}

/** Characters of the open block that a pane can show at all; more is not even parsed. */
const longest = 6000;

/** The end of an open block, enough to fill any pane; a fence keeps its opening line, so that it stays one. */
export function tailOfBlock(rest: string): string {
  if (rest.length <= longest) {
    return rest;
  }
  const start = rest.indexOf("\n", rest.length - longest) + 1 || rest.length - longest;
  const fence = /^\s*(?:```|~~~).*\n/.exec(rest)?.[0] ?? "";
  return fence + rest.slice(start);
}
