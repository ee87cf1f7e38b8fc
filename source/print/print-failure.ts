/** A failure that ends a run before, or outside, a turn. */
import type { Failure } from "../base/failure.js";
import { stampEvent } from "../base/stamp.js";
import type { OutputFormat } from "../cli/options.js";
import { jsonLine, type Output, textLine } from "../cli/output.js";
import { failedResult } from "./result.js";

/** Tells people on stderr, and scripts as an object on stdout. */
export function printFailure(failure: Failure, format: OutputFormat, output: Output): void {
  const { code, message, advice } = failure;
  output.err(
    textLine(advice === undefined ? `copperhead: ${message}` : `copperhead: ${message}\n  ${advice}`),
  );
  if (format === "json") {
    output.out(jsonLine(failedResult(failure)));
  }
  if (format === "stream-json") {
    const told = { type: "runtime.error", message, code, ...(advice !== undefined && { advice }) } as const;
    // There is no session yet.
    output.out(jsonLine(stampEvent(told, "")));
  }
}
