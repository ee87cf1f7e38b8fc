import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    globalSetup: ["test/build-program.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
