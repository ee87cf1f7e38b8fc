/** ERC and DRC, reported to the model. */
import { counted } from "../../base/text/counted.js";
import {
  activeFindings,
  countFindings,
  type FindingCounts,
  listFindings,
} from "../../kicad/check/findings.js";
import { type CheckKind, runCheck } from "../../kicad/cli/run-check.js";
import type { ToolContext } from "../tool.js";
import type { UnboundedResult } from "../tool-result.js";
import { queryDesign } from "./design-query.js";

/** The most findings that the model reads in full. */
const mostFindings = 30;

export async function queryCheck(
  kind: CheckKind,
  project: string | undefined,
  context: ToolContext,
): Promise<UnboundedResult> {
  const part = kind === "erc" ? "schematic" : "board";
  return await queryDesign(part, project, context, async ({ cli, file, path }) => {
    const { findings, note } = await runCheck(cli, kind, file, { signal: context.signal });
    const counts = describeCounts(kind, countFindings(findings));
    const active = activeFindings(findings);
    const head = [
      `${kind.toUpperCase()} of ${path}: ${counts}.`,
      ...(note === undefined ? [] : [`Parity with the schematic was not checked: ${note}`]),
    ];
    const listed = (limit: number) => (active.length === 0 ? [] : [listFindings(active, limit)]);
    return {
      outcome: "success",
      text: [...head, ...listed(mostFindings)].join("\n"),
      detail: [counts, ...listed(mostFindings)].join("\n"),
      ...(active.length > mostFindings && { whole: [...head, ...listed(active.length)].join("\n") }),
    };
  });
}

function describeCounts(
  kind: CheckKind,
  { errors, warnings, unconnected, exclusions }: FindingCounts,
): string {
  const parts = [
    counted(errors, "error"),
    counted(warnings, "warning"),
    ...(kind === "drc" ? [counted(unconnected, "unconnected item")] : []),
    ...(exclusions > 0 ? [`${exclusions} excluded`] : []),
  ];
  return parts.join(", ");
}
