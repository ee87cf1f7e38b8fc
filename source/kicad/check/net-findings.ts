/**
 * Findings about a whole net. KiCad names one of its pins, and which one depends on all other findings and on chance: two
 * such findings are the same where their pins are on the same net.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { exportNetlist } from "../cli/export-netlist.js";
import type { CliOptions, KicadCli } from "../cli/kicad-cli.js";
import type { Netlist } from "../cli/netlist.js";
import { readHierarchy, sheetsBelow } from "../design/hierarchy.js";
import { type Comparison, rejoin } from "./baseline.js";
import { type Finding, type FindingItem, pinIn } from "./findings.js";

/** Rules of ERC about what labels, wires and pins are connected to, whatever severity they have. */
const connectionRules =
  /^(bus_|wire_dangling|unconnected_wire_endpoint|label_|(single_)?global_label|isolated_pin_label|hier_label_mismatch|same_local_global_label|similar_(labels?|power)|multiple_net_names|different_unit_net|no_connect_|pin_(not_|to_)|power_pin_not_driven|net_not_bus_member)/;

/** Whether a finding of this rule is about labels and nets. */
export function isAboutNets(rule: string): boolean {
  return connectionRules.test(rule);
}

const netRules = new Set(["power_pin_not_driven", "pin_not_driven", "pin_to_pin"]);

/**
 * Moves findings about a net that were there before, with another pin, from the new and the fixed ones to the known.
 * `schematic` is the root schematic, `files` the repository's KiCad files. Throws what `KicadCli.export` throws.
 */
export async function rejoinByNet(
  comparison: Comparison,
  cli: KicadCli,
  { root, schematic, files }: { root: string; schematic: string; files: readonly string[] },
  options: CliOptions,
): Promise<Comparison> {
  const isAboutNet = ({ type }: Finding) => netRules.has(type);
  if (!comparison.added.some(isAboutNet) || !comparison.fixed.some(isAboutNet)) {
    return comparison;
  }
  const netlist = await exportNetlist(cli, join(root, schematic), options);
  const sheets = sheetsBelow(await readHierarchy(root, files), schematic);
  const texts = await Promise.all(
    [...sheets].map((sheet) => readFile(join(root, sheet), "utf8").catch(() => "")),
  );
  const netOf = netFinder(netlist, texts);
  return rejoin(comparison, (one) => {
    const net = isAboutNet(one) ? one.items.map(netOf).find((name) => name !== undefined) : undefined;
    return net === undefined ? undefined : JSON.stringify([one.type, net]);
  });
}

/** Finds the net of a pin that a finding names. Power symbols are not in a netlist: they name their net themselves. */
export function netFinder(
  { nets }: Netlist,
  schematics: readonly string[],
): (item: FindingItem) => string | undefined {
  const netOfPin = new Map(
    nets.flatMap(({ name, pins }) =>
      pins.map(({ reference, pin }) => [`${reference} ${pin}`, name] as const),
    ),
  );
  return ({ description, uuid }) => {
    const pin = pinIn(description);
    return pin?.reference.startsWith("#")
      ? valueOfSymbolWithPin(uuid, schematics)
      : netOfPin.get(`${pin?.reference} ${pin?.number}`);
  };
}

function valueOfSymbolWithPin(uuid: string, schematics: readonly string[]): string | undefined {
  for (const text of schematics) {
    const at = text.indexOf(`"${uuid}"`);
    const start = text.lastIndexOf("(lib_id ", at);
    if (at !== -1 && start !== -1) {
      return /\(property\s+"Value"\s+"([^"]*)"/.exec(text.slice(start, at))?.[1];
    }
  }
  return undefined;
}
