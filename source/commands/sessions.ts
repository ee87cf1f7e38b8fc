import type { CommandContext } from "./main.js";
export async function sessions(_: CommandContext): Promise<0> {
  return 0;
}
