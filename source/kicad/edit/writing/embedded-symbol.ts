/** A library's symbol as a schematic keeps it: with all that it inherits, in the words of the file's version. */
import type { LibrarySymbol } from "../../design/libraries/library-item.js";
import { quote, unquote } from "../../design/syntax/strings.js";
import { refuse } from "../edit.js";
import { type Form, formOf } from "./form.js";
import { since } from "./versions.js";

/** The first version of files that have a list of this head within symbols. */
const firstWith: Readonly<Record<string, number>> = {
  face: 20220104,
  text_box: 20220126,
  href: 20220822,
  unit_name: 20220914,
  exclude_from_sim: since.excludeFromSim,
  embedded_fonts: 20240620,
  embedded_files: 20240620,
  jumper_pin_groups: 20250324,
  duplicate_pin_numbers_are_jumpers: 20250324,
  body_styles: 20250827,
  in_pos_files: 20250922,
  show_name: 20251028,
  do_not_autoplace: 20251028,
};

/** The first version that knows more than `knownHeads`. */
const kicad10 = 20250222;

/** What symbols consist of up to KiCad 9. */
const knownHeads = new Set(
  `symbol power pin_numbers pin_names offset hide exclude_from_sim in_bom on_board property id at effects font size
  face line_spacing thickness color justify href polyline pts xy rectangle start end circle center radius arc mid
  bezier text text_box margins stroke width type fill pin length name number alternate unit_name embedded_fonts
  embedded_files`.split(/\s+/),
);

/** The definition as it goes into the `lib_symbols` of a file of this version. Throws `edit-refused`. */
export function embeddedSymbol(
  { id, definition, ancestors, version: source }: LibrarySymbol,
  version: number,
): Form {
  const lines = [definition.list, ...ancestors].map(
    (list) => formOf(list) ?? refuse(`The symbol ${id} cannot be read: it is nested too deeply.`),
  );
  const whole = lines.reduceRight(inherit);
  const own = unquote(wordOf(whole[1]));
  const named = renamed(whole, quote(id), own, id.slice(id.indexOf(":") + 1));
  const converted = convert(named, { source, version });
  return converted ?? refuse(`The symbol ${id} is not known to the version of KiCad that the file is of.`);
}

function wordOf(item: string | Form | undefined): string {
  return typeof item === "string" ? item : "";
}

/** A symbol with what it has of its own, and the bodies and all else of its parent. */
function inherit(parent: Form, child: Form): Form {
  const [, name, ...own] = child;
  const [, above, ...inherited] = parent;
  const lists = own.filter((item): item is Form => typeof item !== "string" && item[0] !== "extends");
  const replaces = (item: string | Form) =>
    lists.find((list) => isSame(list, item) && !isEmptyProperty(list));
  const isBody = (item: string | Form) => typeof item !== "string" && item[0] === "symbol";
  const bodies = inherited.filter(isBody);
  const kept = inherited.filter((item) => !isBody(item)).map((item) => replaces(item) ?? item);
  const added = lists.filter((list) => !inherited.some((item) => isSame(list, item)));
  return ["symbol", wordOf(name), ...kept, ...added, ...renamedBodies(bodies, wordOf(above), wordOf(name))];
}

/** Properties are the same by their name, all else by its head. */
function isSame(list: Form, item: string | Form): boolean {
  return (
    typeof item !== "string" &&
    item[0] === list[0] &&
    item[0] !== "symbol" &&
    (item[0] !== "property" || nameOf(item) === nameOf(list))
  );
}

function nameOf(property: Form): string {
  return property.find((item): item is string => typeof item === "string" && item.startsWith('"')) ?? "";
}

function isEmptyProperty(list: Form): boolean {
  return (
    list[0] === "property" &&
    list.filter((item) => typeof item === "string" && item.startsWith('"'))[1] === '""'
  );
}

function renamedBodies(bodies: readonly (string | Form)[], from: string, to: string): (string | Form)[] {
  const stem = unquote(from);
  return bodies.map((body) => {
    const written = typeof body === "string" ? "" : unquote(wordOf(body[1]));
    if (typeof body === "string" || body[0] !== "symbol" || !written.startsWith(stem)) {
      return body;
    }
    const [, , ...items] = body;
    return ["symbol", quote(`${unquote(to)}${written.slice(stem.length)}`), ...items];
  });
}

