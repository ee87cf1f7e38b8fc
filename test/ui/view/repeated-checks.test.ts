import { expect, it } from "vitest";
import type { RuntimeEventBody } from "../../../source/base/events.js";
import { stampEvent } from "../../../source/base/stamp.js";
import { reduceEvents } from "../../../source/ui/view/reduce-view.js";
import { emptyView } from "../../../source/ui/view/view.js";

const event = (body: RuntimeEventBody) => stampEvent(body, { sessionId: "s" });
const erc = { status: "findings", newErrors: 1, newWarnings: 0, fixed: 0, known: 0 } as const;
const verified = (project: string, findings: string) =>
  event({ type: "verification.completed", project, erc, findings });

it("each cycle of repair shows of each project what is new in it", () => {
  const started = event({ type: "turn.started" });
  const { history } = reduceEvents(emptyView, [
    started,
    verified("a", "1. error x: X"),
    verified("b", "1. error x: X"),
    verified("a", "1. error y: Y\n2. error x: X"),
    started,
    verified("a", "1. error x: X"),
  ]);
  expect(history.map((item) => item.kind === "verification" && item.findings)).toEqual([
    "1. error x: X",
    "1. error x: X",
    "1. error y: Y\n1 error as before",
    "1. error x: X",
  ]);
});
