/** A value that lives outside React, so that a key changes it at once and no render can be too late for it. */
export class Store<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  readonly get = (): Value => this.#value;

  set(value: Value): void {
    if (value !== this.#value) {
      this.#value = value;
      for (const listener of this.#listeners) {
        listener();
      }
    }
  }

  update(change: (value: Value) => Value): void {
    this.set(change(this.#value));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
