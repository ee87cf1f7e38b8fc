/** The results of turns of which only the canonical events are known. */
import { checkOutcome, noUsage, type RuntimeEvent, usage } from "../base/events.js";
import { exitCodes, type Failure } from "../base/failure.js";
import { exitCode } from "../loop/actions.js";
import type { TurnResult, Verification } from "../loop/state.js";

type Of<Type extends RuntimeEvent["type"]> = Extract<RuntimeEvent, { type: Type }>;

type Collected = Pick<TurnResult, "usage" | "verification" | "discarded"> & {
  files: string[];
  failure: Omit<Failure, "exitCode"> | undefined;
};

const nothing: Collected = {
  usage: noUsage,
  verification: {},
  discarded: { blocks: 0, calls: 0 },
  files: [],
  failure: undefined,
};

/** The items that an interruption of the connection makes: the answer goes on over them. */
const interruption = /:connection_\d+$/;

/** Follows the events of one session; `lastTurn` is the last turn that ended. */
export class ResultCollector {
  #turn = nothing;
  /** The text since the last call; where there is none, the text before it. */
  #answer: { item: string; text: string; isOver: boolean } = { item: "", text: "", isOver: false };
  #lastTurn: TurnResult | null = null;

  get lastTurn(): TurnResult | null {
    return this.#lastTurn;
  }

  push(event: RuntimeEvent): void {
    switch (event.type) {
      case "turn.started":
        this.#turn = nothing;
        this.#answer = { item: "", text: "", isOver: false };
        return;
      case "message.delta":
        this.#grow(event.itemId ?? "", event.delta);
        return;
      case "message.completed":
        if (event.itemId !== this.#answer.item) {
          this.#grow(event.itemId ?? "", event.text);
        }
        return;
      case "tool.started":
        if (!interruption.test(event.itemId ?? "")) {
          this.#answer.isOver = true;
        }
        return;
      case "usage.updated":
        this.#turn = { ...this.#turn, usage: usage.parse(event) };
        return;
      case "reply.discarded": {
        const { blocks, calls } = this.#turn.discarded;
        this.#turn = {
          ...this.#turn,
          discarded: { blocks: blocks + event.blocks, calls: calls + event.calls },
        };
        return;
      }
      case "verification.completed":
        this.#turn = { ...this.#turn, verification: verificationOf(event) };
        return;
      case "file.changed":
        this.#turn = { ...this.#turn, files: [...new Set([...this.#turn.files, event.path])] };
        return;
      case "runtime.warning":
        if (event.code === "restored") {
          this.#turn = { ...this.#turn, files: [] };
        }
        return;
      case "runtime.error":
        this.#turn = { ...this.#turn, failure: failureOf(event) };
        return;
      case "turn.completed":
        this.#lastTurn = this.#complete(event);
        return;
      default:
    }
  }

  #grow(item: string, text: string): void {
    const goesOn = item === this.#answer.item && !this.#answer.isOver;
    this.#answer = { item, text: goesOn ? this.#answer.text + text : text, isOver: false };
  }

  #complete(event: Of<"turn.completed">): TurnResult {
    const { files, failure, ...collected } = this.#turn;
    const { turnId = "", status, errorMessage } = event;
    const code = exitCode.catch(exitCodes.failed).parse(event.exitCode);
    const reported =
      failure ?? (errorMessage === undefined ? undefined : { code: "failed", message: errorMessage });
    const hasAnswer = code === exitCodes.done || code === exitCodes.verification;
    return {
      turnId,
      // No event carries the request.
      request: "",
      notes: [],
      status,
      exitCode: code,
      answer: hasAnswer ? this.#answer.text : "",
      ...collected,
      filesChanged: files.toSorted(),
      ...(reported && code !== exitCodes.done && { failure: { ...reported, exitCode: code } }),
    };
  }
}

function verificationOf({ erc, drc }: Of<"verification.completed">): Verification {
  return { ...(erc && { erc: checkOutcome.parse(erc) }), ...(drc && { drc: checkOutcome.parse(drc) }) };
}

function failureOf({ message, code = "failed", advice }: Of<"runtime.error">): Omit<Failure, "exitCode"> {
  return { code, message, ...(advice !== undefined && { advice }) };
}
