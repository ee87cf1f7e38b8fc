/** Text as the protocol's content. Pure. */
import type { ContentBlock, SessionUpdate, ToolCallContent } from "@agentclientprotocol/sdk";
import { visible } from "../../base/text/safe-text.js";

export function text(value: string) {
  return { type: "text" as const, text: visible(value) };
}

/** PNG files as content. */
export function pictures(images: readonly Uint8Array[]): ContentBlock[] {
  return images.map((png) => ({
    type: "image",
    data: Buffer.from(png).toString("base64"),
    mimeType: "image/png",
  }));
}

/** What a picture shows, and whether it is one of two. */
export function captionOf({ images, caption }: { images: readonly unknown[]; caption: string }): string {
  return images.length > 1 ? `Before and after: ${caption}` : caption;
}

/** What is shown below a call; nothing where there is nothing to say. */
export function sentences(value: string): ToolCallContent[] {
  return value === "" ? [] : [{ type: "content", content: text(value) }];
}

/** By the item, an editor tells the messages of a turn apart. */
export function messageIdOf(itemId: string | undefined): { messageId?: string } {
  return itemId === undefined || itemId === "" ? {} : { messageId: itemId };
}

/** A block of code in a fence that is longer than any run of backticks in it. */
export function fenced(code: string, language = ""): string {
  const runs = code.match(/`{3,}/g) ?? [];
  const fence = "`".repeat(Math.max(2, ...runs.map(({ length }) => length)) + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

/** Something that the user should know, apart from the answer. */
export function noticeOf(
  kind: "Warning" | "Error",
  { message, advice }: { message: string; advice?: string | undefined },
): SessionUpdate {
  const lines = [`${kind}: ${message}`, ...(advice === undefined ? [] : [advice])].join("\n").split("\n");
  const quoted = lines.map((line) => `> ${line}`).join("\n");
  return { sessionUpdate: "agent_message_chunk", content: text(`\n\n${quoted}\n\n`) };
}
