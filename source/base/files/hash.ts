import { createHash } from "node:crypto";

/** The SHA-256 of the bytes, or of a text's UTF-8, in hex. */
export function hashOf(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}
