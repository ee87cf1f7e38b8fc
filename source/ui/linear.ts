/** placeholder */
import type { AppOptions } from "./run.js";
import type { Terminal } from "./terminal/terminal.js";
export async function runLinear(_options: AppOptions, _terminal: Terminal): Promise<{ exitCode: number }> {
  return { exitCode: 0 };
}
