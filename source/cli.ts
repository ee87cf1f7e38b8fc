#!/usr/bin/env node
// The most frequent calls are answered before anything is loaded.
import { readFileSync } from "node:fs";

const argv = process.argv.slice(2);

function version(): string {
  const file = new URL("../package.json", import.meta.url);
  return String(JSON.parse(readFileSync(file, "utf8")).version);
}

if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-v")) {
  process.stdout.write(`${version()}\n`);
} else if (argv.length === 1 && (argv[0] === "--help" || argv[0] === "-h")) {
  const { helpText } = await import("./cli/help.js");
  process.stdout.write(helpText());
} else {
  const { main } = await import("./commands/dispatch.js");
  await main(argv, version());
}
