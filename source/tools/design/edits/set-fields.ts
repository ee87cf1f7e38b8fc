import * as z from "zod";
import { setFields } from "../../../kicad/edit/set-fields.js";
import { projectArgument } from "../design-query.js";
import { defineEditTool, planSchematicEdit } from "./edit-tool.js";
import { requireInLibraries } from "./library-check.js";

/** `set_fields`: fields and marks of a part, in every unit of it. */
export const setFieldsTool = defineEditTool({
  name: "set_fields",
  description:
    "Sets fields of a part in the schematic: Value, Footprint (library:name), Datasheet, any property, and DNP or exclude_from_bom (yes or no).",
  parameters: z.strictObject({
    ref: z.string(),
    fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    project: projectArgument,
  }),
  example: { ref: "R5", fields: { Value: "4k7", Footprint: "Resistor_SMD:R_0603_1608Metric" } },
  title: ({ ref, fields }) => `Set ${Object.keys(fields).join(", ")} of ${ref}`,
  plan: async ({ ref, fields }, project, context) => {
    const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, textOf(value)]));
    const notes: string[] = [];
    for (const [name, value] of Object.entries(texts)) {
      if (name.toLowerCase() === "footprint" && value !== "") {
        notes.push(...(await requireInLibraries("footprint", value, project, context)));
      }
    }
    const plan = await planSchematicEdit(project, (design) => setFields(design, { ref, fields: texts }));
    return { ...plan, notes: [...plan.notes, ...notes] };
  },
});

function textOf(value: string | number | boolean): string {
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
