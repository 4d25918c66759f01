export { type FaultName, faultMeanings, faults, type Rehearsal } from "./gateway/index.ts";
export { type Mock, type MockOptions, startMock } from "./mock.ts";
