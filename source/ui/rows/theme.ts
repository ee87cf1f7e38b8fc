/**
 * The styles of text by its meaning: the only module that names colours. They are the terminal's own sixteen, for light
 * and dark themes; a colour is never the only sign of anything.
 */
import chalk from "chalk";

export const theme = {
  muted: chalk.dim,
  strong: chalk.bold,
  emphasis: chalk.italic,
  deleted: chalk.strikethrough,
  accent: chalk.cyan,
  heading: chalk.bold.cyan,
  code: chalk.yellow,
  link: chalk.underline,
  success: chalk.green,
  warning: chalk.yellow,
  failure: chalk.red,
  added: chalk.green,
  removed: chalk.red,
  hunk: chalk.cyan,
  user: chalk.bold.magenta,
  selected: chalk.inverse,
} as const;

export type Token = keyof typeof theme;

/** Turns every style off, for `NO_COLOR`, which chalk does not support. */
export function withoutColor(): void {
  chalk.level = 0;
}

/** An icon and a word for each way a call or a turn can end; the word is enough without colours and glyphs. */
export const outcomes = {
  success: { icon: "✓", word: "done", token: "success" },
  failure: { icon: "✗", word: "failed", token: "failure" },
  error: { icon: "✗", word: "error", token: "failure" },
  rejected: { icon: "⊘", word: "rejected", token: "warning" },
  interrupted: { icon: "■", word: "interrupted", token: "warning" },
  completed: { icon: "✓", word: "done", token: "success" },
  failed: { icon: "✗", word: "failed", token: "failure" },
  refused: { icon: "⊘", word: "refused", token: "warning" },
} as const satisfies Record<string, { icon: string; word: string; token: Token }>;
