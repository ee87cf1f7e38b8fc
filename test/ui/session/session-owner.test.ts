import { describe, expect, test } from "vitest";
import type { AgentSession } from "../../../source/loop/session.js";
import type { AppServices, Opened, OpenedSession } from "../../../source/ui/services.js";
import { PassiveSession } from "../../../source/ui/session/passive-session.js";
import { replayServices } from "../../../source/ui/session/replay-session.js";
import { SessionOwner } from "../../../source/ui/session/session-owner.js";

/** A session that logs when it is closed. */
function session(sessionId: string, log: string[]): AgentSession {
  const agent = new PassiveSession({ phase: "idle", mode: "reasoning", sessionId, model: "cursor" });
  return Object.assign(agent, { close: async () => void log.push(`close ${sessionId}`) });
}

const opened = (id: string, log: string[]): OpenedSession => ({
  session: session(id, log),
  past: { events: [{ type: "request", text: `asked in ${id}`, createdAt: "2026-01-01T00:00:00.000Z" }] },
});

/** An owner of a session `first`, whose services resume any other. */
function owning(log: string[], open: () => Promise<void> = async () => {}) {
  const services: AppServices = { ...replayServices, resume: async (id) => opened(id, log) };
  return new SessionOwner(async (): Promise<Opened> => {
    await open();
    return { ...opened("first", log), services };
  });
}

const shown = (owner: SessionOwner) =>
  owner.session.state.get().view.history.map((item) => (item.kind === "request" ? item.text : item.kind));

describe("each session is closed once", () => {
  test("the one that is shown, however often the end is asked for", async () => {
    const log: string[] = [];
    const owner = owning(log);
    await owner.start();
    await Promise.all([owner.close(), owner.close()]);
    expect(log).toEqual(["close first"]);
  });

  test("the one before it, when another is resumed below its history", async () => {
    const log: string[] = [];
    const owner = owning(log);
    await owner.start();
    await owner.resume("second");
    expect(log).toEqual(["close first"]);
    expect(shown(owner)).toEqual(["asked in first", "asked in second"]);
    expect(owner.sessionIds).toEqual(["first", "second"]);
    await owner.close();
    expect(log).toEqual(["close first", "close second"]);
  });

  test("one that is still being opened, as soon as it is open", async () => {
    const log: string[] = [];
    let open = () => {};
    const owner = owning(
      log,
      () =>
        new Promise((resolve) => {
          open = resolve;
        }),
    );
    void owner.start();
    const closed = owner.close();
    await Promise.resolve();
    expect(log).toEqual([]);
    open();
    await closed;
    expect(log).toEqual(["close first"]);
  });

  test("none, where none could be opened or none was begun", async () => {
    const failing = owning([], async () => {
      throw new Error("no such session");
    });
    await expect(failing.start()).rejects.toThrow("no such session");
    await failing.close();
    await owning([]).close();
  });
});

test("what is sent before the session is open waits for it", async () => {
  const owner = owning([]);
  owner.session.submit("one");
  owner.session.submit("two");
  expect(owner.session.snapshot()).toMatchObject({ phase: "starting", queued: ["one", "two"] });
  await owner.start();
  expect(owner.waiting).toEqual(["one", "two"]);
});

test("what a resumed session did earlier is shown, and is not reported as new", async () => {
  const owner = owning([]);
  await owner.start();
  const added: string[] = [];
  owner.session.watch((_, __, items) => added.push(...items.map(({ kind }) => kind)));
  await owner.resume("second");
  owner.session.add({ kind: "notice", tone: "info", message: "new" });
  expect(added).toEqual(["notice"]);
});

test("what a session did is shown while it is being opened, once, and is not reported as new", async () => {
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { past, ...only } = opened("first", []);
  const owner = new SessionOwner(async (show): Promise<Opened> => {
    show({ events: [], ...past, earlier: { sessionId: "first", turns: 3, lines: 20 } });
    await isOpen;
    return { ...only, services: replayServices };
  });
  const added: string[] = [];
  owner.session.watch((_, __, items) => added.push(...items.map(({ kind }) => kind)));
  const started = owner.start();
  await expect.poll(() => shown(owner)).toEqual(["earlier", "asked in first"]);
  expect(owner.session.snapshot().phase).toBe("starting");
  open();
  await started;
  expect(owner.session.snapshot().phase).toBe("idle");
  expect(shown(owner)).toEqual(["earlier", "asked in first"]);
  expect(added).toEqual([]);
});
