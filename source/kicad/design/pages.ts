/** How large the pages of a schematic are. */
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { sheetFilesIn } from "./hierarchy.js";

/** In mm. */
export type PageSize = { width: number; height: number };

const paper = /\(paper\s+"([^"]*)"(?:\s+([\d.]+)\s+([\d.]+))?(\s+portrait)?/;

/** Landscape sizes in mm, by KiCad's names. */
const papers: Readonly<Record<string, PageSize>> = {
  A5: { width: 210, height: 148 },
  A4: { width: 297, height: 210 },
  A3: { width: 420, height: 297 },
  A2: { width: 594, height: 420 },
  A1: { width: 841, height: 594 },
  A0: { width: 1189, height: 841 },
  A: { width: 279.4, height: 215.9 },
  B: { width: 431.8, height: 279.4 },
  C: { width: 558.8, height: 431.8 },
  D: { width: 863.6, height: 558.8 },
  E: { width: 1117.6, height: 863.6 },
  USLetter: { width: 279.4, height: 215.9 },
  USLegal: { width: 355.6, height: 215.9 },
  USLedger: { width: 431.8, height: 279.4 },
};
const usual: PageSize = { width: 297, height: 210 };

/** The page of a schematic's text; A4 where it names none. */
export function pageIn(schematic: string): PageSize {
  const [, name = "", width, height, portrait] = paper.exec(schematic) ?? [];
  const page =
    width !== undefined && height !== undefined
      ? { width: Number(width), height: Number(height) }
      : (papers[name] ?? usual);
  return portrait === undefined ? page : { width: page.height, height: page.width };
}

/** The largest page of the schematic at `root` (absolute) and its sheets; those that cannot be read do not count. */
export async function largestPage(root: string): Promise<PageSize> {
  const largest = { width: 0, height: 0 };
  const files = new Set([root]);
  for (const file of files) {
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text === undefined) {
      continue;
    }
    const { width, height } = pageIn(text);
    largest.width = Math.max(largest.width, width);
    largest.height = Math.max(largest.height, height);
    for (const name of sheetFilesIn(text)) {
      files.add(resolve(dirname(file), name));
    }
  }
  return largest.width > 0 ? largest : usual;
}
