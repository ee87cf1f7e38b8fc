import { expect, it } from "vitest";
import { pageOf } from "../../source/tools/pages.js";

const rows = Array.from({ length: 7 }, (_, index) => `row ${index + 1}`);
const listing = { head: ["7 rows."], detail: "7 rows", rows, perPage: 3 };

/** Goes on with the last line of each page, as a model does, and gathers the rows. */
function readAll(perPage: number, list = rows): string[] {
  const gathered: string[] = [];
  let args: { from?: number } = {};
  for (let page = 0; page < 20; page += 1) {
    const lines = pageOf("list_x", args, { ...listing, rows: list, perPage }).text.split("\n");
    const rest = /^The rest: (.*)$/.exec(lines.at(-1) ?? "")?.[1];
    gathered.push(...lines.filter((line) => line.startsWith("row")));
    if (rest === undefined) {
      return gathered;
    }
    args = JSON.parse(rest).args;
  }
  throw new Error("It never ends.");
}

it("says in its last line how to go on, with the arguments of the call", () => {
  expect(pageOf("list_x", { filter: "r", from: 4 }, listing).text.split("\n")).toEqual([
    "7 rows.",
    "Rows 4 to 6 of 7:",
    "row 4",
    "row 5",
    "row 6",
    'The rest: {"tool":"list_x","args":{"filter":"r","from":7}}',
  ]);
});

it("ends without one on the last page", () => {
  expect(pageOf("list_x", { from: 7 }, listing).text).toBe("7 rows.\nRows 7 to 7 of 7:\nrow 7");
  expect(pageOf("list_x", {}, { ...listing, perPage: 7 }).text).toBe(["7 rows.", ...rows].join("\n"));
  expect(pageOf("list_x", {}, { ...listing, rows: [] }).text).toBe("7 rows.");
});

it.each([1, 2, 3, 7, 100])("leads to every row once, %i at a time", (perPage) => {
  expect(readAll(perPage)).toEqual(rows);
});

it("is shorter where its rows are long, and shows one at least", () => {
  const long = ["a", "b", "c"].map((name) => `row ${name} ${"x".repeat(20_000)}`);
  expect(readAll(3, long)).toEqual(long);
});

it("refuses a row that is not there", () => {
  expect(pageOf("list_x", { from: 8 }, listing)).toMatchObject({
    outcome: "rejected",
    text: "There is no row 8: the list has 7.",
  });
});
