/** What is at a path of the repository, exactly enough to see whether it changed and to make it again. Pure. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";

/** `null` is absence; `hash` is the SHA-256 of the bytes, in hex; `mode` the permission bits. */
export const fileState = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("file"), hash: z.string().regex(/^[0-9a-f]{64}$/), mode: z.int() }),
    z.object({ type: z.literal("link"), target: z.string() }),
    z.object({ type: z.literal("folder"), mode: z.int() }),
    /** A pipe, a socket or a device: seen, never made, and never the same as another. */
    z.object({ type: z.literal("other") }),
  ])
  .nullable();
export type FileState = z.infer<typeof fileState>;

export function sameState(one: FileState, other: FileState): boolean {
  return one?.type !== "other" && isDeepStrictEqual(one, other);
}

/** Whether both are the same but for their permissions. */
export function sameContent(one: FileState, other: FileState): boolean {
  return one?.type !== "other" && isDeepStrictEqual({ ...one, mode: 0 }, { ...other, mode: 0 });
}

/** The permission bits, where the kind of thing has any. */
export function modeOf(state: FileState): number | undefined {
  return state !== null && "mode" in state ? state.mode : undefined;
}

/** The folders above `path`, outermost first. */
export function foldersAbove(path: string): string[] {
  const names = path.split("/");
  return names.slice(0, -1).map((_, index) => names.slice(0, index + 1).join("/"));
}

/** Why a path is left alone at which something else was expected: a clause about the path. */
export function describeUnexpected(state: FileState): string {
  switch (state?.type) {
    case undefined:
      return "it was removed meanwhile";
    case "file":
      return "somebody else changed it meanwhile";
    case "folder":
      return "it is a folder now";
    case "link":
      return "it is a link now";
    default:
      return "it is no file any more";
  }
}
