/** What a verification says that the one before it in the turn did not: each cycle of repair verifies all again. Pure. */
import { counted } from "../../base/text/counted.js";

/** What is shown of the verification of one project: its changes, a sentence each, and its new errors as text. */
export type Shown = { changes: readonly string[]; findings?: string | undefined };

/** What is new in `now`, and a line for the rest. All of `now` where there was no verification before. */
export function newInCycle(now: Shown, before: Shown | undefined): Shown {
  if (before === undefined) {
    return now;
  }
  const findings =
    now.findings === undefined
      ? []
      : newAmong(findingsIn(now.findings), new Set(findingsIn(before.findings ?? "").map(unnumbered)), {
          noun: "error",
          isCounted: isNumbered,
        });
  return {
    changes: newAmong(now.changes, new Set(before.changes), { noun: "line", isCounted: () => true }),
    ...(findings.length > 0 && { findings: findings.join("\n") }),
  };
}

function newAmong(
  texts: readonly string[],
  known: ReadonlySet<string>,
  { noun, isCounted }: { noun: string; isCounted: (text: string) => boolean },
): string[] {
  const isKnown = (text: string) => known.has(unnumbered(text));
  const rest = texts.filter((text) => isKnown(text) && isCounted(text)).length;
  return [
    ...texts.filter((text) => !isKnown(text)),
    ...(rest > 0 ? [`${counted(rest, noun)} as before`] : []),
  ];
}

const number = /^\d+\. /;
const isNumbered = (text: string) => number.test(text);

/** The number of a finding changes with what is found before it. */
const unnumbered = (text: string) => text.replace(number, "");

/** Each finding of a list with the lines of its items, and each line between them. */
function findingsIn(text: string): string[] {
  return text.split(/\n+(?=\d+\. |And \d+ more: |[A-Z]+ of )/);
}
