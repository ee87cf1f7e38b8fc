// Writes the tools as the model is shown them, with the JSON Schema of their arguments.
import { renderCatalog } from "copperhead/protocol";
import { z } from "zod";

const parameters = z.object({ net: z.string().describe("name of the net") });

console.log(
  renderCatalog([
    { name: "list_pins", description: "Lists the pins of a net.", parameters: z.toJSONSchema(parameters) },
  ]),
);
