import { expect, it } from "vitest";
import * as library from "../../source/protocol/index.js";

it("exports what the library promises, and no more", () => {
  expect(Object.keys(library).sort()).toEqual([
    "ReplyReader",
    "readReply",
    "renderCatalog",
    "renderConversation",
    "renderDelta",
  ]);
});
