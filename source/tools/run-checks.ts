import { join } from "node:path";
import * as z from "zod";
import { countFindings, type FindingCounts, listFindings } from "../kicad/check/findings.js";
import { type CheckKind, runCheck } from "../kicad/cli/run-check.js";
import type { UnboundedResult } from "./text/bounds.js";
import { defineTool, type ToolContext } from "./tool.js";
import { withDesign } from "./with-design.js";

/** How many findings the model is shown whole. */
const shownFindings = 30;

async function check(kind: CheckKind, context: ToolContext): Promise<UnboundedResult> {
  const part = kind === "erc" ? "schematic" : "board";
  return await withDesign(part, context, async (cli, path) => {
    const { root, signal } = context;
    const { findings, note } = await runCheck(cli, kind, join(root, path), { signal });
    const counts = describeCounts(kind, countFindings(findings));
    const active = findings.filter(({ severity }) => severity !== "exclusion");
    const head = [
      `${kind.toUpperCase()} of ${path}: ${counts}.`,
      ...(note === undefined ? [] : [`Parity with the schematic was not checked: ${note}`]),
    ];
    const listed = (limit: number) => (active.length === 0 ? [] : [listFindings(active, limit)]);
    const toText = (limit: number) => [...head, ...listed(limit)].join("\n");
    return {
      outcome: "success",
      text: toText(shownFindings),
      detail: [counts, ...listed(shownFindings)].join("\n"),
      ...(active.length > shownFindings && { whole: toText(active.length) }),
    };
  });
}

function describeCounts(kind: CheckKind, counts: FindingCounts): string {
  const parts = [
    plural(counts.errors, "error"),
    plural(counts.warnings, "warning"),
    ...(kind === "drc" ? [plural(counts.unconnected, "unconnected item")] : []),
    ...(counts.exclusions > 0 ? [`${counts.exclusions} excluded`] : []),
  ];
  return parts.join(", ");
}

function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** `run_erc`: the electrical rules of the whole schematic. */
export const runErc = defineTool({
  name: "run_erc",
  description:
    "Runs KiCad's ERC on the root schematic with all its sheets: counts, and the findings with the names and places (mm) of their items, errors first.",
  parameters: z.strictObject({}),
  kind: "command",
  changes: false,
  example: {},
  title: () => "Run ERC",
  run: async (_, context) => await check("erc", context),
});

/** `run_drc`: the design rules of the board, its unconnected items, and its parity with the schematic. */
export const runDrc = defineTool({
  name: "run_drc",
  description:
    "Runs KiCad's DRC on the board: counts, unconnected items, differences from the schematic, and the findings with the names and places (mm) of their items, errors first.",
  parameters: z.strictObject({}),
  kind: "command",
  changes: false,
  example: {},
  title: () => "Run DRC",
  run: async (_, context) => await check("drc", context),
});
