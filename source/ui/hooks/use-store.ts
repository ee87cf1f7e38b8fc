import { useSyncExternalStore } from "react";
import type { Store } from "../store.js";

/** The value of a store; a change of it is drawn at once. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}
