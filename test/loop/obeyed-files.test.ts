import { expect, it } from "vitest";
import { asked } from "../program.js";
import { open } from "./opened-session.js";

it("a file that other programs obey waits for a yes of its own, whatever was approved before", async () => {
  const write = (path: string) => asked("write_file", { path, content: "x\n" });
  const { bench, session } = await open({
    replies: [
      {
        say: [write("AGENTS.md"), write("notes.md"), write(".vscode/tasks.json"), write("more.md")].join(
          "\n",
        ),
      },
      { say: "Done." },
    ],
  });
  const asks: string[] = [];
  const answers = [{ answer: "always" }, { answer: "no" }] as const;
  session.onChange(() => {
    const { approval } = session.snapshot();
    const answer = answers[asks.length];
    const [path = ""] = approval?.paths ?? [];
    if (approval && answer && !asks.includes(path)) {
      asks.push(path);
      session.decide(answer);
    }
  });
  session.submit("go");
  await session.idle();
  expect(asks).toEqual(["AGENTS.md", ".vscode/tasks.json"]);
  expect(await bench.read("AGENTS.md")).toBe("x\n");
  expect(await bench.read("more.md")).toBe("x\n");
  await expect(bench.read(".vscode/tasks.json")).rejects.toThrow();
});
