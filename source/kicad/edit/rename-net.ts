/** Renames a net: every label, sheet pin and power symbol that has the old one. */
import type { Netlist } from "../cli/netlist.js";
import { type Group, globalNameOf } from "../design/schematic/connections.js";
import { busMembers, isAutomaticName, readableName } from "../design/schematic/names.js";
import { namePath, type SheetUse } from "../design/schematic/schematic.js";
import type { NewName } from "./board/rename-on-board.js";
import { type Design, type Edit, refuse, Splices } from "./edit.js";
import { withNetRenamed } from "./expected.js";
import { nearest, requireName } from "./sheets/named-parts.js";
import { Naming } from "./sheets/naming.js";
import { localName, Nets, namesIn, writtenLocalName } from "./sheets/nets.js";
import { refuseNoConnect } from "./sheets/spots.js";
import { Draft } from "./writing/draft.js";

/** `from` is the net's name, whole or without the path of its sheet; `to` has no path. */
export type RenameRequest = { from: string; to: string };

/** `renamed` are the full names of the nets that change: several where a sheet is used more than once. */
export type Rename = Edit & { renamed: NewName[] };

/** Renames a net in the schematic. Throws `edit-refused`. */
export function renameNet(design: Design, request: RenameRequest): Rename {
  const nets = new Nets(design.schematic, design.netlist);
  const group = groupNamed(nets, request.from);
  const before = nets.nameOf(group);
  const to = withoutPath(group, request.to);
  if (group.some(({ meetsBus }) => meetsBus)) {
    refuse(`${before} is a net of a bus. Buses are not edited.`);
  }
  if (busMembers(to, new Map()) !== undefined) {
    refuse(
      `${JSON.stringify(to)} names a bus, because of its brackets.`,
      "Choose a name without [ ] and { }.",
    );
  }
  if (to.trim() === "" || isAutomaticName(to)) {
    refuse(`A net cannot be called ${JSON.stringify(to)}.`);
  }
  return isAutomaticName(before) ? nameNet(design, nets, group, to) : renameLabels(design, nets, group, to);
}

function groupNamed(nets: Nets, asked: string): Group {
  requireName(asked);
  const exact = nets.named(asked);
  const names = exact.length > 0 ? [asked] : nets.names.filter((name) => name.endsWith(`/${asked}`));
  const [name, ...others] = names;
  if (name === undefined) {
    return refuse(`There is no net ${asked}.`, nearest("Nets spelt alike", asked, nets.names));
  }
  if (others.length > 0) {
    refuse(`${asked} may be ${names.join(" or ")}.`, "Name it with the path of its sheet.");
  }
  const groups = nets.named(name);
  if (groups.length > 1) {
    refuse(`The parts of the net ${name} are joined by a bus. Buses are not edited.`);
  }
  return groups[0] ?? refuse(`The net ${name} is nowhere on the sheets.`);
}

/** `/power/EN`, for a net that is on that sheet → EN. */
function withoutPath(group: Group, to: string): string {
  const paths = group.map(({ use }) => namePath(use)).filter((path) => to.startsWith(path));
  return to.slice(Math.max(0, ...paths.map(({ length }) => length)));
}

/** A net without a label gets one. */
function nameNet(design: Design, nets: Nets, group: Group, to: string): Rename {
  const [cluster] = group.toSorted((one, other) => one.use.names.length - other.use.names.length);
  const [placed] = cluster?.pins ?? [];
  if (!cluster || !placed) {
    return refuse(`The net ${nets.nameOf(group)} has no pin that a label could be put at.`);
  }
  refuseNoConnect(placed.used.reference, placed.pin);
  const { use } = placed.used;
  refuseTaken(nets, [use], to);
  const draft = new Draft(design);
  draft.label(use.file, "label", to, placed.pin);
  const renamed = draft.usesOf(use.file).map((one) => ({
    before: nets.nameOf(nets.groupOf(nets.clusterIn(one, placed.pin.at) ?? cluster)),
    after: localName(one, to),
    written: writtenLocalName(one, to),
  }));
  return {
    files: draft.splices.files,
    expected: expectedOf(design.netlist, renamed),
    notes: notesOn(renamed),
    renamed,
  };
}

function renameLabels({ schematic, netlist }: Design, nets: Nets, group: Group, to: string): Rename {
  const before = nets.nameOf(group);
  const naming = new Naming(schematic, shortName(group, before));
  naming.collect(group);
  const groups = new Set([group, ...naming.uses().map((use) => nets.labelled(use, naming.short) ?? group)]);
  refuseTaken(nets, naming.uses(), to, groups);
  const renamed = [...groups].flatMap((one) => {
    const name = naming.nameAfter(one, nets.nameOf(one), to);
    return name ? [{ before: nets.nameOf(one), ...name }] : [];
  });
  const aliases = namesIn(naming.others(group));
  const [first] = namesIn(naming.after(group, to));
  if (first !== undefined && aliases.includes(first)) {
    refuse(
      `The net ${before} is called ${first} as well, and would then be known by that name.`,
      `Rename ${first} too.`,
    );
  }
  const splices = new Splices();
  naming.write(splices, to);
  return {
    files: splices.files,
    expected: expectedOf(netlist, renamed),
    notes: [
      ...notesOn(renamed),
      ...(aliases.length > 0 ? [`The net is also called ${aliases.join(", ")}, which stays.`] : []),
    ],
    renamed,
  };
}

function notesOn(renamed: Rename["renamed"]): string[] {
  return renamed.length < 2
    ? []
    : [
        `The sheet is used more than once: ${renamed.map(({ before }) => before).join(", ")} are all renamed.`,
      ];
}

function expectedOf(netlist: Netlist, renamed: Rename["renamed"]): Netlist {
  return renamed.reduce((result, { before, after }) => withNetRenamed(result, before, after), netlist);
}

/** What the label has that a net is named by. */
function shortName(group: Group, name: string): string {
  const labels = group.flatMap(({ use, labels }) => labels.map((label) => ({ use, label })));
  const local = labels.find(
    ({ use, label }) => label.kind !== "global_label" && localName(use, label.text) === name,
  );
  if (local) {
    return readableName(local.label.text);
  }
  const pins = group.flatMap((cluster) => cluster.pins);
  const hidden = pins.find((pin) => !pin.used.symbol.definition?.isPower && globalNameOf(pin) === name);
  if (hidden) {
    refuse(`Hidden power pins name the net ${name}, like ${hidden.used.reference}.${hidden.pin.number}.`);
  }
  const isGlobal = labels.some(
    ({ label }) => label.kind === "global_label" && readableName(label.text) === name,
  );
  return isGlobal || pins.some((pin) => globalNameOf(pin) === name)
    ? name
    : refuse(`No label on the sheets has the name of the net ${name}.`);
}

/** A name that is there already would join two nets. */
function refuseTaken(
  nets: Nets,
  uses: readonly SheetUse[],
  to: string,
  own: ReadonlySet<Group> = new Set(),
): void {
  for (const use of uses) {
    const taken = nets.labelled(use, to) ?? nets.global(to);
    if (taken && !own.has(taken)) {
      refuse(`There is a net ${nets.nameOf(taken)} already: the two would be joined.`);
    }
  }
}
