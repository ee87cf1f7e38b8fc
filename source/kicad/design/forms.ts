/** Reads chosen parts of a KiCad file, without reading all the others. Pure. */

/** A parenthesised form: its first word, and what follows it. Strings come unquoted. */
export type Form = { head: string; items: (string | Form)[] };

/** A string (its escapes are undone later), a parenthesis, or a bare word. */
const token = /"([^"\\]*(?:\\[\s\S][^"\\]*)*)"|[()]|[^\s()"]+/g;

/**
 * The forms of `text` whose head is one of `heads`, in order, without those inside another one of them. Their depth does
 * not matter: KiCad loads, and has written, files with a parenthesis too many.
 */
export function formsIn(text: string, heads: readonly string[]): Form[] {
  const start = new RegExp(`\\((?:${heads.join("|")})(?=[\\s()"])`, "g");
  const found: Form[] = [];
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const read = readForm(text, match.index);
    if (read === undefined) {
      break;
    }
    found.push(read.form);
    start.lastIndex = read.end;
  }
  return found;
}

/** Reads the form that opens at `start`; undefined where it is never closed. */
function readForm(text: string, start: number): { form: Form; end: number } | undefined {
  const tokens = new RegExp(token);
  tokens.lastIndex = start;
  const open: Form[] = [];
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const [word, quoted] = match;
    const inner = open.at(-1);
    if (word === "(") {
      open.push({ head: "", items: [] });
    } else if (inner === undefined) {
      return undefined;
    } else if (word === ")") {
      open.pop();
      const outer = open.at(-1);
      if (outer === undefined) {
        return { form: inner, end: tokens.lastIndex };
      }
      outer.items.push(inner);
    } else if (quoted !== undefined) {
      inner.items.push(unquote(quoted));
    } else if (inner.head === "") {
      inner.head = word;
    } else {
      inner.items.push(word);
    }
  }
  return undefined;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

function unquote(quoted: string): string {
  return quoted.replace(/\\([\s\S])/g, (_, letter: string) => escapes[letter] ?? letter);
}

/** The forms inside `form` that have this head. */
export function children(form: Form, head: string): Form[] {
  return form.items.filter((item) => typeof item !== "string" && item.head === head) as Form[];
}

/** The first word or string of the first form inside `form` that has this head. */
export function textOf(form: Form, head: string): string | undefined {
  const first = children(form, head)[0]?.items[0];
  return typeof first === "string" ? first : undefined;
}

/** The value of `(property "name" "value" …)` inside `form`. */
export function propertyOf(form: Form, name: string): string | undefined {
  const value = children(form, "property").find(({ items }) => items[0] === name)?.items[1];
  return typeof value === "string" ? value : undefined;
}

/** The place in `(at x y …)` inside `form`, in mm. */
export function placeOf(form: Form): { x: number; y: number } | undefined {
  const [x, y] = (children(form, "at")[0]?.items ?? []).map(Number);
  return x !== undefined && y !== undefined && Number.isFinite(x) && Number.isFinite(y)
    ? { x, y }
    : undefined;
}
