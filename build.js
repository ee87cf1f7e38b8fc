/**
 * Bundles each entry of the package with esbuild, and writes the schemas of what it prints as JSON Schema;
 * `tsc -p tsconfig.build.json` adds the library's types.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";

await rm("dist", { recursive: true, force: true });

/** Ink imports react-devtools-core only under DEV=true; bundled, the import must not be there at all. */
const withoutDevtools = {
  name: "without-devtools",
  /** @param {import("esbuild").PluginBuild} bundle */
  setup(bundle) {
    bundle.onResolve({ filter: /^react-devtools-core$/ }, () => ({ path: "devtools", namespace: "stub" }));
    bundle.onLoad({ filter: /.*/, namespace: "stub" }, () => ({ contents: "export default {}" }));
  },
};

/** @type {import("esbuild").BuildOptions} */
const shared = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  minify: true,
  keepNames: true,
  splitting: true,
  outdir: "dist",
  chunkNames: "chunks/[name]-[hash]",
  legalComments: "linked",
  define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' },
  // Some dependencies are CommonJS and call require() for Node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  plugins: [withoutDevtools],
};

// Those that draw are WebAssembly: they load their own modules from their own packages.
await build({
  ...shared,
  external: ["@resvg/resvg-wasm", "chafa-wasm"],
  entryPoints: { cli: "source/cli.ts" },
});
await build({
  ...shared,
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
