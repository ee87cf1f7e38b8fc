import { expect, it } from "vitest";
import { callRows } from "../../../source/ui/panes/pane-rows.js";
import { runningCall } from "../../../source/ui/rows/running-call.js";

it("a call that runs shows its command or its path", () => {
  expect(runningCall({ title: "Shell", detail: "npm test\u001b[2J\nx" })).toMatch(/^Shell npm test␛\[2J/);
  expect(runningCall({ title: "run_erc" })).toBe("run_erc");
  const call = { itemId: "1", kind: "command", title: "Shell", origin: "cursor", startedAt: 0 } as const;
  const [row] = callRows([{ ...call, detail: "npm test" }], false, 0, 80);
  expect(row).toContain("Shell npm test");
});
