/** Inline markdown → one styled string, in which `\n` is a hard break. The source is safe to draw already. */
import type { Token } from "marked";
import { link, withFileLinks } from "./hyperlinks.js";
import { theme } from "./theme.js";

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

const decode = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity);
/** A line end inside a paragraph is a space. */
const flow = (text: string) => decode(text).replace(/ *\n */g, " ");

export function renderInline(tokens: readonly Token[] | undefined): string {
  return (tokens ?? []).map(renderToken).join("");
}

function renderToken(token: Token): string {
  switch (token.type) {
    case "strong":
      return theme.strong(renderInline(token.tokens));
    case "em":
      return theme.emphasis(renderInline(token.tokens));
    case "del":
      return theme.deleted(renderInline(token.tokens));
    case "codespan":
      return theme.code(withFileLinks(token.text));
    case "br":
      return "\n";
    case "checkbox":
      return token.checked ? "[x] " : "[ ] ";
    case "link":
      return renderLink(renderInline(token.tokens), token.text, token.href);
    case "image":
      return renderLink(`[image: ${token.text}]`, "", token.href);
    case "text":
      return token.tokens ? renderInline(token.tokens) : withFileLinks(flow(token.text));
    case "escape":
      return token.text;
    default:
      return flow(token.raw); // HTML and all else, as it was written
  }
}

/** Always shows the address, so that the text cannot pretend another one. */
function renderLink(shown: string, text: string, address: string): string {
  if (text === address || `mailto:${text}` === address) {
    return theme.link(link(shown, address));
  }
  return `${link(shown, address)} (${theme.link(link(address, address))})`;
}
