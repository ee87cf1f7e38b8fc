import { expect, it } from "vitest";
import type { ProjectVerification, RuntimeEvent, RuntimeEventBody } from "../../source/base/events.js";
import { stampEvent } from "../../source/base/stamp.js";
import type { Output } from "../../source/cli/output.js";
import type { TurnResult } from "../../source/loop/state.js";
import { eventPrinter, printResult, progressReader } from "../../source/print/print.js";

/** What `print` writes on each stream. */
function written(print: (output: Output) => void) {
  const streams = { out: "", err: "" };
  const output = {
    out: (text: string) => {
      streams.out += text;
    },
    err: (text: string) => {
      streams.err += text;
    },
  };
  print(output as unknown as Output);
  return streams;
}

const ids = { sessionId: "s", chatId: null };

it.each([
  ["-a\n+b\n", "A dry run: nothing was changed. What would be:\n-a\n+b\n"],
  ["", "A dry run: nothing was changed.\n"],
])("says that a dry run changed nothing (%j)", (diff, said) => {
  const turn = { answer: "Done.", diff } as unknown as TurnResult;
  expect(written((output) => printResult(turn, ids, "text", output))).toEqual({ out: "Done.\n", err: said });
});

it("has no line for the end of a turn, which the answer shows, but for one that was refused", () => {
  const finish = (outcome: string) =>
    ({ type: "tool.completed", title: "finish", toolKind: "other", outcome }) as unknown as RuntimeEvent;
  const line = (outcome: string) => written((output) => eventPrinter("text", output)(finish(outcome))).err;
  expect(line("success")).toBe("");
  expect(line("rejected")).toBe("⊘ finish (rejected)\n");
});

const event = (body: RuntimeEventBody): RuntimeEvent => stampEvent(body, { sessionId: "s" });
const verified = (project: string, before: string) => {
  const nets = { added: [], removed: [], joined: [], split: [], renamed: [{ before, after: "B" }], pins: [] };
  const parts = { added: [], removed: [], changed: [] };
  const erc = { status: "findings", newErrors: 1, newWarnings: 0, fixed: 0, known: 0 } as const;
  return event({
    type: "verification.completed",
    ...({ project, nets, parts, erc } satisfies ProjectVerification),
  });
};

it("says the changes of a turn at length once, not after each cycle of repair", () => {
  const progress = progressReader();
  const whole = /^Δ a: net A renamed to B\nERC of a: 1 new error/;
  expect(progress(verified("a", "A"))).toMatch(whole);
  expect(progress(verified("b", "A"))).toMatch(/^Δ b: net A renamed to B\n/);
  expect(progress(verified("a", "A"))).toMatch(/^Δ a: 1 line as before\nERC of a: 1 new error/);
  expect(progress(verified("a", "C"))).toMatch(/^Δ a: net C renamed to B\n/);
  expect(progress(verified("a", "A"))).toMatch(whole);
  expect(progress(event({ type: "turn.started" }))).toBeUndefined();
  expect(progress(verified("a", "A"))).toMatch(whole);
});
