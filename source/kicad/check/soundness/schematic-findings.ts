/**
 * What is wrong in a schematic's files that ERC does not look at: references, ids and the paths of sheets. Most of it
 * comes from edits of the text. Pure.
 */
import { isPowerSymbol } from "../../design/schematic/connections.js";
import {
  namePath,
  type Schematic,
  type SheetUse,
  symbolsOf,
  type UsedSymbol,
} from "../../design/schematic/schematic.js";
import type { SheetFile } from "../../design/schematic/sheet-file.js";
import type { List } from "../../design/syntax/list.js";
import type { Finding, FindingItem } from "../findings.js";

/** The first version of files that keep references in the symbols. */
const instancesInSymbols = 20221110;

/** The findings of all rules here; their `group` is `integrity`. */
export function findUnsound(schematic: Schematic): Finding[] {
  const parts = symbolsOf(schematic).filter((used) => !isPowerSymbol(used));
  return [
    ...duplicateReferences(parts),
    ...missingReferences(parts),
    ...wrongPaths(schematic, parts),
    ...duplicateIds(schematic),
    ...withoutFootprint(parts),
  ];
}

type Rule = Pick<Finding, "type" | "severity" | "description">;

/** A finding about symbols; it is on the sheet of the last of them. */
function aboutSymbols(rule: Rule, symbols: readonly UsedSymbol[]): Finding {
  return finding(
    rule,
    symbols.at(-1)?.use,
    symbols.map(({ symbol, reference, use }) => ({
      description: `Symbol ${reference} [${symbol.properties.get("Value")?.value ?? ""}] on sheet ${namePath(use)}`,
      uuid: symbol.uuid,
      position: { x: symbol.at.x, y: symbol.at.y },
    })),
  );
}

/** A finding of this group on one use of a sheet. */
export function finding(rule: Rule, use: SheetUse | undefined, items: FindingItem[]): Finding {
  return {
    group: "integrity",
    ...rule,
    ...(use && { sheet: namePath(use), sheetId: use.path }),
    items,
  };
}

const isAnnotated = ({ reference }: UsedSymbol) => reference !== "" && !reference.endsWith("?");

/** The same unit twice, or units of different symbols under one reference. */
function duplicateReferences(parts: readonly UsedSymbol[]): Finding[] {
  const byReference = grouped(parts.filter(isAnnotated), ({ reference }) => reference);
  return [...byReference].flatMap(([reference, symbols]) => {
    const twice = [...grouped(symbols, ({ unit }) => String(unit)).values()].filter(
      ({ length }) => length > 1,
    );
    const kinds = grouped(symbols, ({ symbol }) => symbol.libraryId);
    const rule = { type: "duplicate_reference", severity: "error" } as const;
    if (twice.length > 0) {
      return twice.map((same) =>
        aboutSymbols(
          { ...rule, description: `${same.length} symbols have the reference ${reference}` },
          same,
        ),
      );
    }
    const names = [...kinds.keys()].join(" and ");
    return kinds.size > 1
      ? [
          aboutSymbols(
            { ...rule, description: `${reference} is the reference of units of ${names}` },
            symbols,
          ),
        ]
      : [];
  });
}

function missingReferences(parts: readonly UsedSymbol[]): Finding[] {
  return parts
    .filter((used) => !isAnnotated(used))
    .map((used) =>
      aboutSymbols(
        {
          type: "missing_reference",
          severity: "error",
          description: `A symbol has no number in its reference (${used.reference || "empty"})`,
        },
        [used],
      ),
    );
}

/** Symbols whose file keeps a reference for other uses of the sheet, and none for this one. */
function wrongPaths(schematic: Schematic, parts: readonly UsedSymbol[]): Finding[] {
  const inRoot = schematic.rootInstances.size > 0;
  return parts
    .filter(({ instance, use }) => !instance && (inRoot || use.file.version >= instancesInSymbols))
    .map((used) => {
      const kept = used.symbol.instances.map(({ path }) => path);
      const where = kept.length > 0 ? `, but for ${kept.slice(0, 3).join(", ")}` : "";
      return aboutSymbols(
        {
          type: "wrong_instance_path",
          severity: "error",
          description: `No reference is kept for ${used.reference} on the path of its sheet, ${used.use.path}${where}`,
        },
        [used],
      );
    });
}

/** Ids that one file has more than once. Copies of a whole file share theirs, which is no fault. */
function duplicateIds({ files, uses }: Schematic): Finding[] {
  return [...files.values()].flatMap((file) =>
    repeated([...file.text.matchAll(/\(uuid\s+"?([^\s")]+)/g)].map(([, id = ""]) => id)).map((id) =>
      finding(
        { type: "duplicate_uuid", severity: "error", description: `The id ${id} is used more than once` },
        uses.find((use) => use.file === file),
        itemsWithId(file, id),
      ),
    ),
  );
}

function itemsWithId({ list }: SheetFile, id: string): FindingItem[] {
  return list.items
    .filter((item): item is List => item.kind === "list" && item.toString().includes(id))
    .map((item) => {
      const [x = 0, y = 0] = (item.first("at") ?? item.first("pts")?.first("xy"))?.numbers ?? [];
      return { description: item.head.replaceAll("_", " "), uuid: id, position: { x, y } };
    });
}

/** Parts of the board without a footprint, in a design whose parts mostly have one. */
function withoutFootprint(parts: readonly UsedSymbol[]): Finding[] {
  const placed = parts.filter(({ symbol }) => symbol.list.valueOf("on_board") !== "no");
  const isBare = ({ symbol }: UsedSymbol) => !symbol.properties.get("Footprint")?.value;
  const bare = placed.filter(isBare);
  return bare.length * 2 > placed.length
    ? []
    : bare.map((used) =>
        aboutSymbols(
          {
            type: "footprint_not_assigned",
            severity: "warning",
            description: `${used.reference} has no footprint`,
          },
          [used],
        ),
      );
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  }
  return groups;
}

/** The texts that occur more than once, each one time. */
export function repeated(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(texts.filter((text) => seen.has(text) || !seen.add(text)))];
}
