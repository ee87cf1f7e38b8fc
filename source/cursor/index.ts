/** `copperhead/cursor`: drives the Cursor Agent CLI and reads what it prints. */
export {
  type RuntimeEvent,
  type RuntimeEventBody,
  runtimeEvent,
  runtimeEventBody,
} from "../runtime/events.js";
export { CopperheadError, type Failure } from "../runtime/failure.js";
export {
  type AdapterSession,
  CursorAdapter,
  type CursorAdapterOptions,
  type StartedTurn,
} from "./adapter.js";
export { AdapterError, type AdapterErrorKind } from "./adapter-errors.js";
export type { SessionRequest, TurnRequest } from "./adapter-requests.js";
export { type CursorBinary, findCursor } from "./binary.js";
export {
  type About,
  about,
  type CursorModel,
  checkLogin,
  createChat,
  type Login,
  listModels,
  parseModels,
} from "./commands.js";
export type { Environment } from "./environment.js";
export { type CursorStreamEvent, cursorStreamEvent, decodeEvent } from "./events.js";
export { type NativeOutcome, type NativeTool, nativeToolOf } from "./native-tool.js";
export { readEvents, type StreamItem, StreamReader } from "./ndjson.js";
export { findPrivateWorkspace } from "./private-workspace.js";
export { type ProjectionOptions, projectEvents } from "./project.js";
export {
  type ChatOptions,
  CursorProvider,
  type CursorProviderOptions,
  type KnownChat,
} from "./provider.js";
export type { StepEvent, StepReply } from "./step-events.js";
export type { ThreadItem, ThreadSnapshot, ThreadTurn } from "./thread.js";
export type { TripwirePolicy } from "./tripwire.js";
