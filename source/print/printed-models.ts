/** The object of `copperhead models --json`. */
import * as z from "zod";

export const modelsSchemaId = "copperhead.models/1";

export const printedModels = z.object({
  schema: z.literal(modelsSchemaId),
  models: z.array(
    z.object({
      /** As in `--model cursor:<id>`. */
      id: z.string(),
      /** The name that Cursor shows. */
      label: z.string(),
      /** The one that Cursor uses where no model is named; none is where the CLI does not tell. */
      isDefault: z.boolean(),
    }),
  ),
});
export type PrintedModels = z.infer<typeof printedModels>;
