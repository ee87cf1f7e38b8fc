/** The first line of a text. */
export function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
