/** The model and the mode of a session, the question before a change, and the kind of a call. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { decisionOf } from "../../source/acp/permission.js";
import { configOptions, modeNamed, modeState } from "../../source/acp/session-options.js";
import { callKind } from "../../source/acp/updates/call-kind.js";

it("offers Cursor's choice, the model that is set, and those that Cursor lists, each once", () => {
  const models = [
    { id: "a", label: "A\u001b[31m\none", isDefault: false },
    { id: "b", label: "B", isDefault: false },
  ];
  const [mode, model] = configOptions({ mode: "native", model: "cursor:b" }, models);
  expect(mode).toMatchObject({
    currentValue: "native",
    options: [{ value: "reasoning" }, { value: "native" }],
  });
  expect(model).toMatchObject({
    currentValue: "cursor:b",
    options: [
      { value: "cursor", name: "Cursor's own choice" },
      { value: "cursor:b", name: "B" },
      { value: "cursor:a", name: "A one" },
    ],
  });
  expect(configOptions({ mode: "reasoning", model: "cursor" }, [])[1]).toMatchObject({
    options: [{ value: "cursor", name: "Cursor's own choice" }],
  });
});

it("knows two modes", () => {
  expect(modeState("native").currentModeId).toBe("native");
  expect(modeState("native").availableModes.map(({ id }) => modeNamed(id))).toEqual(["reasoning", "native"]);
  expect(modeNamed("replay")).toBeUndefined();
});

it("takes only the two yeses for a yes", () => {
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom("yes", "always", "no"), fc.string()), (optionId) => {
      const isYes = optionId === "yes" || optionId === "always";
      expect(decisionOf({ outcome: "selected", optionId }).answer).toBe(isYes ? optionId : "no");
    }),
  );
  expect(decisionOf({ outcome: "cancelled" })).toEqual({ answer: "no" });
});

it("shows a call by its tool, and one that it does not know by its kind", () => {
  expect(callKind("read_file", "other")).toBe("read");
  expect(callKind("find_symbol", "other")).toBe("search");
  expect(callKind("delete", "file-change")).toBe("delete");
  expect(callKind("webFetch", "other")).toBe("fetch");
  expect(callKind("run_erc", "command")).toBe("execute");
  expect(callKind("edit_file", "file-change")).toBe("edit");
  expect(callKind(undefined, "other")).toBe("other");
});
