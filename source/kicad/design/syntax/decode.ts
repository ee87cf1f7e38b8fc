import { isUtf8 } from "node:buffer";

/**
 * The text of a file's bytes, with its BOM; undefined where they are no UTF-8. Bytes that a decoder would replace could
 * not be written back.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const { buffer, byteOffset, byteLength } = bytes;
  return isUtf8(bytes) ? Buffer.from(buffer, byteOffset, byteLength).toString("utf8") : undefined;
}
