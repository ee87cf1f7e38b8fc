/** `copperhead/protocol`: tool calls as text, for any model that can only write. */
export type { Call, Discarded, Message, Refusal, Reply, ToolDescription } from "./messages.js";
export { renderCatalog, renderConversation, renderDelta } from "./render.js";
export { ReplyReader, readReply } from "./reply-reader.js";
