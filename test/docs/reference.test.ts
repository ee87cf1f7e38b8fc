/** The reference in docs/ is what the program's tables say; `npm run docs` writes it. */
import { expect, it } from "vitest";
import { allFlags, commandsPage, eventsPage, keysPage, settingsPage } from "./reference.js";

it.each([
  ["commands", commandsPage],
  ["keys", keysPage],
  ["settings", settingsPage],
  ["events", eventsPage],
])("docs/%s.md is up to date", async (name, page) => {
  await expect(page()).toMatchFileSnapshot(`../../docs/${name}.md`);
});

it("names every option", () => {
  const page = commandsPage();
  expect(allFlags.filter((flag) => !page.includes(flag))).toEqual([]);
});
