/** The commands of kicad-cli in words. Pure. */

const names: Readonly<Record<string, string>> = {
  erc: "ERC",
  drc: "DRC",
  bom: "BOM",
  pos: "positions",
  drill: "drill files",
  step: "STEP model",
  pdf: "PDF",
  svg: "plot",
};

/** What a command makes, for people: `ERC`, `netlist`. */
export function outputOf([, verb = "", kind = ""]: readonly string[]): string {
  const word = verb === "export" ? kind : verb;
  return names[word] ?? (word || "result");
}
