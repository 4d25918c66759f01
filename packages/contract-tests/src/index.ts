export { cases } from "./cases/index.ts";
export { type Outcome, type Result, runSuite } from "./suite/run-suite.ts";
export { type RemoteOptions, remoteTarget } from "./targets/remote.ts";
export type { Target } from "./targets/target.ts";
