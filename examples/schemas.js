// Checks the result object of a printed run: copperhead -p "Is ERC clean?" --output-format json | node schemas.js
import { text } from "node:stream/consumers";
import { printedResult } from "copperhead/schemas";

const { status, exitCode, answer, error } = printedResult.parse(JSON.parse(await text(process.stdin)));
console.log(error ? `${status} (${exitCode}): ${error.message}` : answer);
