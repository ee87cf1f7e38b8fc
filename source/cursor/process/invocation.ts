/** The CLI's command line for each way to drive it. The prompt is no argument: it goes in on stdin. */
import { CopperheadError, exitCodes } from "../../base/failure.js";
import { modelId } from "../../base/model-name.js";

type Common = {
  /** The folder that the CLI works in, and files its chats by. */
  workspace: string;
  /** An exact model id. Passed only when the user named one, because it rewrites the CLI's global default. */
  model?: string | undefined;
  /** The chat to go on with. */
  resume?: string | undefined;
};

/** Native mode: `never` approves everything beforehand; otherwise Cursor rejects what it would have asked for. */
export type NativeOptions = Common & { approval: "never" | "on-request"; trust: boolean };

const chatId = /^[A-Za-z0-9][\w.-]*$/;

/** Whether the CLI would read `id` as a chat, and not as an option. */
export function isChatId(id: string): boolean {
  return chatId.test(id);
}

const streaming = ["-p", "--output-format", "stream-json", "--stream-partial-output"];

/** Throws for a model that the CLI would read as an option. */
function chosen({ workspace, model, resume }: Common): string[] {
  if (model && !modelId.test(model)) {
    throw new CopperheadError({
      code: "model-unknown",
      message: `${JSON.stringify(model)} is no model.`,
      advice: "copperhead models lists them.",
      exitCode: exitCodes.usage,
    });
  }
  return [
    "--workspace",
    workspace,
    ...(model ? ["--model", model] : []),
    // Its value is optional to the CLI: a bare flag would swallow the next word.
    ...(resume ? ["--resume", resume] : []),
  ];
}

/** Reasoning: a mode that may not act, in a sandbox. */
export function reasoningArguments(options: Common): string[] {
  return [...streaming, "--mode", "plan", "--sandbox", "enabled", "--trust", ...chosen(options)];
}

/** Native: Cursor's own tools act in the workspace, which is the repository. */
export function nativeArguments(options: NativeOptions): string[] {
  const permission = options.approval === "never" ? ["--force"] : options.trust ? ["--trust"] : [];
  return [...streaming, ...permission, ...chosen(options)];
}
