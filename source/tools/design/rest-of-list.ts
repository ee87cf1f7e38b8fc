/** The last line of a list that is longer than a page: the call that goes on with it, as the model can make it. */
export function restOfList(tool: string, args: Readonly<Record<string, unknown>>, from: number): string {
  return `The rest: ${JSON.stringify({ tool, args: { ...args, from } })}`;
}
