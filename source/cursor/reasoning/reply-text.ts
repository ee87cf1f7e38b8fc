import type { CursorStreamEvent, ResultEvent } from "../stream/events.js";
import { nativeToolOf } from "../stream/native-tool.js";
import { Segments } from "../stream/segments.js";

const separator = "\n\n";

export type SettledReply = ({ rest: string } | { whole: string }) & { warning?: string };

/** Follows a text that may turn out to be a plan told again; outer white space does not count. */
class Echo {
  readonly #plan: string;
  #at = 0;

  constructor(plan: string) {
    this.#plan = plan.trim();
  }

  /** Whether the text can still be the plan with `delta` added. */
  follows(delta: string): boolean {
    const text = this.#at === 0 ? delta.trimStart() : delta;
    const piece = text.slice(0, this.#plan.length - this.#at);
    if (!this.#plan.startsWith(piece, this.#at) || text.slice(piece.length).trim() !== "") {
      return false;
    }
    this.#at += piece.length;
    return true;
  }

  get complete(): boolean {
    return this.#at === this.#plan.length;
  }
}

/**
 * Puts together what the model said in one step: the segments of its answer and the texts of its plans, each plan
 * once however often it is told, with a blank line between them.
 */
export class ReplyText {
  readonly #segments = new Segments();
  /** Plans by call: a completed call tells its plan again, sometimes more of it. */
  readonly #plans = new Map<string, string>();
  #ended = 0;
  #empty = true;
  /** A segment not given out yet, because so far it only repeats a plan. */
  #held = "";
  #echoes: Echo[] | undefined;

  /** Takes the next event of the step; gives the text that continues the reply. */
  push(event: CursorStreamEvent): string {
    const delta = this.#segments.push(event);
    const before = this.#segments.ended > this.#ended ? this.#endSegment() : "";
    this.#ended = this.#segments.ended;
    if (event.type !== "tool_call") {
      return before + this.#say(delta);
    }
    const tool = nativeToolOf(event);
    const isPlan = tool.variant === "createPlan" && typeof tool.args.plan === "string";
    return before + (isPlan ? this.#plan(event.call_id, String(tool.args.plan)) : "");
  }

  /**
   * Settles the reply by the step's result: the text that continues it, or, where what was streamed was wrong, the
   * `whole` reply that takes its place.
   */
  settle(result: ResultEvent): SettledReply {
    const settled = this.#segments.settle(result.result);
    const warning = settled.warning === undefined ? {} : { warning: settled.warning };
    if (settled.replaced) {
      const parts = new Set([settled.text, ...this.#plans.values()]);
      return { whole: [...parts].join(separator), ...warning };
    }
    return { rest: this.#say(settled.rest) + this.#endSegment(), ...warning };
  }

  #say(delta: string): string {
    if (delta === "") {
      return "";
    }
    if (this.#echoes?.length === 0) {
      return delta;
    }
    const echoes = this.#echoes ?? [...this.#plans.values()].map((plan) => new Echo(plan));
    this.#echoes = echoes.filter((echo) => echo.follows(delta));
    this.#held += delta;
    return this.#echoes.length > 0 ? "" : this.#release();
  }

  #release(): string {
    const text = (this.#empty ? "" : separator) + this.#held;
    this.#held = "";
    this.#empty = false;
    return text;
  }

  #endSegment(): string {
    const repeated = this.#echoes?.some((echo) => echo.complete) ?? false;
    const text = this.#held === "" || repeated ? "" : this.#release();
    this.#held = "";
    this.#echoes = undefined;
    return text;
  }

  #plan(callId: string, plan: string): string {
    const told = this.#plans.get(callId) ?? "";
    const repeated = [...this.#plans.values()].some((other) => other.trim() === plan.trim());
    if (plan.trim() === "" || repeated || !plan.startsWith(told)) {
      return "";
    }
    this.#plans.set(callId, plan);
    if (told !== "") {
      return plan.slice(told.length);
    }
    this.#held = plan;
    return this.#release();
  }
}
