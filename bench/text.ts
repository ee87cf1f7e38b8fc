/** About 22 kB of markdown, as a model writes it: the answer that is streamed in the measurements. */
export function benchText(): string {
  const paragraph =
    "The regulator feeds the sensor through a ferrite bead, and its output capacitor is placed within two millimetres of the pin. ";
  return Array.from({ length: 34 }, (_, index) =>
    [
      `## Section ${index + 1}`,
      paragraph.repeat(3).trim(),
      `- first of ${index + 1}: \`R${index}\`\n- second with **weight**\n- third, which is a little longer than the others are`,
      "```python\nfor net in board.nets():\n    print(net.name, net.length)\n```",
    ].join("\n\n"),
  ).join("\n\n");
}
