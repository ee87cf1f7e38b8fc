import { useLayoutEffect } from "react";
import type { Controller } from "../controller.js";
import { useCursorProvider } from "../hooks/use-cursor-provider.js";
import { useSession } from "../hooks/use-session.js";
import { useStore } from "../hooks/use-store.js";
import type { Prompt } from "../prompt/prompt.js";
import type { OpenedSession } from "../services.js";
import type { SessionStore } from "../session/session-store.js";
import type { Store } from "../store.js";
import type { Screen } from "../terminal/screen.js";
import type { UiState } from "../ui-state.js";
import { History } from "./history.js";
import { Live } from "./live.js";

export type AppProps = {
  current: Store<OpenedSession>;
  controller: Controller;
  prompt: Prompt;
  ui: Store<UiState>;
  screen: Screen;
  /** Told the loop of each session that is shown. */
  onLoop: (loop: SessionStore) => void;
};

/** The whole application: what is over above, what is going on below. */
export function App({ current, controller, prompt, ui, screen, onLoop }: AppProps) {
  const opened = useStore(current);
  const { loop, view, snapshot } = useSession(opened);
  const cursor = useCursorProvider(opened.session);
  useLayoutEffect(() => {
    controller.connect(loop, cursor);
    onLoop(loop);
  }, [controller, loop, cursor, onLoop]);
  return (
    <>
      <History items={view.history} width={screen.size.columns} />
      <Live view={view} snapshot={snapshot} prompt={prompt} ui={ui} screen={screen} />
    </>
  );
}
