/** What `check` found, as text. Pure. */
import { counted } from "../base/text/counted.js";
import { visibleName } from "../base/text/safe-text.js";
import { activeFindings, listFindings } from "../kicad/check/findings.js";
import { groupFindings, listGroups } from "../kicad/check/group-findings.js";
import type { CheckedProject, CheckResult } from "../print/printed.js";
import type { RepositoryCheck } from "./check-project.js";

/** `all`: each finding whole, instead of findings by kind. */
type Form = { all: boolean };

/** All of it: each project, and what comes after them. */
export function describeRepositoryCheck(found: RepositoryCheck, form: Form): string {
  return [
    ...found.projects.map((project) => describeCheckedProject(project, form)),
    ...describeRest(found),
  ].join("\n");
}

/** A project: its name with the counts, and below it each check. */
export function describeCheckedProject({ project, erc, drc }: CheckedProject, form: Form): string {
  const results = [erc, drc].filter((result) => result !== undefined);
  return [
    `${visibleName(project)}: ${sum(results)}`,
    ...(erc ? resultLines("ERC", erc, form) : []),
    ...(drc ? resultLines("DRC", drc, form) : []),
  ].join("\n");
}

/** What comes after the projects: the sum of several, and what was skipped. */
export function describeRest({ projects, skipped }: RepositoryCheck): string[] {
  const results = projects.flatMap(({ erc, drc }) => [erc, drc].filter((result) => result !== undefined));
  return [
    ...skipped.map(({ path, reason }) => `Not checked: ${visibleName(path)}: ${reason}`),
    ...(projects.length > 1 ? [`${projects.length} projects: ${sum(results)}`] : []),
  ];
}

function sum(results: readonly CheckResult[]): string {
  const total = (part: "errors" | "warnings") => results.reduce((all, result) => all + result[part], 0);
  const failed = results.filter(({ status }) => status === "not-run").length;
  return [
    counted(total("errors"), "error"),
    counted(total("warnings"), "warning"),
    ...(failed > 0 ? [`${counted(failed, "check")} could not run`] : []),
  ].join(", ");
}

function resultLines(name: "ERC" | "DRC", result: CheckResult, { all }: Form): string[] {
  const of = `${name} of ${visibleName(result.design)}`;
  if (result.status === "not-run") {
    return [`  ${of}: not run: ${result.note}`];
  }
  const counts = [
    counted(result.errors, "error"),
    counted(result.warnings, "warning"),
    ...(result.exclusions > 0 ? [`${result.exclusions} excluded`] : []),
    ...(name === "DRC" ? [`${result.unconnected} unconnected`] : []),
  ];
  const active = activeFindings(result.findings);
  const listed = all
    ? listFindings(active, active.length).split("\n")
    : listGroups(groupFindings(active), { withPlaces: true });
  const notes = [
    ...(result.note === undefined ? [] : [result.note]),
    ...(result.messages ?? []).map((message) => `kicad-cli warns: ${message}`),
    ...(result.muted ? [`Turned off by the project's rules: ${result.muted.join("; ")}`] : []),
  ];
  return [
    `  ${of}: ${counts.join(", ")}`,
    ...[...(active.length === 0 ? [] : listed), ...notes].map((line) => `    ${line}`),
  ];
}
