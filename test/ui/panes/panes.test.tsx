/** The panes by themselves, as components. */
import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { cleanup, render } from "ink-testing-library";
import stringWidth from "string-width";
import { afterEach, describe, expect, test } from "vitest";
import type { SessionSnapshot } from "../../../source/loop/session.js";
import { Dialogs } from "../../../source/ui/dialogs.js";
import { KeyParser } from "../../../source/ui/keys/key-parser.js";
import { ApprovalDialog, Picker, ShortcutsPanel } from "../../../source/ui/panes/dialogs.js";
import { History } from "../../../source/ui/panes/history.js";
import { Live } from "../../../source/ui/panes/live.js";
import { Pane } from "../../../source/ui/panes/pane.js";
import { edit, emptyEditor } from "../../../source/ui/prompt/editor.js";
import { Prompt } from "../../../source/ui/prompt/prompt.js";
import { PromptHistory } from "../../../source/ui/prompt/prompt-history.js";
import { Store } from "../../../source/ui/store.js";
import type { Screen } from "../../../source/ui/terminal/screen.js";
import type { Size } from "../../../source/ui/terminal/terminal.js";
import { initialUi, type UiState } from "../../../source/ui/ui-state.js";
import { emptyView, type Item, type View } from "../../../source/ui/view/view.js";
import { sampled } from "../../sampled.js";

afterEach(cleanup);

const fieldWith = (text: string) => edit(emptyEditor, { type: "set", text });

const shown = (frame: string | undefined) => stripVTControlCharacters(frame ?? "").split("\n");

const idle: SessionSnapshot = {
  phase: "idle",
  mode: "reasoning",
  sessionId: "s",
  model: "cursor",
  step: 0,
  maxSteps: 40,
  contextTokens: 0,
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  queued: [],
  title: "",
  approvals: "never",
  turns: [],
};

const running: SessionSnapshot = { ...idle, phase: "acting", step: 2, turnStartedAt: Date.now() };

const busy: View = {
  ...emptyView,
  turn: {
    startedAt: 0,
    files: [],
    discarded: { replies: 1, blocks: 2, calls: 1 },
    done: { succeeded: 3, failed: 1 },
    verified: new Map(),
  },
  thinking: { text: "Which net is it?", startedAt: 0 },
  calls: [{ itemId: "t:1", kind: "other", title: "run_erc", origin: "copperhead", startedAt: Date.now() }],
  answer: { itemId: "a", text: "The **pull-up** is missing.", isFirst: true },
};

/** The live region on a screen of that size. */
function live(view: View, snapshot: SessionSnapshot, size: Size = { columns: 79, rows: 24 }) {
  const ui = new Store<UiState>(initialUi);
  const dialogs = new Dialogs(ui);
  const prompt = new Prompt(new PromptHistory(), () => ({
    commands: [],
    files: Array.from({ length: 12 }, (_, index) => `docs/file-${index}.md`),
  }));
  const screen = { size: new Store(size), setCaret: () => {} } as unknown as Screen;
  const props = { prompt, ui, screen };
  const app = render(<Live view={view} snapshot={snapshot} {...props} />);
  return {
    ui,
    prompt,
    rows: () => shown(app.lastFrame()),
    /** All keys in one read of the terminal. */
    type: (keys: string) => {
      for (const key of new KeyParser().push(keys)) {
        dialogs.onKey(key);
      }
    },
    dialogs,
    rerender: (next: View, then: SessionSnapshot) =>
      app.rerender(<Live view={next} snapshot={then} {...props} />),
  };
}

