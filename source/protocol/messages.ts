/** The types of the tool protocol: what is sent to the model, and what is read from its reply. */

/** One use of a tool, as the model asked for it; `args` have not been checked against the tool's schema. */
export type Call = { tool: string; args: Record<string, unknown> };

/** A call that was asked for and cannot run, with the reason for the model. */
export type Refusal = { tool: string; reason: string };

/** One entry of the conversation. A `result` is what a tool returned, or why it could not run. */
export type Message =
  | { role: "user"; text: string }
  | { role: "assistant"; text: string | null; calls: Call[] }
  | { role: "result"; tool: string; text: string };

/** A tool as the model reads it; `parameters` is a JSON Schema of an object. */
export type ToolDescription = { name: string; description: string; parameters: Record<string, unknown> };

/** The discarded part of a reply: results that the model wrote itself, and all that followed them. */
export type Discarded = { text: string; blocks: number; calls: number };

/** A model's reply, parsed. */
export type Reply = {
  /** The prose that is kept; `null` if there is none. */
  text: string | null;
  calls: Call[];
  refusals: Refusal[];
  discarded: Discarded | null;
  /** The message to the model about the discarded part; follows the real results. */
  notice?: string;
  /** The message to the model if it tried to call a tool and nothing can run. */
  nudge?: string;
};
