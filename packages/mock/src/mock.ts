import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { OpenApiDocument } from "@portico/contract";
import { pathAdvice } from "@portico/contract/path-advice";
import type { ScenarioName } from "@portico/scenarios";
import {
  createSimulatedGateway,
  type Rehearsal,
  type ReplyLine,
  type SimulatedGateway,
} from "@portico/simulated-gateway";
import * as behaviours from "@portico/simulated-gateway/behaviours";
import { packsOf } from "@portico/simulated-gateway/packs";
import { scenarioWorlds, worldIn } from "@portico/simulated-gateway/scenario";
import { corsHeaders } from "./cors.ts";
import { prismReader } from "./prism-reader.ts";
import { requestOf, writeReply } from "./socket.ts";

const basePath = "/api/v1";

export interface MockOptions {
  readonly document: OpenApiDocument;
  readonly rehearsal?: Partial<Rehearsal>;
  /** The state in which it starts, and to which it comes back. */
  readonly scenario?: ScenarioName;
  readonly host?: string;
  /** 0 takes a free port. */
  readonly port?: number;
  /** Called for each reply. */
  readonly onReply?: (line: ReplyLine) => void;
}

export interface Mock extends AsyncDisposable {
  /** Including the base path. */
  readonly url: string;
  /** Serves another document from the next request on. */
  replace(document: OpenApiDocument): Promise<void>;
  close(): Promise<void>;
}

interface Served {
  readonly document: OpenApiDocument;
  readonly gateway: SimulatedGateway;
}

/** Serves the contract like the gateway: the simulated gateway behind a socket, with Prism as its second reader. */
export async function startMock(options: MockOptions): Promise<Mock> {
  let served = await servedFrom(options.document, options);
  const server = createServer((request, reply) => void serve(served, request, reply));
  const host = options.host ?? "127.0.0.1";
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}${basePath}`,
    async replace(document) {
      served = await servedFrom(document, options);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function servedFrom(
  document: OpenApiDocument,
  { rehearsal = {}, onReply, scenario }: MockOptions,
): Promise<Served> {
  const stage = { packs: packsOf(document), behaviours, seed: rehearsal.seed ?? 1 };
  const gateway = createSimulatedGateway({
    ...stage,
    ...(scenario && { world: await worldIn(scenario, stage) }),
    scenarios: scenarioWorlds(stage),
    rehearsal,
    basePath,
    advice: (method, path) => pathAdvice(basePath, method, path),
    second: await prismReader(document, basePath),
    ...(onReply && { onReply }),
  });
  return { document, gateway };
}

async function serve(
  { document, gateway }: Served,
  request: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  const cors = corsHeaders(request);
  if (request.method === "OPTIONS") return void reply.writeHead(204, cors).end();
  if (request.method === "GET" && /^\/openapi\.json(\?|$)/.test(request.url ?? "")) {
    const json = { ...cors, "Content-Type": "application/json" };
    return void reply.writeHead(200, json).end(JSON.stringify(document));
  }
  const gone = goneSignal(reply);
  try {
    await writeReply(await gateway.handle(requestOf(request, gone)), cors, reply, gone);
  } catch {
    // The connection was refused, or the caller has gone.
    reply.destroy();
  }
}

function goneSignal(reply: ServerResponse): AbortSignal {
  const gone = new AbortController();
  reply.on("close", () => gone.abort());
  return gone.signal;
}
