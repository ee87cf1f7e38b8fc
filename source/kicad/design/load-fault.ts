/** Why KiCad does not load a file, as far as its own bytes say it: what people and programs do to files. Pure. */
import { extname } from "node:path";
import { findImbalance } from "./parentheses.js";
import { decodeText } from "./syntax/decode.js";

/** `reason` completes a sentence that begins with the file's name; `advice` is what to do. */
export type LoadFault = { reason: string; advice: string };

/** The first words of the files that KiCad 6 and later write. */
const heads: Readonly<Record<string, { head: RegExp; is: string }>> = {
  ".kicad_sch": { head: /^\s*\(kicad_sch(?=[\s)])/, is: "schematic" },
  ".kicad_pcb": { head: /^\s*\(kicad_pcb(?=[\s)])/, is: "board" },
};

/** The newest formats that a KiCad version reads, where that is known; files of version 8 and later name their program. */
const newestFormats: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  ".kicad_sch": { 8: 20231120, 9: 20250114 },
  ".kicad_pcb": { 8: 20240108, 9: 20241229 },
};

const conflictMarker = /^(?:<{7}|\|{7}|={7}|>{7})(?=\s|$)/m;
const lfsPointer = /^version https:\/\/git-lfs\.github\.com\/spec\//;
const legacySchematic = /^\s*EESchema Schematic File/;
const legacyBoard = /^\s*PCBNEW-BOARD/;

/** So much of a file holds its header. */
const headerLength = 2000;

/**
 * What is wrong with the file of KiCad called `name` whose content is `bytes`; undefined where nothing is seen.
 * `kicadVersion` is that of the kicad-cli which is to load it, `9.0.8`.
 */
export function findLoadFault(name: string, bytes: Uint8Array, kicadVersion?: string): LoadFault | undefined {
  const kind = heads[extname(name)];
  const text = decodeText(bytes);
  if (text === undefined) {
    return { reason: "is not a KiCad file: it is no text in UTF-8", advice: putBack };
  }
  return (
    emptiness(text) ??
    strangeContent(text, kind) ??
    (kind && newerVersion(extname(name), text, kicadVersion)) ??
    damage(name, text)
  );
}

const putBack = "Put an earlier version back, for example with git.";

function emptiness(text: string): LoadFault | undefined {
  return text.trim() === "" ? { reason: "is empty", advice: putBack } : undefined;
}

function strangeContent(text: string, kind: { head: RegExp; is: string } | undefined): LoadFault | undefined {
  if (lfsPointer.test(text)) {
    return {
      reason: "is a Git LFS pointer, not the file itself",
      advice: "Fetch the file: git lfs pull",
    };
  }
  const marker = conflictMarker.exec(text);
  if (marker) {
    const line = text.slice(0, marker.index).split("\n").length;
    return {
      reason: `has merge conflict markers (the first in line ${line})`,
      advice:
        "Finish the merge: take one side of the file whole, for example with git checkout --ours or --theirs.",
    };
  }
  if (legacySchematic.test(text) || legacyBoard.test(text)) {
    return {
      reason: "has the format of KiCad 5 or earlier, which kicad-cli does not read",
      advice: "Open it in KiCad and save it: it is then written in the new format.",
    };
  }
  // KiCad passes over such a sheet in silence, and all its parts are missing.
  if (kind && text.startsWith("\uFEFF")) {
    return {
      reason: "begins with a byte order mark (BOM), with which KiCad does not load it",
      advice: "Save it as UTF-8 without a BOM.",
    };
  }
  return kind === undefined || kind.head.test(text)
    ? undefined
    : { reason: `is not a KiCad ${kind.is}`, advice: putBack };
}

function newerVersion(
  extension: string,
  text: string,
  kicadVersion: string | undefined,
): LoadFault | undefined {
  if (kicadVersion === undefined) {
    return undefined;
  }
  const header = text.slice(0, headerLength);
  const [, format] = /\(version\s+"?(\d+)/.exec(header) ?? [];
  const [, generator] = /\(generator_version\s+"?([\d.]+)/.exec(header) ?? [];
  const advice = `Install that version of KiCad, or open the file there and save it for version ${majorOf(kicadVersion)}.`;
  if (generator !== undefined && isLater(generator, kicadVersion)) {
    return {
      reason: `was written by KiCad ${generator}, and this kicad-cli is version ${kicadVersion}`,
      advice,
    };
  }
  const newest = newestFormats[extension]?.[majorOf(kicadVersion)];
  return newest !== undefined && Number(format) > newest
    ? {
        reason: `has a newer format (${format}) than this kicad-cli ${kicadVersion} reads (${newest})`,
        advice: "Install a newer version of KiCad.",
      }
    : undefined;
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}

/** Whether one `major.minor` comes after another. */
function isLater(one: string, other: string): boolean {
  const [[major = 0, minor = 0], [otherMajor = 0, otherMinor = 0]] = [one, other].map((version) =>
    version.split(".").map((part) => Number.parseInt(part, 10) || 0),
  ) as [number[], number[]];
  return major > otherMajor || (major === otherMajor && minor > otherMinor);
}

/** A parenthesis too many is none: KiCad ends there and loads the file. Project files are JSON. */
function damage(name: string, text: string): LoadFault | undefined {
  if (name.endsWith(".kicad_pro")) {
    return undefined;
  }
  const imbalance = findImbalance(text);
  return imbalance !== undefined && /never (?:closed|ends)$/.test(imbalance)
    ? { reason: `is cut off or damaged: ${imbalance}`, advice: putBack }
    : undefined;
}
