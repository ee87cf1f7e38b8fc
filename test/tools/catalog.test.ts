import { describe, expect, it } from "vitest";
import { renderCatalog } from "../../source/protocol/render.js";
import { systemPrompt } from "../../source/protocol/system-prompt.js";
import { checkArguments, describeTools, findTool, tools } from "../../source/tools/catalog.js";

describe("the catalogue", () => {
  it("contains each tool once", () => {
    expect(tools.map(({ name }) => name).sort()).toEqual([
      "add_part",
      "connect",
      "describe",
      "diff_turn",
      "disconnect",
      "edit_file",
      "export",
      "find_footprint",
      "find_symbol",
      "finish",
      "list_components",
      "list_files",
      "list_nets",
      "move_footprint",
      "read_file",
      "remove_part",
      "rename_net",
      "run_drc",
      "run_erc",
      "search",
      "set_fields",
      "write_file",
    ]);
  });

  it("marks the commands and the tools that change files", () => {
    expect(tools.filter(({ kind }) => kind === "command").map(({ name }) => name)).toEqual([
      "run_erc",
      "run_drc",
    ]);
    const changing = tools.filter(({ changes }) => changes);
    expect(changing.map(({ name }) => name)).toEqual([
      "edit_file",
      "write_file",
      "set_fields",
      "add_part",
      "connect",
      "disconnect",
      "rename_net",
      "remove_part",
      "move_footprint",
      "export",
    ]);
    expect(changing.every(({ kind, preview }) => kind === "file-change" && preview)).toBe(true);
  });

  it("is, with the rest of the system prompt, short enough for each chat", () => {
    const project = { path: "hardware/amplifier.kicad_pro", schematic: "hardware/amplifier.kicad_sch" };
    const preamble = systemPrompt({ repository: "amplifier", projects: [project], project: project.path });
    expect(Buffer.byteLength(`${preamble}\n\n${renderCatalog(describeTools())}`)).toBeLessThan(10_000);
  });

  it("leaves no argument without a type, and says nothing that holds for all of them", () => {
    const text = renderCatalog(describeTools());
    expect(text).not.toMatch(/9007199254740991|additionalProperties":false|\$schema/);
    expect(text).toContain('"from":{"type":"integer","minimum":1}');
  });

  it("describes arguments as JSON Schema", () => {
    expect(describeTools().find(({ name }) => name === "edit_file")?.parameters).toMatchObject({
      type: "object",
      required: ["path", "old_string", "new_string"],
      properties: { replace_all: { type: "boolean" } },
    });
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))("has a valid example of %s", (_, tool) => {
    expect(checkArguments(tool, tool.example)).toEqual({ ok: true, args: tool.example });
    expect(tool.title(tool.example)).not.toContain("\n");
  });

  it("cuts titles to one short line", () => {
    const title = findTool("search")?.title({ pattern: `a\nb${"x".repeat(500)}` }) ?? "";
    expect(title.startsWith("Search a bxxx")).toBe(true);
    expect(title.length).toBeLessThanOrEqual(120);
  });
});

describe("checking arguments", () => {
  const reasonOf = (name: string, args: Record<string, unknown>) => {
    const tool = findTool(name);
    const checked = tool && checkArguments(tool, args);
    return checked?.ok === false ? checked.reason : undefined;
  };

  it.each([
    ["read_file", { path: "x", start_line: "5" }, "start_line"],
    ["read_file", {}, "path"],
    ["read_file", { path: "x", start_line: 0 }, "start_line"],
    ["list_files", { limit: 1.5 }, "limit"],
    ["search", { pattern: "" }, "pattern"],
    ["run_erc", { file: "x" }, "file"],
    ["finish", { outcome: "perhaps", summary: "" }, "outcome"],
  ])("refuses %s %j, names the field and shows a valid call", (name, args, field) => {
    const reason = reasonOf(name, args) ?? "";
    expect(reason).toContain(field);
    expect(reason).toContain(`{"tool":"${name}","args":{`);
    expect(reason).not.toContain("\n");
  });

  it("accepts valid arguments", () => {
    expect(reasonOf("read_file", { path: "x", start_line: 5 })).toBeUndefined();
    expect(reasonOf("run_erc", {})).toBeUndefined();
  });
});
