import { expect, it } from "vitest";
import { meaning, nearestName } from "../../../source/base/text/nearest.js";

const names = ["print", "project", "model", "max-steps", "resume", "repo", "require-verification"];

it.each([
  ["prnt", "print"],
  ["modell", "model"],
  ["require", "require-verification"],
  ["proj", "project"],
  ["re", undefined],
  ["frobnicate", undefined],
])("takes %s for %s", (word, name) => {
  expect(nearestName(word, names)).toBe(name);
});

it("ends the sentence either way", () => {
  expect(`There is no x${meaning("prnt", names, (near) => `--${near}`)}`).toBe(
    "There is no x; did you mean --print?",
  );
  expect(`There is no x${meaning("xyz", names)}`).toBe("There is no x.");
});
