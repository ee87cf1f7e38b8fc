/** Ids of symbols and footprints that a call names, looked up in the project's libraries. */
import type { LibraryKind } from "../../../kicad/design/libraries/installation.js";
import { requireLibraryItem } from "../../../kicad/edit/library-ids.js";
import type { ToolContext } from "../../tool.js";
import { libraryOffer } from "../library-offer.js";
import type { OpenProject } from "./open-project.js";

/**
 * Throws `edit-refused` where the project's libraries have no `id`, with the ids that are near. Returns a note where
 * there is no library to look into.
 */
export async function requireInLibraries(
  kind: LibraryKind,
  id: string,
  { paths }: OpenProject,
  context: ToolContext,
): Promise<string[]> {
  return requireLibraryItem(kind, id, await libraryOffer(kind, paths.path, context));
}