describe("the live region", () => {
  test("has every pane with its title, in order, and the prompt and the status below", () => {
    const rows = live(busy, running).rows();
    const titles = ["Thinking", "Tool calls ✓ 3 done · ✗ 1 not done", "Discarded", "Result"];
    const places = titles.map((title) => rows.indexOf(title));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(rows[rows.indexOf("Result") + 1]).toBe("The pull-up is missing.");
    expect(rows).toContain("▸ run_erc 0 s");
    expect(rows.at(-2)).toMatch(/^> Enter queues/);
    expect(rows.at(-1)).toMatch(/^run_erc 0 s \| .*step 2\/40/);
  });

  test("at rest is the prompt and the status alone, and no pane outlives its turn", () => {
    const app = live(busy, running);
    app.rerender(emptyView, idle);
    const rows = app.rows().filter((row) => row.trim() !== "");
    expect(rows).toHaveLength(2);
    expect(rows.at(-1)).toMatch(/^ready \| /);
  });

  test("hides the thinking on request", async () => {
    const app = live(busy, running);
    expect(app.rows()).toContain("Thinking");
    app.ui.update((ui) => ({ ...ui, showsThinking: false }));
    await expect.poll(app.rows).not.toContain("Thinking");
  });

  test("shows what is typed, and what is queued", async () => {
    const app = live(emptyView, { ...running, queued: ["later"] });
    expect(app.rows()).toContain("⋯ later (queued; ↑ takes it back)");
    app.prompt.edit({ type: "insert", text: "now 漢字" });
    await expect.poll(app.rows).toContain("> now 漢字");
  });

  test.each([
    [40, 12],
    [80, 24],
    [100, 10],
  ])("is never as high as the terminal: %i × %i", (columns, rows) => {
    const calls = Array.from({ length: 30 }, (_, index) => ({
      itemId: `t:${index}`,
      kind: "other" as const,
      title: `run_erc ${index}`,
      origin: "copperhead" as const,
      startedAt: 0,
    }));
    const text = "- a long point of the answer, longer than a row\n".repeat(40);
    const full: View = { ...busy, calls, answer: { itemId: "a", text, isFirst: true } };
    const queued = ["one", "two", "three", "four"];
    expect(live(full, { ...running, queued }, { columns, rows }).rows().length).toBeLessThan(rows);
  });

  test("keeps to its rows and columns whatever is open, typed and queued", () => {
    const pick: UiState["overlay"] = {
      kind: "picker",
      title: "Earlier messages",
      entries: Array.from({ length: 30 }, (_, index) => ({
        value: "",
        label: `漢字 ${index}`,
        note: "note",
      })),
      field: fieldWith("漢字 漢字 漢字 漢字 漢字 漢字 漢字"),
      selected: 20,
      select: () => {},
    };
    const question: UiState["overlay"] = {
      kind: "question",
      title: "Why not? The model will read it (Enter alone: no word)",
      field: fieldWith("because ".repeat(20)),
      answer: () => {},
    };
    fc.assert(
      fc.property(
        fc.record({ columns: fc.integer({ min: 20, max: 130 }), rows: fc.integer({ min: 5, max: 30 }) }),
        fc.constantFrom<UiState["overlay"]>({ kind: "none" }, { kind: "shortcuts" }, pick, question),
        fc.boolean(),
        fc.constantFrom("", "@docs", "one\ntwo\nthree\nfour\nfive\nsee @docs"),
        fc.nat(5),
        (size, overlay, isWaiting, text, count) => {
          const queued = Array.from({ length: count }, () => "a message that waits, 漢字 and all");
          const approval = { title: "edit_file", paths: ["board/a.kicad_sch"], meaning: [], diff: longDiff };
          const app = live(busy, { ...running, queued, ...(isWaiting && { approval }) }, size);
          app.prompt.edit({ type: "insert", text });
          app.ui.update((ui) => ({ ...ui, overlay }));
          app.rerender(busy, { ...running, queued, ...(isWaiting && { approval }) });
          const rows = app.rows();
          cleanup();
          expect(rows.length).toBeLessThan(size.rows);
          expect(Math.max(...rows.map((row) => stringWidth(row)))).toBeLessThanOrEqual(size.columns);
        },
      ),
      { numRuns: sampled(150) },
    );
  });

  test("shows that more is queued than fits", () => {
    const queued = ["one", "two", "three", "four", "five"];
    const rows = live(emptyView, { ...running, queued }, { columns: 39, rows: 12 }).rows();
    expect(rows.filter((row) => row.startsWith("⋯"))).toEqual([
      "⋯ 3 more before (queued)",
      "⋯ four (queued)",
      "⋯ five (queued; ↑ takes it back)",
    ]);
  });

  test("marks the chosen completion, and counts the others", async () => {
    const app = live(emptyView, idle, { columns: 39, rows: 12 });
    app.prompt.edit({ type: "insert", text: "@docs" });
    app.prompt.moveChoice(1);
    await expect
      .poll(() => app.rows().slice(1, -1))
      .toEqual([
        "  docs/file-0.md",
        "▸ docs/file-1.md",
        "  docs/file-2.md",
        "  docs/file-3.md",
        "  docs/file-4.md",
        "  … 7 more",
      ]);
  });

  test("in a narrow terminal hints are shorter, not cut", () => {
    const size = { columns: 39, rows: 12 };
    expect(live(emptyView, idle, size).rows()).toContain("> / commands, @ files, ? keys");
    expect(live(emptyView, running, size).rows()).toContain("> Enter queues a message");
    const asking = live(emptyView, idle, size);
    asking.dialogs.ask("Why not? The model will read it (Enter alone: no word)", () => {});
    asking.rerender(emptyView, idle);
    expect(asking.rows().join(" ")).toContain("(Enter alone: no word)");
  });

  test("a change that waits is seen in a small terminal: what changes, and the keys", () => {
    const approval = { title: "edit_file", paths: ["board/a.kicad_sch"], meaning: [], diff: longDiff };
    const rows = live(emptyView, { ...running, approval }, { columns: 39, rows: 12 }).rows();
    const title = rows.indexOf("Change board/a.kicad_sch? edit_file");
    expect(rows.slice(title + 1, title + 4)).toEqual([" context 3", "-old", "+new 1"]);
    expect(rows).toContain("y yes · n no · a all · Esc no");
  });
});

