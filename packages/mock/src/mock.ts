import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { OpenApiDocument, OperationFacts } from "@portico/contract";
import { pathAdvice } from "@portico/contract/path-advice";
import { pathAliases } from "@portico/contract/path-aliases";
import { answer, generationId } from "./answer.ts";
import { matchOperation } from "./contract-facts.ts";
import { Failure, isOfMessages, refusal, toldAs } from "./failure.ts";
import { createPrism, type Prism } from "./prism.ts";
import { createRandom, type Random } from "./random.ts";
import { checkKey, corsHeaders, readBody } from "./read-request.ts";
import { calm, type FaultName, planFor, type Rehearsal, readPreference } from "./rehearsal.ts";
import { writeAnswer, writeFailure } from "./write-reply.ts";

const basePath = "/api/v1";

export interface MockOptions {
  readonly document: OpenApiDocument;
  readonly rehearsal?: Partial<Rehearsal>;
  readonly host?: string;
  /** 0 takes a free port. */
  readonly port?: number;
  /** Called after each reply. */
  readonly onReply?: (line: {
    method: string;
    path: string;
    status: number;
    fault: string | null;
  }) => void;
}

export interface Mock extends AsyncDisposable {
  /** Including the base path. */
  readonly url: string;
  /** Serves another document from the next request on. */
  replace(document: OpenApiDocument): Promise<void>;
  close(): Promise<void>;
}

/** Serves the contract like the gateway. */
export async function startMock(options: MockOptions): Promise<Mock> {
  const rehearsal: Rehearsal = { ...calm, ...options.rehearsal };
  let served = { document: options.document, prism: await createPrism(options.document) };
  let requests = 0;

  const handle = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    requests += 1;
    const turn: Turn = {
      ...served,
      request,
      rehearsal,
      requestId: `req_mock_${rehearsal.seed}_${requests}`,
      random: createRandom((rehearsal.seed * 1_000_003 + requests) >>> 0),
      gone: goneSignal(reply),
    };
    const headers: Record<string, string> = {
      ...corsHeaders(request),
      "X-Request-Id": turn.requestId,
    };
    const fault = await serve(turn, reply, headers).catch((error: unknown) => {
      if (!turn.gone.aborted) writeFailure(reply, error, headers);
      return null;
    });
    const { method = "", url = "/" } = request;
    options.onReply?.({ method, path: url, status: reply.statusCode, fault });
  };

  const server = createServer((request, reply) => void handle(request, reply));
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
      served = { document, prism: await createPrism(document) };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Clients of messages ask by HEAD whether anything answers here. */
const discovered: ReadonlySet<string> = new Set(["/", "/api"]);

interface Turn {
  readonly document: OpenApiDocument;
  readonly prism: Prism;
  readonly request: IncomingMessage;
  readonly rehearsal: Rehearsal;
  readonly requestId: string;
  readonly random: Random;
  readonly gone: AbortSignal;
}

/** Handles one request in the order of the gateway: address, key, body, contract, answer. Returns its fault. */
async function serve(
  turn: Turn,
  reply: ServerResponse,
  headers: Record<string, string>,
): Promise<FaultName | null> {
  const { request } = turn;
  if (request.method === "OPTIONS") {
    reply.writeHead(204, headers).end();
    return null;
  }
  const url = contractAddress(request.url ?? "/");
  if (request.method === "HEAD" && discovered.has(url.pathname)) {
    reply.writeHead(200, headers).end();
    return null;
  }
  if (url.pathname === "/openapi.json" && request.method === "GET") {
    const text = JSON.stringify(turn.document);
    reply.writeHead(200, { ...headers, "Content-Type": "application/json" }).end(text);
    return null;
  }
  const operation = operationAt(request.method ?? "GET", url.pathname);
  const { requestId } = turn;
  if (isOfMessages(operation.id)) headers["request-id"] = requestId;
  Object.assign(headers, generationId(operation, requestId));
  try {
    return await serveOperation(turn, operation, url, reply, headers);
  } catch (error) {
    throw error instanceof Failure ? toldAs(operation, error, requestId) : error;
  }
}

async function serveOperation(
  turn: Turn,
  operation: OperationFacts,
  url: URL,
  reply: ServerResponse,
  headers: Record<string, string>,
): Promise<FaultName | null> {
  const { request, rehearsal, gone } = turn;
  checkKey(request, turn.document, operation);
  const preference = preferenceOf(request);
  const body = await readBody(request, operation);
  const plan = planFor(preference, rehearsal, turn.random);
  await delay(plan.delayMs, undefined, { signal: gone });
  if (plan.fault === "refuse") {
    reply.destroy();
    return plan.fault;
  }
  const target = url.pathname.slice(basePath.length) + url.search;
  const decided = await answer({
    ...turn,
    operation,
    request: { method: operation.method, target, headers: headersFor(operation, request), body },
    preference,
    plan,
    seed: rehearsal.seed,
  });
  await writeAnswer(
    reply,
    decided,
    { ...headers, ...generationId(operation, turn.requestId, decided) },
    plan,
    gone,
  );
  return plan.fault;
}

function goneSignal(reply: ServerResponse): AbortSignal {
  const gone = new AbortController();
  reply.on("close", () => gone.abort());
  return gone.signal;
}

/** The address as the contract has it: some clients use an older path. */
function contractAddress(asked: string): URL {
  const url = new URL(asked, "http://mock");
  const now = pathAliases[url.pathname.slice(basePath.length)];
  if (now !== undefined && url.pathname.startsWith(`${basePath}/`)) url.pathname = basePath + now;
  return url;
}

function operationAt(method: string, path: string) {
  const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : null;
  if (!isDecodable(path)) throw refusal(404, "The resource does not exist.");
  const match = below === null ? { found: null, allow: [] } : matchOperation(method, below);
  if (match.found) return match.found;
  if (match.allow.length === 0) throw refusal(404, pathAdvice(basePath, method, path));
  const allow = match.allow.join(", ");
  throw refusal(405, `${method} is not allowed here, only ${allow}.`, { Allow: allow });
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The body of an operation without one is not read, so its headers are left out too. */
function headersFor(operation: OperationFacts, request: IncomingMessage): Record<string, string> {
  const all = Object.entries(flat(request.headers));
  const ofBody = ["content-type", "content-length", "transfer-encoding"];
  return Object.fromEntries(
    operation.request === null ? all.filter(([name]) => !ofBody.includes(name)) : all,
  );
}

function preferenceOf(request: IncomingMessage) {
  try {
    return readPreference(flat(request.headers)["prefer"]);
  } catch (error) {
    throw refusal(400, (error as Error).message);
  }
}

function flat(headers: IncomingMessage["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]),
  );
}
