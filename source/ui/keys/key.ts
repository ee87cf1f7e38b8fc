/** One key press, or one paste, as the parser reports it. */
export type Key =
  /** Printable characters, at least one. */
  | { kind: "text"; text: string }
  /** Text between the terminal's paste marks: literal, with `\n` as its line ends. */
  | { kind: "paste"; text: string }
  /** A named key, as `ctrl+alt+shift+name`. */
  | { kind: "chord"; chord: string };
