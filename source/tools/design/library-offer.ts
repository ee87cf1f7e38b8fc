/** What the libraries of a project have, kept between calls: to read the index again takes half a second. */
import { dirname, join } from "node:path";
import { Catalogue, type Offer } from "../../kicad/design/libraries/catalogue.js";
import type { LibraryKind } from "../../kicad/design/libraries/installation.js";
import { stateFolder } from "../../workspace/user-folders.js";
import type { ToolContext } from "../tool.js";

/** Two kinds of two projects. One of all libraries takes about 20 MB. */
const mostKept = 4;

const kept = new Map<string, Catalogue>();

/** The symbols or footprints that the project at `project` (repository-relative) can use. */
export async function libraryOffer(
  kind: LibraryKind,
  project: string,
  { root, env, signal }: Pick<ToolContext, "root" | "env" | "signal">,
): Promise<Offer> {
  const folder = dirname(join(root, project));
  const state = await stateFolder(env);
  const key = JSON.stringify([kind, folder, state, env]);
  const catalogue = kept.get(key) ?? new Catalogue(kind, folder, state, env);
  kept.delete(key);
  kept.set(key, catalogue);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) {
    kept.delete(oldest);
  }
  return await catalogue.offer(signal);
}
