/** Going back in the conversation, and what else the user changes between turns. */
import { expect, it } from "vitest";
import { asked } from "../program.js";
import { open } from "./opened-session.js";

it("the conversation goes back before a request, and the files stay until they are put back", async () => {
  const write = (content: string) => ({ say: asked("write_file", { path: "n.txt", content }) });
  const { bench, session } = await open({
    countBy: "start",
    replies: [{ say: "One." }, write("2"), { say: "Two." }, { say: "Three." }, { say: "Four." }],
  });
  const ask = async (text: string) => {
    session.submit(text);
    await session.idle();
    return (await bench.agent.recorded("prompt")).at(-1)?.stdin ?? "";
  };
  await ask("first request");
  await ask("second request");
  const [, second] = session.snapshot().turns;
  expect(second).toMatchObject({ number: 2, filesChanged: ["n.txt"] });
  expect(session.snapshot().chatId).toBeDefined();
  session.rewind(2);
  expect(session.snapshot().chatId).toBeUndefined();
  const prompt = await ask("third request");
  expect(prompt).toContain("You are the reasoning engine");
  expect(prompt).toContain("first request");
  expect(prompt).not.toContain("second request");
  expect(prompt).toMatch(/The user went back to this point[\s\S]*\[user]\nthird request/);
  expect(session.snapshot().turns.map(({ messagesBefore }) => messagesBefore !== undefined)).toEqual([
    true,
    false,
    true,
  ]);
  expect(session.snapshot().chatId).toBeDefined();
  session.clear();
  expect(session.snapshot().chatId).toBeUndefined();
  session.rewind(1);
  expect(await ask("fourth request")).not.toContain("first request");
  expect((await bench.transcript()).filter(({ type }) => type === "rewind")).toHaveLength(2);
});

it("changes wait for a yes from the moment the user says so, and a session has the title that it was given", async () => {
  const { session } = await open({
    countBy: "start",
    replies: [{ say: asked("write_file", { path: "n.txt", content: "1" }) }, { say: "Done." }],
  });
  session.setApproval("on-request");
  expect(session.snapshot()).toMatchObject({ approvals: "on-request", title: "" });
  session.submit("write it\nplease");
  await new Promise<void>((resolve) => {
    session.onChange(() => session.snapshot().phase === "approving" && resolve());
  });
  expect(session.snapshot()).toMatchObject({ title: "write it" });
  session.submit("oldest");
  session.submit("newest");
  expect(session.takeBack(0)).toBe("oldest");
  expect(session.takeBack()).toBe("newest");
  session.decide({ answer: "yes" });
  await session.idle();
  session.setTitle("Notes");
  expect(session.snapshot()).toMatchObject({ title: "Notes" });
});
