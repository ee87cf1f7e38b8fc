/** KiCad's files, recognized by their names. Pure. */

/** Whether KiCad reads the file when it loads or checks a design. */
export function isKicadFile(path: string): boolean {
  return /(\.kicad_(pro|sch|pcb|sym|mod|dru|wks)|(^|\/)(sym|fp)-lib-table)$/.test(path);
}

/** Whether the file is checked after a change before its turn counts as done. */
export function isDesignFile(path: string): boolean {
  return path.endsWith(".kicad_sch") || path.endsWith(".kicad_pcb");
}

/** `board/main.kicad_sch`, `pcb` → `board/main.kicad_pcb`. */
export function sibling(file: string, extension: "pro" | "sch" | "pcb"): string {
  return file.replace(/\.kicad_\w+$/, `.kicad_${extension}`);
}

/** Whether the file lies where no design is looked for: hidden, in KiCad's backups, in what package managers install. */
export function isElsewhere(path: string): boolean {
  return /(^|\/)(\.|([^/]*-backups|node_modules)\/)/.test(path);
}
