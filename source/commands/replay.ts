import type { CommandContext } from "./main.js";
export async function replay(_: CommandContext): Promise<0> {
  return 0;
}
