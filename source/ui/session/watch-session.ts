/** What a new state of the session means beyond the panes: a title, a bell, items that end something. */

import type { Screen } from "../terminal/screen.js";
import type { Item } from "../view/view.js";
import { attention, titleOf } from "./attention.js";
import type { SessionStore } from "./session-store.js";

/** Tells of every state, and of every item that came into the history, until the returned function is called. */
export function watchLoop(
  loop: SessionStore,
  screen: Screen,
  { onState, onItem }: { onState: () => void; onItem: (item: Item) => void },
): () => void {
  let before = loop.state.get();
  screen.control(`\x1b]2;${titleOf(before.snapshot)}\x07`);
  return loop.state.subscribe(() => {
    const after = loop.state.get();
    screen.control(attention(before.snapshot, after.snapshot, Date.now()));
    const added = after.view.history.slice(before.view.history.length);
    before = after;
    onState();
    for (const item of added) {
      onItem(item);
    }
  });
}
