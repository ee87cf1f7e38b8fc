/** The libraries of a project, read once while copperhead runs. */
import type { Environment } from "../../base/processes/environment.js";
import { Catalogue, type Offer } from "../../kicad/design/libraries/catalogue.js";
import { stateFolder } from "../../workspace/user-folders.js";

/** The projects whose libraries are remembered, of each kind. */
const mostKept = 4;

const kept = new Map<string, Catalogue>();

/** What the project in `folder` (absolute) can use of a kind; the index is kept in the user's state folder. */
export async function offerIn(
  kind: "symbol" | "footprint",
  folder: string,
  env: Environment,
): Promise<Offer> {
  const state = await stateFolder(env);
  const key = JSON.stringify([kind, folder, state]);
  const known = kept.get(key);
  const catalogue = known?.env === env ? known : new Catalogue(kind, folder, state, env);
  kept.delete(key);
  kept.set(key, catalogue);
  const [oldest] = kept.keys();
  if (kept.size > 2 * mostKept && oldest !== undefined) {
    kept.delete(oldest);
  }
  return await catalogue.offer();
}
