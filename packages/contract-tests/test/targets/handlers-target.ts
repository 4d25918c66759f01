import { porticoHandlers } from "@portico/msw";
import { setupServer } from "msw/node";
import { remoteTarget } from "../../src/targets/remote.ts";
import type { RunningTarget } from "./running-target.ts";

const origin = "http://handlers.test";

/** The handlers of Mock Service Worker, in this process: no socket is opened. */
export async function startHandlersTarget(): Promise<RunningTarget> {
  const server = setupServer(...porticoHandlers({ baseUrl: `${origin}/api/v1`, paceMs: 0 }));
  server.listen({ onUnhandledRequest: "bypass" });
  return {
    target: await remoteTarget({
      name: "the handlers",
      url: `${origin}/api/v1`,
      key: "mock",
      managementKey: "mock-management",
      workspace: "research",
      byokProvider: "openai",
      abilities: { prefersStatus: true, stateful: true, sandboxFailures: false },
    }),
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}
