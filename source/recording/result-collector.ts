/** The results of turns of which only the canonical events are known. */
import { type ProjectVerification, projectVerification, type RuntimeEvent } from "../base/events.js";
import { exitCodes, type Failure } from "../base/failure.js";
import { noUsage } from "../base/no-usage.js";
import { usage } from "../base/outcomes.js";
import { addOutcomes } from "../base/text/describe-check.js";
import { exitCode } from "../loop/records.js";
import type { TurnResult, Verification } from "../loop/state.js";

type Of<Type extends RuntimeEvent["type"]> = Extract<RuntimeEvent, { type: Type }>;

/** The text since the last call; where there is none, the text before it. */
type Answer = { itemId: string | undefined; text: string; isOver: boolean };

/** What is known of the turn that runs. */
const newTurn = () => ({
  usage: noUsage,
  /** The last verification, an outcome each project. */
  verified: new Map<string | undefined, Verification>(),
  isVerifying: false,
  discarded: { blocks: 0, calls: 0 },
  files: new Set<string>(),
  answer: { itemId: undefined, text: "", isOver: false } as Answer,
  failure: undefined as Omit<Failure, "exitCode"> | undefined,
});

/** The item of an interruption of the connection: the answer goes on over it. */
const retryItem = /:connection_\d+$/;

/** Follows the events of one session; `lastTurn` is the last turn that ended. */
export class ResultCollector {
  #turn = newTurn();
  #lastTurn: TurnResult | null = null;

  get lastTurn(): TurnResult | null {
    return this.#lastTurn;
  }

  /** Follows the events, and returns them. */
  pass(events: readonly RuntimeEvent[]): readonly RuntimeEvent[] {
    for (const event of events) {
      this.push(event);
    }
    return events;
  }

  push(event: RuntimeEvent): void {
    const turn = this.#turn;
    const isVerification = event.type === "verification.completed";
    // A project that comes again is in another verification.
    if (isVerification && (!turn.isVerifying || turn.verified.has(event.project))) {
      turn.verified.clear();
    }
    turn.isVerifying = isVerification;
    switch (event.type) {
      case "turn.started":
        this.#turn = newTurn();
        return;
      case "message.delta":
        turn.answer = grow(turn.answer, event.itemId, event.delta);
        return;
      case "message.completed":
        if (event.itemId !== turn.answer.itemId) {
          turn.answer = grow(turn.answer, event.itemId, event.text);
        }
        return;
      case "tool.started":
        turn.answer.isOver ||= !retryItem.test(event.itemId ?? "");
        return;
      case "usage.updated":
        turn.usage = usage.parse(event);
        return;
      case "reply.discarded":
        turn.discarded.blocks += event.blocks;
        turn.discarded.calls += event.calls;
        return;
      case "verification.completed":
        turn.verified.set(event.project, projectVerification.parse(event));
        return;
      case "file.changed":
        turn.files.add(event.path);
        return;
      case "runtime.warning":
        if (event.code === "restored") {
          turn.files.clear();
        }
        return;
      case "runtime.error":
        turn.failure = failureOf(event);
        return;
      case "turn.completed":
        this.#lastTurn = this.#resultOf(event);
        return;
      default:
    }
  }

  #resultOf({ turnId = "", status, errorMessage, exitCode: code }: Of<"turn.completed">): TurnResult {
    const { files, answer, failure, verified, usage, discarded } = this.#turn;
    const ending = exitCode.catch(exitCodes.failed).parse(code);
    const reported =
      failure ?? (errorMessage === undefined ? undefined : failureOf({ message: errorMessage }));
    const hasAnswer = ending === exitCodes.done || ending === exitCodes.verification;
    return {
      turnId,
      // No event carries the request.
      request: "",
      notes: [],
      status,
      exitCode: ending,
      answer: hasAnswer ? answer.text : "",
      usage,
      discarded,
      verification: addVerifications([...verified.values()]),
      filesChanged: [...files].toSorted(),
      ...(reported && ending !== exitCodes.done && { failure: { ...reported, exitCode: ending } }),
    };
  }
}

function grow({ itemId, text, isOver }: Answer, item: string | undefined, delta: string): Answer {
  return { itemId: item, text: item === itemId && !isOver ? text + delta : delta, isOver: false };
}

function addVerifications(projects: ProjectVerification[]): Verification {
  const erc = addOutcomes(projects.flatMap(({ erc: one }) => (one ? [one] : [])));
  const drc = addOutcomes(projects.flatMap(({ drc: one }) => (one ? [one] : [])));
  return { ...(erc && { erc }), ...(drc && { drc }), ...(projects.length > 0 && { projects }) };
}

type ReportedError = { message: string; code?: string | undefined; advice?: string | undefined };

function failureOf({ message, code = "failed", advice }: ReportedError): Omit<Failure, "exitCode"> {
  return { code, message, ...(advice !== undefined && { advice }) };
}
