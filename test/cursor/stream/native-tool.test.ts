import { describe, expect, it } from "vitest";
import { nativeToolOf, nativeTools } from "../../../source/cursor/stream/native-tool.js";

const of = (tool_call: Record<string, unknown>) => nativeToolOf({ tool_call });

describe("nativeToolOf", () => {
  it("finds the variant by its suffix and ignores its siblings", () => {
    const call = {
      hookAdditionalContexts: [],
      toolCallId: "1",
      description: "d",
      shellToolCall: { args: { command: "ls" } },
    };
    expect(of(call)).toEqual({ variant: "shell", args: { command: "ls" } });
  });

  it("finds the outcome beside siblings", () => {
    const result = { isBackground: false, meta: {}, success: { exitCode: 0 } };
    expect(of({ shellToolCall: { args: {}, result } }).outcome).toEqual({
      kind: "success",
      value: { exitCode: 0 },
    });
    expect(of({ editToolCall: { args: {}, result: { rejected: {} } } }).outcome).toEqual({
      kind: "rejected",
      value: {},
    });
    expect(of({ editToolCall: { result: { lintBlocked: { reason: "r" } } } }).outcome?.kind).toBe(
      "lintBlocked",
    );
    expect(of({ editToolCall: { result: {} } }).outcome).toBeUndefined();
  });

  it("understands a function with its arguments as text or object", () => {
    expect(of({ function: { name: "read_file", arguments: '{"path":"a"}' } })).toEqual({
      variant: "read_file",
      args: { path: "a" },
    });
    expect(of({ function: { name: "f", arguments: "{not json" } }).args).toEqual({});
  });

  it("understands a case and value, in the call and in its result", () => {
    const value = {
      args: { path: "a" },
      result: { result: { case: "error", value: { errorMessage: "e" } } },
    };
    expect(of({ tool: { case: "readToolCall", value } })).toEqual({
      variant: "read",
      args: { path: "a" },
      outcome: { kind: "error", value: { errorMessage: "e" } },
    });
  });

  it("is unknown where the event names no tool", () => {
    expect(of({})).toEqual({ variant: "unknown", args: {} });
    expect(of({ readToolCall: "text" }).variant).toBe("unknown");
  });

  it("finds every tool that one event names", () => {
    expect(
      nativeTools({ createPlanToolCall: {}, shellToolCall: {}, function: { name: "f" } }).map(
        (t) => t.variant,
      ),
    ).toEqual(["createPlan", "shell", "f"]);
  });
});
