/** A program that stands in for kicad-cli. */
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Writes the program into `folder` and returns its path. It has the version `version`; `pcb drc --help` shows `help`;
 * ERC and DRC write `report`, and the netlist of a schematic is `netlist`. A design that begins like no file of KiCad
 * does not load. Each call but that for the version is a line in the file `calls` of the folder.
 */
export async function fakeKicadCli(
  folder: string,
  {
    version = "9.0.8",
    help = "",
    report = {},
    netlist = "(export (components) (nets))",
  }: { version?: string; help?: string; report?: object; netlist?: string },
): Promise<string> {
  const path = join(folder, "fake-kicad-cli");
  const output = JSON.stringify(report).replaceAll("'", "'\\''");
  await writeFile(
    path,
    `#!/bin/sh
[ "$1" = version ] && echo ${version} && exit 0
echo " $* " >> "${folder}/calls"
[ "$3" = --help ] && echo "${help}" && exit 0
for design; do :; done
grep -q '^(kicad_' "$design" || { echo "Failed to load" >&2; exit 3; }
kind="$2"
while [ "$1" != -o ]; do shift; done
case "$kind" in
  export) printf '%s' '${netlist.replaceAll("'", "'\\''")}' > "$2" ;;
  *) printf '%s' '${output}' > "$2" ;;
esac
`,
  );
  await chmod(path, 0o755);
  return path;
}
