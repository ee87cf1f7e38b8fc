import { expect, test } from "vitest";
import type { SessionSnapshot } from "../../../source/loop/session.js";
import type { AppServices } from "../../../source/ui/services.js";
import { runCommand } from "../../../source/ui/slash/run-slash-command.js";
import type { SlashContext } from "../../../source/ui/slash/slash-command.js";
import type { Item } from "../../../source/ui/view/view.js";

type Run = { shown: Item[]; picked: string[]; models: string[]; asked: unknown[]; sent: string[] };

const difference = { meaning: ["net A removed", "R1 removed (1k)"], diff: "--- a/x\n" };

/** Runs a command in a session of that snapshot, and returns what it did. */
async function run(
  line: string,
  snapshot: Partial<SessionSnapshot> = {},
  stop?: AbortController,
): Promise<Run> {
  const result: Run = { shown: [], picked: [], models: [], asked: [], sent: [] };
  const services = {
    models: async () => [{ id: "composer-1", label: "Composer", isDefault: true }],
    check: async (wanted: object) => {
      result.asked.push(wanted);
      return stop ? new Promise(() => {}) : "ERC: clean";
    },
    explain: async (what: string, project: string | undefined) => {
      result.asked.push([what, project]);
      return "R4 | 1k";
    },
    doctor: async (isOnline: boolean) => {
      result.asked.push(isOnline);
      return [{ name: "git", status: "ok", detail: "2.39" }];
    },
    diff: async () =>
      snapshot.project === "none"
        ? undefined
        : {
            ...difference,
            ...(snapshot.project && { drawn: { project: snapshot.project, parts: ["board", "schematic"] } }),
          },
    draw: async (_: string, view: { part: string }) => {
      result.asked.push(view);
      if (view.part === "schematic") {
        throw new Error("No rasterizer.");
      }
      return { lines: ["▀"], caption: "the board" };
    },
    commands: async () => [{ name: "review", does: "", text: "Review $ARGUMENTS.", origin: "user" }],
    tools: async () => [{ name: "run_erc", description: "", changes: false }],
  } as unknown as AppServices;
  const context = {
    session: {
      sessionId: "s",
      add: (item: Item) => result.shown.push(item),
      snapshot: () => ({ phase: "idle", mode: "reasoning", model: "cursor", ...snapshot }),
      submit: (text: string) => result.sent.push(text),
      setModel: (model: string) => result.models.push(model),
    },
    services,
    signal: (stop ?? new AbortController()).signal,
    pick: (_: string, entries: readonly { value: string; note: string }[]) =>
      result.picked.push(...entries.map(({ value, note }) => `${value}: ${note}`)),
  } as unknown as SlashContext;
  await runCommand(line, context, () => {});
  return result;
}

const messages = ({ shown }: Run) => shown.flatMap((item) => (item.kind === "notice" ? [item.message] : []));

test("a command that the user stops is over at once", async () => {
  const stop = new AbortController();
  const running = run("/check", {}, stop);
  stop.abort();
  expect(messages(await running)).toEqual(["/check was stopped."]);
});

test("/diff shows what changed in words, then before and after, then the text", async () => {
  const { shown, asked } = await run("/diff", { project: "hw/a.kicad_pro" });
  expect(shown.slice(1)).toEqual([
    {
      kind: "page",
      title: "Changes of this session",
      text: "net A removed\nR1 removed (1k)",
      format: "text",
    },
    { kind: "drawing", lines: ["▀"], caption: "the board" },
    { kind: "notice", tone: "error", message: "No rasterizer." },
    { kind: "page", title: "Their text", text: "--- a/x\n", format: "diff" },
  ]);
  expect(asked).toMatchObject([
    { project: "hw/a.kicad_pro", part: "board", where: "" },
    { project: "hw/a.kicad_pro", part: "schematic", where: "" },
  ]);
});

test("/diff draws nothing where no design changed, and says where nothing did", async () => {
  expect((await run("/diff")).shown.map(({ kind }) => kind)).toEqual(["request", "page", "page"]);
  expect(messages(await run("/diff", { project: "none" }))).toEqual(["This session changed nothing."]);
});

test("a command is shown before its result", async () => {
  const { shown } = await run("/check");
  expect(shown[0]).toEqual({ kind: "request", text: "/check" });
  expect(shown[1]).toEqual({ kind: "page", title: "ERC and DRC", text: "ERC: clean", format: "text" });
});

test.each([
  ["/check", {}, { words: [], all: false }],
  ["/check", { project: "hw/a.kicad_pro" }, { words: ["hw/a.kicad_pro"], all: false }],
  ["/check --all", { project: "hw/a.kicad_pro" }, { words: ["hw/a.kicad_pro"], all: true }],
  ["/check .  b", { project: "hw/a.kicad_pro" }, { words: [".", "b"], all: false }],
])("%s checks the session's project, else what is named, else all: %j", async (line, snapshot, wanted) => {
  expect((await run(line, snapshot)).asked).toEqual([wanted]);
});

test("/explain asks about the session's project, also while a turn runs, and for a name where none is there", async () => {
  const explained = await run("/explain  U3.5 ", { phase: "thinking", project: "hw/a.kicad_pro" });
  expect(explained.asked).toEqual([["U3.5", "hw/a.kicad_pro"]]);
  expect(explained.shown.at(-1)).toMatchObject({ kind: "page", title: "U3.5", text: "R4 | 1k" });
  const bare = await run("/explain");
  expect(bare.asked).toEqual([]);
  expect(messages(bare).at(-1)).toContain("/explain R4");
});

test("a command that needs an idle session is refused while a turn runs", async () => {
  const result = await run("/check", { phase: "thinking" });
  expect(messages(result)).toEqual(["/check was not run: it cannot be while a turn runs."]);
});

test("a command without an argument is refused with one", async () => {
  const result = await run("/tools board");
  expect(messages(result)).toEqual(["/tools takes nothing after it, and was not run."]);
});

test("/model accepts what Cursor lists, and lists it for anything else", async () => {
  expect((await run("/model cursor:composer-1")).models).toEqual(["cursor:composer-1"]);
  expect((await run("/model cursor", { model: "cursor:composer-1" })).models).toEqual(["cursor"]);
  const other = await run("/model zzz", { model: "cursor:composer-1" });
  expect(other.models).toEqual([]);
  expect(messages(other)).toEqual(["Cursor lists no model zzz for you; the model stays as it is."]);
  expect(other.picked).toEqual(["cursor: cursor", "composer-1: composer-1 (default) (now)"]);
});

test("/doctor shows whether Cursor was asked, and asks it on request", async () => {
  const offline = await run("/doctor");
  expect(offline.asked).toEqual([false]);
  expect(JSON.stringify(offline.shown)).toContain("/doctor online");
  expect((await run("/doctor online")).asked).toEqual([true]);
});

test("/tools of a native session are Cursor's", async () => {
  const result = await run("/tools", { mode: "native" });
  expect(messages(result)).toEqual([
    "This is a native session: Cursor uses its own tools, and copperhead's are not offered.",
  ]);
});

test("a command that the repository or the user wrote is sent with what was typed after it", async () => {
  expect((await run("/review R1 and R2")).sent).toEqual(["Review R1 and R2."]);
  const { sent, shown } = await run("/reviews");
  expect(sent).toEqual([]);
  expect(shown.at(-1)).toMatchObject({ message: "There is no command /reviews." });
});
