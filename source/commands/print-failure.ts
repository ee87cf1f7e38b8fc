/** A failure that ends a run before, or outside, a turn. */
import { randomUUID } from "node:crypto";
import type { RuntimeEvent } from "../runtime/events.js";
import type { Failure } from "../runtime/failure.js";
import type { OutputFormat } from "./options.js";
import { jsonLine, type Output, textLine } from "./output.js";
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
    const event: RuntimeEvent = {
      type: "runtime.error",
      eventId: randomUUID(),
      provider: "cursor",
      sessionId: "",
      createdAt: new Date().toISOString(),
      message,
      code,
      ...(advice !== undefined && { advice }),
    };
    output.out(jsonLine(event));
  }
}
