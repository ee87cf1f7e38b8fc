/**
 * Runs the journal, an undo and a redo, and kills itself at the `killAt`-th change of the file system, before it or in
 * the middle of it. Prints how many there were when it lives to the end. Bundled and started by journal.kill.test.ts.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const [root = "", sessionFolder = "", killAt = ""] = process.argv.slice(2);
let changes = 0;

function die(): never {
  process.kill(process.pid, "SIGKILL");
  for (;;) {}
}

/** Counts each call of `name` that changes something; the fatal one does `half` of its work first. */
function count(target: object, name: string, half?: (self: unknown, args: unknown[]) => void): void {
  const original = Reflect.get(target, name) as (...args: unknown[]) => unknown;
  Reflect.set(target, name, function counted(this: unknown, ...args: unknown[]) {
    const reads = name === "open" && typeof args[1] === "number";
    const clears = name === "rm" && String(args[0]).endsWith(".tmp");
    if (reads || clears) {
      return original.apply(this, args);
    }
    changes += 1;
    if (changes === Number(killAt)) {
      half?.(this, args);
      die();
    }
    return original.apply(this, args);
  });
}

const handle = await fs.promises.open(process.execPath);
const fileHandle = Object.getPrototypeOf(handle) as object;
await handle.close();
const writeHalf = (self: unknown, [data]: unknown[]) => {
  const bytes = Buffer.from(data as string);
  fs.writeSync((self as { fd: number }).fd, bytes, 0, Math.floor(bytes.length / 2));
};
for (const name of ["rename", "rm", "rmdir", "mkdir", "chmod", "link", "symlink", "open"]) {
  count(fs.promises, name);
}
for (const name of ["writeFile", "appendFile"]) {
  count(fileHandle, name, writeHalf);
}
count(fileHandle, "truncate");
syncBuiltinESMExports();

const { TurnJournal } = await import("../../../source/workspace/journal/journal.js");
const { redo, undo } = await import("../../../source/workspace/journal/undo.js");
changes = 0;

const first = await TurnJournal.open({ sessionFolder, root, turn: 1 });
await first.write("board.kicad_pcb", Buffer.from("board, first version"));
await first.write("board.kicad_pcb", Buffer.from("board, second version"));
await first.write("new/deep/sheet.kicad_sch", Buffer.from("a new sheet"));
await first.write("old.txt", null);
const second = await TurnJournal.open({ sessionFolder, root, turn: 2 });
await second.write("board.kicad_pcb", Buffer.from("board, third version"));
await second.write("new/deep/sheet.kicad_sch", null);
await undo({ sessionFolder, root, turns: "last" });
await undo({ sessionFolder, root, turns: "last" });
await redo({ sessionFolder, root });
process.stdout.write(String(changes));
