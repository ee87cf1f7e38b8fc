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
