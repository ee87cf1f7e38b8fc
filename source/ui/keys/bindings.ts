/** The key table, looked up and told. */
import { bindings, type KeyAction, type KeyScope } from "./key-table.js";

const byPlace = new Map<string, KeyAction>(
  bindings.flatMap(({ place, chords, action }) =>
    chords.map((chord) => [`${place} ${chord}`, action] as const),
  ),
);

/** What a key does in a place. */
export function actionFor(place: KeyScope, chord: string): KeyAction | undefined {
  return byPlace.get(`${place} ${chord}`) ?? byPlace.get(`everywhere ${chord}`);
}

/** A chord as people write it: `Ctrl-C`, `Alt-Enter`, `↑`; a letter alone as it is typed. */
export function chordName(chord: string): string {
  if (chord.length === 1) {
    return chord;
  }
  const arrows: Readonly<Record<string, string>> = { up: "↑", down: "↓", left: "←", right: "→" };
  const parts = chord.split(/\+(?=.)/);
  return parts.map((part) => arrows[part] ?? part.charAt(0).toUpperCase() + part.slice(1)).join("-");
}

const places: Readonly<Record<KeyScope, string>> = {
  prompt: "In the prompt",
  completion: "While completing",
  approval: "When a change waits for your word (a letter alone)",
  list: "In a list",
  everywhere: "Everywhere",
};

/** The chords without those that only spell another terminal's name for the same keys. */
function namesOf(chords: readonly string[]): string[] {
  return chords.filter((chord) => !/shift\+[^a-z]/.test(chord)).map(chordName);
}

/** The table as markdown, for `/help` and the documents. */
export function keysAsMarkdown(): string {
  const sections = Object.entries(places).map(([place, title]) => {
    const rows = bindings
      .filter((binding) => binding.place === place)
      .map(({ chords, does }) => `| ${namesOf(chords).join(", ")} | ${does} |`);
    return `**${title}**\n\n| key | does |\n| --- | --- |\n${rows.join("\n")}\n`;
  });
  return sections.join("\n");
}
