import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exitCodes } from "../../source/base/failure.js";
import type { FinishedTurn } from "../../source/loop/state.js";
import { renderSummary, writeSummary } from "../../source/loop/summary.js";
import { Redactor } from "../../source/workspace/secrets/redaction.js";
import { temporaryFolder } from "../temporary-folder.js";

const redactor = new Redactor({ SERVICE_PASSWORD: "open sesame 42" });

describe("the summary", () => {
  const noUsage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const untouched = { filesChanged: [], verification: {}, discarded: { blocks: 0, calls: 0 }, notes: [] };
  const results: FinishedTurn[] = [
    {
      turnId: "1",
      request: "Fix it.\n# Not a heading",
      status: "completed",
      exitCode: exitCodes.done,
      answer: "Done: open sesame 42 \u001b[2J",
      usage: noUsage,
      filesChanged: ["a`b.kicad_sch", "new\nline"],
      verification: {
        erc: { status: "clean", newErrors: 0, newWarnings: 0, fixed: 2, known: 14 },
        projects: [
          {
            project: "hw/a.kicad_pro",
            nets: {
              added: [],
              removed: [],
              joined: [],
              split: [],
              renamed: [{ before: "/A", after: "/`B\n# no heading" }],
              pins: [],
            },
            parts: { added: [], removed: [], changed: [] },
          },
        ],
      },
      discarded: { blocks: 2, calls: 1 },
      notes: ["a rule was muted"],
      number: 1,
      restored: [],
      isUndone: true,
    },
    {
      turnId: "2",
      request: "More",
      status: "failed",
      exitCode: exitCodes.cursor,
      answer: "",
      usage: noUsage,
      ...untouched,
      number: 2,
      restored: ["put-back.md"],
      isUndone: false,
      failure: {
        code: "not-logged-in",
        message: "Cursor is not logged in.",
        advice: "Run agent login.",
        exitCode: exitCodes.cursor,
      },
    },
  ];
  const summary = {
    sessionId: "20261130-132255-4f2a9c",
    model: "cursor:auto",
    chat: { id: "57ab654c", known: 3 },
    results,
  };

  it("shows each turn in a few lines", () => {
    expect(renderSummary(summary)).toBe(`# Session 20261130-132255-4f2a9c

Model \`cursor:auto\`, chat \`57ab654c\`.

## Turn 1: completed (exit code 0)

> Fix it.
> # Not a heading

- changed \`\`a\`b.kicad_sch\`\`, undone since
- changed \`new␊line\`, undone since
- \`hw/a.kicad_pro\`: net \`/A\` renamed to \`\`/\`B␊# no heading\`\`
- ERC: 0 new errors, 2 fixed, 14 known
- discarded: 2 invented blocks, 1 call in them
- a rule was muted

Answer:

> Done: open sesame 42 ␛[2J

## Turn 2: failed (exit code 3)

> More

- put back \`put-back.md\`
- Cursor is not logged in. Run agent login.
`);
  });

  it("is written whole, over the last one, without secrets", async () => {
    const folder = temporaryFolder();
    await writeSummary(folder, { ...summary, results: [] }, redactor);
    await writeSummary(folder, summary, redactor);
    expect(await readdir(folder)).toEqual(["summary.md"]);
    const text = await readFile(join(folder, "summary.md"), "utf8");
    expect(text).toBe(renderSummary(summary).replace("open sesame 42", "[redacted]"));
    expect((await stat(join(folder, "summary.md"))).mode & 0o777).toBe(0o600);
  });
});
