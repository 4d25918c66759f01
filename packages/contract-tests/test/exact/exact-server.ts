import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { loadDocument, type OpenApiDocument } from "@portico/contract";
import { eventStream } from "@portico/contract/judge/judge";
import { readEvents } from "@portico/contract/judge/read-events";
import { streamEnd } from "@portico/contract/stream-order";
import { stripAdditions } from "@portico/contract/strip-additions";
import { knownWord, reducedEvents } from "../../src/contract/reduce.ts";
import { createExactContract, type ExactContract, type ExactOperation } from "./exact-contract.ts";

export interface ExactServer extends AsyncDisposable {
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
}

interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * A proxy to a real gateway that removes every operation, field, event, header, status and value that a document
 * does not name: by default those that interface.md does not. The result is a server with the specified interface
 * only, for testing all that reads it.
 */
export async function startExactServer(
  gatewayBaseUrl: string,
  document: OpenApiDocument = stripAdditions(loadDocument()),
): Promise<ExactServer> {
  const contract = createExactContract(document);
  const { pathname: base } = new URL(gatewayBaseUrl);
  const server = createServer((request, response) => {
    void answer(contract, gatewayBaseUrl, request)
      .catch((error: unknown) => failure(500, String(error)))
      .then(({ status, headers, text: body }) => response.writeHead(status, headers).end(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function answer(
  contract: ExactContract,
  gatewayBaseUrl: string,
  request: IncomingMessage,
): Promise<Told> {
  const { method = "GET", url = "/" } = request;
  const { pathname, searchParams } = new URL(url, gatewayBaseUrl);
  const { pathname: base } = new URL(gatewayBaseUrl);
  const path = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : "";
  const sent = await text(request);
  const operation = contract.operation(method, path);
  if (operation === null) return failure(404, "There is no such path.");
  const names = [...searchParams.keys()];
  for (const name of names) if (!operation.queryParameters.has(name)) searchParams.delete(name);
  const asked = requested(operation, sent);
  if ("fault" in asked) return failure(400, asked.fault);
  const reply = await fetch(`${gatewayBaseUrl}${path}?${searchParams}`, {
    method,
    headers: headersFor(operation, request),
    body: sent === "" ? null : asked.text,
  });
  return told(contract, operation, reply);
}

async function told(
  { schemas }: ExactContract,
  operation: ExactOperation,
  reply: Response,
): Promise<Told> {
  const said = await reply.text();
  const type = reply.headers.get("content-type") ?? "";
  const kept = operation.replyHeaders(reply.status);
  const headers = {
    ...Object.fromEntries([...reply.headers].filter(([name]) => kept.has(name))),
    "content-type": type,
  };
  if (type.startsWith(eventStream)) {
    const events = reducedEvents(schemas, readEvents(said).events, knownWord);
    return { status: reply.status, headers, text: events.map(written).join("") };
  }
  const status = operation.status(reply.status);
  const body = Object(operation.reply(reply.status, JSON.parse(said)));
  if (status >= 400) Object.assign(Object(body.error), { code: status });
  return { status, headers, text: JSON.stringify(body) };
}

/** A body that is not JSON is passed on, for the gateway to refuse. */
function requested(operation: ExactOperation, sent: string): { text: string } | { fault: string } {
  let body: unknown;
  try {
    body = JSON.parse(sent);
  } catch {
    return { text: sent };
  }
  // A body that is no object is passed on, so that the refusal has the gateway's words.
  if (typeof body !== "object" || body === null || Array.isArray(body)) return { text: sent };
  const kept = operation.request(body);
  return "fault" in kept ? kept : { text: JSON.stringify(kept.body) };
}

const always = ["authorization", "content-type", "accept"];

function headersFor(operation: ExactOperation, { headers }: IncomingMessage): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    always.includes(name) || operation.requestHeaders.has(name) ? [[name, String(value)]] : [],
  );
}

function failure(code: number, message: string): Told {
  const headers = { "content-type": "application/json" };
  return { status: code, headers, text: JSON.stringify({ error: { code, message } }) };
}

function written(event: unknown): string {
  return `data: ${event === streamEnd ? streamEnd : JSON.stringify(event)}\n\n`;
}
