import { onTestFinished } from "vitest";

/** Puts another platform in the place of this one, until the test is over. */
export function onPlatform(platform: NodeJS.Platform): void {
  const own = process.platform;
  const put = (value: NodeJS.Platform) => Object.defineProperty(process, "platform", { value });
  put(platform);
  onTestFinished(() => {
    put(own);
  });
}
