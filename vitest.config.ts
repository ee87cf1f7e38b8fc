import { defineConfig } from "vitest/config";

const endToEnd = "test/e2e/**/*.test.ts";

export default defineConfig({
  test: {
    globalSetup: ["test/build-program.ts"],
    // Most of the time a test waits for processes of its own.
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: "unit", include: ["test/**/*.test.{ts,tsx}"], exclude: [endToEnd] } },
      { extends: true, test: { name: "e2e", include: [endToEnd] } },
    ],
  },
});
