import { startMock } from "@portico/mock";
import { remoteTarget } from "../../src/targets/remote.ts";
import type { RunningTarget } from "./running-target.ts";

/** The mock: it answers with each status that is asked for, and remembers what was created. */
export async function startMockTarget(): Promise<RunningTarget> {
  const mock = await startMock({ rehearsal: { paceMs: 0 } });
  return {
    target: await remoteTarget({
      name: "the mock",
      url: mock.url,
      key: "mock",
      managementKey: "ptcm_mock-management",
      workspace: "research",
      byokProvider: "openai",
      abilities: { prefersStatus: true, stateful: true, sandboxFailures: false },
    }),
    [Symbol.asyncDispose]: () => mock.close(),
  };
}
