/** Keeps a conversation at a length that a fresh chat can take in. Pure. */
import type { Message } from "./messages.js";

/** How the repository's notes begin: in a conversation that is shortened the last ones stay. */
export const notesOpening = "copperhead: The repository's notes";

const isNotes = ({ role, text }: Message) => role === "user" && text.startsWith(notesOpening);

/** Characters of the longest conversation that is sent to a fresh chat: about 100,000 tokens. */
const longestConversation = 400_000;
/** The newest messages keep their results whole; of an older one, so many characters are enough to know it by. */
const newestMessages = 20;
const oldResult = 500;

function lengthOf(message: Message): number {
  const calls = message.role === "assistant" ? JSON.stringify(message.calls).length : 0;
  return (message.text?.length ?? 0) + calls;
}

function shorten(message: Message): Message {
  const { length } = message.text ?? "";
  if (message.role !== "result" || length <= oldResult) {
    return message;
  }
  const note = `[${length - oldResult} more characters are left out here. Call the tool again if you need them.]`;
  return { ...message, text: `${message.text.slice(0, oldResult)}\n${note}` };
}

/**
 * The conversation for a fresh chat, at most `longest` characters where that can be: old results are shortened first,
 * then the oldest messages are left out, with a word. What came after the last answer is always whole.
 */
export function boundConversation(
  messages: readonly Message[],
  longest = longestConversation,
): readonly Message[] {
  if (sum(messages) <= longest) {
    return messages;
  }
  const shortened = messages.map((message, index) =>
    index < messages.length - newestMessages ? shorten(message) : message,
  );
  const lastAnswer = messages.findLastIndex(({ role }) => role === "assistant");
  let start = shortened.length;
  let length = 0;
  while (
    start > 0 &&
    (start > lastAnswer + 1 || length + lengthOf(shortened[start - 1] as Message) <= longest)
  ) {
    start -= 1;
    length += lengthOf(shortened[start] as Message);
  }
  // A result without its call is no conversation.
  while (start > 0 && start <= lastAnswer && shortened[start]?.role !== "user") {
    start += 1;
  }
  if (start === 0) {
    return shortened;
  }
  const text = `copperhead: The first ${start} messages of this conversation are left out, because it became too long. Read files again before you rely on them.`;
  const notes = shortened.slice(0, start).findLast(isNotes);
  return [{ role: "user", text }, ...(notes ? [notes] : []), ...shortened.slice(start)];
}

const sum = (messages: readonly Message[]) =>
  messages.reduce((total, message) => total + lengthOf(message), 0);

/** What a user keeps who wants the conversation short: requests and answers, without calls and results. */
export function compactConversation(messages: readonly Message[]): Message[] {
  const kept = messages.flatMap((message): Message[] => {
    if (message.role === "result" || message.text === null || message.text.trim() === "") {
      return [];
    }
    return message.role === "assistant" ? [{ ...message, calls: [] }] : [message];
  });
  const text =
    "copperhead: The user had this conversation shortened: your calls and their results are left out. Read files again before you rely on them.";
  return kept.length === 0 ? [] : [...kept, { role: "user", text }];
}
