/** What changed in a repository's designs, as text for a terminal, markdown for a pull request, and an object. Pure. */
import type { Difference } from "../base/design-difference.js";
import { codeSpan } from "../base/text/code-span.js";
import { cutText, visibleName } from "../base/text/safe-text.js";
import { type ComparedProject, differenceOf, isUnchanged } from "../kicad/compare/compare-projects.js";
import { describeDifference, firstSentences } from "../kicad/design/difference/sentences.js";

/** As `copperhead diff --json` prints it. */
export function differenceObject(compared: readonly ComparedProject[]): Difference {
  const notCompared = compared.flatMap(({ project, faults }) =>
    faults.map(({ message, advice }) => ({
      project,
      reason: message,
      ...(advice !== undefined && { advice }),
    })),
  );
  const changed = compared.filter((one) => !isUnchanged(one));
  return {
    schema: "copperhead.diff/1",
    same: changed.length + notCompared.length === 0,
    projects: changed.map(differenceOf),
    ...(notCompared.length > 0 && { notCompared }),
  };
}

/** Each project that differs with a sentence a change; `base` is what the designs were compared with. */
export function differenceText({ same, projects }: Difference, base: string): string {
  if (same) {
    return `No design differs from ${visibleName(base)}.`;
  }
  return projects
    .map((one) => [one.project, ...describeDifference(one).map((text) => `  ${text}`)].join("\n"))
    .join("\n\n");
}

/** A comment on a pull request holds 65,536 characters. */
const mostSentences = 100;
const longestWord = 60;

/** The same for a pull request; `base` is what the designs were compared with. */
export function differenceMarkdown({ same, projects, notCompared = [] }: Difference, base: string): string {
  const parts = [
    ...(same ? [`No design differs from ${codeSpan(base)}.`] : []),
    ...projects.flatMap((one) => [
      `### ${codeSpan(one.project)}`,
      bullets(describeDifference(one, (text) => codeSpan(cutText(text, longestWord)))),
    ]),
    ...(notCompared.length === 0
      ? []
      : [
          "### Not compared",
          bullets(notCompared.map(({ project, reason }) => [project, reason].map(codeSpan).join(": "))),
        ]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function bullets(sentences: readonly string[]): string {
  return firstSentences(sentences, mostSentences)
    .map((text) => `- ${text}`)
    .join("\n");
}
