export type { FaultName, WorldData } from "@portico/mock/gateway";
export type {
  JournalEntry,
  Rule,
  Script,
  ScriptedReply,
  When,
} from "@portico/mock/gateway/script";
export type { ScenarioName } from "@portico/mock/scenarios";
export type {
  Operation,
  PorticoHandler,
  ReplyOptions,
  StreamingOperation,
} from "./operation-types.ts";
export * as portico from "./portico.ts";
export { type PorticoHandlersOptions, porticoHandlers } from "./portico-handlers.ts";
export type { CheckedRequest, EventOf, OperationId, ReplyBody } from "./wire.ts";
