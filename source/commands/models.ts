import type { CommandContext } from "./main.js";
export async function models(_: CommandContext): Promise<0> {
  return 0;
}
