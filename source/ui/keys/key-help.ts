/** The key table, in words. */
import { type KeyScope, keyBindings } from "./key-bindings.js";

const arrows: Readonly<Record<string, string>> = { up: "↑", down: "↓", left: "←", right: "→" };

/** A chord as people write it: `Ctrl-C`, `Alt-Enter`, `↑`; a letter alone as it is typed. */
export function chordName(chord: string): string {
  if (chord.length === 1) {
    return chord;
  }
  const parts = chord.split(/\+(?=.)/);
  return parts.map((part) => arrows[part] ?? part.charAt(0).toUpperCase() + part.slice(1)).join("-");
}

const titles: Readonly<Record<KeyScope, string>> = {
  prompt: "In the prompt",
  completion: "While completing",
  approval: "When a change waits for approval (a letter alone)",
  list: "In a list",
  everywhere: "Everywhere",
};

/** A chord that only spells another terminal's name for the same keys. */
const isOtherSpelling = (chord: string) => /shift\+[^a-z]/.test(chord);

/** The names of the keys that do one thing. */
const namesOf = (chords: readonly string[]) =>
  chords
    .filter((chord) => !isOtherSpelling(chord))
    .map(chordName)
    .join(", ");

/** The table as rows of text, for `copperhead help keys`. */
export function keyLines(): string[] {
  const sections = Object.entries(titles).map(([scope, title]) => [
    title,
    ...keyBindings[scope as KeyScope].map(
      ({ chords, does }) => `  ${namesOf(chords).padEnd(32)} ${does.replaceAll("`", "")}`,
    ),
  ]);
  return sections.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
}

/** The table as markdown, for `/help` and the documents. */
export function keysAsMarkdown(): string {
  const sections = Object.entries(titles).map(([scope, title]) => {
    const rows = keyBindings[scope as KeyScope].map(({ chords, does }) => `| ${namesOf(chords)} | ${does} |`);
    return `**${title}**\n\n| key | does |\n| --- | --- |\n${rows.join("\n")}\n`;
  });
  return sections.join("\n");
}