/** A change below three rows of context, as most are. */
const longDiff = [
  "--- a/x\n+++ b/x\n@@ -10,9 +10,28 @@",
  " context 1\n context 2\n context 3\n-old",
  ...Array.from({ length: 20 }, (_, index) => `+new ${index + 1}`),
].join("\n");

test("a pane has a title, its note and the last of its rows, as its height allows", () => {
  const rowsAt = (height: number) =>
    shown(
      render(<Pane title="Tool calls" note="✓ 1 done" rows={["▸ a", "▸ b"]} height={height} />).lastFrame(),
    );
  expect(rowsAt(4)).toEqual(["Tool calls ✓ 1 done", "▸ a", "▸ b"]);
  expect(rowsAt(2)).toEqual(["Tool calls ✓ 1 done", "▸ b"]);
  expect(rowsAt(1)).toEqual(["Tool calls ✓ 1 done"]);
  expect(rowsAt(0)).toEqual([""]);
});

const joined = (rows: readonly string[]) => rows.join("\n");

test("the history draws each item once, whatever comes after it", () => {
  const first: Item = { kind: "request", text: "move the LED" };
  const second: Item = { kind: "notice", tone: "warning", message: "Slow today." };
  const app = render(<History items={[first]} width={60} keep={joined} />);
  app.rerender(<History items={[first, second]} width={60} keep={joined} />);
  const rows = shown(app.lastFrame()).join("\n");
  expect(rows.match(/move the LED/g)).toHaveLength(1);
  expect(rows).toContain("Slow today.");
});

test("a change that waits: cut to its room, with its keys, and nothing in it executed", () => {
  const diff = `--- a/x\n+++ b/x\n@@ -1 +1,40 @@\n${"+  (wire \u001b[2J)\n".repeat(40)}`;
  const dialog = (isAsking: boolean) => (
    <ApprovalDialog
      approval={{ title: "edit_file", paths: ["x"], meaning: [], diff }}
      isAsking={isAsking}
      width={70}
      height={10}
    />
  );
  const app = render(dialog(false));
  expect(app.lastFrame()).not.toContain("\u001b[2J");
  const rows = shown(app.lastFrame());
  expect(rows).toHaveLength(10);
  expect(rows[0]).toBe("Change x? edit_file");
  expect(rows.at(-2)).toMatch(/^… \d+ more rows \(Ctrl-O shows all\)$/);
  expect(rows.at(-1)).toMatch(/^y yes · n no/);
  app.rerender(dialog(true));
  expect(shown(app.lastFrame()).join("\n")).not.toContain("y yes");
});

test("a change is shown as what it means, above its text", () => {
  const meaning = ["C1 Value 100µF → 47µF · nets unchanged", "R5 moved 2 mm right\u001b[2J"];
  const approval = { title: "set_fields", paths: ["a", "b", "c", "d"], meaning, diff: longDiff };
  const rowsAt = (height: number) => {
    const dialog = <ApprovalDialog approval={approval} isAsking={false} width={70} height={height} />;
    return shown(render(dialog).lastFrame());
  };
  expect(rowsAt(12).slice(0, 4)).toEqual([
    "Change a, b, c and 1 more? set_fields",
    meaning[0],
    "R5 moved 2 mm right␛[2J",
    " context 3",
  ]);
  expect(rowsAt(4)).toEqual([
    "Change a, b, c and 1 more? set_fields",
    `${meaning[0]} …`,
    "… 25 more rows (Ctrl-O shows all)",
    expect.stringMatching(/^y yes/),
  ]);
});

