import { expect, it } from "vitest";
import { isObeyed } from "../../source/workspace/protected-names.js";

it.each([
  ".github/workflows/x.yml",
  ".circleci/config.yml",
  ".pre-commit-config.yaml",
  "Jenkinsfile",
  "sub/azure-pipelines.yml",
  ".nvim.lua",
  ".zed/tasks.json",
  ".tool-versions",
  ".windsurfrules",
  ".kiro/hooks/x",
  ".CONTINUE/config.json",
  "AGENTS.override.md",
  "a/.bashrc",
])("%s is run or obeyed by other programs", (path) => {
  expect(isObeyed(path)).toBe(true);
});

it.each(["docs/github/x.yml", "hardware/main.kicad_sch", "agents.txt", "circleci.md", "README.md"])(
  "%s is an ordinary file",
  (path) => {
    expect(isObeyed(path)).toBe(false);
  },
);
