/** What to do differently where the CLI failed in a way that another attempt may not. */

/** How a step is tried. */
export type Attempt = {
  /** Id of the chat that is resumed. */
  resume: string | undefined;
  /** Whether the workspace holds the file that denies Cursor's tools. */
  deniesTools: boolean;
  /** Whether an attempt has failed because several processes wrote the CLI's configuration at once. */
  raced: boolean;
};

export type FailedAttempt = Attempt & {
  mode: "reasoning" | "native";
  /** The code of its failure. */
  code: string;
  /** Whether the CLI got as far as `system/init`. */
  hasBegun: boolean;
};

/** The next attempt; `undefined` where none can help. Pure. */
export function nextAttempt({ mode, code, hasBegun, ...attempt }: FailedAttempt): Attempt | undefined {
  if (code === "config-race" && !hasBegun && !attempt.raced) {
    return { ...attempt, raced: true };
  }
  if (code === "rules-unreadable" && !hasBegun && attempt.deniesTools) {
    return { ...attempt, deniesTools: false };
  }
  return attempt.resume !== undefined && isChatLost[mode](code, hasBegun)
    ? { ...attempt, resume: undefined }
    : undefined;
}

const lostChat = new Set(["chat-gone", "chat-in-use", "chat-other"]);

/** Whether a fresh chat would not have failed so. */
const isChatLost = {
  /** A fresh chat gets the whole conversation, and no step acts by itself. */
  reasoning: (code: string, hasBegun: boolean) => lostChat.has(code) || (code === "no-result" && !hasBegun),
  /** A fresh chat remembers nothing, and what has begun may have acted. */
  native: (code: string, hasBegun: boolean) => code === "chat-gone" && !hasBegun,
};
