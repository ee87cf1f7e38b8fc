import { expect, it } from "vitest";
import type { Key } from "../../../source/ui/keys/key.js";
import { withoutSplitPaste } from "../../../source/ui/keys/paste-detector.js";

const text = (value: string): Key => ({ kind: "text", text: value });
const chord = (value: string): Key => ({ kind: "chord", chord: value });

it("takes several lines in one read for one paste", () => {
  const keys = [text("one"), chord("enter"), text("two"), chord("enter"), text("three")];
  expect(withoutSplitPaste(keys)).toEqual([{ kind: "paste", text: "one\ntwo\nthree" }]);
});

it.each([
  [[text("hello"), chord("enter")]],
  [[chord("enter"), chord("enter")]],
  [[text("one"), chord("enter"), chord("end"), text("two")]],
  [[text("one"), chord("shift+enter"), text("two"), chord("enter")]],
])("leaves other keys as they are: %j", (keys) => {
  expect(withoutSplitPaste(keys)).toEqual(keys);
});
