/** ERC and DRC, reported to the model page by page. */
import * as z from "zod";
import { counted } from "../../base/text/counted.js";
import {
  activeFindings,
  countFindings,
  type Finding,
  type FindingCounts,
  listFindings,
  pageOfFindings,
} from "../../kicad/check/findings.js";
import { groupFindings, listGroups } from "../../kicad/check/group-findings.js";
import { hashFiles, reportFolder } from "../../kicad/check/reports/report-cache.js";
import { reportPresent } from "../../kicad/check/reports/turn-reports.js";
import type { KicadCli } from "../../kicad/cli/kicad-cli.js";
import type { CheckKind, CheckReport } from "../../kicad/cli/run-check.js";
import { listKicadFiles } from "../../kicad/design/find-projects.js";
import { restOfList } from "../pages.js";
import type { ToolContext } from "../tool.js";
import type { UnboundedResult } from "../tool-result.js";
import { projectArgument, queryDesign } from "./design-query.js";

/** The most findings that the model reads in full at once. */
const mostFindings = 30;

/** The arguments of run_erc and run_drc; `from` is the number of the first finding wanted, from 1. */
export const checkArguments = z.strictObject({
  project: projectArgument,
  from: z.int().min(1).optional(),
});

/** Runs the check on the project's schematic or board, unless a report of the same content is kept. */
export async function queryCheck(
  kind: CheckKind,
  { project, from = 1 }: z.infer<typeof checkArguments>,
  context: ToolContext,
): Promise<UnboundedResult> {
  const part = kind === "erc" ? "schematic" : "board";
  return await queryDesign(part, project, context, async ({ cli, path }) => {
    const report = await reportOf(kind, context, { cli, path });
    const counts = describeCounts(kind, countFindings(report.findings));
    const active = activeFindings(report.findings);
    if (from > Math.max(active.length, 1)) {
      const text = `There is no finding ${from}: ${kind.toUpperCase()} of ${path} has ${active.length}.`;
      return { outcome: "failure", text, detail: text };
    }
    const head = [`${kind.toUpperCase()} of ${path}: ${counts}.`, ...notesOf(report)];
    const rest = restOfList(
      `run_${kind}`,
      { ...(project !== undefined && { project }) },
      from + mostFindings,
    );
    return {
      outcome: "success",
      text: [
        ...head,
        ...listPage(active, from),
        ...(active.length >= from + mostFindings ? [rest] : []),
      ].join("\n"),
      detail: [counts, ...(active.length === 0 ? [] : [listFindings(active, mostFindings)])].join("\n"),
      ...(active.length > mostFindings && {
        whole: [...head, listFindings(active, active.length)].join("\n"),
      }),
    };
  });
}

async function reportOf(
  kind: CheckKind,
  { root, env, signal }: ToolContext,
  { cli, path }: { cli: KicadCli; path: string },
): Promise<CheckReport> {
  const now = await hashFiles(root, await listKicadFiles(root));
  const cacheFolder = await reportFolder(env);
  return await reportPresent({ kind, design: path }, now, { root, cli, cacheFolder, signal });
}

/** What a report could not look at, a line each. */
function notesOf({ note, warnings = [], muted = [] }: CheckReport): string[] {
  return [
    ...(note === undefined ? [] : [`Parity with the schematic was not checked: ${note}`]),
    ...warnings.map((warning) => `kicad-cli warns: ${warning}`),
    ...(muted.length > 0 ? [`Turned off by the project's rules: ${muted.join("; ")}`] : []),
  ];
}

/** A page of the findings; where there are more, the first page begins with all of them by kind. */
function listPage(active: readonly Finding[], from: number): string[] {
  if (active.length === 0) {
    return [];
  }
  const page = pageOfFindings(active, from, mostFindings);
  if (active.length <= mostFindings) {
    return [page];
  }
  const to = Math.min(from + mostFindings - 1, active.length);
  const kinds = from === 1 ? listGroups(groupFindings(active), { withPlaces: false }) : [];
  return [...kinds, `Findings ${from} to ${to} of ${active.length}:`, page];
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
