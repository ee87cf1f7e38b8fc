/** Which sheet a finding of ERC is on. kicad-cli lists many below the root that are about an item of another sheet. Pure. */
import { namePath, type Schematic, type SheetUse, symbolsIn } from "../design/schematic/schematic.js";
import { type Finding, pinIn } from "./findings.js";

/**
 * The findings, each on the sheet whose file has its items. Where the reported sheet has one of them it stays; where a
 * file is shown several times it is the use whose symbol has the reference that the finding names, else the first.
 */
export function withSheets(findings: readonly Finding[], schematic: Schematic): Finding[] {
  if (findings.length === 0 || schematic.uses.length === 1) {
    return [...findings];
  }
  const files = new Map([...schematic.files.values()].map((file) => [file, idsIn(file.text)]));
  const usesWith = (uuid: string) => schematic.uses.filter(({ file }) => files.get(file)?.has(uuid));
  return findings.map((finding) => {
    const places = finding.items.map(({ uuid, description }) => ({ description, uses: usesWith(uuid) }));
    const known = places.filter(({ uses }) => uses.length > 0);
    const isThere = known.some(({ uses }) => uses.some(({ path }) => path === finding.sheetId));
    const [first] = known;
    if (first === undefined || isThere) {
      return finding;
    }
    const use = chooseUse(schematic, first.uses, first.description);
    return use ? { ...finding, sheet: namePath(use), sheetId: use.path } : finding;
  });
}

function idsIn(text: string): Set<string> {
  return new Set([...text.matchAll(/\(uuid\s+"?([^\s")]+)/g)].map(([, id = ""]) => id));
}

function chooseUse(
  schematic: Schematic,
  uses: readonly SheetUse[],
  description: string,
): SheetUse | undefined {
  const reference = pinIn(description)?.reference;
  const named =
    uses.length > 1 && reference !== undefined
      ? uses.find((use) => symbolsIn(schematic, use).some((used) => used.reference === reference))
      : undefined;
  return named ?? uses[0];
}
