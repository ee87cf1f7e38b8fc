/** The notes of a repository reach the model once, and again when they change. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { TranscriptReplay } from "../../source/recording/transcript-replay.js";
import { of } from "../cursor/native/timeline.js";
import { asked } from "../program.js";
import { open } from "./opened-session.js";

it("come before the first request below the rules, are shown as read, and are sent again when they change", async () => {
  const { bench, session, events } = await open({
    countBy: "start",
    replies: [
      { say: asked("list_files") },
      { say: "One." },
      { say: "Two." },
      { say: "Three." },
      { say: "Four." },
    ],
  });
  const note = join(bench.repository, "AGENTS.md");
  const ask = async (text: string) => {
    session.submit(text);
    await session.idle();
    return (await bench.agent.recorded("prompt")).at(-1)?.stdin ?? "";
  };
  await writeFile(note, "Values have units.");
  await ask("first");
  const [first = "", second = ""] = (await bench.agent.recorded("prompt")).map(({ stdin }) => stdin);
  expect(first).toMatch(
    /You are the reasoning engine[\s\S]*\[user]\ncopperhead: The repository's notes on how to work here[\s\S]*AGENTS\.md:\nValues have units\.[\s\S]*\[user]\nfirst/,
  );
  expect(second).not.toContain("Values have units.");
  expect(await ask("again")).not.toContain("Values have units.");
  await writeFile(note, "Values have no units.");
  expect(await ask("third")).toMatch(
    /\[user]\nthird\n\n\[user]\n[^\n]*They changed[\s\S]*Values have no units\./,
  );
  await rm(note);
  expect(await ask("fourth")).toContain("The repository's notes are not there any more");
  await session.close();
  const titles = (all: typeof events) =>
    of(all, "tool.completed").flatMap(({ title }) => (title.startsWith("notes") ? [title] : []));
  expect(titles(events)).toEqual([
    "notes of the repository: AGENTS.md",
    "notes of the repository: AGENTS.md",
    "notes of the repository: none any more",
  ]);
  const replay = new TranscriptReplay();
  const replayed = (await bench.transcript()).flatMap((record) => replay.push(record));
  expect(titles(replayed.flatMap((event) => (event.type === "request" ? [] : [event])))).toEqual(
    titles(events),
  );
});
