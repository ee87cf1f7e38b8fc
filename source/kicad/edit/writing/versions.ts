/** What the versions of KiCad's schematics write differently. A version is the date in the file, 20250114. */
import type { Form } from "./form.js";

/** The first version that has something, or the first that no longer has it. */
export const since = {
  /** `(dnp yes)` */
  dnp: 20220914,
  /** No `(id 0)` in properties any more. */
  propertiesWithoutIds: 20220929,
  /** References in the symbols, not in a table of the root. */
  instancesInSymbols: 20221002,
  /** `(exclude_from_sim no)` */
  excludeFromSim: 20230409,
  /** The id of a sheet's pin stands before its look, after it before. */
  idsBeforeLooks: 20241209,
  /** `(hide yes)` in texts, a bare `hide` before. */
  hideInTexts: 20231120,
  /** `(hide yes)` in symbols and pins, a bare `hide` before. */
  hideInSymbols: 20241004,
} as const;

/** The look of a text of the usual size. */
export function effects(
  version: number,
  { justify = [], isHidden = false }: { justify?: string[]; isHidden?: boolean } = {},
): Form {
  const hidden: (string | Form)[] = version >= since.hideInTexts ? [["hide", "yes"]] : ["hide"];
  return [
    "effects",
    ["font", ["size", "1.27", "1.27"]],
    ...(justify.length > 0 ? [["justify", ...justify] as const] : []),
    ...(isHidden ? hidden : []),
  ];
}
