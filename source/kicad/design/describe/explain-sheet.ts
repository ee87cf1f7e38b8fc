/** What is on a sheet, and what it passes on to the one above. */
import { basename } from "node:path";
import { inNaturalOrder } from "../difference/order.js";
import { type Cluster, clustersOf, isPowerSymbol } from "../schematic/connections.js";
import { readableName } from "../schematic/names.js";
import { fileOf, namePath, type Schematic, type SheetUse, symbolsIn } from "../schematic/schematic.js";
import type { Facts } from "./facts.js";
import type { ExplainedSheet } from "./schema.js";

export function explainSheet(facts: Facts, schematic: Schematic, use: SheetUse): ExplainedSheet {
  const parts = symbolsIn(schematic, use).filter((used) => !isPowerSymbol(used));
  const values = new Map(
    parts.map(({ reference, symbol }) => [
      reference,
      facts.components.get(reference)?.value ?? symbol.properties.get("Value")?.value ?? "",
    ]),
  );
  return {
    schema: "copperhead.explain/1",
    kind: "sheet",
    project: facts.project,
    name: namePath(use),
    file: fileName(schematic, use),
    sharedWith: schematic.uses
      .filter((other) => other !== use && other.file === use.file)
      .map((other) => namePath(other)),
    parts: [...values]
      .map(([ref, value]) => ({ ref, value }))
      .sort((one, other) => inNaturalOrder(one.ref, other.ref)),
    sheets: use.file.subSheets.map(({ name }) => `${namePath(use)}${name.replaceAll("{slash}", "/")}/`),
    ports: portsOf(facts, schematic, use),
  };
}

function fileName({ uses, root }: Schematic, use: SheetUse): string {
  for (const { file, path } of uses) {
    const shown = file.subSheets.find(({ uuid }) => `${path}/${uuid}` === use.path);
    if (shown && fileOf(shown, file.path, root) === use.file.path) {
      return shown.file;
    }
  }
  return basename(use.file.path);
}

function portsOf(facts: Facts, schematic: Schematic, use: SheetUse): ExplainedSheet["ports"] {
  const ports = new Map<string, string | null>();
  for (const cluster of clustersOf(schematic, use)) {
    for (const { kind, text } of cluster.labels) {
      if (kind === "hierarchical_label") {
        const name = readableName(text);
        ports.set(name, ports.get(name) ?? netOfCluster(facts, cluster));
      }
    }
  }
  return [...ports]
    .map(([name, net]) => ({ name, net }))
    .sort((one, other) => inNaturalOrder(one.name, other.name));
}

function netOfCluster(facts: Facts, { pins }: Cluster): string | null {
  return pins.map((pin) => facts.netName(pin)).find((net) => net !== null) ?? null;
}
