import { useLayoutEffect } from "react";
import type { Controller } from "../controller.js";
import { useCursorProvider } from "../hooks/use-cursor-provider.js";
import { useStore } from "../hooks/use-store.js";
import type { Prompt } from "../prompt/prompt.js";
import type { Opened } from "../services.js";
import type { SessionOwner } from "../session/session-owner.js";
import type { Store } from "../store.js";
import type { Screen } from "../terminal/screen.js";
import type { UiState } from "../ui-state.js";
import { History } from "./history.js";
import { Live } from "./live.js";

type AppProps = {
  owner: SessionOwner;
  controller: Controller;
  prompt: Prompt;
  ui: Store<UiState>;
  screen: Screen;
  onStart: (started: Promise<Opened>) => void;
};

/** The whole application: what is over above, what is going on below. */
export function App({ owner, controller, prompt, ui, screen, onStart }: AppProps) {
  const { view, snapshot } = useStore(owner.session.state);
  const cursor = useCursorProvider(owner, onStart);
  useLayoutEffect(() => controller.connect(cursor), [controller, cursor]);
  return (
    <>
      <History items={view.history} width={screen.size.get().columns} keep={screen.keep} />
      <Live view={view} snapshot={snapshot} prompt={prompt} ui={ui} screen={screen} />
    </>
  );
}
