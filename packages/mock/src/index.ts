export { type FaultName, faultMeanings, faults, type Rehearsal } from "@portico/simulated-gateway";
export { type Mock, type MockOptions, startMock } from "./mock.ts";
