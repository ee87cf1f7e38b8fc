import { expect, it } from "vitest";
import { SessionUpdates } from "../../../source/acp/updates/session-updates.js";
import type { RuntimeEventBody } from "../../../source/base/events.js";
import { stampEvent } from "../../../source/base/stamp.js";

const event = (body: RuntimeEventBody) => stampEvent(body, { sessionId: "s" });
const erc = { status: "findings", newErrors: 1, newWarnings: 0, fixed: 0, known: 0 } as const;
const findings = "ERC of a.kicad_sch: 1 new error.\n1. error no_power: Not driven\n   - #PWR1 at (1, 2) mm";

it("shows a finding whole once in a turn, then as before", () => {
  const updates = new SessionUpdates("/repository");
  const shown = () =>
    JSON.stringify(updates.push(event({ type: "verification.completed", project: "a", erc, findings })));
  expect(shown()).toContain("#PWR1 at (1, 2) mm");
  const again = shown();
  expect(again).not.toContain("#PWR1");
  expect(again).toContain("1 error as before");
  expect(again).toContain("1 new error");
  updates.push(event({ type: "turn.started" }));
  expect(shown()).toContain("#PWR1 at (1, 2) mm");
});
