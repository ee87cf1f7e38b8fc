import type { SettledText } from "../stream/assistant-text.js";
import type { ToolCallEvent } from "../stream/events.js";
import { nativeToolOf } from "../stream/native-tool.js";

const separator = "\n\n";

/** Follows a text that may turn out to repeat a plan; outer white space does not count. */
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
 * Joins the model's words in one step, with a blank line between them: the segments of its answer and the texts of its
 * plans, each plan once however often it is repeated. Each method returns the text that continues the reply.
 */
export class ReplyText {
  /** Plans by call: a completed call has its plan again, sometimes more of it. */
  readonly #plans = new Map<string, string>();
  #empty = true;
  /** A segment not returned yet, because so far it only repeats a plan. */
  #held = "";
  #echoes: Echo[] | undefined;

  /** Continues the segment. */
  addText(delta: string): string {
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

  endSegment(): string {
    const repeated = this.#echoes?.some((echo) => echo.complete) ?? false;
    const text = this.#held === "" || repeated ? "" : this.#release();
    this.#held = "";
    this.#echoes = undefined;
    return text;
  }

  /** Adds the plan of a call that has one, between two segments. */
  addPlan(event: ToolCallEvent): string {
    const { variant, args } = nativeToolOf(event);
    const { plan } = args;
    if (variant !== "createPlan" || typeof plan !== "string") {
      return "";
    }
    const known = this.#plans.get(event.call_id) ?? "";
    const repeated = [...this.#plans.values()].some((other) => other.trim() === plan.trim());
    if (plan.trim() === "" || repeated || !plan.startsWith(known)) {
      return "";
    }
    this.#plans.set(event.call_id, plan);
    if (known !== "") {
      return plan.slice(known.length);
    }
    this.#held = plan;
    return this.#release();
  }

  /** What the result adds; or, where it has `replaced` what was streamed, the whole reply. */
  settle({ text, rest, replaced }: SettledText): { text: string; replaced: boolean } {
    const whole = [...new Set([text, ...this.#plans.values()])].join(separator);
    return { text: replaced ? whole : this.addText(rest) + this.endSegment(), replaced };
  }

  #release(): string {
    const text = (this.#empty ? "" : separator) + this.#held;
    this.#held = "";
    this.#empty = false;
    return text;
  }
}
