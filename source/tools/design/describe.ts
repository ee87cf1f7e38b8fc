import * as z from "zod";
import { explainInProject } from "../../kicad/check/explain-project.js";
import { describeExplanation } from "../../kicad/design/describe/text.js";
import { fromArgument, pageOf } from "../pages.js";
import { defineTool } from "../tool.js";
import { projectArgument, queryProject } from "./design-query.js";

/** The most pins or parts that are listed at once. */
const mostRows = 200;

/** `describe`: what something of the design is and what it is connected to. */
export const describeTool = defineTool({
  name: "describe",
  description:
    "Describes a part (R4), a pin (U3.5, U3.VCC), a net or a sheet: fields, pins with their nets, places in mm, and what the board has of it.",
  parameters: z.strictObject({ what: z.string().min(1), project: projectArgument, from: fromArgument }),
  kind: "other",
  example: { what: "U3.VCC" },
  title: ({ what }) => `Describe ${what}`,
  run: async (args, context) =>
    await queryProject(args.project, context, async (query) => {
      const { env, signal } = context;
      const explanation = await explainInProject({ ...query, env }, args.what, { signal });
      const { head, rows } = describeExplanation(explanation);
      const [detail = ""] = head;
      return pageOf("describe", args, { head, detail, rows, perPage: mostRows });
    }),
});
