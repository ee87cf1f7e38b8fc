/** What the documents must not say, and what must not happen by accident. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import packageJson from "../package.json" with { type: "json" };

const root = fileURLToPath(new URL("../", import.meta.url));
const documents = [
  ...readdirSync(root).filter((name) => /\.md$|^Dockerfile$/.test(name)),
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
  ...readdirSync(join(root, "examples")).map((name) => `examples/${name}`),
];
const read = (path: string) => readFileSync(join(root, path), "utf8");

it("sends nobody to the program of the same name on the registry", () => {
  const wrong = /\bnpx copperhead\b|npm (i|install)( -g| --global)? copperhead(?![-\w.]*\.tgz)/;
  expect(documents.filter((path) => wrong.test(read(path)))).toEqual([]);
});

it("cannot be published by accident, and names no place that is not known", () => {
  expect(packageJson).toMatchObject({ private: true });
  expect(Object.keys(packageJson)).not.toEqual(expect.arrayContaining(["repository"]));
  expect(Object.keys(packageJson)).not.toEqual(expect.arrayContaining(["homepage"]));
  expect(Object.keys(packageJson)).not.toEqual(expect.arrayContaining(["bugs"]));
});

it("opens the README with the two commands, and every link in it leads somewhere", () => {
  const readme = read("README.md");
  expect(readme).toMatch(/^# copperhead\n\n```sh\nnpm ci && npm run demo .*\nnpm ci && npm test .*\n```/);
  const targets = Array.from(readme.matchAll(/(?:\]\(|src(?:set)?=")([^)"#]+)/g), ([, path = ""]) => path);
  const local = targets.filter((path) => !/^https?:/.test(path));
  expect(local.length).toBeGreaterThan(10);
  for (const path of local) {
    expect(() => read(path)).not.toThrow();
  }
});

it("has the workflow of docs/ci.md as an example, too", () => {
  const [, workflow = ""] = /```yaml\n(name: KiCad[\s\S]*?)```/.exec(read("docs/ci.md")) ?? [];
  expect(read("examples/github-actions.yml")).toContain(workflow);
});
