import { describe, expect, it } from "vitest";
import type { Reply } from "../../source/protocol/messages.js";
import { ReplyReader, readReply } from "../../source/protocol/reply-reader.js";
import { call, fenced, toolNames } from "./replies.js";

const read = (text: string): Reply => readReply(text, toolNames);
const tools = (reply: Reply): string[] => reply.calls.map((each) => each.tool);
const refused = (reply: Reply): string[] => reply.refusals.map((each) => each.tool);

const readSheet = call("read_file", { path: "psu.kicad_sch" });
const erc = call("run_erc");

describe("a plain answer", () => {
  it.each([
    "The regulator needs a bigger inductor.",
    "Pins 1 and 2 are shorted:\n\n- R1\n- R2",
    `In braces {like these}, or {"a":1}.`,
    '{"voltage": 3.3, "rails": [1, 2]}',
    '{"name": "R1", "value": "10k"}',
    '{"name": "read_file", "description": "Reads a file"}',
    '[{"ref": "C4"}, {"ref": "C5"}]',
    "[datasheet](https://example.org/lm317)",
    "[]",
    "{",
    "{ not json",
    "{\n  not json either\n}",
    fenced('{"clearance": 0.2,\n "drill": 0.4}'),
    fenced("void setup()\n{\n  pinMode(3, OUTPUT);\n}", "c"),
    "```\nno end of the fence\n{",
    "~~~~md\n```sh\nls\n```\n~~~~",
    "```\n```",
    '"quoted" to begin with',
    `For instance ${erc} would run the check.`,
    `- \`${erc}\` runs the check.`,
  ])("is not changed: %j", (text) => {
    expect(read(text)).toEqual({ text, calls: [], refusals: [], discarded: null });
  });

  it.each(["", " \n\t\r\n ", "[assistant]\n"])("that is empty is null: %j", (text) => {
    expect(read(text).text).toBeNull();
    expect(read(text).nudge).toBeUndefined();
  });

  it("is trimmed, with LF line ends and at most one empty line between two others", () => {
    expect(read("\n  One  \r\n\r\n \t\r\n\r\n    two\n\n").text).toBe("One  \n\n    two");
  });

  it("loses the lines that echo a marker", () => {
    expect(read("[assistant]\nOne.\n**[Assistant]**\nTwo.").text).toBe("One.\nTwo.");
  });
});

