/** What the server needs from the rest of the program: plain functions, injected. Each may reject. */
import type { Difference } from "../base/design-difference.js";
import type { CheckOutcome } from "../base/outcomes.js";
import type { Project } from "../kicad/design/project.js";
import type { ToolResult } from "../tools/tool-result.js";
import type { UndoResult } from "../workspace/journal/undo.js";

type Args = Record<string, unknown>;

/** While one call is answered. */
export type CallContext = {
  /** Aborted when the client cancels the call. */
  signal: AbortSignal;
  /** Is given what the call waits for, in a few words. */
  onProgress(message: string): void;
};

/** What a change came to. */
export type ChangeResult = ToolResult & {
  /** ERC and DRC of what it touched, compared with the design before it. */
  checks: { erc?: CheckOutcome; drc?: CheckOutcome };
  /** Why the turn did not end well, such as new errors with their places. */
  problem?: string;
  /** The new warnings with their places. */
  warnings?: string;
};

/** What ERC or DRC finds in one project, as counts; `known` was there before the server's first change. */
export type CheckedDesign = { project?: string; erc?: CheckOutcome; drc?: CheckOutcome };

export type CheckAnswer = { text: string; projects: CheckedDesign[] };

export type Host = {
  /** Of copperhead. */
  version: string;
  /** Runs a tool of the catalogue that changes nothing. */
  read(tool: string, args: Args, context: CallContext): Promise<ToolResult>;
  /** Runs a tool of the catalogue that changes files, as a turn of one call. */
  change(tool: string, args: Args, context: CallContext): Promise<ChangeResult>;
  projects(): Promise<{ repository: string; projects: readonly Project[]; legacy: readonly string[] }>;
  /** ERC and DRC of a project, by its name, or of all. */
  check(project: string | undefined, context: CallContext): Promise<CheckAnswer>;
  /** What the designs have become since `base`, a git revision, or without it since before the server's first change. */
  diff(base: string | undefined, context: CallContext): Promise<{ text: string; difference: Difference }>;
  /** The design as PNG files: as it is, or before and after the server's changes. */
  picture(
    view: { project: string | undefined; part: "board" | "schematic"; where: string },
    context: CallContext,
  ): Promise<{ images: Uint8Array[]; caption: string }>;
  undo(): Promise<UndoResult>;
  redo(): Promise<UndoResult>;
  /** Stops what runs. */
  interrupt(): void;
  /** Ends the session and all that it started. */
  close(): Promise<void>;
};
