import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import type { SessionSnapshot } from "../../../source/loop/session.js";
import { keyBindings } from "../../../source/ui/keys/key-bindings.js";
import { planPanes } from "../../../source/ui/panes/plan.js";
import { statusLine } from "../../../source/ui/panes/status.js";
import { completionAt } from "../../../source/ui/prompt/completion.js";
import { attention, titleBytes } from "../../../source/ui/session/attention.js";
import { helpAsMarkdown, slashCommands } from "../../../source/ui/slash/slash-commands.js";
import { initialUi } from "../../../source/ui/ui-state.js";
import { emptyView, type View } from "../../../source/ui/view/view.js";

const snapshot: SessionSnapshot = {
  phase: "thinking",
  mode: "reasoning",
  sessionId: "s",
  model: "cursor:gpt-5",
  chatId: "c4a7c4a7-1111",
  step: 3,
  maxSteps: 40,
  contextTokens: 0,
  usage: { inputTokens: 12_345, outputTokens: 900, cacheReadTokens: 40_000, cacheWriteTokens: 0 },
  turnStartedAt: 0,
  queued: [],
  title: "",
  approvals: "never",
  turns: [],
};

const status = (width: number, change: Partial<SessionSnapshot> = {}, view: View = emptyView) =>
  stripVTControlCharacters(
    statusLine(
      {
        snapshot: { ...snapshot, ...change },
        view,
        ui: { ...initialUi, branch: "main" },
        isPromptEmpty: true,
        now: 65_000,
      },
      width,
    ),
  );

test("the status line says what is waited for, and how long already", () => {
  const line = (change: Partial<typeof initialUi>) =>
    stripVTControlCharacters(
      statusLine(
        {
          snapshot: { ...snapshot, phase: "verifying" },
          view: emptyView,
          ui: { ...initialUi, ...change },
          isPromptEmpty: true,
          now: 65_000,
        },
        60,
      ),
    );
  expect(line({ wait: { what: "DRC of main\u001b.kicad_pcb", since: 5000 } })).toMatch(
    /^verifying: DRC of main\S?\.kicad_pcb 1:00 \|/,
  );
  expect(line({ busy: "drawing the board", busySince: 62_000 })).toMatch(/^drawing the board… 0:03 \|/);
  expect(line({ busy: "drawing the board", busySince: 64_500 })).toMatch(/^drawing the board… \|/);
});

test("the status line keeps what matters most", () => {
  expect(status(200)).toBe(
    "thinking | cursor:gpt-5 | step 3/40 | 1:05 | chat c4a7c4a7 | 12.3k tokens in, 900 out, 40.0k cached | on main | Ctrl-C stops",
  );
  expect(status(40)).toMatch(/^thinking .*Ctrl-C stops$/);
  const answer = { itemId: "a", text: "It is", isFirst: true };
  const call = { itemId: "c", kind: "command", title: "ls", origin: "cursor", startedAt: 0 } as const;
  expect(status(60, {}, { ...emptyView, answer })).toMatch(/^answering /);
  expect(status(60, {}, { ...emptyView, answer, calls: [call] })).toMatch(/^ls 65 s /);
  expect(status(80, { contextTokens: 12_300 })).toMatch(/^thinking .* +context 12\.3k tokens$/);
  expect(stringWidth(status(80, { contextTokens: 12_300 }))).toBe(80);
  expect(status(30, { phase: "stopping" })).toMatch(/^stopping…/);
  for (let width = 10; width < 160; width++) {
    expect(stringWidth(status(width))).toBeLessThanOrEqual(width);
  }
});

