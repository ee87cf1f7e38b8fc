import fc from "fast-check";

export const toolNames = ["read_file", "write_file", "run_erc", "finish"];

/** A call as models write them most often. */
export function call(tool: string, args: Record<string, unknown> = {}): string {
  return JSON.stringify({ tool, args });
}

export function fenced(content: string, tag = "json"): string {
  return `\`\`\`${tag}\n${content}\n\`\`\``;
}

const pieces = [
  "\n",
  "\r\n",
  "\r",
  " ",
  "  ",
  "\t",
  "{",
  "}",
  "[",
  "]",
  '"',
  "\\",
  ":",
  ",",
  "`",
  "```",
  "```json\n",
  "```\n",
  "~~~\n",
  "````\n",
  '"tool"',
  '"name"',
  '"args":',
  "tool:",
  '{"tool":"read_file","args":{"path":"a"}}',
  '{"tool":"write_file","args":{"content":"',
  '{"name":"finish","arguments":{}}',
  '{"tool":"solder","args":{}}',
  '{"a":\n',
  '[{"tool":"run_erc"}',
  "[\n",
  "[user]",
  "\n[user]\n",
  "[result of read_file]",
  "\n[Result of read_file]\n",
  "**[tool_result for run_erc]**",
  "[assistant]",
  "\n[assistant tool call]\n",
  "<tool_call>",
  "</tool_call>\n",
  "<tool_result>",
  "- ",
  "> ",
  "1. ",
  "The trace is 0.2 mm wide.",
  "5\" and 3'",
  "\u200b",
  "\u2028",
  "\ufeff",
  "\ud83d",
  "é\u0301",
  "\u001b[31m",
];

/** Any text, biased to what the protocol is made of. */
export const hostileText = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...pieces) },
      fc.string({ unit: "binary", maxLength: 6 }),
    ),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(""));
