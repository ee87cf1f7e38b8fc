/** How everything is bundled: the package, the program beside it in the measurements, and what the tests start. */

/** Ink imports react-devtools-core only under DEV=true; bundled, the import must not be there at all. */
const withoutDevtools = {
  name: "without-devtools",
  /** @param {import("esbuild").PluginBuild} bundle */
  setup(bundle) {
    bundle.onResolve({ filter: /^react-devtools-core$/ }, () => ({ path: "devtools", namespace: "stub" }));
    bundle.onLoad({ filter: /.*/, namespace: "stub" }, () => ({ contents: "export default {}" }));
  },
};

/** @satisfies {import("esbuild").BuildOptions} */
export const bundleOptions = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  minify: true,
  splitting: true,
  define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' },
  // Some dependencies are CommonJS and call require() for Node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  plugins: [withoutDevtools],
};
