/** One finished item as labelled lines for a screen reader: no signs, no layout. Pure. */
import { counted } from "../../base/text/counted.js";
import type { Item } from "../view/view.js";
import { duration } from "./formats.js";
import { describeEarlier, renderItem } from "./render-item.js";
import { outcomes } from "./theme.js";
import { safeLine, safeLines } from "./wrap.js";

/** So wide that the terminal wraps the lines. */
const whole = (item: Item) => renderItem(item, undefined, 10_000, "whole");

export function spokenItem(item: Item): string[] {
  switch (item.kind) {
    case "request":
      return labelled("You", safeLines(item.text));
    case "thought":
      return [`Thought for ${duration(item.durationMs)}.`];
    case "prose":
      return item.isFirst ? labelled("Answer", whole(item)) : whole(item);
    case "call": {
      const { title, outcome = "interrupted", detail, diff } = item.call;
      const lines = [...(detail ? safeLines(detail) : []), ...(diff ? safeLines(diff.trimEnd()) : [])];
      return [`Tool, ${outcomes[outcome].word}: ${safeLine(title)}`, ...lines];
    }
    case "discarded":
      return [
        `Discarded: ${counted(item.blocks, "block")}, ${counted(item.calls, "call")} that the model made up.`,
        "Nothing of it happened, and the model is notified.",
      ];
    case "verification":
      return labelled("Check", whole(item).map(withoutSign));
    case "notice": {
      const label = { info: "Note", warning: "Warning", error: "Error" }[item.tone];
      return [
        ...labelled(label, safeLines(item.message)),
        ...(item.advice ? labelled("Advice", safeLines(item.advice)) : []),
      ];
    }
    case "earlier":
      return labelled("Note", [describeEarlier(item)]);
    case "page":
      return whole(item);
    case "drawing":
      return labelled("Drawing", [safeLine(item.caption)]);
    case "turn": {
      const [first = "", ...rest] = whole(item);
      return [`Turn ${withoutSign(first)}`, ...rest];
    }
  }
}

const withoutSign = (row: string) => row.replace(/^\S /, "");

function labelled(label: string, [first = "", ...rest]: readonly string[]): string[] {
  return [`${label}: ${first}`, ...rest];
}
