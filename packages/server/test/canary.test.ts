import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTelemetry, type Telemetry } from "../src/observability/telemetry.ts";
import { databaseFile } from "../src/store/sqlite/open-sqlite-store.ts";
import { bearer, jsonHeaders, startTestGateway, type TestGateway } from "./support/gateway.ts";

/** Secrets that must not be readable anywhere: each is random, so that a find is no accident. */
const canary = (name: string) => `canary-${name}-${randomBytes(12).toString("hex")}`;
const operatorKey = canary("operator");
const byokSecret = canary("byok");
const prompt = canary("prompt");
const vectorDigits = "0.918273645";

let upstream: Server;
let collector: Server;
let gateway: TestGateway;
let telemetry: Telemetry;
const logged: string[] = [];
const traced: string[] = [];
const replies: string[] = [];

beforeAll(async () => {
  upstream = await listening(
    createServer((request, response) => void answerAsUpstream(request, response)),
  );
  collector = await listening(
    createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      traced.push(Buffer.concat(chunks).toString("latin1"));
      response.end("{}");
    }),
  );
  telemetry = await createTelemetry(urlOf(collector));
  gateway = await startTestGateway({
    telemetry,
    logStream: { write: (line) => void logged.push(line) },
    yaml: `
providers:
  upstream: { kind: openai-compatible, base_url: "${urlOf(upstream)}", api_key: "${operatorKey}", byok: allow }
models:${["good", "400", "401", "500", "garbage"].map(modelYaml).join("")}`,
  });
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  for (const server of [upstream, collector]) server.close();
});

function modelYaml(name: string): string {
  return `
  - id: "case/${name}"
    kind: embedding
    context_length: 1000
    dimensions: 2
    endpoints: [ { provider: upstream, upstream_model: "${name}", price: { input: "1" } } ]`;
}

/** Repeats in its errors what it was sent, as real ones do. */
async function answerAsUpstream(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const { model } = JSON.parse(body) as { model: string };
  const echo = `${request.headers.authorization} ${body}`;
  response.setHeader("content-type", "application/json");
  if (model === "garbage")
    response.end(`{"data":[{"embedding":[${vectorDigits},"${echo.slice(0, 40)}`);
  else if (model === "good") {
    const data = [{ index: 0, embedding: [Number(vectorDigits), 0.5] }];
    response.end(JSON.stringify({ data, usage: { prompt_tokens: 3 } }));
  } else {
    response.statusCode = Number(model);
    response.end(
      // A refusal goes back to the caller; a failure goes to the log as well.
      JSON.stringify({
        error: { message: `Refused: ${model === "500" ? echo : request.headers.authorization}` },
      }),
    );
  }
}

async function listening(server: Server): Promise<Server> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function call(path: string, key: string, body?: unknown, method = "POST"): Promise<string> {
  const response = await fetch(gateway.api + path, {
    method,
    headers: jsonHeaders(key),
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) replies.push(text);
  return text;
}

const models = ["good", "400", "401", "500", "garbage"];

it("finds no secret, prompt or vector in logs, metrics, traces, errors or the database", async () => {
  const { own } = gateway;
  const created = [own.ordinary, own.management];
  const embedAll = async () => {
    for (const model of models)
      await call("/embeddings", own.ordinary, { model: `case/${model}`, input: prompt });
  };
  await call(
    "/workspaces/default",
    own.management,
    { is_observability_broadcast_enabled: true },
    "PATCH",
  );
  await embedAll();
  const { key } = JSON.parse(await call("/keys", own.management, { name: "canary" })) as {
    key: string;
  };
  created.push(key);
  await call("/byok", own.management, { provider: "upstream", secret: byokSecret });
  await embedAll();
  // What cannot be read must not be repeated either.
  await call("/embeddings", own.ordinary, `{"model":"case/good","input":"${prompt}", oops`);
  await call("/embeddings", own.ordinary, {
    model: prompt.slice(0, 10),
    input: { [prompt]: prompt },
  });
  await call("/embeddings", `${own.ordinary}x`, { model: "case/good", input: prompt });
  await call("/byok", own.management, { provider: "nobody", secret: byokSecret });

  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  await telemetry.close();
  const places = {
    logs: logged.join("\n"),
    metrics,
    traces: traced.join("\n"),
    errors: replies.join("\n"),
    database: dump(),
  };
  expect(places.logs).toMatch(/createEmbeddings/);
  expect(places.metrics).toMatch(/portico_requests_total\{operation="createEmbeddings"/);
  expect(places.traces).toMatch(/gen_ai\.request\.model/);
  expect(replies.length).toBeGreaterThan(8);
  expect(places.database).toMatch(/case\/good/);
  for (const secret of [...created, operatorKey, byokSecret, prompt, vectorDigits])
    for (const [place, text] of Object.entries(places))
      expect([place, secret.slice(0, 20), text.includes(secret)]).toEqual([
        place,
        secret.slice(0, 20),
        false,
      ]);
});

/** Every value of every table, and the bytes of the files themselves. */
function dump(): string {
  using database = new DatabaseSync(join(gateway.dataFolder, databaseFile));
  const tables = database
    .prepare("select name from sqlite_master where type = 'table'")
    .all()
    .map(({ name }) => String(name));
  const rows = tables.flatMap((table) => database.prepare(`select * from "${table}"`).all());
  return rows
    .flatMap((row) => Object.values(row))
    .map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value),
    )
    .join("\n");
}

it("opens the workspace's own credential for the upstream alone", async () => {
  const { own } = gateway;
  await call("/byok", own.management, { provider: "upstream", secret: byokSecret });
  const list = await (
    await fetch(`${gateway.api}/byok`, { headers: bearer(own.management) })
  ).text();
  expect(list).not.toContain(byokSecret);
  const { data }: { data: { provider: string }[] } = JSON.parse(list);
  expect(new Set(data.map(({ provider }) => provider))).toEqual(new Set(["upstream"]));
});
