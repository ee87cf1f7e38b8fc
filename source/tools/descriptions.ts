/** The catalogue as the model reads it. The build puts its value in place of this file: the first prompt loads no tool. */
import type { ToolDescription } from "../protocol/messages.js";
import { describeTools } from "./catalog.js";

export const toolDescriptions: readonly ToolDescription[] = describeTools();
