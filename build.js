/**
 * Bundles each entry of the package with esbuild, and writes the schemas of what it prints as JSON Schema;
 * `tsc -p tsconfig.build.json` adds the library's types.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";
import { bundleOptions } from "./bundle-options.js";

await rm("dist", { recursive: true, force: true });

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
