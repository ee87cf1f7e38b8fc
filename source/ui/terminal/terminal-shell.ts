/** What keys and commands do to the terminal and the program. */
import { exitCodes } from "../../base/failure.js";
import type { Dialogs } from "../dialogs.js";
import type { Ending } from "../ending.js";
import { promptSign } from "../panes/prompt-rows.js";
import type { Prompt } from "../prompt/prompt.js";
import { transcriptText } from "../rows/transcript-text.js";
import { safeLine } from "../rows/wrap.js";
import type { SessionOwner } from "../session/session-owner.js";
import { wholeHistory } from "../session/whole-history.js";
import { failed } from "../slash/command-items.js";
import { runCommand } from "../slash/run-slash-command.js";
import type { SlashContext } from "../slash/slash-command.js";
import type { Store } from "../store.js";
import type { UiState } from "../ui-state.js";
import type { HandOver } from "./hand-over.js";
import type { PictureQuery } from "./picture-query.js";
import type { Screen } from "./screen.js";

/** Terminals take no more at once. Characters of base64. */
const longestClipboard = 74_000;

/** The bytes that hand a text to the terminal's clipboard (OSC 52); "" where it is too long. */
function clipboardBytes(text: string): string {
  const encoded = Buffer.from(text).toString("base64");
  return encoded.length > longestClipboard ? "" : `\x1b]52;c;${encoded}\x07`;
}

type ShellParts = {
  screen: Screen;
  handOver: HandOver;
  pictureQuery: PictureQuery;
  owner: SessionOwner;
  prompt: Prompt;
  dialogs: Dialogs;
  ui: Store<UiState>;
  ending: Ending;
};

export type TerminalShell = ReturnType<typeof terminalShell>;

export function terminalShell(parts: ShellParts) {
  const { screen, handOver, pictureQuery, owner, prompt, dialogs, ui, ending } = parts;
  const { session } = owner;
  const reported = (work: Promise<void>) => void work.catch((error: unknown) => session.add(failed(error)));
  let command: AbortController | undefined;
  const quit = () => ending.ask(exitCodes.done);
  const pictures: SlashContext["pictures"] = {
    ask: () => pictureQuery.ask(),
    place: ({ picture, instead }) => {
      const caption = safeLine(picture.caption);
      return screen.pictures.keep({ picture: { ...picture, lines: [...picture.lines, caption] }, instead });
    },
  };

  const pageTranscript = async () => {
    session.flush();
    const shown = session.state.get();
    const history = wholeHistory(shown.view.history, owner);
    const text = transcriptText(shown, history, screen.size.get().columns);
    if (!ending.isAsked) {
      await handOver.page(text);
    }
  };

  const editPrompt = async () => {
    const before = prompt.text;
    const text = await handOver.edit(before);
    // Untouched, the prompt stays as it is, its pastes unexpanded.
    if (text !== before) {
      prompt.edit({ type: "set", text });
    }
  };

  return {
    quit,
    /** Columns that the prompt's text has. */
    promptWidth: () => screen.size.get().columns - promptSign.length,
    suspend: () => handOver.suspend(),
    redraw: () => screen.redraw(),
    showTranscript: () => reported(pageTranscript()),
    /** Lets the user write the prompt's text in `$EDITOR`. */
    editPrompt: () => reported(editPrompt()),

    /** Until there are services, a command waits as messages do. */
    runCommand: (line: string) => {
      const { services } = owner;
      if (!services) {
        session.submit(line);
        return;
      }
      const toggleThinking = () => {
        ui.update((state) => ({ ...state, showsThinking: !state.showsThinking }));
        return ui.get().showsThinking;
      };
      const pick: Dialogs["pick"] = (...list) => dialogs.pick(...list);
      const resume = (sessionId: string) => owner.resume(sessionId);
      command = new AbortController();
      const { signal } = command;
      const write = (text: string) => prompt.edit({ type: "set", text });
      const copy = (text: string) => {
        const bytes = clipboardBytes(text);
        screen.control(bytes);
        return bytes !== "";
      };
      const context = {
        session,
        services,
        pick,
        resume,
        toggleThinking,
        quit,
        write,
        copy,
        pictures,
        signal,
      };
      void runCommand(line, context, (busy) =>
        ui.update((state) => ({ ...state, busy, busySince: busy === undefined ? undefined : Date.now() })),
      );
    },

    /** Stops the command that something waits for; false where none does. */
    stopCommand: () => {
      const isBusy = ui.get().busy !== undefined;
      if (isBusy) {
        command?.abort();
      }
      return isBusy;
    },
  };
}
