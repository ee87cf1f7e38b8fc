/** Builds the program once before the tests that run it. */
import { execa } from "execa";

export default async function buildProgram(): Promise<void> {
  await execa("node", ["build.js"]);
}
