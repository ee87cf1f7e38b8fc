/** Connections that DRC found missing on a board, where it is known. */
import type { Environment } from "../../base/processes/environment.js";
import type { CliOptions, KicadCli } from "../cli/kicad-cli.js";
import type { Unrouted } from "../design/describe/on-board.js";
import { listKicadFiles } from "../design/find-projects.js";
import type { Finding } from "./findings.js";
import { hashFiles, keptReport, reportFolder } from "./reports/report-cache.js";

/** KiCad writes the net of an item in brackets: `Pad 1 [GND] of R1 on F.Cu`. A name may have brackets too. */
const withNet = /^(.*?) ?\[(.*)\](?= (?:of|on|\()|,|$)(.*)$/s;

/** The missing connections, each with its net and what it would connect. */
export function unroutedIn(findings: readonly Finding[]): Unrouted[] {
  return findings
    .filter(({ group, severity }) => group === "unconnected" && severity !== "exclusion")
    .flatMap(({ items: [one, other] }) => {
      const net = one && withNet.exec(one.description)?.[2];
      return one && other && net !== undefined ? [{ net, from: itemIn(one), to: itemIn(other) }] : [];
    });
}

function itemIn({ description, position }: Finding["items"][number]): string {
  const [, kind = description, , rest = ""] = withNet.exec(description) ?? [];
  return `${kind}${rest} at ${position.x}, ${position.y}`;
}

/** The missing connections of the board (repository-relative) as it is; undefined unless DRC was run on this very state. */
export async function knownUnrouted(
  { cli, root, board, env }: { cli: KicadCli; root: string; board: string; env: Environment },
  options: CliOptions = {},
): Promise<Unrouted[] | undefined> {
  const folder = await reportFolder(env);
  const hashes = await hashFiles(root, await listKicadFiles(root));
  const kicadVersion = await cli.version(options);
  const report = await keptReport(folder, { kind: "drc", design: board, kicadVersion, hashes });
  return report && unroutedIn(report.findings);
}
