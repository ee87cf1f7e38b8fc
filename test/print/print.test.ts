import { expect, it } from "vitest";
import type { RuntimeEvent } from "../../source/base/events.js";
import type { Output } from "../../source/cli/output.js";
import type { TurnResult } from "../../source/loop/state.js";
import { printEvent, printResult } from "../../source/print/print.js";

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
  const line = (outcome: string) => written((output) => printEvent(finish(outcome), "text", output)).err;
  expect(line("success")).toBe("");
  expect(line("rejected")).toBe("⊘ finish (rejected)\n");
});
