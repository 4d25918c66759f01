import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { OpenApiDocument } from "@portico/contract";
import { pathAdvice } from "@portico/contract/path-advice";
import {
  createSimulatedGateway,
  type Rehearsal,
  type ReplyLine,
  type SimulatedGateway,
  type World,
} from "@portico/simulated-gateway";
import * as behaviours from "@portico/simulated-gateway/behaviours";
import { packsOf } from "@portico/simulated-gateway/packs";
import { enterScenario } from "@portico/simulated-gateway/scenarios";
import { control, controlPath } from "./control.ts";
import { corsHeaders } from "./cors.ts";
import { prismReader } from "./prism-reader.ts";
import { Sessions } from "./sessions.ts";
import { requestOf, writeReply } from "./socket.ts";
import { StateFile } from "./state-file.ts";

const basePath = "/api/v1";

export interface MockOptions {
  readonly document: OpenApiDocument;
  readonly rehearsal?: Partial<Rehearsal>;
  readonly host?: string;
  /** 0 takes a free port. */
  readonly port?: number;
  /** The state in which each session begins; without it, the contract's examples. */
  readonly scenario?: string;
  /** The file that keeps what the mock remembers. */
  readonly stateFile?: string;
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

/** What outlives a change of the document. */
interface Kept {
  readonly sessions: Sessions;
  readonly file: StateFile | null;
}

/** Serves the contract like the gateway: the simulated gateway behind a socket, with Prism as its second reader. */
export async function startMock(options: MockOptions): Promise<Mock> {
  const begin = async (scenario: string | null): Promise<World> => {
    const gateway = begun(served.document, options);
    if (scenario !== null) await enterScenario(gateway, scenario);
    return gateway.world;
  };
  const sessions = new Sessions(begin, options.scenario ?? null);
  const { stateFile } = options;
  const file = stateFile === undefined ? null : new StateFile(stateFile, sessions);
  let served = await servedFrom(options.document, options, sessions);
  if (options.scenario !== undefined) await begin(options.scenario);
  const kept = { sessions, file };
  const server = createServer((request, reply) => void serve(served, kept, request, reply));
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
      served = await servedFrom(document, options, sessions);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A gateway with a state of its own, in which a scenario can be brought about. */
function begun(document: OpenApiDocument, { rehearsal }: MockOptions): SimulatedGateway {
  const quick = { seed: rehearsal?.seed ?? 1, paceMs: 0 };
  return createSimulatedGateway({
    packs: packsOf(document),
    behaviours,
    basePath,
    rehearsal: quick,
  });
}

async function servedFrom(
  document: OpenApiDocument,
  { rehearsal = {}, onReply }: MockOptions,
  sessions: Sessions,
): Promise<Served> {
  const gateway = createSimulatedGateway({
    packs: packsOf(document),
    behaviours,
    rehearsal,
    basePath,
    worldOf: async (request) => (await sessions.of(request)).world,
    advice: (method, path) => pathAdvice(basePath, method, path),
    second: await prismReader(document, basePath),
    ...(onReply && { onReply }),
  });
  return { document, gateway };
}

async function serve(
  { document, gateway }: Served,
  { sessions, file }: Kept,
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
    const asked = requestOf(request, gone);
    const isControl = new URL(asked.url).pathname.startsWith(controlPath);
    const answer = isControl ? await control(asked, sessions) : await gateway.handle(asked);
    await file?.save();
    await writeReply(answer, cors, reply, gone);
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
