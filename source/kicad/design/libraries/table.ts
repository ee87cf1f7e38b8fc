/** KiCad's tables of libraries: `sym-lib-table` and `fp-lib-table`. Pure. */
import { readList } from "../syntax/list.js";

/** `uri` is as it is written, with variables. */
export type TableRow = { name: string; type: string; uri: string; isDisabled: boolean };

/** The rows of a table's text; none where it is not a table. */
export function readTable(text: string): TableRow[] {
  return (readList(text)?.all("lib") ?? []).map((row) => ({
    name: row.valueOf("name") ?? "",
    type: row.valueOf("type") ?? "",
    uri: row.valueOf("uri") ?? "",
    isDisabled: row.first("disabled") !== undefined,
  }));
}

export type Variables = (name: string) => string | undefined;

/** `${KIPRJMOD}/parts.kicad_sym` with the variables' values; undefined where one has none. */
export function expandVariables(uri: string, variables: Variables): string | undefined {
  let isKnown = true;
  const expanded = uri.replace(/\$\{([^}]*)\}|\$\(([^)]*)\)/g, (_, braced?: string, round?: string) => {
    const value = variables(braced ?? round ?? "");
    isKnown &&= value !== undefined;
    return value ?? "";
  });
  return isKnown ? expanded : undefined;
}
