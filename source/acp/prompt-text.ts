/** The content of a prompt → the text of a request. */
import { fileURLToPath } from "node:url";
import { type ContentBlock, RequestError } from "@agentclientprotocol/sdk";
import { codeSpan } from "../base/text/code-span.js";
import { visibleName } from "../base/text/safe-text.js";
import { contain } from "../workspace/containment.js";
import { fenced } from "./updates/content.js";

/** The longest prompt, in characters: no model takes more. */
const longestPrompt = 4_000_000;

/**
 * `root` is the real path of the repository. A file that a link names is named in the text, and an embedded one is quoted;
 * both must be in the repository. What else is linked is named by its address. Throws `path-refused` for a file elsewhere,
 * and a request error for pictures, sound, an empty prompt and one of more than 4,000,000 characters.
 */
export async function promptText(blocks: readonly ContentBlock[], root: string): Promise<string> {
  const texts = await Promise.all(blocks.map((block) => textOf(block, root)));
  const whole = texts.join("").trim();
  if (whole === "") {
    throw RequestError.invalidParams(undefined, "The prompt is empty.");
  }
  if (whole.length > longestPrompt) {
    throw RequestError.invalidParams(
      undefined,
      `The prompt has ${whole.length} characters, more than ${longestPrompt}: name its files instead.`,
    );
  }
  return whole;
}

async function textOf(block: ContentBlock, root: string): Promise<string> {
  switch (block.type) {
    case "text":
      return block.text;
    case "resource_link":
      return codeSpan(await nameOf(block.uri, root));
    case "resource": {
      const { resource } = block;
      const name = visibleName(await nameOf(resource.uri, root));
      if (!("text" in resource)) {
        throw RequestError.invalidParams(undefined, `${name} is not text: name the file instead.`);
      }
      return `\n\n${name}:\n${fenced(resource.text)}\n\n`;
    }
    case "image":
    case "audio":
      throw RequestError.invalidParams(
        undefined,
        `Cursor's command line takes no ${block.type}: describe it in words.`,
      );
    default:
      return block satisfies never;
  }
}

/** A file by its repository-relative path, with the lines that are meant; anything else by its address. */
async function nameOf(uri: string, root: string): Promise<string> {
  const [address = "", fragment = ""] = uri.split("#", 2);
  const isFile = address.startsWith("file:");
  if (!isFile && /^[a-z][a-z\d+.-]+:/i.test(uri)) {
    return uri;
  }
  const { relative } = await contain(root, isFile ? pathOf(address) : address);
  const name = relative === "" ? "." : relative;
  return fragment === "" ? name : `${name}#${fragment}`;
}

function pathOf(address: string): string {
  try {
    return fileURLToPath(address.split("?", 1)[0] ?? address);
  } catch {
    throw RequestError.invalidParams(undefined, `${address} names no file.`);
  }
}
