import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { checkAhead } from "../../../../source/kicad/check/reports/check-ahead.js";
import { KicadCli } from "../../../../source/kicad/cli/kicad-cli.js";
import { temporaryFolder } from "../../../temporary-folder.js";
import { copyBoard } from "../../bundled-board.js";

const noFindings = '{"coordinate_units": "mm", "sheets": []}';

it("begins no further check once a write has ended one, and leaves none behind", async () => {
  const root = await copyBoard();
  const folder = temporaryFolder();
  const binary = join(folder, "kicad-cli");
  // Of the repository itself it never ends; of its copy it finds nothing.
  const script = `#!/bin/sh
[ "$1" = version ] && { echo 9.0.8; exit 0; }
case "$*" in *"${root}/"*) touch '${join(folder, "begun")}'; exec sleep 1000;; esac
while [ "$1" != -o ]; do shift; done
echo '${noFindings}' > "$2"
`;
  await writeFile(binary, script);
  await chmod(binary, 0o755);
  const paths = ["hardware/blinker.kicad_sch", "hardware/blinker.kicad_pcb"];
  const changes = await Promise.all(
    paths.map(async (path) => {
      const before = await readFile(join(root, path));
      const after = Buffer.concat([before, Buffer.from("\n")]);
      await writeFile(join(root, path), after);
      return { path, before, after };
    }),
  );
  const cli = new KicadCli(binary, process.env);
  const version = vi.spyOn(cli, "version");
  const [end, write] = [new AbortController(), new AbortController()];
  const maker = { root, cli, cacheFolder: join(folder, "checks"), signal: end.signal };
  const checks = checkAhead(changes, {}, maker, write.signal);
  const begun = () =>
    readFile(join(folder, "begun")).then(
      () => true,
      () => false,
    );
  await expect.poll(begun, { timeout: 60_000 }).toBe(true);
  const asked = version.mock.calls.length;
  write.abort();
  await checks;
  // Each report begins with it.
  expect(version).toHaveBeenCalledTimes(asked);
  end.abort();
});
