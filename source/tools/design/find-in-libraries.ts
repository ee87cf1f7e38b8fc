/** Symbols and footprints found by words, or one of them whole. */
import * as z from "zod";
import { counted } from "../../base/text/counted.js";
import { oneLine } from "../../base/text/safe-text.js";
import type { Offer } from "../../kicad/design/libraries/catalogue.js";
import { readLibraryFootprint, readLibrarySymbol } from "../../kicad/design/libraries/library-item.js";
import { alikeIds, type LibraryItem, searchItems } from "../../kicad/design/libraries/search.js";
import { describeFootprint, describeSymbol } from "../../kicad/design/libraries/text.js";
import { fromArgument, pageOf, restOfList } from "../pages.js";
import type { ToolContext } from "../tool.js";
import { rejected, type UnboundedResult } from "../tool-result.js";
import { projectArgument, projectOf } from "./design-query.js";
import { libraryOffer } from "./library-offer.js";

const usualLimit = 10;
const mostItems = 50;

/** The most pins or pads that are listed at once. */
const mostRows = 200;

/** The longest description of an item in a list, in characters. */
const longestDescription = 120;

/** A file of the repository's own folder, which need not be there. */
const noProject = "none.kicad_pro";

export const findArguments = z.strictObject({
  query: z.string().min(1),
  limit: z.int().min(1).max(mostItems).optional(),
  project: projectArgument,
  from: fromArgument,
});

/** What the project's libraries have that fits `query`; with an exact id, all pins or pads of it. */
export async function findInLibraries(
  kind: "symbol" | "footprint",
  args: z.infer<typeof findArguments>,
  context: ToolContext,
): Promise<UnboundedResult> {
  const project = await projectOf(args.project, context);
  if ("reason" in project && args.project !== undefined) {
    return { outcome: "failure", text: project.reason, detail: project.reason };
  }
  // Without a project there are still the libraries of the user and the installed ones.
  const offer = await libraryOffer(kind, "path" in project ? project.path : noProject, context);
  const query = args.query.trim();
  if (offer.libraries.found.length === 0) {
    return withoutLibraries(kind, offer);
  }
  const wanted = query.toLowerCase();
  const exact =
    offer.items.find(({ id }) => id === query) ?? offer.items.find(({ searched }) => searched.id === wanted);
  return exact ? await describeItem(kind, exact, args, offer) : listItems(kind, query, args, offer);
}

/** Nothing found would be understood as: there is no such part. */
function withoutLibraries(kind: string, { libraries }: Offer): UnboundedResult {
  const missing = libraries.missing.slice(0, 5).map(({ name, reason }) => `${name}: ${reason}`);
  const text = [
    `No ${kind} library is installed here, so nothing can be looked up. That says nothing about whether a ${kind} exists.`,
    ...(missing.length > 0 ? [`Named but not usable: ${missing.join("; ")}.`] : []),
    `The user can install KiCad's libraries (kicad-${kind}s), or name their folder in KICAD9_${kind.toUpperCase()}_DIR.`,
  ].join(" ");
  return { outcome: "failure", text, detail: `No ${kind} library is installed` };
}

async function describeItem(
  kind: "symbol" | "footprint",
  item: LibraryItem,
  args: z.infer<typeof findArguments>,
  { libraries }: Offer,
): Promise<UnboundedResult> {
  const symbol = kind === "symbol" ? await readLibrarySymbol(libraries.found, item.id) : undefined;
  const footprint = kind === "footprint" ? await readLibraryFootprint(libraries.found, item.id) : undefined;
  const described =
    (symbol && describeSymbol(symbol, item)) ?? (footprint && describeFootprint(footprint, item));
  if (!described) {
    return rejected(`${item.id} is in the index of libraries, but cannot be read.`);
  }
  const { head, rows } = described;
  return pageOf(`find_${kind}`, args, { head, detail: item.id, rows, perPage: mostRows });
}

function listItems(
  kind: "symbol" | "footprint",
  query: string,
  { from = 1, ...args }: z.infer<typeof findArguments>,
  { items }: Offer,
): UnboundedResult {
  const found = searchItems(items, query, args.limit ?? usualLimit, from - 1);
  if (found.items.length === 0 && from === 1) {
    const alike = alikeIds(items, query);
    const near = alike.length === 0 ? "" : ` Spelt alike: ${alike.join(", ")}.`;
    const text = `No ${kind} of ${items.length} fits ${query}.${near}`;
    return { outcome: "success", text, detail: `no ${kind} fits` };
  }
  const all = from - 1 + found.items.length + found.more;
  if (found.items.length === 0) {
    return rejected(`There is no row ${from}: the list has ${all}.`);
  }
  const detail = `${counted(all, kind)} ${found.hasAllWords ? "with" : "with some words of"} ${query}`;
  const rows = found.items.map(({ id, description, pins }) =>
    [id, oneLine(description, longestDescription), counted(pins, kind === "symbol" ? "pin" : "pad")].join(
      " | ",
    ),
  );
  const next = from + rows.length;
  return {
    outcome: "success",
    text: [`${detail}:`, ...rows, ...(found.more > 0 ? [restOfList(`find_${kind}`, args, next)] : [])].join(
      "\n",
    ),
    detail: [detail, ...rows].join("\n"),
  };
}
