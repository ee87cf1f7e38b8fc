/** Ids of symbols and footprints that a call names, looked up in the project's libraries. */
import { dirname, join } from "node:path";
import { Catalogue, type Offer } from "../../../kicad/design/libraries/catalogue.js";
import { requireLibraryItem } from "../../../kicad/edit/library-ids.js";
import { stateFolder } from "../../../workspace/user-folders.js";
import type { ToolContext } from "../../tool.js";
import type { OpenProject } from "./open-project.js";

type Kind = "symbol" | "footprint";

/** What the project's libraries have of a kind. */
export async function offerOf(
  kind: Kind,
  { root, paths }: OpenProject,
  { env }: ToolContext,
): Promise<Offer> {
  const folder = dirname(join(root, paths.path));
  return await new Catalogue(kind, folder, await stateFolder(env), env).offer();
}

/**
 * Throws `edit-refused` where the project's libraries have no `id`, with the ids that are spelt alike. Returns a note
 * where there is no library to look into.
 */
export async function requireInLibraries(
  kind: Kind,
  id: string,
  project: OpenProject,
  context: ToolContext,
): Promise<string[]> {
  return requireLibraryItem(kind, id, await offerOf(kind, project, context));
}
