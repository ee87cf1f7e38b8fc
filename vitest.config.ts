import { defineConfig } from "vitest/config";

const endToEnd = "test/e2e/**/*.test.ts";
const limits = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    globalSetup: "test/global-setup.ts",
    // Most of the time a test waits for processes of its own.
    maxWorkers: "100%",
    projects: [
      { test: { ...limits, name: "unit", include: ["test/**/*.test.{ts,tsx}"], exclude: [endToEnd] } },
      { test: { ...limits, name: "e2e", include: [endToEnd] } },
    ],
  },
});
