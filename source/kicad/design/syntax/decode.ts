/**
 * The text of a file's bytes, with its BOM; undefined where they are no UTF-8. Bytes that a decoder would replace could
 * not be written back.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