/** In a schematic the symbol has its whole id, and its bodies its name alone. */
function renamed([head, , ...items]: Form, id: string, from: string, to: string): Form {
  return [head, id, ...renamedBodies(items, quote(from), quote(to))];
}

type Versions = { source: number; version: number };

/** From here on a tilde is a tilde; before, it was an empty text. */
const tildeIsTilde = 20250318;

function convert(form: Form, versions: Versions): Form | undefined {
  const { version } = versions;
  const [head, ...items] = form;
  if (version < (firstWith[head] ?? 0) || (version < kicad10 && !knownHeads.has(head))) {
    return undefined;
  }
  const inner = items.flatMap((item): (string | Form)[] => {
    if (typeof item !== "string") {
      const converted = convert(item, versions);
      return converted ? [converted] : [];
    }
    return [versions.source < tildeIsTilde && version >= tildeIsTilde && item === '"~"' ? '""' : item];
  });
  switch (head) {
    case "effects":
      return hiddenAs([head, ...inner], version >= since.hideInTexts);
    case "pin":
    case "pin_names":
    case "pin_numbers":
      return hiddenAs([head, ...inner], version >= since.hideInSymbols);
    case "property":
      return convertProperty(inner, version);
    case "power":
      return version < 20250227 ? [head] : [head, ...inner];
    case "rectangle":
      return version < 20250829 ? withoutLists([head, ...inner], "radius") : [head, ...inner];
    case "symbol":
      return [head, ...numberedProperties(inner, version)];
    default:
      return [head, ...inner];
  }
}

/** Hidden things are marked by `(hide yes)` or by a bare `hide`. */
function hiddenAs(form: Form, asList: boolean): Form {
  const isHidden = form.some(
    (item) => item === "hide" || (typeof item !== "string" && item[0] === "hide" && item[1] !== "no"),
  );
  const others = form.filter((item) => item !== "hide" && (typeof item === "string" || item[0] !== "hide"));
  const mark: (string | Form)[] = isHidden ? [asList ? ["hide", "yes"] : "hide"] : [];
  const [head = "", ...items] = others as [string, ...(string | Form)[]];
  return head === "pin"
    ? [head, ...items.slice(0, 4), ...mark, ...items.slice(4)]
    : [head, ...items, ...mark];
}

/** KiCad 10 marks a property as hidden, not its text; KiCad 7 and before called the description otherwise. */
function convertProperty(items: readonly (string | Form)[], version: number): Form {
  const words = items.filter((item) => typeof item !== "string" || item !== "private" || version >= 20241209);
  const name = words.findIndex((item) => typeof item === "string" && item.startsWith('"'));
  const old =
    version < 20230620 ? ['"Description"', '"ki_description"'] : ['"ki_description"', '"Description"'];
  const lists = words.map((item, index) => (index === name && item === old[0] ? (old[1] ?? item) : item));
  const isHidden = lists.some((item) => typeof item !== "string" && item[0] === "hide" && item[1] === "yes");
  const others = lists.filter((item) => typeof item === "string" || (item[0] !== "hide" && item[0] !== "id"));
  return [
    "property",
    ...others.map((item) =>
      isHidden && typeof item !== "string" && item[0] === "effects"
        ? hiddenAs([...item, "hide"], version >= since.hideInTexts)
        : item,
    ),
  ];
}

/** KiCad 6 numbers the properties of a symbol. */
function numberedProperties(items: readonly (string | Form)[], version: number): (string | Form)[] {
  if (version >= since.propertiesWithoutIds) {
    return [...items];
  }
  let count = 0;
  return items.map((item) => {
    if (typeof item === "string" || item[0] !== "property") {
      return item;
    }
    const [head, name = '""', value = '""', ...rest] = item;
    const numbered: Form = [head, name, value, ["id", String(count)], ...rest];
    count += 1;
    return numbered;
  });
}

function withoutLists([head, ...items]: Form, unwanted: string): Form {
  return [head, ...items.filter((item) => typeof item === "string" || item[0] !== unwanted)];
}
