import { randomBytes } from "node:crypto";
import { join } from "node:path";
export function newSessionId(now = new Date()): string {
  const stamp = now.toISOString().replace(/[-:]/g, "").replace("T", "-").slice(0, 15);
  return `${stamp}-${randomBytes(3).toString("hex")}`;
}
export function sessionFolderOf(root: string, id: string): string {
  return join(root, ".copperhead", "sessions", id);
}
export async function listSessions(_: string): Promise<{ id: string }[]> {
  return [];
}
export async function findSession(_: string, id: string): Promise<{ id: string }> {
  return { id };
}
