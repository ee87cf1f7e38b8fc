/** A session as a front end holds it, on the scripted agent, in a real repository. */
import { onTestFinished } from "vitest";
import type { Scenario } from "../../fixtures/agent/scenario-types.js";
import type { RuntimeEvent } from "../../source/base/events.js";
import { parseOptions } from "../../source/cli/options.js";
import { openSession } from "../../source/compose/open-session.js";
import { Bench } from "../program.js";

/** A started session; `events` grows with what it emits. */
export async function open(scenario: Scenario, ...flags: string[]) {
  const bench = await Bench.create(scenario);
  const output = { out: () => {}, err: () => {}, onClosed: () => {}, flush: async () => {} };
  const invocation = parseOptions([...flags, "--repo", bench.repository]);
  const session = await openSession(
    { ...invocation, version: "0", env: bench.env, output },
    { unattended: false, canAsk: true },
  );
  onTestFinished(() => session.close());
  const events: RuntimeEvent[] = [];
  session.onEvent((event) => events.push(event));
  session.start("0");
  return { bench, session, events };
}
