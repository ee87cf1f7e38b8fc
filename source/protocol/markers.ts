/**
 * The lines that divide a conversation as text, and what models write instead of them. The reader of replies and the
 * renderer of prompts share this definition: the one cuts at a marker, the other escapes it.
 */

/**
 * `foreign`: a line that only copperhead may write (the user's turn, a tool's result), or that looks like one.
 * `echo`: a line that only announces the assistant's turn.
 */
type Marker = "foreign" | "echo";

/** The beginning of a line's text, after blanks, invisible characters, emphasis, quote and heading signs. */
const words = /[^\s\p{Cf}>#*_`~]/u;
const trailing = /^[\s\p{Cf}*_`~:.]*$/u;
/** The content of a marker on the same line, which is not a sentence about a result. */
const content =
  /^[\s\p{Cf}*_`~]*:(?!.*\b(?:I|we|you|would|should|could|will|may|might|expect|hope|want|need|wait|please)\b)/iu;

/** A tool's name, or up to three words in its place. */
const tool = "(?:tool )?[^ ]+(?: [^ ]+){0,2}(?: ?[(#:].*)?";
const foreign = new RegExp(
  "^(?:user(?: message)?" +
    `|(?:results?|outputs?)(?:[ _-](?:of|for|from)[ _-]| ?: ?)${tool}` +
    `|(?:tool|function)[ _-]?(?:call[ _-])?(?:results?|outputs?|responses?)(?:[ _:-] ?(?:(?:of|for|from)[ _-])?${tool})?)$`,
  "i",
);
const echo = /^(?:assistant(?: message)?|(?:assistant[ _-])?tool[ _-]?calls?(?:[ _:-].*)?)$/i;
const foreignTag = /^(?:tool|function)[ _-]?(?:results?|outputs?|responses?)(?: .*)?$/i;

/**
 * Reads one line, with or without its line end; `undefined` if it is anything but a marker. A marker is alone on its
 * line, or a colon and its content follow, unless that is a sentence about a result that is yet to come. Linear.
 */
export function readMarker(line: string): Marker | undefined {
  // Most lines of a broken value, at a glance.
  if (line.startsWith("{") || line.startsWith('"')) {
    return undefined;
  }
  const start = line.search(words);
  const bracket = line[start];
  if (bracket !== "[" && bracket !== "<") {
    return undefined;
  }

  const end = line.indexOf(bracket === "[" ? "]" : ">", start);
  const rest = line.slice(end + 1);
  const isAlone = trailing.test(rest);
  if (end < 0 || !(isAlone || content.test(rest))) {
    return undefined;
  }

  const inner = line
    .slice(start + 1, end)
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  if (/[[\]<>]/.test(inner)) {
    return undefined;
  }
  if (bracket === "<") {
    return isAlone && foreignTag.test(inner) ? "foreign" : undefined;
  }
  if (foreign.test(inner)) {
    return "foreign";
  }
  return isAlone && echo.test(inner) ? "echo" : undefined;
}
