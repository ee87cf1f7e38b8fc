/** The cost of nothing. Apart from the schemas: the first frame of the panes is drawn without zod. */
import type { Usage } from "./outcomes.js";

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
