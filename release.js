/**
 * What a release is made of: builds, tests, packs, looks at what is in the tarball, and installs it in an empty folder on
 * each supported Node. Publishes nothing.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const nodes = ["20", "22", "24"];
/** All that may be in the package, by the beginning of its path. */
const allowed =
  /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md|dist\/|docs\/|examples\/|fixtures\/(agent|scenarios|board)\/)/;
const mostBytes = 16 * 1024 * 1024;

/**
 * Runs a command, its output on the terminal.
 * @param {string} command @param {string[]} args @param {string} [cwd]
 */
function run(command, args, cwd = process.cwd()) {
  console.log(`> ${command} ${args.join(" ")}`);
  execFileSync(command, args, { cwd, stdio: "inherit" });
}

/**
 * The output of a command.
 * @param {string} command @param {string[]} args @param {string} [cwd]
 */
function output(command, args, cwd = process.cwd()) {
  return execFileSync(command, args, { cwd, encoding: "utf8" });
}

/** @param {boolean} holds @param {string} otherwise */
function require(holds, otherwise) {
  if (!holds) {
    throw new Error(otherwise);
  }
}

const folder = mkdtempSync(join(tmpdir(), "copperhead-release-"));
try {
  require(output("git", ["status", "--porcelain"]) ===
    "", "The working tree has changes: commit them first.");
  run("npm", ["run", "build"]);
  if (!process.argv.includes("--untested")) {
    run("npm", ["run", "test:all"]);
    run("npm", ["run", "types"]);
    run("npm", ["run", "lint"]);
  }
  const [packed] = JSON.parse(
    output("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder]),
  );
  const paths = packed.files.map((/** @type {{ path: string }} */ { path }) => path);
  const strange = paths.filter((/** @type {string} */ path) => !allowed.test(path));
  require(strange.length === 0, `These do not belong into the package: ${strange.join(", ")}`);
  require(packed.unpackedSize <= mostBytes, `The package has ${packed.unpackedSize} bytes.`);
  for (const path of [
    "dist/cli.js",
    "dist/copperhead.1",
    "dist/schemas/config.json",
    "dist/types/schemas.d.ts",
  ]) {
    require(paths.includes(path), `${path} is missing.`);
  }
  console.log(`${packed.filename}: ${paths.length} files, ${packed.size} bytes packed.`);

  for (const version of nodes) {
    const empty = mkdtempSync(join(folder, `node-${version}-`));
    writeFileSync(join(empty, "package.json"), '{ "private": true, "type": "module" }');
    run(
      "npm",
      ["install", "--no-audit", "--no-fund", join(folder, packed.filename), `node@${version}`],
      empty,
    );
    const node = join(empty, "node_modules", "node", "bin", "node");
    const program = join(empty, "node_modules", "copperhead", "dist", "cli.js");
    require(output(node, ["--version"]).startsWith(`v${version}.`), `This is no Node ${version}.`);
    require(output(node, [program, "--version"]).trim() === packed.version, "It has another version.");
    require(output(node, [program, "help", "keys"], empty).includes("Shift-Tab"), "It does not help.");
    const answer = output(node, [program, "demo", "--print"], empty);
    require(answer.includes("LED_A"), `The demonstration on Node ${version} answered: ${answer}`);
    output(
      node,
      [
        "-e",
        "await Promise.all(['protocol', 'cursor', 'schemas'].map((name) => import('copperhead/' + name)))",
      ],
      empty,
    );
    console.log(`Node ${version}: installed in an empty folder, and works.`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
