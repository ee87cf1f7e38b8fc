/** The models that Cursor offers: asked for once, beside what the user does. */
import { modelName } from "../base/model-name.js";
import type { CursorModel } from "../cursor/process/short-commands.js";

export class ModelList {
  readonly #ask: () => Promise<readonly CursorModel[]>;
  #known: readonly CursorModel[] = [];
  #asking: Promise<void> | undefined;

  constructor(ask: () => Promise<readonly CursorModel[]>) {
    this.#ask = ask;
  }

  /** Those that are known so far. */
  get known(): readonly CursorModel[] {
    return this.#known;
  }

  /** Resolves when Cursor has answered, or failed to: then there are none. */
  async loaded(): Promise<void> {
    this.#asking ??= this.#ask().then(
      (models) => {
        this.#known = models.filter(({ id }) => modelName.test(`cursor:${id}`));
      },
      () => {},
    );
    await this.#asking;
  }
}
