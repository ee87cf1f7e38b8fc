import { defineConfig } from "vitest/config";

const endToEnd = "test/e2e/**/*.test.ts";
// For a busy machine: a test that hangs is rare, one that is slow is not.
const limits = { testTimeout: 180_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    globalSetup: "test/global-setup.ts",
    // Most of the time a test waits for processes of its own.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          ...limits,
          name: "unit",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: [endToEnd],
          // A worker keeps what it has loaded: to load it again for each file takes a third of the time.
          isolate: false,
        },
      },
      { test: { ...limits, name: "e2e", include: [endToEnd] } },
    ],
  },
});
