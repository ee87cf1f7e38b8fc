import { describe, expect, it } from "vitest";
import { summarizeCall, summarizeOutcome } from "../../../source/cursor/stream/call-summary.js";
import type { NativeTool } from "../../../source/cursor/stream/native-tool.js";

const tool = (variant: string, args: Record<string, unknown> = {}): NativeTool => ({ variant, args });

function outcome(variant: string, kind: string, value: Record<string, unknown> = {}, subject?: string) {
  return summarizeOutcome({ variant, args: {}, outcome: { kind, value } }, subject);
}

describe("a call's summary", () => {
  it("has the kind of the tool", () => {
    const kinds = ["shell", "edit", "write", "delete", "read", "grep", "mcp", "task", "brandNew"].map(
      (variant) => summarizeCall(tool(variant), undefined).toolKind,
    );
    expect(kinds).toEqual(["command", ...Array(3).fill("file-change"), ...Array(5).fill("other")]);
  });

  it("takes its title from the key, of an MCP tool from the arguments", () => {
    const title = (variant: string, args = {}) => summarizeCall(tool(variant, args), undefined).title;
    expect(title("shell")).toBe("Shell");
    expect(title("readLints")).toBe("Read lints");
    expect(title("edit_file")).toBe("Edit file");
    expect(title("mcp", { name: "kicad-list", toolName: "list_boards" })).toBe("list_boards");
    expect(title("mcp", { name: "list" })).toBe("list");
    expect(title("unknown")).toBe("Unknown tool");
  });

  it("describes the call on one line without control characters", () => {
    const detail = (variant: string, args: Record<string, unknown>) =>
      summarizeCall(tool(variant, args), "/repo").detail;
    expect(detail("shell", { command: "make\n\u001b[31mall", description: "Build" })).toBe("make all");
    expect(detail("read", { path: "/repo/docs/a.md" })).toBe("docs/a.md");
    expect(detail("read", { path: "/repository/a.md" })).toBe("/repository/a.md");
    expect(detail("grep", { pattern: "R1", path: "/repo" })).toBe("R1");
    expect(detail("glob", { globPattern: "*.kicad_sch", targetDirectory: "/repo" })).toBe("*.kicad_sch");
    expect(detail("mcp", { toolName: "x", providerIdentifier: "kicad" })).toBe("kicad");
    expect(detail("updateTodos", { todos: [] })).toBeUndefined();
    expect(detail("shell", { command: "x".repeat(1000) })).toHaveLength(200);
  });
});

describe("an outcome's summary", () => {
  it("depends on the one key of the result", () => {
    const kinds = [
      "success",
      "failure",
      "rejected",
      "permissionDenied",
      "error",
      "timeout",
      "fileNotFound",
      "new",
    ];
    expect(kinds.map((kind) => outcome("read", kind).outcome)).toEqual([
      "success",
      "failure",
      "rejected",
      "rejected",
      ...Array(4).fill("error"),
    ]);
    expect(outcome("mcp", "success", { isError: true }).outcome).toBe("failure");
  });

  it("shows a command's exit code and the end of its stderr", () => {
    const value = { exitCode: 2, stdout: "", stderr: "first\nlast line\n\n" };
    expect(outcome("shell", "failure", value, "make")).toEqual({
      outcome: "failure",
      detail: "make · exit 2 · last line",
    });
  });

  it("shows what an edit changed", () => {
    const edit = outcome("edit", "success", { linesAdded: 3, linesRemoved: 1, diffString: "@@" }, "a.md");
    expect(edit).toEqual({ outcome: "success", detail: "a.md · +3 −1", diff: "@@" });
    expect(outcome("edit", "success", { linesAdded: 3 }).detail).toBe("+3 −0");
    expect(outcome("write", "success", { linesCreated: 7 }, "b").detail).toBe("b · +7");
  });

  it("shows a reason, and leaves an empty one out", () => {
    expect(outcome("shell", "rejected", { reason: "" }, "rm -rf /")).toEqual({
      outcome: "rejected",
      detail: "rm -rf /",
    });
    expect(outcome("shell", "rejected", { reason: "blocked" }, "rm").detail).toBe("rm · blocked");
    expect(outcome("read", "error", { modelVisibleError: "no such file" }).detail).toBe("no such file");
    expect(outcome("read", "fileNotFound", {}, "a").detail).toBe("a · file not found");
    expect(outcome("read", "rejected").detail).toBeUndefined();
  });

  it("is a success where a completion has no result", () => {
    expect(summarizeOutcome(tool("read"), "a")).toEqual({ outcome: "success", detail: "a" });
  });
});
