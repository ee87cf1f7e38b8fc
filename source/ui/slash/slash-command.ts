/** What a slash command is, and what it may do. */

import type { PictureTerminal } from "../../kicad/drawing/picture.js";
import type { Picture } from "../../kicad/drawing/scene.js";
import type { AppServices } from "../services.js";
import type { SessionStore } from "../session/session-store.js";
import type { PickEntry } from "../ui-state.js";
import type { Item } from "../view/view.js";
import { failed } from "./command-items.js";

/** What a command may do. */
export type SlashContext = {
  session: SessionStore;
  services: AppServices;
  pick(title: string, entries: readonly PickEntry[], select: (value: string) => void): void;
  /** Shows an earlier session in the place of this one. Rejects where it cannot be opened. */
  resume(sessionId: string): Promise<void>;
  /** Whether thinking is shown from now on. */
  toggleThinking(): boolean;
  quit(): void;
  /** Puts a text into the prompt, where there is one that can be written in. */
  write?(text: string): void;
  /** Hands a text to the terminal's clipboard, where it may have one; false where it is too long for that. */
  copy?(text: string): boolean;
  /** Where the front end may show pictures: what the terminal can show, and the line that stands for one. */
  pictures?: {
    ask(): Promise<PictureTerminal | undefined>;
    place(drawing: { picture: Picture; instead: readonly string[] }): string;
  };
  /** Aborted when the user stops the command. */
  signal: AbortSignal;
};

export type SlashCommand = {
  name: string;
  /** What may follow the name. */
  argument?: string;
  does: string;
  /** Not while a turn runs, which works with the same files or chat. */
  needsIdle?: true;
  /** What is shown while it works. */
  busy?: string;
  /** Returns what is to be shown. */
  run(context: SlashContext, argument: string): Item | undefined | Promise<Item | undefined>;
};

/** Does what the user chose in a list; what fails is shown. */
export function chosen({ session }: SlashContext, work: Promise<void>): void {
  work.catch((error: unknown) => session.add(failed(error)));
}
