export { type Mock, type MockOptions, startMock } from "./mock.ts";
export { type FaultName, faults, type Rehearsal } from "./rehearsal.ts";
