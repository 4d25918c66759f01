export { isRecord } from "@portico/contract/is-record";
export { chunkStop } from "./chunk-stop.ts";
export { type CodeKind, codeKindsOf, codeOf } from "./code/code.ts";
export { dataOf, frameSplitter, readEvents } from "./event-stream.ts";
export { messageStop } from "./message-stop.ts";
export {
  addressOf,
  type GivenParameter,
  headersOf,
  jsonOf,
  type KeyKind,
  type PlannedRequest,
  targetOf,
} from "./plan.ts";
export { responseStop } from "./response-stop.ts";
export type { Stop } from "./stop.ts";
export { meaningOf, stopOf } from "./stops.ts";
