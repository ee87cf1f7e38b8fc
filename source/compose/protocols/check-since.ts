/** ERC and DRC compared with the design as it was before a session's first change. */
import { join } from "node:path";
import type { CheckOutcome } from "../../base/outcomes.js";
import { describeCheck } from "../../base/text/describe-check.js";
import { type ProjectVerification, verifyDesign } from "../../kicad/check/verification.js";
import { findKicadCli } from "../../kicad/cli/kicad-cli.js";
import { listProjects } from "../../kicad/design/find-projects.js";
import { projectNamed } from "../../kicad/design/project.js";
import type { CallContext, CheckAnswer, CheckedDesign } from "../../mcp/host.js";
import type { CheckedProject, CheckResult } from "../../print/printed.js";
import { changesOfSession } from "../../workspace/journal/session-changes.js";
import { stateFolder } from "../../workspace/user-folders.js";
import { checkProjects } from "../check-project.js";
import { describeRepositoryCheck } from "../describe-projects.js";
import type { Workshop } from "./workshop.js";

/**
 * Checks what the session touched, of the project that is meant or of all; where it touched nothing of that, all of it,
 * and whatever is found was there before. Throws what `checkProjects` throws, and `no-project`.
 */
export async function checkSince(
  { root, config, folder, env }: Workshop,
  wanted: string | undefined,
  { signal, onProgress }: CallContext,
): Promise<CheckAnswer> {
  const { all } = await listProjects(root, config);
  const project = wanted === undefined ? undefined : projectNamed({ all }, wanted).path;
  onProgress("ERC and DRC of what changed");
  const compared = await verifyDesign({
    root,
    changes: await changesOfSession(root, folder),
    named: config,
    cli: await findKicadCli(env),
    cacheFolder: join(await stateFolder(env), "checks"),
    signal,
  });
  const touched = compared.projects.filter(
    (one) => project === undefined || (one.project ?? all[0]?.path) === project,
  );
  if (touched.length > 0) {
    return { text: touched.map(describeCompared).join("\n"), projects: touched.map(outcomesOf) };
  }
  const found = await checkProjects({
    ...{ root, env, signal },
    words: project === undefined ? [] : [project],
    onProject: (one) => onProgress(`${one.project} is checked`),
  });
  return {
    text: describeRepositoryCheck(found, { all: false }),
    projects: found.projects.map(knownOnly),
  };
}

function describeCompared({ project, erc, drc, findings, warnings }: ProjectVerification): string {
  return [
    ...(project === undefined ? [] : [`${project}:`]),
    ...(erc ? [describeCheck("ERC", erc)] : []),
    ...(drc ? [describeCheck("DRC", drc)] : []),
    ...(findings === undefined ? [] : [findings]),
    ...(warnings === undefined ? [] : [warnings]),
  ].join("\n");
}

function outcomesOf({ project, erc, drc }: ProjectVerification): CheckedDesign {
  return { ...(project !== undefined && { project }), ...(erc && { erc }), ...(drc && { drc }) };
}

function knownOnly({ project, erc, drc }: CheckedProject): CheckedDesign {
  return { project, ...(erc && { erc: asKnown(erc) }), ...(drc && { drc: asKnown(drc) }) };
}

function asKnown({ status, errors, warnings, note }: CheckResult): CheckOutcome {
  const isMissing = status === "not-run";
  return {
    status,
    ...{ newErrors: 0, newWarnings: 0, fixed: 0, known: errors + warnings },
    ...(isMissing && note !== undefined && { reason: note }),
  };
}
