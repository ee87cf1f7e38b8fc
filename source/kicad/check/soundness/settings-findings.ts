/** Files beside a design whose faults KiCad passes over in silence: it then checks by its default rules. Pure. */
import { extname } from "node:path";
import { findLoadFault } from "../../design/load-fault.js";
import { decodeText } from "../../design/syntax/decode.js";
import type { Finding } from "../findings.js";

const rules: Readonly<Record<string, { type: string; loss: string }>> = {
  ".kicad_pro": { type: "project_not_readable", loss: "KiCad drops its rules, exclusions and net classes" },
  ".kicad_dru": { type: "rules_not_readable", loss: "KiCad drops all rules in it" },
};

/** What is wrong with the project file or the rules file called `name`; empty where it can be read. */
export function findUnreadableSettings(name: string, bytes: Uint8Array): Finding[] {
  const rule = rules[extname(name)];
  const reason = rule && whyUnreadable(name, bytes);
  return rule && reason !== undefined
    ? [
        {
          group: "integrity",
          type: rule.type,
          severity: "error",
          description: `${name} ${reason}. ${rule.loss}`,
          items: [],
        },
      ]
    : [];
}

function whyUnreadable(name: string, bytes: Uint8Array): string | undefined {
  const text = decodeText(bytes)?.replace(/^\uFEFF/, "");
  // A file without content has nothing that could be lost.
  if (text?.trim() === "" || (name.endsWith(".kicad_pro") && text !== undefined && isJson(text))) {
    return undefined;
  }
  const fault = findLoadFault(name, bytes)?.reason;
  return fault ?? (name.endsWith(".kicad_pro") ? "is no JSON" : undefined);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
