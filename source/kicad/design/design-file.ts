/** A file whose change is checked before its turn counts as done. */
export function isDesignFile(path: string): boolean {
  return path.endsWith(".kicad_sch") || path.endsWith(".kicad_pcb");
}
