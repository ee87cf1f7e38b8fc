/** `copperhead/cursor`: drives the Cursor Agent CLI and reads what it prints. */

export {
  type RuntimeEvent,
  type RuntimeEventBody,
  runtimeEvent,
  runtimeEventBody,
} from "../../base/events.js";
export { CopperheadError, type ExitCode, type Failure } from "../../base/failure.js";
export type { ToolKind, TurnStatus, Usage } from "../../base/outcomes.js";
export type { Environment } from "../../base/processes/environment.js";
export { type ProjectionOptions, projectEvents } from "../native/project-events.js";
export { type CursorBinary, findCursor } from "../process/binary.js";
export { findPrivateWorkspace } from "../process/private-workspace.js";
export {
  type CursorModel,
  checkLogin,
  createChat,
  type Login,
  listModels,
  parseModels,
} from "../process/short-commands.js";
export {
  type ChatOptions,
  CursorProvider,
  type CursorProviderOptions,
  type KnownChat,
  type StepReply,
} from "../reasoning/provider.js";
export type { ReasoningEvent } from "../reasoning/reasoning-reader.js";
export type { TripwirePolicy } from "../reasoning/tripwire.js";
export { type CursorStreamEvent, cursorStreamEvent, decodeEvent } from "../stream/events.js";
export { type NativeOutcome, type NativeTool, nativeToolOf } from "../stream/native-tool.js";
export { readEvents, type StreamItem, StreamReader } from "../stream/stream-reader.js";
export { CursorAdapter, type CursorAdapterOptions } from "./adapter.js";
export { AdapterError, type AdapterErrorKind } from "./adapter-errors.js";
export type { SessionRequest, TurnRequest } from "./adapter-requests.js";
export type { AdapterSession, StartedTurn, TurnCompleted } from "./native-session.js";
export type { ThreadItem, ThreadSnapshot, ThreadTurn } from "./thread.js";
