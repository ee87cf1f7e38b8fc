import { Box } from "ink";
import { useLayoutEffect, useMemo } from "react";
import type { SessionSnapshot } from "../../loop/session.js";
import { useNow } from "../hooks/use-now.js";
import { useStore } from "../hooks/use-store.js";
import type { Prompt } from "../prompt/prompt.js";
import type { ShownSession } from "../session/session-store.js";
import type { Store } from "../store.js";
import type { Screen } from "../terminal/screen.js";
import type { UiState } from "../ui-state.js";
import { ApprovalDialog, Picker, Question, questionHeight, ShortcutsPanel } from "./dialogs.js";
import { Pane, Rows } from "./pane.js";
import { callRows, callsNote, discardedRows, resultRows, thinkingRows } from "./pane-rows.js";
import { planPanes, wideFrom } from "./plan.js";
import { completionRows, promptRows, queueRows } from "./prompt-rows.js";
import { statusLine } from "./status.js";

type LiveProps = ShownSession & {
  prompt: Prompt;
  ui: Store<UiState>;
  screen: Screen;
};

/** Terminals at least this high have room for an empty row above the panes and one below. */
const roomyFrom = 16;
const mostCompletions = 6;
const mostQueued = 2;
/** Rows that a dialog may have in the smallest terminal: a title, a few entries or changed rows, the keys. */
const leastDialog = 9;
/** Rows of it that completions leave alone. */
const leastBesides = 6;

/** All that is not history yet, never as high as the terminal. */
export function Live({ view, snapshot, prompt, ui: uiStore, screen }: LiveProps) {
  const { columns: width, rows: height } = useStore(screen.size);
  const ui = useStore(uiStore);
  const editor = useStore(prompt.editor);
  const chosen = useStore(prompt.chosen) ?? 0;
  const now = useNow(snapshot.turnStartedAt !== undefined || ui.busy !== undefined || ui.wait !== undefined);
  const { approval } = snapshot;
  const { overlay } = ui;

  const isField = overlay.kind === "picker" || overlay.kind === "question";
  const written = promptRows(
    editor,
    hints(snapshot),
    width,
    Math.max(1, Math.min(8, Math.floor(height / 3))),
  );
  const isRoomy = height >= roomyFrom;
  const top = isRoomy ? 2 : 0;
  const queued = queueRows(snapshot.queued, width, Math.min(mostQueued, Math.floor(height / 3) - 2));
  const isAnyOpen = overlay.kind !== "none" || approval !== undefined;
  const left = height - 2 - top - written.rows.length - queued.length - (isAnyOpen ? leastBesides : 0);
  const completions = isField
    ? []
    : completionRows(prompt.completion(), chosen, width, Math.min(mostCompletions, left));
  const fixed = 1 + top + queued.length + completions.length + (isField ? 0 : written.rows.length);
  const free = height - 1 - fixed;

  const dialogHeight = isAnyOpen ? Math.min(free, Math.max(leastDialog, Math.floor(height / 2))) : 0;
  // A list that is open when a change comes shares the rows with it.
  const shared = approval ? Math.max(2, Math.floor(dialogHeight / 2)) : dialogHeight;
  const wanted = overlay.kind === "question" ? questionHeight(overlay.title, width) : shared;
  const overlayHeight = overlay.kind === "none" ? 0 : Math.min(dialogHeight, wanted);
  const isWide = width + 1 >= wideFrom; // the last column stays empty
  const half = isWide ? Math.floor((width - 3) / 2) : width;
  // Not for a key: only what streams changes these.
  const thought = ui.showsThinking ? view.thinking : undefined;
  const thinking = useMemo(() => thinkingRows(thought, half), [thought, half]);
  const calls = callRows(view.calls, approval !== undefined, now, half);
  const discarded = discardedRows(view.turn, width);
  const result = useMemo(() => resultRows(view.answer, Math.min(width, 110)), [view.answer, width]);
  const note = callsNote(view.turn);
  const titled = (rows: readonly string[]) => (rows.length === 0 ? 0 : rows.length + 1);
  const wants = {
    thinking: titled(thinking),
    calls: calls.length === 0 && note !== "" ? 1 : titled(calls),
    discarded: titled(discarded),
    result: titled(result),
  };
  const plan = planPanes(free - dialogHeight, wants, isWide);

  const hasGap = isRoomy && (dialogHeight > 0 || Object.values(plan).some((rows) => rows > 0));
  const place = { width, height: overlayHeight };
  const rowsBelow = 1 + completions.length + (written.rows.length - 1 - written.caret.row);
  const { column } = written.caret;
  useLayoutEffect(() => {
    screen.setCaret(isField ? undefined : { rowsBelow, column });
  }, [screen, isField, rowsBelow, column]);

  return (
    <Box flexDirection="column" width={width}>
      {isRoomy && <Rows rows={[" "]} />}
      <Box flexDirection={isWide ? "row" : "column"} columnGap={3}>
        {plan.thinking > 0 && (
          <Box width={half}>
            <Pane title="Thinking" rows={thinking} height={plan.thinking} />
          </Box>
        )}
        <Box width={half}>
          <Pane title="Tool calls" note={note} rows={calls} height={plan.calls} />
        </Box>
      </Box>
      <Pane title="Discarded" rows={discarded} height={plan.discarded} />
      <Pane title="Result" rows={result} height={plan.result} />
      {approval && (
        <ApprovalDialog
          approval={approval}
          isAsking={isField}
          width={width}
          height={dialogHeight - overlayHeight}
        />
      )}
      {overlay.kind === "shortcuts" && <ShortcutsPanel {...place} />}
      {overlay.kind === "picker" && <Picker overlay={overlay} {...place} />}
      {overlay.kind === "question" && <Question overlay={overlay} {...place} />}
      {hasGap && <Rows rows={[" "]} />}
      <Rows rows={queued} />
      {!isField && <Rows rows={written.rows} />}
      <Rows rows={completions} />
      <Rows rows={[statusLine({ snapshot, view, ui, isPromptEmpty: editor.text === "", now }, width)]} />
    </Box>
  );
}

/** The hint in an empty prompt, in full and in short. */
function hints({ phase, mode }: SessionSnapshot): readonly string[] {
  if (mode === "replay") {
    return [
      "This is a recording: it takes no messages. Ctrl-O shows it whole",
      "A recording takes no messages",
    ];
  }
  return phase === "idle" || phase === "starting"
    ? ["Ask for a change or a question. / has commands, @ files, ? keys", "/ commands, @ files, ? keys"]
    : ["Enter queues a message for the next step", "Enter queues a message"];
}
