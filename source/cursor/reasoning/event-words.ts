/** The words in the names of events by which an action of Cursor's is known, even one that is new to us. */

/** In a subtype of any event, between underscores. */
const execution =
  /(?:^|_)(?:apply_patch|exec|execute|executed|execution|shell|command|write|edit|tool)(?:_|$)/i;

/** In a name of an event of an unknown type, at capitals and whatever is no letter. */
const mutations = new Set(
  (
    "tool call function exec execute executed execution command shell bash terminal computer use " +
    "write edit patch apply create delete remove rename move change file mutation mcp"
  ).split(" "),
);

/** How deep the objects of an event are looked through. */
const maxDepth = 8;

/** `fileChange`, `MCPCall`, `tool-call/started` → their words in small letters. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}

export function namesExecution(name: string): boolean {
  return execution.test(name);
}

export function namesMutation(name: string): boolean {
  return wordsOf(name).some((word) => mutations.has(word));
}

/** The `type` and the `kind` of the value and of all objects within it. Pure. */
export function typesIn(value: unknown, depth = 0): string[] {
  if (typeof value !== "object" || value === null || depth > maxDepth) {
    return [];
  }
  const named = ["type", "kind"].flatMap((key) => {
    const name = (value as Record<string, unknown>)[key];
    return typeof name === "string" ? [name] : [];
  });
  return [...named, ...Object.values(value).flatMap((each) => typesIn(each, depth + 1))];
}
