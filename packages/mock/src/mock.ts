import type { IncomingMessage, ServerResponse } from "node:http";
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
import { listen } from "./listen.ts";
import { prismReader } from "./prism-reader.ts";
import { goneSignal, requestOf, writeReply } from "./socket.ts";

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
  const { origin, ...listening } = await listen(
    (request, reply) => void serve(served, request, reply),
    options,
  );
  return {
    ...listening,
    url: `${origin}${basePath}`,
    async replace(document) {
      served = await servedFrom(document, options);
    },
  };
}

async function servedFrom(document: OpenApiDocument, options: MockOptions): Promise<Served> {
  return { document, gateway: await createGateway({ ...options, document }) };
}

/** What the mock answers with, without a socket. */
export async function createGateway({
  document,
  rehearsal = {},
  onReply,
  scenario,
}: MockOptions): Promise<SimulatedGateway> {
  const stage = { packs: packsOf(document), behaviours, seed: rehearsal.seed ?? 1 };
  return createSimulatedGateway({
    ...stage,
    ...(scenario && { world: await worldIn(scenario, stage) }),
    scenarios: scenarioWorlds(stage),
    rehearsal,
    basePath,
    advice: (method, path) => pathAdvice(basePath, method, path),
    second: await prismReader(document, basePath),
    ...(onReply && { onReply }),
  });
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
