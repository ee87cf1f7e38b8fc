/** Reads the parts of a KiCad file that are asked for; everything else is passed over. Pure. */

/** A parenthesised form: its first word, and what follows it. Strings come unquoted. */
export type Form = { head: string; items: (string | Form)[] };

/** A string (its escapes are undone later), a parenthesis, or a bare word. */
const token = /"([^"\\]*(?:\\[\s\S][^"\\]*)*)"|[()]|[^\s()"]+/g;

/**
 * The forms directly inside the outermost one of `text` whose head is one of `heads`, in order. A file that is cut
 * off gives what is whole.
 */
export function formsIn(text: string, heads: ReadonlySet<string>): Form[] {
  const found: Form[] = [];
  const open: Form[] = [];
  let depth = 0;
  for (const [word, quoted] of text.matchAll(token)) {
    const inner = open.at(-1);
    if (word === "(") {
      depth += 1;
      if (depth === 2 || inner !== undefined) {
        open.push({ head: "", items: [] });
      }
    } else if (word === ")") {
      depth -= 1;
      open.pop();
      const outer = open.at(-1);
      if (inner !== undefined) {
        (outer === undefined ? found : outer.items).push(inner);
      }
    } else if (inner !== undefined && inner.head === "" && quoted === undefined) {
      inner.head = word;
      if (open.length === 1 && !heads.has(word)) {
        open.pop();
      }
    } else {
      inner?.items.push(quoted === undefined ? word : unquote(quoted));
    }
  }
  return found;
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