describe("a call", () => {
  it.each([
    ["bare", readSheet],
    ["indented", `   ${readSheet}`],
    ["behind a byte order mark", `\ufeff${readSheet}`],
    ["in a fence", fenced(readSheet)],
    ["in a fence without a tag", fenced(readSheet, "")],
    ["in a fence with another tag", fenced(readSheet, "tool_call")],
    ["in a fence of tildes", `~~~json\n${readSheet}\n~~~`],
    ["in a longer fence than its end", `\`\`\`\`json\n${readSheet}\n\`\`\``],
    ["in a fence that never closes", `\`\`\`json\n${readSheet}`],
    ["in a fence that closes on its line", `\`\`\`json\n${readSheet}\`\`\``],
    ["between tags", `<tool_call>\n${readSheet}\n</tool_call>`],
    ["behind an echoed marker", `[assistant tool call]\n${readSheet}`],
    ["with a comma behind it", `${readSheet},`],
    ["with a brace too many", `${readSheet}}`],
    ["over several lines", JSON.stringify(JSON.parse(readSheet), null, 2)],
    ["with CRLF", JSON.stringify(JSON.parse(readSheet), null, 2).replaceAll("\n", "\r\n")],
    ["in an array", `[${readSheet}]`],
    ["in an array over several lines", `[\n  ${readSheet}\n]`],
    ["with arguments", '{"tool":"read_file","arguments":{"path":"psu.kicad_sch"}}'],
    ["with parameters", '{"tool":"read_file","parameters":{"path":"psu.kicad_sch"}}'],
    ["with input", '{"input":{"path":"psu.kicad_sch"},"tool":"read_file"}'],
    ["with name", '{"name":"read_file","arguments":{"path":"psu.kicad_sch"}}'],
    ["with more keys", '{"id":7,"tool":"read_file","args":{"path":"psu.kicad_sch"},"why":"to see"}'],
    ["said twice over", '{"tool":"finish","tool":"read_file","args":{},"args":{"path":"psu.kicad_sch"}}'],
  ])("is found %s, and is not prose", (_, text) => {
    const plain = {
      calls: [{ tool: "read_file", args: { path: "psu.kicad_sch" } }],
      refusals: [],
      discarded: null,
    };
    expect(read(text)).toEqual({ text: null, ...plain });
    expect(read(`Looking.\n\n${text}\n\nSoon.`)).toEqual({ text: "Looking.\n\nSoon.", ...plain });
  });

  it("without arguments has none", () => {
    expect(read('{"tool":"run_erc"}').calls).toEqual([{ tool: "run_erc", args: {} }]);
    expect(read('{"name":"run_erc"}').calls).toEqual([{ tool: "run_erc", args: {} }]);
  });

  it("keeps the order among others", () => {
    const reply = read(`${erc}\nThen\n[${readSheet}, ${erc}]\n${fenced(`${call("finish")}\n\n${erc}`)}`);
    expect(tools(reply)).toEqual(["run_erc", "read_file", "run_erc", "finish", "run_erc"]);
    expect(reply.text).toBe("Then");
  });

  it("keeps the prose inside its fence, and loses the fence", () => {
    expect(read(fenced(`// the sheet first\n${readSheet}`)).text).toBe("// the sheet first");
  });

  it("keeps the fence of other code", () => {
    const code = fenced("ls -l", "sh");
    expect(read(`${code}\n${fenced(erc)}\n${code}`).text).toBe(`${code}\n${code}`);
  });

  it("carries escaped and raw characters of every kind in its strings", () => {
    const strings = [
      "a\nb",
      "\t\r\n",
      "```sh\nls\n```",
      '{"tool":"finish"}',
      '\\"',
      "\ud83d",
      "é😀\u2028",
      "[user]\n",
    ];
    for (const content of strings) {
      expect(read(call("write_file", { content })).calls).toEqual([
        { tool: "write_file", args: { content } },
      ]);
      const raw = `{"tool":"write_file","args":{"content":"${content.replace(/["\\]/g, "\\$&")}"}}`;
      expect(read(raw).calls).toEqual([{ tool: "write_file", args: { content } }]);
    }
  });

  it("keeps words that follow on its line", () => {
    expect(read(`${erc} and then the board.`)).toMatchObject({
      text: "and then the board.",
      calls: [{ tool: "run_erc" }],
    });
  });

  it("does not change a prototype", () => {
    const reply = read(
      '{"tool":"read_file","args":{"__proto__":{"polluted":1},"constructor":{"prototype":{}}}}',
    );
    expect(tools(reply)).toEqual(["read_file"]);
    expect(Object.getPrototypeOf(reply.calls[0]?.args)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(readReply('{"tool":"toString"}', []).nudge).toContain("toString");
    expect(readReply('{"__proto__":{"tool":"finish"}}', toolNames).calls).toEqual([]);
  });
});

/** Each is tried alone, where it is nudged, and beside a call that runs, where it is refused. */
const failures: [kind: string, text: string, tool: string, reason: RegExp][] = [
  ["lacks its last brace", '{"tool":"read_file","args":{"path":"a"}', "read_file", /closing brace/],
  ["lacks its first brace", '"tool":"read_file","args":{"path":"a"}}', "read_file", /opening brace/],
  ["lacks a quotation mark", '{"tool":"read_file","args":{"path":"a}}', "read_file", /quotation mark/],
  [
    "has a quotation mark too many",
    '{"tool":"write_file","args":{"content":"a 5" pad"}}',
    "write_file",
    /JSON/,
  ],
  ["has a trailing comma", '{"tool":"read_file","args":{"path":"a",}}', "read_file", /JSON/],
  ["has single quotes", "{'tool': 'read_file', 'args': {}}", "read_file", /double quotes/],
  ["has typographic quotes", "{“tool”: “read_file”, “args”: {}}", "read_file", /double quotes/],
  ["has bare keys", '{tool: "read_file", args: {}}', "read_file", /double quotes/],
  ["has a bare value", '{"args": {}, "tool": "read_file", "x": True}', "read_file", /JSON/],
  ["has another closing bracket", '{"tool":"read_file","args":{"lines":[1}}', "read_file", /closing brace/],
  [
    "has a backslash before a line end",
    '{"tool":"write_file","args":{"content":"a\\\nb"}}',
    "write_file",
    /JSON/,
  ],
  ["has a broken other form", '{"name":"read_file","arguments":{"path":"a"}', "read_file", /closing brace/],
  ["has a bare tool name", '{"tool": read_file}', "read_file", /JSON/],
  [
    "is broken over several lines",
    '{\n  "tool": "read_file",\n  "args": {\n    path: 1\n  }\n}',
    "read_file",
    /JSON/,
  ],
  [
    "is nested too deeply",
    `{"tool":"finish","args":{"a":${"[".repeat(99)}${"]".repeat(99)}}}`,
    "finish",
    /deeper/,
  ],
  ["names an unknown tool", call("solder"), "solder", /no tool .*read_file, write_file, run_erc, finish/],
  ["names an unknown tool the other way", '{"name":"solder","arguments":{}}', "solder", /no tool/],
  ["names none", '{"tool": 7, "args": {}}', "unknown", /name of a tool/],
  [
    "has a string for arguments",
    '{"tool":"finish","arguments":"{}"}',
    "finish",
    /"arguments" must be a JSON object/,
  ],
  ["has an array for arguments", '{"tool":"finish","args":[]}', "finish", /"args" must be a JSON object/],
  ["has null for arguments", '{"tool":"finish","args":null}', "finish", /"args" must be a JSON object/],
  ["has its arguments beside the name", '{"tool":"read_file","path":"a"}', "read_file", /belong in "args"/],
  ["is behind a bullet", `- ${erc}`, "run_erc", /begin its own line/],
  ["is behind a number", `1. ${erc}`, "run_erc", /begin its own line/],
  ["is between backticks", `\`${erc}\``, "run_erc", /begin its own line/],
  ["is between tags", `<tool_call>${erc}</tool_call>`, "run_erc", /begin its own line/],
  ["is behind an echoed marker", `[assistant tool call] ${erc}`, "run_erc", /begin its own line/],
  ["is on the line of its fence", `\`\`\`json ${erc}\n\`\`\``, "run_erc", /begin its own line/],
  ["is inside its fence's line", `\`\`\`json ${erc} \`\`\``, "run_erc", /begin its own line/],
  [
    "is in an envelope",
    `{"tool_calls":[{"function":{"name":"run_erc","arguments":"{}"}}]}`,
    "run_erc",
    /on its own/,
  ],
];

describe("a call that cannot run", () => {
  it.each(failures)("is nudged where none runs: it %s", (_, text, tool, reason) => {
    const reply = read(`Here goes.\n${text}\n`);
    expect(reply).toMatchObject({ text: `Here goes.\n${text}`, calls: [], refusals: [], discarded: null });
    expect(reply.nudge).toContain(`- ${tool}: `);
    expect(reply.nudge).toMatch(reason);
  });

  it.each(failures)("is refused beside one that runs: it %s", (_, text, tool, reason) => {
    for (const both of [`${readSheet}\n${text}\nSoon.`, `${text}\n${readSheet}\nSoon.`]) {
      const reply = read(both);
      expect(reply).toMatchObject({
        text: "Soon.",
        calls: [{ tool: "read_file", args: { path: "psu.kicad_sch" } }],
      });
      expect(reply.refusals).toEqual([{ tool, reason: expect.stringMatching(reason) }]);
      expect(reply.nudge).toBeUndefined();
    }
  });

  it("is refused as the second on a line, and so is the third", () => {
    const reply = read(`${erc} ${readSheet}; ${call("finish")}`);
    expect(tools(reply)).toEqual(["run_erc"]);
    expect(refused(reply)).toEqual(["read_file", "finish"]);
    expect(reply.text).toBeNull();
    expect(read(`${erc}{"note": 1}${erc}`)).toMatchObject({
      text: '{"note": 1}',
      refusals: [{ tool: "run_erc" }],
    });
  });

  it("may be one item of an array among valid ones", () => {
    const reply = read(`[${erc}, {"note": 1}, ${call("solder")}]`);
    expect(tools(reply)).toEqual(["run_erc"]);
    expect(refused(reply)).toEqual(["unknown", "solder"]);
  });

  it("does not invalidate the items of a broken array that are on their own lines", () => {
    expect(tools(read(`[\n  ${erc},\n  ${readSheet}\n`))).toEqual(["run_erc", "read_file"]);
    const reply = read(`[${erc},\n${readSheet}`);
    expect([tools(reply), refused(reply)]).toEqual([["read_file"], ["run_erc"]]);
  });

  it("is not prose, but what follows it is", () => {
    const broken = '{\n  "tool": "read_file",\n  "args": {\n    "path": "a"\n\nThat was it.';
    expect(read(`${erc}\n${broken}`).text).toBe("That was it.");
  });

  it("is named in one nudge of bounded length", () => {
    const reply = read(Array.from({ length: 30 }, (_, index) => call(`solder_${index}`)).join("\n"));
    expect(reply.nudge).toContain("solder_9");
    expect(reply.nudge).not.toContain("solder_10");
    expect(reply.nudge).toContain("20 more");
    expect(read(call("x".repeat(1e6))).nudge?.length).toBeLessThan(1000);
  });

  it("is recognized by the tags of other harnesses", () => {
    const text = 'On it.\n<function_calls>\n<invoke name="read_file">\n</invoke>\n</function_calls>';
    expect(read(text)).toMatchObject({
      text,
      calls: [],
      nudge: expect.stringContaining('{"tool": "<name>"'),
    });
    expect(read(`${text}\n${erc}`)).toEqual({
      text: "On it.",
      calls: [{ tool: "run_erc", args: {} }],
      refusals: [],
      discarded: null,
    });
  });
});

describe("an invented result", () => {
  const invented = `[result of run_erc]\nERC: 0 errors\n${fenced(call("finish", { outcome: "done" }))}`;

  it("ends the reply, and the notice has the counts", () => {
    const reply = read(`Checking.\n${erc}\n${invented}\n[user]\nThanks!\n${readSheet}\n${call("solder")}`);
    expect(reply).toMatchObject({ text: "Checking.", calls: [{ tool: "run_erc" }], refusals: [] });
    expect(reply.discarded).toMatchObject({ blocks: 2, calls: 3 });
    expect(reply.discarded?.text).toMatch(/^\[result of run_erc\]\n.*solder.*\}$/s);
    expect(reply.notice).toMatch(/discarded 2 blocks and 3 calls/);
    expect(reply.nudge).toBeUndefined();
  });

  it("is returned unchanged for the transcript", () => {
    const tail = "  **[Result of run_erc]**\r\n\r\n\r\n clean \n\n\n";
    expect(read(`${erc}\n${tail}`).discarded).toEqual({ text: tail, blocks: 1, calls: 0 });
  });

  it("is neither an echo, nor a marker in a sentence or in the string of a call", () => {
    const tail = `[user]\n[assistant]\nthe [user]\n${call("write_file", { content: "\n[user]\n" })}`;
    expect(read(`${erc}\n${tail}`).discarded).toMatchObject({ blocks: 1, calls: 1 });
    const raw = '[user]\n{"tool":"write_file","args":{"content":"\n[user]\n"}}';
    expect(read(`${erc}\n${raw}`).discarded).toMatchObject({ blocks: 1, calls: 1 });
  });

  it("before any call makes the notice the nudge", () => {
    const reply = read(`Checking.\n${invented}`);
    expect(reply).toMatchObject({ text: "Checking.", calls: [], discarded: { blocks: 1, calls: 1 } });
    expect(reply.nudge).toBe(reply.notice);
  });

  it("after a call that cannot run is in the same nudge", () => {
    const reply = read(`${call("solder")}\n${invented}`);
    expect(reply).toMatchObject({ text: call("solder"), calls: [], discarded: { blocks: 1, calls: 1 } });
    expect(reply.nudge).toContain("solder");
    expect(reply.nudge).toContain(reply.notice);
  });

  it("may follow a call on its line", () => {
    const reply = read(`${erc} [result of run_erc]\nclean`);
    expect(reply).toMatchObject({
      text: null,
      calls: [{ tool: "run_erc" }],
      discarded: { blocks: 1, calls: 0 },
    });
  });

  it("removes an empty fence around it, and keeps code before it", () => {
    expect(read(`Checking.\n\`\`\`\n\n${invented}`).text).toBe("Checking.");
    expect(read(`\`\`\`\nnetlist\n${invented}`).text).toBe("```\nnetlist");
  });

  describe("is recognized everywhere but in a string of a call that parses whole:", () => {
    it.each([
      ["a call", '{"tool":"write_file","args":{"content":"log:\n[user]\nhello\n[result of run_erc]\n"}}'],
      ["a pretty call", '{\n"tool":"write_file",\n"args":{\n"content":"log:\n  [user]\n"\n}\n}'],
      ["a call of an unknown tool", '{"tool":"solder","args":{"content":"log:\n[user]\n"}}'],
      ["an array of calls", '[{"tool":"write_file","args":{"content":"log:\n[user]\n"}}]'],
    ])("%s does", (_, text) => {
      expect(read(text).discarded).toBeNull();
      expect(read(text).text === null).toBe(read(text).calls.length > 0);
    });

    it.each([
      ["prose", 'He said "\n[user]\nhello"'],
      ["inch marks", 'A 5" board.\n[user]\nA 3" one.'],
      ["code", fenced("[user]\nemail = x", "ini")],
      ["an object that is no call", '{"log": "\n[user]\n"}'],
      ["a call that never closes", '{"tool":"write_file","args":{"content":"log:\n[user]\nhello'],
      ["a call one brace short", '{"tool":"write_file","args":{"content":"log:\n[user]\nhello"}'],
      [
        "a call with a quote too many",
        '{"tool":"write_file","args":{"content":"the "log":\n[user]\nhello"}}',
      ],
      ["a call broken before", '{"tool":"write_file","args":{\n  content: 1,\n  [user]\n}}'],
    ])("%s does not", (_, text) => {
      const reply = read(text);
      expect(reply.discarded?.blocks).toBe(1);
      expect(reply.discarded?.text.trimStart()).toMatch(/^\[user\]/);
      expect(reply.calls).toEqual([]);
      expect(reply.nudge).toContain(reply.notice);
    });
  });
});

