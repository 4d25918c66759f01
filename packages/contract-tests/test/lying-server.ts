import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Target } from "../src/targets/target.ts";
import { behaviourFaults } from "./lying/behaviour-faults.ts";
import { chatFaults } from "./lying/chat-faults.ts";
import { chatStreamFaults } from "./lying/chat-stream-faults.ts";
import { costFaults } from "./lying/cost-faults.ts";
import type { Asked, Fault, Told } from "./lying/fault.ts";
import { messageFaults } from "./lying/message-faults.ts";
import { messageStreamFaults } from "./lying/message-stream-faults.ts";
import { replyFaults } from "./lying/reply-faults.ts";
import { rerankFaults } from "./lying/rerank-faults.ts";
import { streamFaults } from "./lying/stream-faults.ts";
import { thoughtFaults } from "./lying/thought-faults.ts";
import { maxHeaderSize } from "./targets/max-header-size.ts";
import type { RunningTarget } from "./targets/running-target.ts";

/** Lies about chat completions, which the specified interface does not have. */
export const faultsOfChats = { ...chatFaults, ...chatStreamFaults };

/** Lies about messages, which the specified interface does not have either. */
export const faultsOfMessages = { ...messageFaults, ...messageStreamFaults };

/** Lies about what replies cost. */
export const faultsOfCosts = costFaults;

/** Lies about rankings, likewise. */
export const faultsOfRankings = rerankFaults;

export const faults = {
  ...{ ...replyFaults, ...streamFaults, ...thoughtFaults, ...behaviourFaults },
  ...faultsOfChats,
  ...faultsOfMessages,
  ...faultsOfCosts,
  ...faultsOfRankings,
};
export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as readonly FaultName[];

/**
 * Stands before an honest service and lies in one way; with no fault it hands on everything as it is. The negative
 * control of the suite: what it does not notice here, it would not notice anywhere.
 */
export async function startLyingServer(
  honest: Target,
  name: FaultName | null,
): Promise<RunningTarget> {
  const { ask = (asked) => asked, tell = (told) => told } =
    name === null ? ({} satisfies Fault) : make(faults[name], honest);
  const origin = new URL(honest.baseUrl).origin;
  const server = createServer({ maxHeaderSize }, async (request, response) => {
    const asked = ask(await read(request));
    const told = tell(await forward(origin, asked), asked);
    response.writeHead(told.status, told.headers);
    response.end(told.text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    target: {
      ...honest,
      name: `a server that lies: ${name ?? "about nothing"}`,
      baseUrl: honest.baseUrl.replace(origin, `http://127.0.0.1:${port}`),
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function make(fault: Fault | ((honest: Target) => Fault), honest: Target): Fault {
  return typeof fault === "function" ? fault(honest) : fault;
}

async function read(request: IncomingMessage): Promise<Asked> {
  const { method = "GET", url = "/" } = request;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers))
    if (!hopByHop.has(name)) headers[name] = String(value);
  return { method, url, headers, text: await text(request) };
}

async function forward(origin: string, { method, url, headers, text }: Asked): Promise<Told> {
  const body = method === "GET" || text === "" ? null : text;
  const reply = await fetch(`${origin}${url}`, { method, headers, body });
  const told = Object.fromEntries([...reply.headers].filter(([name]) => !hopByHop.has(name)));
  return { status: reply.status, headers: told, text: await reply.text() };
}

/** What speaks of the connection or of the bytes that were, not of the message. */
const hopByHop = new Set([
  ...["connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding"],
  ...["host", "expect"],
]);
