/** Writes what goes out to the model: the tools and the conversation as text. */
import { oneLine, safeJson } from "../base/text/safe-text.js";
import { callFormat } from "./feedback.js";
import { readMarker } from "./markers.js";
import type { Message, ToolDescription } from "./messages.js";

/** The tools as text, each with the JSON Schema of its arguments. */
export function renderCatalog(tools: readonly ToolDescription[]): string {
  const entries = tools.map(({ name, description, parameters }) =>
    [escapeMarkers(`${oneLine(name)}: ${description}`), `args: ${safeJson(parameters)}`].join("\n"),
  );
  return [`The tools. A call: ${callFormat}`, ...entries].join("\n\n");
}

/** The whole conversation as text. No content of a message can be read as one of the markers between them. */
export function renderConversation(messages: readonly Message[]): string {
  return messages.flatMap(renderMessage).join("\n\n");
}

/** The messages from the index `from` on, for a chat that has those before it. */
export function renderDelta(messages: readonly Message[], from: number): string {
  return renderConversation(messages.slice(Math.max(0, from)));
}

function renderMessage(message: Message): string[] {
  switch (message.role) {
    case "user":
      return [section("user", message.text)];
    case "assistant": {
      const calls = message.calls.map(
        ({ tool, args }) => `[assistant tool call]\n${safeJson({ tool, args })}`,
      );
      return message.text === null ? calls : [section("assistant", message.text), ...calls];
    }
    case "result":
      return [section(`result of ${toolLabel(message.tool)}`, message.text)];
  }
}

function section(title: string, text: string): string {
  return `[${title}]\n${escapeMarkers(text)}`;
}

/** The model may write anything as a tool's name; in a marker it is one plain word. */
function toolLabel(name: string): string {
  return name.replace(/[^\w.-]+/g, "_").slice(0, 64) || "unknown";
}

/** Puts a backslash before each line that could be read as a marker, backslashes before it or not. */
function escapeMarkers(text: string): string {
  return text
    .split(/(\r\n|[\n\v\f\r\x85\u2028\u2029])/)
    .map((line) => (readMarker(line.replace(/^\\+/, "")) ? `\\${line}` : line))
    .join("");
}
