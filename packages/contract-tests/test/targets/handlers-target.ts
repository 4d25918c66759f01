import { serveHandlers } from "@portico/msw/testing";
import { remoteTarget } from "../../src/targets/remote.ts";
import type { RunningTarget } from "./running-target.ts";

/** The handlers of Mock Service Worker, in this process: no socket is opened. */
export async function startHandlersTarget(): Promise<RunningTarget> {
  const served = serveHandlers("http://handlers.test");
  return {
    target: await remoteTarget({
      name: "the handlers",
      url: served.baseUrl,
      key: "mock",
      managementKey: "ptcm_mock-management",
      workspace: "research",
      byokProvider: "openai",
      abilities: { prefersStatus: true, stateful: true, sandboxFailures: false },
    }),
    async [Symbol.asyncDispose]() {
      served[Symbol.dispose]();
    },
  };
}
