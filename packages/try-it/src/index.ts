export { isRecord } from "@portico/contract/is-record";
export { type CodeKind, codeKindsOf, codeOf } from "./code/code.ts";
export { dataOf, frameSplitter, readEvents } from "./event-stream.ts";
export {
  addressOf,
  type GivenParameter,
  headersOf,
  jsonOf,
  type KeyKind,
  type PlannedRequest,
  targetOf,
} from "./plan.ts";
export type { Stop } from "./stops.ts";
export { chunkStop, meaningOf, messageStop, responseStop, stopOf } from "./stops.ts";
