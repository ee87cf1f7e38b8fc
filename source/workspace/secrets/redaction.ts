/** Takes secrets out of what is written to the disk. Pure. */
import type { Environment } from "../../base/processes/environment.js";
import { secretName, secretPatterns, secretVariable } from "./secret-patterns.js";

/** The place of a secret in a text; `end` is behind its last character. */
export type Range = { start: number; end: number };

export const placeholder = "[redacted]";

/** Shorter values are words that are in any text. */
const shortestVariable = 8;
/** The shortest is the password in `://:x@`. */
const shortestSecret = 6;
/** How far back from the end of a text a secret may begin that is not whole yet. */
const longestSecret = 24_000;

function merged(ranges: Range[]): Range[] {
  const result: Range[] = [];
  for (const range of ranges.sort((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last && range.start < last.end) {
      last.end = Math.max(last.end, range.end);
    } else {
      result.push({ ...range });
    }
  }
  return result;
}

/** The secret is at the end of its match. */
function rangeOf(match: RegExpExecArray): Range {
  const end = match.index + match[0].length;
  const secret = match.groups?.secret ?? match.groups?.user ?? match[0];
  return { start: end - secret.length, end };
}

/** Long enough to hold a token; also in the alphabet of addresses. With `{24,}` a run of megabytes exhausts the stack. */
const base64 = /[A-Za-z0-9+/_-]{24}[A-Za-z0-9+/_-]*={0,2}/g;
const base64AtEnd = /[A-Za-z0-9+/_-]+={0,2}$/;
/** Characters of a base64 text that are looked into. */
const decodedLength = 8192;

/** What a base64 text holds where that is plain text; pictures and other data are no place for a token. */
function decodeText(encoded: string): string | undefined {
  const text = Buffer.from(encoded.slice(0, decodedLength), "base64").toString("latin1");
  return /^[\t\n\r\x20-\x7e]+$/.test(text) ? text : undefined;
}

/** The values of the variables that hold secrets, the longest first; a path leads to a secret and is none. */
function secretValues(env: Environment): string[] {
  const values = Object.entries(env).flatMap(([name, value]) =>
    value && secretVariable.test(name) && value.length >= shortestVariable && !/^[~.]?\//.test(value)
      ? [value]
      : [],
  );
  const forms = values.flatMap((value) => [value, encodeURIComponent(value)]);
  return [...new Set(forms)].sort((one, other) => other.length - one.length);
}

/** `auth` holds a name and a password in docker's settings; elsewhere it is a word. */
function isSecretField(name: string, value: string): boolean {
  return secretName.test(name) || (name === "auth" && decodeText(value)?.includes(":") === true);
}

/** Knows secrets by their look, and those of one environment by their value. */
export class Redactor {
  readonly #values: readonly string[];

  constructor(env: Environment = process.env) {
    this.#values = secretValues(env);
  }

  /** The secrets in `text`, in order, none over another. */
  find(text: string): Range[] {
    if (text.length < shortestSecret) {
      return [];
    }
    const encoded = Array.from(text.matchAll(base64)).flatMap(({ 0: run, index }) => {
      const decoded = decodeText(run);
      return decoded && this.#findPlain(decoded).length > 0
        ? [{ start: index, end: index + run.length }]
        : [];
    });
    return merged([...this.#findPlain(text), ...encoded]);
  }

  #findPlain(text: string): Range[] {
    const ranges: Range[] = [];
    for (const { closed } of secretPatterns) {
      // Not matchAll, which makes a new pattern each time: this runs on every string of every line.
      closed.lastIndex = 0;
      for (let match = closed.exec(text); match; match = closed.exec(text)) {
        ranges.push(rangeOf(match));
      }
    }
    for (const value of this.#values) {
      for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
        ranges.push({ start: at, end: at + value.length });
      }
    }
    return ranges;
  }

  /** Where a secret may begin that is not whole yet: what is before it will not change however the text goes on. */
  settledUntil(text: string): number {
    const offset = Math.max(0, text.length - longestSecret);
    const tail = text.slice(offset);
    let settled = text.length;
    for (const { open } of secretPatterns) {
      const match = open.exec(tail);
      if (match) {
        settled = Math.min(settled, offset + rangeOf(match).start);
      }
    }
    for (const value of this.#values) {
      let length = Math.min(value.length - 1, tail.length);
      while (length > 0 && !tail.endsWith(value.slice(0, length))) {
        length -= 1;
      }
      settled = Math.min(settled, text.length - length);
    }
    const run = base64AtEnd.exec(tail)?.[0] ?? "";
    return /[A-Z0-9]/.test(run) && decodeText(run) ? Math.min(settled, text.length - run.length) : settled;
  }

  text(text: string): string {
    return cut(text, this.find(text));
  }

  /** The same value with every string in it redacted, and those whole that a field like `password` holds. */
  value<Value>(value: Value): Value {
    const text = this.#remembering();
    return mapped(value, text, text, "") as Value;
  }

  /** As `value`, with `redact` for the strings; it receives the name of the field they are in. */
  map(value: unknown, redact: (text: string, field: string) => unknown): unknown {
    return mapped(value, redact, this.#remembering(), "");
  }

  /** As `text`, once for each text: most of what is in a list are the same names of fields, words and paths. */
  #remembering(): (text: string) => string {
    const known = new Map<string, string>();
    return (text) => {
      const redacted = known.get(text) ?? this.text(text);
      known.set(text, redacted);
      return redacted;
    };
  }
}

/** `redactName` is for the names of fields; `field` is the one that the value is in. */
function mapped(
  value: unknown,
  redact: (text: string, field: string) => unknown,
  redactName: (name: string) => string,
  field: string,
): unknown {
  if (typeof value === "string") {
    return redact(value, field);
  }
  if (Array.isArray(value)) {
    return value.map((item) => mapped(item, redact, redactName, field));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const fields = Object.entries(value).map(([name, item]): [string, unknown] => {
    const isSecret = typeof item === "string" && item !== "" && isSecretField(name, item);
    return [redactName(name), isSecret ? placeholder : mapped(item, redact, redactName, name)];
  });
  return Object.fromEntries(fields);
}

/**
 * The text without the secrets, a placeholder where each begins. A secret may reach over either end of the text: its
 * placeholder is in the piece that it begins in, so that pieces put together hold it once.
 */
export function cut(text: string, secrets: readonly Range[]): string {
  let result = "";
  let at = 0;
  for (const { start, end } of secrets) {
    if (end <= at || start >= text.length) {
      continue;
    }
    if (start >= at) {
      result += text.slice(at, start) + placeholder;
    }
    at = end;
  }
  return result + text.slice(at);
}
