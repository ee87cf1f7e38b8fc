/** The panes by themselves, as components. */
import { stripVTControlCharacters } from "node:util";
import { cleanup, render } from "ink-testing-library";
import { afterEach, describe, expect, test } from "vitest";
import type { SessionSnapshot } from "../../source/loop/session.js";
import { Dialogs } from "../../source/ui/dialogs.js";
import { Prompt } from "../../source/ui/input/prompt.js";
import { PromptHistory } from "../../source/ui/input/prompt-history.js";
import { QuestionInput } from "../../source/ui/input/question-input.js";
import { ApprovalDialog, Picker, ShortcutsPanel } from "../../source/ui/panes/dialogs.js";
import { History } from "../../source/ui/panes/history.js";
import { Live } from "../../source/ui/panes/live.js";
import { Pane } from "../../source/ui/panes/pane.js";
import { Store } from "../../source/ui/store.js";
import type { Screen, Size } from "../../source/ui/terminal/screen.js";
import { initialUi, type UiState } from "../../source/ui/ui-state.js";
import { emptyView, type Item, type View } from "../../source/ui/view/view.js";

afterEach(cleanup);

const shown = (frame: string | undefined) => stripVTControlCharacters(frame ?? "").split("\n");

const idle: SessionSnapshot = {
  phase: "idle",
  mode: "reasoning",
  sessionId: "s",
  model: "cursor",
  step: 0,
  maxSteps: 40,
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  queued: [],
};

const running: SessionSnapshot = { ...idle, phase: "acting", step: 2, turnStartedAt: Date.now() };

const busy: View = {
  ...emptyView,
  turn: {
    startedAt: 0,
    files: [],
    discarded: { blocks: 2, calls: 1 },
    done: { succeeded: 3, failed: 1 },
  },
  thinking: { text: "Which net is it?", startedAt: 0 },
  calls: [{ itemId: "t:1", kind: "other", title: "run_erc", origin: "copperhead", startedAt: Date.now() }],
  answer: { itemId: "a", text: "The **pull-up** is missing.", isFirst: true },
};

/** The live region on a screen of that size. */
function live(view: View, snapshot: SessionSnapshot, size: Size = { columns: 79, rows: 24 }) {
  const ui = new Store<UiState>(initialUi);
  const question = new QuestionInput();
  const dialogs = new Dialogs(ui, question);
  const prompt = new Prompt(new PromptHistory(), () => ({
    commands: [],
    files: [],
  }));
  const screen = { size, on: () => {}, off: () => {}, setCaret: () => {} } as unknown as Screen;
  const props = { prompt, ui, dialogs, screen };
  const app = render(<Live view={view} snapshot={snapshot} {...props} />);
  return {
    ui,
    prompt,
    rows: () => shown(app.lastFrame()),
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
    expect(rows).toContain("▸ run_erc running");
    expect(rows.at(-2)).toMatch(/^> Enter queues/);
    expect(rows.at(-1)).toMatch(/^acting \| .*step 2\/40/);
  });

  test("at rest is the prompt and the status alone, and no pane outlives its turn", () => {
    const app = live(busy, running);
    app.rerender(emptyView, idle);
    const rows = app.rows().filter((row) => row.trim() !== "");
    expect(rows).toHaveLength(2);
    expect(rows.at(-1)).toMatch(/^ready \| /);
  });

  test("hides the thinking when told to", async () => {
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
});

test("a pane has a title and its note; without rows only these", () => {
  const app = render(<Pane title="Tool calls" note="✓ 1 done" rows={["▸ run_drc"]} />);
  expect(shown(app.lastFrame())).toEqual(["Tool calls ✓ 1 done", "▸ run_drc"]);
  app.rerender(<Pane title="Result" rows={[]} />);
  expect(shown(app.lastFrame())).toEqual(["Result"]);
});

test("the history draws each item once, whatever comes after it", () => {
  const first: Item = { kind: "request", text: "move the LED" };
  const second: Item = { kind: "notice", tone: "warning", message: "Slow today." };
  const app = render(<History items={[first]} width={60} />);
  app.rerender(<History items={[first, second]} width={60} />);
  const told = shown(app.lastFrame()).join("\n");
  expect(told.match(/move the LED/g)).toHaveLength(1);
  expect(told).toContain("Slow today.");
});

test("a change that waits: cut to its room, with its keys, and nothing in it executed", () => {
  const diff = `--- a/x\n+++ b/x\n@@ -1 +1,40 @@\n${"+  (wire \u001b[2J)\n".repeat(40)}`;
  const dialog = (isAsking: boolean) => (
    <ApprovalDialog
      approval={{ title: "edit_file", path: "x", diff }}
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

test("the picker shows what the filter leaves, around the chosen one", () => {
  const overlay: Extract<UiState["overlay"], { kind: "picker" }> = {
    kind: "picker",
    title: "Models",
    entries: Array.from({ length: 30 }, (_, index) => ({
      value: `${index}`,
      label: `model ${index}`,
      note: "",
    })),
    filter: "",
    selected: 20,
    select: () => {},
  };
  const ui = new Store<UiState>({ ...initialUi, overlay });
  const picker = (filter: string) => (
    <Picker
      overlay={{ ...overlay, filter, selected: filter ? 0 : 20 }}
      ui={ui}
      close={() => {}}
      width={60}
      height={8}
    />
  );
  const app = render(picker(""));
  expect(shown(app.lastFrame()).join("\n")).toContain("model 20");
  expect(shown(app.lastFrame()).length).toBeLessThanOrEqual(8);
  app.rerender(picker("nothing like it"));
  expect(shown(app.lastFrame()).join("\n")).toContain("nothing matches");
});

test("the panel of keys fits its room", () => {
  const app = render(<ShortcutsPanel width={40} height={6} />);
  const rows = shown(app.lastFrame());
  expect(rows).toHaveLength(6);
  expect(rows.every((row) => row.length <= 40)).toBe(true);
});
