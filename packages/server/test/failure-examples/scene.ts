import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type OperationFacts, operations } from "@portico/contract";
import { eventually } from "@portico/test-support/eventually";
import { databaseFile } from "../../src/store/sqlite/open-sqlite-store.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { jsonBody, ordinary, startPipeline } from "../support/pipeline.ts";

export interface Asking {
  readonly key?: string | null;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  /** In place of `body`: the text as it is. */
  readonly raw?: string;
  readonly type?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Provoked {
  readonly status: number;
  readonly body: unknown;
}

/** A gateway with the models of the examples, whose upstream has no room, and gateways in trouble. */
export interface Scene extends AsyncDisposable {
  readonly gateway: TestGateway;
  ask(operation: OperationFacts, asking?: Asking): Promise<Provoked>;
  /** One with a defect, one whose key has too much under way, one that is full. */
  askBroken(operation: Simple): Promise<Provoked>;
  askWhileBusy(operation: Simple, bound: "requestsPerKey" | "requests"): Promise<Provoked>;
  askTooMuch(operation: Simple): Promise<Provoked>;
  /** Whose own credential with the provider was sealed with another master key. */
  askWithLostSecret(): Promise<Provoked>;
  /** Of a gateway that is stopping while a request is under way. */
  askStopping(): Promise<Provoked>;
}

export async function startScene(): Promise<Scene> {
  const upstream = createServer((_, response) => {
    response.writeHead(503).end("{}");
  });
  upstream.listen(0, "127.0.0.1");
  await once(upstream, "listening");
  const { port } = upstream.address() as AddressInfo;
  const gateway = await startTestGateway({
    yaml: `
providers:
  acme: { kind: openai-compatible, base_url: "http://127.0.0.1:${port}", api_key: sk-x, data_collection: allow, byok: allow }
  sandbox: { kind: sandbox, word_delay_ms: 0 }
models:
  - { id: acme/embed, kind: embedding, context_length: 512, dimensions: 2, endpoints: [{ provider: acme, upstream_model: e, price: { input: "0.1" } }] }
  - { id: acme/rerank, kind: rerank, context_length: 512, endpoints: [{ provider: acme, upstream_model: r, price: { input: "0.1" } }] }
  - { id: acme/writer, kind: text, context_length: 512, max_output_tokens: 512, endpoints: [{ provider: acme, upstream_model: w, price: { input: "1", output: "1000" } }] }
`,
  });
  return {
    gateway,
    ask: (operation, asking = {}) => ask(gateway, operation, asking),
    askBroken,
    askWhileBusy,
    askTooMuch,
    askWithLostSecret: () => askWithLostSecret(gateway),
    askStopping: () => askStopping(gateway),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      upstream.closeAllConnections();
      upstream.close();
    },
  };
}

async function ask(
  { api, own }: TestGateway,
  { path, method, key: kind }: OperationFacts,
  { params = {}, query = "", body, raw, key, type = "application/json", ...asking }: Asking,
): Promise<Provoked> {
  const absent = "00000000-0000-4000-8000-000000000000";
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? absent);
  const sent = raw ?? (body === undefined ? null : JSON.stringify(body));
  const right = kind === "ordinary" ? own.ordinary : own.management;
  const headers: Record<string, string> = { ...asking.headers };
  if (sent !== null) headers["content-type"] = type;
  if (key !== null) headers["authorization"] = `Bearer ${key ?? right}`;
  const init = { method: asking.method ?? method.toUpperCase(), headers, body: sent };
  return read(await fetch(`${api}${filled}${query}`, init));
}

async function read(reply: Response): Promise<Provoked> {
  return { status: reply.status, body: await reply.json() };
}

/** Operations that gateways in trouble are asked for, and the least that they take. */
const bodies = {
  createEmbeddings: (text: string) => ({ model: "m", input: text }),
  createChatCompletion: (text: string) => ({
    model: "m",
    messages: [{ role: "user", content: text }],
  }),
  createMessage: (text: string) => ({
    model: "m",
    max_tokens: 1,
    messages: [{ role: "user", content: text }],
  }),
};
export type Simple = keyof typeof bodies;

const askSimply = (url: string, operation: Simple, text = "x"): Promise<Response> =>
  fetch(`${url}/api/v1${operations[operation].path}`, {
    method: "POST",
    headers: { ...ordinary, ...jsonBody },
    body: JSON.stringify(bodies[operation](text)),
  });

async function askBroken(operation: Simple): Promise<Provoked> {
  const broken = async (): Promise<never> => {
    throw new Error("a defect");
  };
  await using pipeline = await startPipeline({ [operation]: broken });
  return read(await askSimply(pipeline.url, operation));
}

async function askTooMuch(operation: Simple): Promise<Provoked> {
  await using pipeline = await startPipeline({}, { maxBytes: 1024 });
  return read(await askSimply(pipeline.url, operation, "x".repeat(2048)));
}

async function askWhileBusy(
  operation: Simple,
  bound: "requestsPerKey" | "requests",
): Promise<Provoked> {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const busy = async () => {
    await held;
    return { type: "pieces" as const, pieces: [Buffer.from("{}")] };
  };
  // More than one, so that the words are those of many.
  const options = { inFlight: { [bound]: 2 } };
  await using pipeline = await startPipeline({ [operation]: busy }, options);
  const first = [askSimply(pipeline.url, operation), askSimply(pipeline.url, operation)];
  while (pipeline.inFlight.requests < 2) await new Promise(setImmediate);
  const refused = await read(await askSimply(pipeline.url, operation));
  release();
  await Promise.all(first);
  return refused;
}

async function askWithLostSecret(gateway: TestGateway): Promise<Provoked> {
  const credential = { provider: "acme", secret: "sk-own" };
  const { body } = await ask(gateway, operations.createByokCredential, { body: credential });
  const database = new DatabaseSync(join(gateway.dataFolder, databaseFile));
  database.exec("update credentials set ciphertext = zeroblob(length(ciphertext))");
  database.close();
  const said = await ask(gateway, operations.createResponse, {
    body: { model: "acme/writer", input: "x" },
  });
  const { data } = body as { data: { id: string } };
  await ask(gateway, operations.deleteByokCredential, { params: { id: data.id } });
  return said;
}

async function askStopping(gateway: TestGateway): Promise<Provoked> {
  const other = await gateway.another({ operatorPages: { metricsPort: 0, metricsToken: null } });
  // A request whose body never comes holds the gateway back from stopping at once.
  const socket = connect(Number(new URL(other.url).port), "127.0.0.1");
  socket.on("error", () => {});
  socket.write(
    `POST /api/v1/embeddings HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${gateway.own.ordinary}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
  );
  await eventually(() => {
    if (other.underWay() === 0) throw new Error("The request has not come.");
  });
  const stopped = other.close();
  try {
    for (;;) {
      const said = await read(await fetch(`${other.operatorUrl}/readyz`));
      if (said.status !== 200) return said;
    }
  } finally {
    socket.destroy();
    await stopped;
  }
}
