/** The request of a printed run: the arguments, stdin, or both. */
import { setTimeout as wait } from "node:timers/promises";
import { usageError } from "./options.js";

const patienceMs = 3000;

type Stdin = NodeJS.ReadStream | (NodeJS.ReadableStream & { isTTY?: boolean; destroy?(): void });

/**
 * The arguments, then a blank line, then stdin where it is not a terminal. With arguments and no byte on stdin for
 * 3 s (`patience`, in ms) stdin is left out, and `warn` is called. Throws a usage error where both are empty.
 */
export async function readRequest(
  words: readonly string[],
  stdin: Stdin,
  warn: (message: string) => void,
  patience = patienceMs,
): Promise<string> {
  const typed = words.join(" ").trim();
  const piped = stdin.isTTY ? "" : (await readStdin(stdin, typed === "" ? undefined : patience, warn)).trim();
  const request = [typed, piped].filter((part) => part !== "").join("\n\n");
  if (request === "") {
    throw usageError(
      'There is no request: give one as an argument, as in copperhead --print "check the board", or on stdin.',
    );
  }
  return request;
}

async function readStdin(
  stdin: Stdin,
  patience: number | undefined,
  warn: (message: string) => void,
): Promise<string> {
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve) => {
    stdin.on("data", (chunk: Buffer | string) => chunks.push(Buffer.from(chunk)));
    stdin.once("end", resolve);
    stdin.once("close", resolve);
    // A stdin that cannot be read is as an empty one.
    stdin.once("error", () => resolve());
  });
  if (patience !== undefined) {
    const begun = new Promise<void>((resolve) => stdin.once("data", () => resolve()));
    const isLate = await Promise.race([ended, begun, wait(patience, true, { ref: false })]);
    if (isLate) {
      warn(`Nothing came on stdin for ${patience / 1000} s: going on without it.`);
      stdin.destroy?.();
      return "";
    }
  }
  await ended;
  return Buffer.concat(chunks).toString("utf8");
}
