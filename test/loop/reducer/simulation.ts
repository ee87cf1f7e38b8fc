/** Drives the reducer as a runner would, and keeps the events it emits. */

import type { EventIds, RuntimeEventBody } from "../../../source/base/events.js";
import type { Action } from "../../../source/loop/actions.js";
import type { Effect } from "../../../source/loop/effects.js";
import { reduce } from "../../../source/loop/reducer/reducer.js";
import { initialState, type LoopState } from "../../../source/loop/state.js";

export const limits = { maxSteps: 10, maxRepairCycles: 2, requireVerification: false };

export function newState(change: Partial<LoopState> = {}): LoopState {
  return { ...initialState({ sessionId: "s", model: "cursor", limits, approval: "never" }), ...change };
}

export type EmittedEvent = RuntimeEventBody & EventIds;
export type Simulation = { state: LoopState; events: EmittedEvent[]; effects: Effect[] };

export function simulate(actions: Iterable<Action>, start: LoopState = newState()): Simulation {
  let state = start;
  const events: EmittedEvent[] = [];
  const effects: Effect[] = [];
  for (const action of actions) {
    const next = reduce(state, action);
    state = next.state;
    for (const effect of next.effects) {
      if (effect.type === "emit") {
        events.push({ ...effect.event, ...effect.ids });
      } else {
        effects.push(effect);
      }
    }
  }
  return { state, events, effects };
}

export const opened: Action[] = [
  {
    type: "session-start",
    sessionId: "s",
    model: "cursor",
    mode: "reasoning",
    repository: "r",
    version: "0",
  },
  { type: "user", text: "do it", turnId: "t1" },
  { type: "turn-opened" },
];

type Said = { text?: string | null; calls?: { tool: string; args?: Record<string, unknown> }[] };

/** The actions of one step that replied. */
export function replied({ text = null, calls = [] }: Said, known = 2): Action[] {
  return [
    { type: "step-started", chatId: "c1" },
    ...(text === null ? [] : [{ type: "prose" as const, delta: text }]),
    {
      type: "step",
      chatId: "c1",
      known,
      usage: { inputTokens: 10, outputTokens: 5, cacheReadTokens: 1, cacheWriteTokens: 0 },
    },
    { type: "assistant", text, calls: calls.map(({ tool, args = {} }) => ({ tool, args })), refusals: [] },
    { type: "step-ended" },
  ];
}

export function ran(tool: string, change: Partial<Extract<Action, { type: "tool" }>> = {}): Action {
  return {
    type: "tool",
    tool,
    args: {},
    toolKind: "other",
    title: tool,
    outcome: "success",
    text: "ok",
    ...change,
  };
}

export function wrote(path: string): Action {
  return ran("write_file", { toolKind: "file-change", changed: [{ path, added: 1, removed: 0 }] });
}

export const finished = { tool: "finish", args: { outcome: "done", summary: "All done." } };

export function ended(change: Partial<Extract<Action, { type: "turn-end" }>> = {}): Action {
  return {
    type: "turn-end",
    turnId: "t1",
    status: "completed",
    exitCode: 0,
    filesChanged: [],
    restored: [],
    conflicts: [],
    ...change,
  };
}
