/** Code → coloured code. The grammars are large: they are loaded when the first turn starts. */
import type { RootContent } from "hast";
import { type Token, theme } from "./theme.js";

let highlighter: typeof import("./grammars.js").highlightTree | undefined;

/** Loads the grammars; until then code is shown plain. */
export async function loadHighlighter(): Promise<void> {
  highlighter ??= (await import("./grammars.js")).highlightTree;
}

/** The classes of highlight.js → the tokens of the theme. */
const tokenOfClass: Readonly<Record<string, Token>> = {
  "hljs-keyword": "accent",
  "hljs-built_in": "accent",
  "hljs-literal": "accent",
  "hljs-name": "accent",
  "hljs-string": "success",
  "hljs-number": "code",
  "hljs-symbol": "code",
  "hljs-title": "strong",
  "hljs-section": "strong",
  "hljs-attr": "strong",
  "hljs-attribute": "strong",
  "hljs-comment": "muted",
  "hljs-meta": "muted",
  "hljs-addition": "added",
  "hljs-deletion": "removed",
};

/** Colours code whose control characters are visible already; plain if the language is not known. */
export function highlight(code: string, language: string): string {
  const tree = highlighter?.(code, language);
  return tree ? tree.map((node) => paint(node, undefined)).join("") : code;
}

function paint(node: RootContent, token: Token | undefined): string {
  if (node.type === "text") {
    return token ? theme[token](node.value) : node.value;
  }
  if (node.type !== "element") {
    return "";
  }
  const classes = Array.isArray(node.properties.className) ? node.properties.className : [];
  const own = classes.map((name) => tokenOfClass[String(name)]).find(Boolean);
  return node.children.map((child) => paint(child, own ?? token)).join("");
}
