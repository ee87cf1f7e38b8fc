/** The model and the mode of a session, as an editor shows them for choice. Pure. */
import type { SessionConfigOption, SessionModeState } from "@agentclientprotocol/sdk";
import { oneLine } from "../base/text/safe-text.js";
import type { CursorModel } from "../cursor/process/short-commands.js";
import type { Mode } from "./host.js";

const modes = [
  {
    id: "reasoning",
    name: "Reasoning",
    description: "Cursor proposes, copperhead acts and asks before each change",
  },
  { id: "native", name: "Native", description: "Cursor's own tools act in the repository" },
] as const satisfies readonly { id: Mode; name: string; description: string }[];

/** The mode of that id; undefined where it is none. */
export function modeNamed(id: string): Mode | undefined {
  return modes.find((mode) => mode.id === id)?.id;
}

export function modeState(current: Mode): SessionModeState {
  return { currentModeId: current, availableModes: [...modes] };
}

/** `model` is `cursor` or `cursor:<id>`; it is among the choices whether or not Cursor lists it. */
export function configOptions(
  { mode, model }: { mode: Mode; model: string },
  models: readonly CursorModel[],
): SessionConfigOption[] {
  const listed = new Map([
    ["cursor", "Cursor's own choice"],
    [model, model],
    ...models.map(({ id, label }): [string, string] => [`cursor:${id}`, oneLine(label, 120)]),
  ]);
  listed.set("cursor", "Cursor's own choice");
  return [
    {
      id: "mode",
      name: "Mode",
      category: "mode",
      type: "select",
      currentValue: mode,
      options: modes.map(({ id, name, description }) => ({ value: id, name, description })),
    },
    {
      id: "model",
      name: "Model",
      category: "model",
      type: "select",
      currentValue: model,
      options: [...listed].map(([value, name]) => ({ value, name })),
    },
  ];
}
