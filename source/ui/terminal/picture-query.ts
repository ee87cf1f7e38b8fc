/** Asks the terminal what pictures it can show, and how large its cells are. Its answers come as input. */
import chalk from "chalk";
import type { PictureTerminal } from "../../kicad/drawing/picture.js";
import type { KeyReader } from "../keys/key-reader.js";
import type { Screen } from "./screen.js";

/** The longest wait for an answer, in ms: over a slow line it takes a while. */
const patience = 1000;

/** Every terminal answers this one, and in the order of the questions: what comes before it are all answers. */
const deviceAttributes = "\x1b[c";
/** Its name and version; the size of a cell; iTerm2's list of features. Terminals that know none of them show nothing. */
const identify = `\x1b[>q\x1b[16t\x1b]1337;Capabilities\x1b\\${deviceAttributes}`;
/** A picture of one pixel that is not to be shown. Old terminals would print it: only those are asked that have a name. */
const kittyQuery = `\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\${deviceAttributes}`;

/** kitty's and iTerm2's pictures are scaled by the terminal: with cells of another size they are only less sharp. */
const usualCell = { width: 10, height: 20 };
/** xterm shows no more of a picture, unless it was set up to. */
const mostSixels = { width: 1000, height: 1000 };

/** What a terminal has answered; `attributes`: the numbers of its device attributes. */
export type TerminalAnswers = {
  attributes?: readonly number[];
  name?: string;
  features?: readonly string[];
  cell?: { width: number; height: number };
  kitty?: true;
};

/** Reads one answer. Whatever else comes as a sequence is none: keys, reports, focus. Pure. */
export function readAnswer(sequence: string): TerminalAnswers {
  const attributes = /^\x1b\[\?([\d;]+)c$/.exec(sequence)?.[1];
  if (attributes !== undefined) {
    return { attributes: attributes.split(";").map(Number) };
  }
  const name = /^\x1bP>\|([^\x1b]*)\x1b\\$/.exec(sequence)?.[1];
  if (name !== undefined) {
    return { name };
  }
  const features = /^\x1b\]1337;Capabilities=(\w*)(?:\x07|\x1b\\)$/.exec(sequence)?.[1];
  if (features !== undefined) {
    return { features: features.match(/[A-Z][a-z]*\d*/g) ?? [] };
  }
  const [, height = 0, width = 0] = (/^\x1b\[6;(\d+);(\d+)t$/.exec(sequence) ?? []).map(Number);
  if (width >= 2 && height >= 2 && width <= 200 && height <= 400) {
    return { cell: { width, height } };
  }
  return /^\x1b_Gi=31(?:,[^;]*)?;OK\x1b\\$/.test(sequence) ? { kitty: true } : {};
}

/** The pictures that a terminal of those answers shows; undefined where it shows none. Pure. */
export function picturesBy(answers: TerminalAnswers): PictureTerminal | undefined {
  const { attributes = [], name = "", features = [], cell, kitty } = answers;
  // A multiplexer answers for itself, and would have to pass pictures on.
  if (/^(tmux|screen)/i.test(name)) {
    return undefined;
  }
  if (/^(iTerm2|WezTerm)/.test(name) || features.includes("F")) {
    return { protocol: "iterm2", cell: cell ?? usualCell };
  }
  if (kitty) {
    return { protocol: "kitty", cell: cell ?? usualCell };
  }
  const hasSixel = attributes.slice(1).includes(4) || features.includes("Sx");
  return hasSixel && cell ? { protocol: "sixel", cell, most: mostSixels } : undefined;
}

type QueryParts = { reader: KeyReader; screen: Screen; env: NodeJS.ProcessEnv };

/** Nothing is asked before the first picture. */
export class PictureQuery {
  readonly #parts: QueryParts;
  #isPossible: boolean;
  #asking: Promise<PictureTerminal | undefined> | undefined;

  constructor(parts: QueryParts) {
    this.#parts = parts;
    const { TERM = "", TMUX, STY } = parts.env;
    const isAlone = !TMUX && !STY && !/^(screen|tmux|linux|vt|cons|dumb)/.test(TERM);
    this.#isPossible = isAlone;
  }

  /**
   * Resolves within two seconds, for a terminal without pictures, or one that does not answer, to undefined. It is asked
   * anew for each picture, as its letters may have another size by now; but not after a silence.
   */
  ask(): Promise<PictureTerminal | undefined> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** Resolves when no answer is on its way any more: one that came later would be typed into the shell. */
  async settled(): Promise<void> {
    await this.#asking;
  }

  async #ask(): Promise<PictureTerminal | undefined> {
    const answers = await this.#exchange(identify);
    const { attributes = [], name = "" } = answers;
    const found = picturesBy(answers);
    const isModern = name !== "" || (attributes[0] ?? 0) >= 62;
    if (found?.protocol === "iterm2" || !isModern || /^(tmux|screen)/i.test(name)) {
      return found;
    }
    return picturesBy({ ...answers, ...(await this.#exchange(kittyQuery)) });
  }

  /** All answers until the one that comes last. */
  async #exchange(query: string): Promise<TerminalAnswers> {
    const { reader, screen } = this.#parts;
    let answers: TerminalAnswers = {};
    // Without colours a drawing is made of letters.
    if (!this.#isPossible || chalk.level === 0) {
      return answers;
    }
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const timer = setTimeout(() => {
        this.#isPossible = false;
        done();
      }, patience);
      const stop = reader.onSequence((sequence) => {
        const answer = readAnswer(sequence);
        answers = { ...answers, ...answer };
        if (answer.attributes) {
          done();
        }
      });
      if (!screen.control(query)) {
        done();
      }
    });
    return answers;
  }
}
