/** What a printed command waits for, and how long already, on a stderr that is a terminal. */
import stringWidth from "string-width";
import { onLongWait, type Wait } from "../base/waits.js";
import type { StatusOutput } from "./output.js";

type Options = { output: StatusOutput; env: NodeJS.ProcessEnv; columns: () => number };

/** Shows waits until the process ends. */
export function showWaits({ output, env, columns }: Options): void {
  // Where no line can be written over, one says it once; a screen reader would read each second.
  const isPlain = env.TERM === "dumb" || env.INK_SCREEN_READER === "true";
  let timer: NodeJS.Timeout | undefined;
  onLongWait((wait) => {
    clearInterval(timer);
    if (!wait) {
      output.status(undefined);
    } else if (isPlain) {
      output.err(`${lineFor(wait, 200)}\n`);
    } else {
      const show = () => output.status(lineFor(wait, columns() - 1));
      show();
      timer = setInterval(show, 1000);
      timer.unref();
    }
  });
}

function lineFor({ what, since }: Wait, width: number): string {
  const seconds = Math.floor((Date.now() - since) / 1000);
  const text = `waiting for ${what}: ${seconds} s (Ctrl-C ends it)`;
  return stringWidth(text) <= width ? text : [...text].slice(0, Math.floor(width / 2)).join("");
}
