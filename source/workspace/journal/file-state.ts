/** What stands at a path of the repository, exactly enough to tell whether it changed and to make it again. Pure. */
import * as z from "zod";

/** `null` is absence; `hash` is the SHA-256 of the bytes, in hex; `mode` the permission bits. */
export const fileState = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("file"), hash: z.string().regex(/^[0-9a-f]{64}$/), mode: z.int() }),
    z.object({ type: z.literal("link"), target: z.string() }),
    z.object({ type: z.literal("folder"), mode: z.int() }),
    /** A pipe, a socket or a device: seen, never made. */
    z.object({ type: z.literal("other") }),
  ])
  .nullable();
export type FileState = z.infer<typeof fileState>;

/** Whether both are the same but for their permissions. */
export function sameContent(one: FileState, other: FileState): boolean {
  if (one === null || other === null) {
    return one === other;
  }
  if (one.type === "file" && other.type === "file") {
    return one.hash === other.hash;
  }
  if (one.type === "link" && other.type === "link") {
    return one.target === other.target;
  }
  return one.type === other.type && one.type === "folder";
}

/** The permission bits, where the kind of thing has any. */
export function modeOf(state: FileState): number | undefined {
  return state !== null && "mode" in state ? state.mode : undefined;
}

export function sameState(one: FileState, other: FileState): boolean {
  return sameContent(one, other) && modeOf(one) === modeOf(other);
}

/** The folders above `path`, outermost first. */
export function foldersAbove(path: string): string[] {
  const names = path.split("/");
  return names.slice(0, -1).map((_, index) => names.slice(0, index + 1).join("/"));
}

/** What is wrong with what stands there, to one who thought something else did. */
export function whyUnexpected(state: FileState): string {
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
