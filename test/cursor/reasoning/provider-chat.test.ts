import { describe, expect, it } from "vitest";
import { fail, say } from "../made-program.js";
import * as stream from "../stream.js";
import { answer, call, goOn, hello, makeProvider } from "./stepping.js";

describe("the chat", () => {
  it("is resumed with the new messages alone", async () => {
    const { chat, starts } = makeProvider([answer("Hi."), answer("Bye.")]);
    expect((await chat()).known).toBe(2);
    const second = goOn(hello, "Hi.");
    expect((await chat(second)).known).toBe(4);
    const [, start] = starts();
    expect(start?.args.slice(-2)).toEqual(["--resume", stream.chat]);
    expect(start?.input).toContain("and then?");
    expect(start?.input).not.toContain("hello");
    expect(start?.input).not.toContain("You are tested.");
  });

  it("of an earlier run is resumed", async () => {
    const { chat, starts } = makeProvider([answer("Bye.")], { chat: { id: stream.chat, known: 2 } });
    await chat(goOn(hello, "Hi."));
    expect(starts()[0]?.args).toContain("--resume");
  });

  it.each([
    ["knows more than there is", { id: stream.chat, known: 3 }],
    ["knows nothing", { id: stream.chat, known: 0 }],
    ["has an id that could be a flag", { id: "--force", known: 1 }],
  ])("that %s is not", async (_, known) => {
    const { chat, starts } = makeProvider([answer("Bye.")], { chat: known });
    await chat(goOn(hello, "Hi."));
    expect(starts()[0]?.args).not.toContain("--resume");
    expect(starts()[0]?.input).toContain("hello");
  });

  it("is fresh, with everything, after a step that failed", async () => {
    const { chat, starts } = makeProvider([answer("Hi."), `${say(stream.init())} exit 1`, answer("Bye.")]);
    await chat();
    const second = goOn(hello, "Hi.");
    await expect(chat(second)).rejects.toMatchObject({ failure: { code: "no-result" } });
    await chat(second);
    const last = starts()[2];
    expect(last?.args).not.toContain("--resume");
    expect(last?.input).toMatch(/You are tested[\s\S]*hello[\s\S]*and then\?/);
  });

  it("is replaced where another chat answers: that reply is dropped and the step done again", async () => {
    const other = "00000000-0000-4000-8000-000000000000";
    const { chat, starts, prose, of } = makeProvider([
      answer("Hi."),
      answer(`I know nothing.\n${call}`, stream.init({ session_id: other })),
      answer("Bye."),
    ]);
    await chat();
    const reply = await chat(goOn(hello, "Hi."));
    expect(reply).toMatchObject({ text: "Bye.", calls: [] });
    expect(prose()).toBe("Hi.Bye.");
    expect(starts()).toHaveLength(3);
    expect(starts()[2]?.args).not.toContain("--resume");
    expect(starts()[2]?.input).toContain("hello");
    expect(of("step-started")).toHaveLength(2);
    expect(of("warning")).toMatchObject([{ code: "chat-replaced" }]);
  });

  it.each([
    ["is gone", "Error: Chat not found"],
    ["is in use", 'Error: Session ID "x" is already in use.'],
    ["cannot be read", "Invalid conversation history: cannot decode it"],
    ["fails for no known reason", "Boom"],
  ])("that %s is replaced by a fresh one", async (_, line) => {
    const { chat, starts } = makeProvider([answer("Hi."), fail(line), answer("Bye.")]);
    await chat();
    expect(await chat(goOn(hello, "Hi."))).toMatchObject({ text: "Bye." });
    expect(starts()).toHaveLength(3);
  });

  it("is not replaced for a failure that a fresh one would have too", async () => {
    const { chat, starts } = makeProvider([answer("Hi."), fail("Authentication required")]);
    await chat();
    await expect(chat(goOn(hello, "Hi."))).rejects.toMatchObject({
      failure: { code: "not-logged-in", exitCode: 3 },
    });
    expect(starts()).toHaveLength(2);
  });

  it("that changed its id within a step is not resumed", async () => {
    const step = say(
      stream.init(),
      stream.delta("Hi."),
      stream.result("Hi.", { session_id: "another-chat" }),
    );
    const { chat, starts } = makeProvider([step, answer("Bye.")]);
    expect((await chat()).known).toBe(0);
    await chat(goOn(hello, "Hi."));
    expect(starts()[1]?.args).not.toContain("--resume");
  });
});
