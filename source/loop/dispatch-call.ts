/** Runs one call with its tool, and dispatches what comes of it. */
import { toFailure } from "../base/failure.js";
import type { Call } from "../protocol/messages.js";
import { findTool } from "../tools/catalog.js";
import type { Tool, ToolContext } from "../tools/tool.js";
import type { ToolResult } from "../tools/tool-result.js";
import type { Action } from "./actions.js";

type Options = {
  /** Whether a change may be made without asking. */
  approved: boolean;
  /** Whether there is a user who can be asked. */
  canAsk: boolean;
  context: ToolContext;
  /** Is called before a tool runs that changes files. */
  beforeChange(): void;
  dispatch(action: Action): void;
};

/** Never throws: a tool that does is a call with the outcome `error`. */
export async function dispatchCall(
  { tool: name, args }: Call,
  { approved, canAsk, context, beforeChange, dispatch }: Options,
): Promise<void> {
  const tool = findTool(name);
  if (!tool) {
    // Of the calls of a reply only those of a known tool are run.
    const text = "no such tool";
    dispatch({ type: "tool", tool: name, args, toolKind: "other", title: name, outcome: "error", text });
    return;
  }
  const title = tool.title(args);
  const mustConfirm = !context.isConfirmed && canAsk && (await needsConfirmation(tool, args, context));
  if (tool.changes && (!approved || mustConfirm)) {
    const change = await previewOf(tool, args, context);
    if (change) {
      dispatch({
        type: "proposed",
        title: mustConfirm ? `${title}, which other programs run or obey` : title,
        ...change,
      });
      return;
    }
  }
  dispatch({ type: "call-started", title, toolKind: tool.kind });
  if (tool.changes) {
    beforeChange();
  }
  const begun = performance.now();
  const result = await run(tool, args, context);
  const durationMs = Math.round(performance.now() - begun);
  dispatch({ type: "tool", tool: name, args, toolKind: tool.kind, title, durationMs, ...result });
}

/** A path that is refused here is refused again, with the reason, when the call is run. */
async function needsConfirmation(tool: Tool, args: Call["args"], context: ToolContext): Promise<boolean> {
  return (await tool.needsConfirmation?.(args, context).catch(() => false)) ?? false;
}

/** A change that cannot be previewed cannot be made either: running it shows why. */
async function previewOf(tool: Tool, args: Call["args"], context: ToolContext) {
  try {
    return await tool.preview?.(args, context);
  } catch {
    return undefined;
  }
}

async function run(tool: Tool, args: Call["args"], context: ToolContext): Promise<ToolResult> {
  try {
    return await tool.run(args, context);
  } catch (error) {
    if (context.signal.aborted) {
      return { outcome: "interrupted", text: "Interrupted by the user." };
    }
    const { message, advice } = toFailure(error);
    return { outcome: "error", text: advice === undefined ? message : `${message} ${advice}` };
  }
}
