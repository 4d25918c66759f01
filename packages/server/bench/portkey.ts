import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { type Running, start } from "./processes.ts";

/** Which of its providers to ask by, and where that one is: a vendor whose dialect is OpenAI's. */
export function portkeyHeaders(upstream: string): Readonly<Record<string, string>> {
  return { "x-portkey-provider": "together-ai", "x-portkey-custom-host": upstream };
}

/** A rival, as its own command starts it, from a folder where `npm install @portkey-ai/gateway` was run. */
export async function startPortkey(folder: string): Promise<Running> {
  const script = join(folder, "node_modules/@portkey-ai/gateway/build/start-server.js");
  // It writes a stack for each failure, which the report counts.
  return start(script, [`--port=${await freePort()}`, "--headless"], {}, [], "ignore");
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
