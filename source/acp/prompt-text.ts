/** The content of a prompt → the text of a request. */
import { fileURLToPath } from "node:url";
import { type ContentBlock, RequestError } from "@agentclientprotocol/sdk";
import { contain } from "../workspace/containment.js";
import { fenced } from "./content.js";

/**
 * `root` is the real path of the repository. A file that a link names is named in the text, and an embedded one is quoted;
 * both must be in the repository. Throws `path-refused` for one that is not, and a request error for pictures, sound and
 * an empty prompt.
 */
export async function promptText(blocks: readonly ContentBlock[], root: string): Promise<string> {
  const texts = await Promise.all(blocks.map((block) => textOf(block, root)));
  const whole = texts.join("").trim();
  if (whole === "") {
    throw RequestError.invalidParams(undefined, "The prompt is empty.");
  }
  return whole;
}

async function textOf(block: ContentBlock, root: string): Promise<string> {
  switch (block.type) {
    case "text":
      return block.text;
    case "resource_link":
      return `\`${await nameOf(block.uri, root)}\``;
    case "resource": {
      const { resource } = block;
      const name = await nameOf(resource.uri, root);
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

/** A file by its repository-relative path, with the lines that are meant; a web page by its address. */
async function nameOf(uri: string, root: string): Promise<string> {
  const [address = "", fragment = ""] = uri.split("#", 2);
  if (/^https?:/.test(uri)) {
    return uri;
  }
  const { relative } = await contain(root, address.startsWith("file:") ? pathOf(address) : address);
  return fragment === "" ? relative : `${relative}#${fragment}`;
}

function pathOf(address: string): string {
  try {
    return fileURLToPath(address.split("?", 1)[0] ?? address);
  } catch {
    throw RequestError.invalidParams(undefined, `${address} names no file.`);
  }
}
