/**
 * Bundles each entry of the package with esbuild, and writes the schemas of what it prints as JSON Schema and its man page;
 * `tsc -p tsconfig.build.json` adds the library's types.
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";
import { bundleOptions } from "./bundle-options.js";

await rm("dist", { recursive: true, force: true });

/**
 * The module at `entry`, as it is when it is loaded here.
 * @param {string} entry
 */
async function evaluate(entry) {
  const outfile = "dist/evaluated.mjs";
  await build({ ...bundleOptions, splitting: false, entryPoints: [entry], outfile });
  return import(`${new URL(outfile, import.meta.url).href}?${entry}`).finally(() => rm(outfile));
}

/** @type {{ toolDescriptions: unknown }} */
const { toolDescriptions } = await evaluate("source/tools/descriptions.ts");
const withToolDescriptions = {
  name: "with-tool-descriptions",
  /** @param {import("esbuild").PluginBuild} bundle */
  setup(bundle) {
    const contents = `export const toolDescriptions = ${JSON.stringify(toolDescriptions)};`;
    bundle.onLoad({ filter: /\btools[/\\]descriptions\.ts$/ }, () => ({ contents }));
  },
};

/** @type {import("esbuild").BuildOptions} */
const packageOptions = {
  ...bundleOptions,
  outdir: "dist",
  chunkNames: "chunks/[name]-[hash]",
  legalComments: "linked",
};

// Those that draw are WebAssembly: they load their own modules from their own packages.
await build({
  ...packageOptions,
  external: ["@resvg/resvg-wasm", "chafa-wasm"],
  plugins: [...bundleOptions.plugins, withToolDescriptions],
  entryPoints: { cli: "source/cli.ts" },
});
await build({
  ...packageOptions,
  minify: false,
  external: ["zod"],
  entryPoints: {
    protocol: "source/protocol/index.ts",
    cursor: "source/cursor/library/index.ts",
    schemas: "source/schemas.ts",
  },
});

/** @type {typeof import("./source/schemas.js")} */
const { jsonSchemas } = await import(new URL("dist/schemas.js", import.meta.url).href);
await mkdir("dist/schemas");
for (const [name, schema] of Object.entries(jsonSchemas())) {
  await writeFile(`dist/schemas/${name}.json`, `${JSON.stringify(schema, null, 2)}\n`);
}

/** @type {typeof import("./source/cli/manual.js")} */
const { manualPage } = await evaluate("source/cli/manual.ts");
const { version } = JSON.parse(await readFile("package.json", "utf8"));
await writeFile("dist/copperhead.1", manualPage(version));
