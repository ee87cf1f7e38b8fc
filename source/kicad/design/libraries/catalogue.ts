/** The symbols or footprints that a project can use. */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../../../base/processes/environment.js";
import { findLibraries, type Libraries } from "./find-libraries.js";
import { LibraryIndex } from "./index-file.js";
import { installedFolder, type LibraryKind, settingsFolder, tableNames } from "./installation.js";
import { type LibraryItem, searchable } from "./search.js";

/** `missing` are the libraries that a table names and that cannot be used. */
export type Offer = { items: readonly LibraryItem[]; libraries: Libraries };

export class Catalogue {
  readonly #index: LibraryIndex;
  #tables = "";
  #libraries: Libraries = { found: [], missing: [] };
  #contents: object | undefined;
  #items: readonly LibraryItem[] = [];

  /** `project` is the project's folder, absolute; `state` the user's state folder, where the index is kept. */
  constructor(
    readonly kind: LibraryKind,
    readonly project: string,
    state: string,
    readonly env: Environment,
  ) {
    this.#index = new LibraryIndex(join(state, "libraries", `${kind}s.jsonl`));
  }

  /**
   * The libraries and their items. Tables and libraries that changed are read again, all others are remembered. Throws the
   * signal's reason where it is aborted.
   */
  async offer(signal?: AbortSignal): Promise<Offer> {
    const tables = await this.#stateOfTables();
    if (tables !== this.#tables) {
      this.#libraries = await findLibraries(this.kind, this.project, this.env);
      this.#contents = undefined;
      this.#tables = tables;
    }
    const contents = await this.#index.contentsOf(this.#libraries.found, signal);
    if (contents !== this.#contents) {
      this.#contents = contents;
      this.#items = this.#libraries.found.flatMap(({ name, path }) =>
        (contents.get(path) ?? []).map((entry) => searchable(name, entry)),
      );
    }
    return { items: this.#items, libraries: this.#libraries };
  }

  async #stateOfTables(): Promise<string> {
    const settings = await settingsFolder(this.env);
    const installed = await installedFolder(this.kind, this.env);
    const table = tableNames[this.kind];
    const paths = [
      join(this.project, table),
      ...(settings ? [join(settings, table)] : []),
      ...(installed ? [installed] : []),
    ];
    return paths.map((path) => `${path} ${statSync(path, { throwIfNoEntry: false })?.mtimeMs}`).join("\n");
  }
}
