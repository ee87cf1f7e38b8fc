import type { CommandContext } from "./main.js";
export async function doctor(_: CommandContext): Promise<0> {
  return 0;
}
