import { expect, it } from "vitest";
import { exitCodes } from "../../source/base/failure.js";
import { commandHelp, helpText } from "../../source/cli/help.js";
import { manualPage } from "../../source/cli/manual.js";
import { commandTable, entryOf, sessionEntry } from "../../source/cli/table.js";

it("the help of the program lists every command, flag and exit code", () => {
  for (const { usage, summary } of commandTable) {
    expect(helpText()).toContain(`copperhead ${usage}`);
    expect(helpText()).toContain(summary);
  }
  for (const code of Object.values(exitCodes)) {
    expect(helpText()).toMatch(new RegExp(`^ {2}${code} `, "m"));
  }
});

it.each([sessionEntry, ...commandTable])(
  "the help of $name has its parts, and only its own options",
  (entry) => {
    const help = commandHelp(entry);
    for (const part of [entry.usage, ...entry.examples.flat()]) {
      expect(help).toContain(part);
    }
    expect(help.includes("--speed")).toBe(entry.name === "replay");
    expect(help).toMatch(/^ {2}2 /m);
  },
);

it("is of the session where no command is named", () => {
  expect(entryOf(undefined)).toBe(sessionEntry);
  expect(entryOf("check").name).toBe("check");
});

it("the manual is troff without a stray request, and has every command and option", () => {
  const page = manualPage("1.2.3");
  const requests = page.split("\n").filter((line) => /^[.']/.test(line));
  expect(requests.filter((line) => !/^\.(TH|SH|SS|TP|B|PP|RS|RE|nf|fi|br)( |$)/.test(line))).toEqual([]);
  for (const { name } of commandTable) {
    expect(page).toContain(`copperhead ${name}`);
  }
  expect(page).toContain("\\-\\-require\\-verification");
});