describe("reading as it arrives", () => {
  function shownAfterEach(pieces: readonly string[]): string[] {
    const reader = new ReplyReader(toolNames);
    return pieces.map((piece) => reader.push(piece));
  }

  it("shows prose at once, within the line", () => {
    expect(shownAfterEach(["The trace", " on F.Cu is ", "thin.\n", "\n", "- Widen", " it"])).toEqual([
      "The trace",
      " on F.Cu is",
      " thin.",
      "",
      "\n\n- Widen",
      " it",
    ]);
  });

  it("holds back only what may become a marker, a fence or a call", () => {
    expect(shownAfterEach(["One.\n[res", "istor R1]", "\n"])).toEqual(["One.", "", "\n[resistor R1]"]);
    expect(shownAfterEach(["[res", "ult of run_erc]", "\n", "clean"])).toEqual(["", "", "", ""]);
    expect(shownAfterEach(["`", "``", "c\nint x;", "\n```", "\n"])).toEqual([
      "",
      "",
      "",
      "",
      "```c\nint x;\n```",
    ]);
    expect(shownAfterEach(["```json\n", `${erc}\n`, "```\n", "Done"])).toEqual(["", "", "", "Done"]);
    expect(shownAfterEach(["{\n", '"a": 1\n', "}\n"])).toEqual(["", "", '{\n"a": 1\n}']);
    expect(shownAfterEach(["{\n", "int x;\n"])).toEqual(["", "{\nint x;"]);
  });

  it("ends once", () => {
    const reader = new ReplyReader(toolNames);
    reader.push(`Hi.\n${erc}`);
    const reply = reader.end();
    expect(reader.push("\n[user]\nmore")).toBe("");
    expect(reader.end()).toBe(reply);
    expect(reply).toMatchObject({ text: "Hi.", discarded: null });
    expect(reader.prose).toBe("Hi.");
  });
});
