import { writeFile } from "node:fs/promises";
import { join } from "node:path";
export async function writeSummary(sessionFolder: string, summary: unknown): Promise<void> {
  await writeFile(join(sessionFolder, "summary.md"), JSON.stringify(summary));
}
