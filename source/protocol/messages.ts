/** The words the tool protocol is spoken in: what is sent to the model and what is read from it. */

/** One use of a tool, as the model asked for it; `args` have not been checked against the tool's schema. */
export type Call = { tool: string; args: Record<string, unknown> };

/** A call that was asked for and cannot run, with the reason the model is told. */
export type Refusal = { tool: string; reason: string };

/** One entry of the conversation. `result` is what a tool gave back, or why it could not run. */
export type Message =
  | { role: "user"; text: string }
  | { role: "assistant"; text: string | null; calls: Call[] }
  | { role: "result"; tool: string; text: string };

/** A tool as the model is shown it; `parameters` is a JSON Schema of an object. */
export type ToolDescription = { name: string; description: string; parameters: Record<string, unknown> };

/** The part of a reply that was thrown away: results the model wrote itself, and all that followed them. */
export type Discarded = { text: string; blocks: number; calls: number };

/** A model's reply, read. */
export type Reply = {
  /** The prose that is kept; `null` where there is none. */
  text: string | null;
  calls: Call[];
  refusals: Refusal[];
  discarded: Discarded | null;
  /** What the model is told of the discarded part, after the real results. */
  notice?: string;
  /** What the model is told where nothing ran although it tried. */
  nudge?: string;
};