test("the panes never get more rows than there are, and never a title alone", () => {
  const rows = fc.nat(30);
  fc.assert(
    fc.property(
      fc.integer({ min: -3, max: 40 }),
      fc.record({ thinking: rows, calls: rows, discarded: rows, result: rows }),
      fc.boolean(),
      (available, wants, isWide) => {
        const plan = planPanes(available, wants, isWide);
        const side = isWide ? Math.max(plan.thinking, plan.calls) : plan.thinking + plan.calls;
        expect(side + plan.discarded + plan.result).toBeLessThanOrEqual(Math.max(0, available));
        for (const name of ["thinking", "calls", "discarded", "result"] as const) {
          expect(plan[name]).toBeLessThanOrEqual(wants[name]);
          expect(plan[name] === 1 && wants[name] > 1).toBe(false);
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test("the user is called only when input is needed or a long turn ended, and not while the window has the focus", () => {
  const { turnStartedAt: _, ...ended } = { ...snapshot, phase: "idle" as const };
  const waits = { ...snapshot, phase: "approving" as const };
  const at = (now: number, more: object = {}) => ({
    now,
    notify: "bell" as const,
    hasFocus: undefined,
    ...more,
  });
  expect(attention(snapshot, { ...snapshot, step: 4 }, at(1000))).toBe("");
  expect(attention(snapshot, waits, at(1000))).toBe("\x1b]2;copperhead: waiting for you\x07\x07");
  expect(attention(snapshot, ended, at(60_000))).toBe("\x1b]2;copperhead\x07\x07");
  expect(attention(snapshot, ended, at(5000))).toBe("\x1b]2;copperhead\x07");
  expect(attention(snapshot, ended, at(60_000, { hasFocus: true }))).toBe("\x1b]2;copperhead\x07");
  expect(attention(snapshot, ended, at(60_000, { notify: "off" }))).toBe("\x1b]2;copperhead\x07");
  expect(attention(snapshot, waits, at(1000, { notify: "desktop", hasFocus: false }))).toBe(
    "\x1b]2;copperhead: waiting for you\x07\x1b]9;copperhead waits for you\x07\x07",
  );
});

test("the terminal's title has the session's, without what could leave it", () => {
  expect(titleBytes({ ...snapshot, phase: "idle", title: "Close\x1b]0;x\x07 it\x07\u202e" })).toMatch(
    /^\x1b\]2;copperhead · Close[^\x00-\x1f\u202e]*\x07$/,
  );
});

test("no key is bound twice in one scope, and the help lists every key and command", () => {
  for (const bindings of Object.values(keyBindings)) {
    const chords = bindings.flatMap((binding) => binding.chords);
    expect(new Set(chords).size).toBe(chords.length);
  }
  const help = helpAsMarkdown();
  for (const { does } of [...Object.values(keyBindings).flat(), ...slashCommands]) {
    expect(help).toContain(does);
  }
});

test("completion: Enter runs a command at once unless words have to follow it", () => {
  const known = {
    commands: [...slashCommands, { name: "what-for", argument: "<words>", does: "" }],
    files: [],
  };
  const isWhole = (text: string) =>
    completionAt({ text, caret: text.length }, known)?.options.map((option) => option.isWhole);
  expect(isWhole("/help")).toEqual([true]);
  expect(isWhole("/boa")).toEqual([true]);
  expect(isWhole("/expl")).toEqual([false]);
  expect(isWhole("/what")).toEqual([false]);
});

test("completion: commands at the start, files after @, names before paths", () => {
  const known = { commands: slashCommands, files: ["docs/main.md", "board/main.kicad_sch", "main.txt"] };
  const labels = (text: string) =>
    completionAt({ text, caret: text.length }, known)?.options.map(({ label }) => label);
  expect(labels("/re")).toEqual(["/resume", "/rewind", "/redo"]);
  expect(labels("say /re")).toBeUndefined();
  expect(labels("see @main")).toEqual(["main.txt", "docs/main.md", "board/main.kicad_sch"]);
  expect(labels("see @bmk")).toEqual(["board/main.kicad_sch"]);
  expect(labels("mail me@main")).toBeUndefined();
  const named = { ...known, places: () => ["R12", "R120", "U3"] };
  const places = (text: string) =>
    completionAt({ text, caret: text.length }, named)?.options.map(({ label }) => label);
  expect(places("/board r")).toEqual(["R12", "R120"]);
  expect(places("/board R12")).toBeUndefined();
  expect(places("/board ")).toBeUndefined();
  expect(places("/model R")).toBeUndefined();
});