test("a change that fits is whole, and one that does not begins where it changes", () => {
  const rowsAt = (height: number) => {
    const approval = { title: "edit_file", paths: ["x"], meaning: [], diff: longDiff };
    const dialog = <ApprovalDialog approval={approval} isAsking={false} width={70} height={height} />;
    return shown(render(dialog).lastFrame()).slice(1, -1);
  };
  expect(rowsAt(27)).toHaveLength(25);
  expect(rowsAt(11)).toContain("@@ -10,9 +10,28 @@");
  expect(rowsAt(7)).toEqual([" context 3", "-old", "+new 1", "+new 2", "… 21 more rows (Ctrl-O shows all)"]);
  expect(rowsAt(4)).toEqual(["-old", "… 24 more rows (Ctrl-O shows all)"]);
});

describe("the picker", () => {
  const overlay: Extract<UiState["overlay"], { kind: "picker" }> = {
    kind: "picker",
    title: "Model",
    entries: Array.from({ length: 30 }, (_, index) => ({ value: "", label: `model ${index}`, note: "" })),
    field: emptyEditor,
    selected: 20,
    select: () => {},
  };
  const rowsOf = (change: Partial<typeof overlay>, width = 70) => {
    const picker = <Picker overlay={{ ...overlay, ...change }} width={width} height={8} />;
    return shown(render(picker).lastFrame());
  };

  test("shows the entries around the chosen one, which has a sign", () => {
    const rows = rowsOf({});
    expect(rows).toHaveLength(8);
    expect(rows.filter((row) => row.startsWith("▸"))).toEqual(["▸ model 20"]);
    expect(rows).toContain("  model 19");
  });

  test("shows its place among the entries, and as many keys as fit", () => {
    expect(rowsOf({})[0]).toBe("Model 21 of 30 (type to filter, Enter takes, Esc closes)");
    expect(rowsOf({}, 39)[0]).toBe("Model 21 of 30 (Enter takes)");
    expect(rowsOf({ field: fieldWith("model 2"), selected: 0 })[0]).toMatch(/^Model 1 of 12 found \(type/);
    const none = rowsOf({ field: fieldWith("nothing like it"), selected: 0 });
    expect(none[0]).toMatch(/^Model 0 of 30 \(/);
    expect(none).toContain("  nothing matches");
  });
});

describe("a line to write in", () => {
  const field = async () => {
    const app = live(emptyView, idle, { columns: 39, rows: 12 });
    app.dialogs.ask("Why?", () => {});
    const answer = () => {
      const { overlay } = app.ui.get();
      return overlay.kind === "question" ? overlay.field.text : undefined;
    };
    const row = () => app.rows().find((shown) => shown.startsWith(">"));
    await expect.poll(row).toBe(">");
    return { ...app, answer, row };
  };

  test.each([
    ["letters", `${"word ".repeat(20)}the end`],
    ["wide characters", `a${"漢字".repeat(30)}the end`],
    ["emoji", `a${"👩‍🚀".repeat(30)}the end`],
  ])("shows its end, whatever its length, and loses nothing: %s", async (_, text) => {
    const app = await field();
    app.type(text);
    await expect.poll(app.row).toMatch(/^> .*the end$/);
    expect(stringWidth(app.row() ?? "")).toBeGreaterThan(34);
    expect(stringWidth(app.row() ?? "")).toBeLessThanOrEqual(39);
    expect(app.answer()).toBe(text);
  });

  test("follows the caret", async () => {
    const app = await field();
    const text = Array.from({ length: 30 }, (_, index) => `w${index}`).join(" ");
    app.type(`${text}${"\x1b[D".repeat(60)}HERE`);
    await expect.poll(app.row).toMatch(/^> .+HERE.+/);
    app.type("\x1b[C".repeat(80));
    await expect.poll(app.row).toMatch(/^> .*w29$/);
    app.type("\x1b[D".repeat(200));
    await expect.poll(app.row).toMatch(/^> w0 w1 w2 /);
  });
});

test("the panel of keys fits its height, and counts what is missing", () => {
  const rowsAt = (height: number) => shown(render(<ShortcutsPanel width={39} height={height} />).lastFrame());
  expect(rowsAt(6)).toHaveLength(6);
  expect(rowsAt(6).every((row) => row.length <= 39)).toBe(true);
  const all = rowsAt(30);
  expect(all[0]).toBe("Keys (/help has all)");
  expect(rowsAt(6)[0]).toBe(`Keys (5 of ${all.length - 1}; /help has all)`);
});
