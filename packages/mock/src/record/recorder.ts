import {
  request as askHttp,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { request as askHttps } from "node:https";
import type { OpenApiDocument } from "@portico/contract";
import { corsHeaders, withCors } from "../cors.ts";
import { basePath } from "../gateway/address.ts";
import { headersOf, type Listening, type ListenOptions, listen, refuse } from "../socket.ts";
import { type Address, addressOf } from "./address.ts";
import { ExchangeWriter, exchangeToText, readExchanges } from "./exchange.ts";
import { createExchangeJudge, type ExchangeJudge, recordExchange } from "./record-exchange.ts";
import { Secrets } from "./secrets.ts";
import { TimedText } from "./timed-text.ts";

export interface RecorderOptions extends ListenOptions {
  readonly document: OpenApiDocument;
  /** The base address of the gateway; without a path, `/api/v1` there. */
  readonly upstream: string;
  readonly folder: string;
  /** A line for each exchange, and one for each violation of the contract. */
  readonly onLine?: (line: string) => void;
  /** A body that is larger is passed on and not kept. Default: 20 MiB. */
  readonly mostBytes?: number;
}

export interface Recorder extends Listening {
  /** Including the base path. */
  readonly url: string;
}

/** Passes requests on to a gateway and keeps them with their replies. */
export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  const writer = new ExchangeWriter(options.folder);
  const before = readExchanges(options.folder).map(({ exchange }) => exchangeToText(exchange));
  const recording: Recording = {
    upstream: upstreamOf(options.upstream),
    mostBytes: options.mostBytes ?? 20 * 2 ** 20,
    judge: createExchangeJudge(options.document),
    secrets: new Secrets(before),
    writer,
    onLine: options.onLine ?? (() => undefined),
  };
  const listening = await listen(
    (incoming, outgoing) => pass(recording, incoming, outgoing),
    options,
  );
  return { ...listening, url: `${listening.origin}${basePath}` };
}

interface Recording {
  readonly upstream: URL;
  readonly mostBytes: number;
  readonly judge: ExchangeJudge;
  readonly secrets: Secrets;
  readonly writer: ExchangeWriter;
  readonly onLine: (line: string) => void;
}

/** One request under way. */
interface Passing {
  readonly recording: Recording;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Null for pages beside the API, which are passed on and not kept. */
  readonly address: Address | null;
  readonly sent: TimedText;
}

function upstreamOf(given: string): URL {
  const url = new URL(given);
  if (url.pathname === "/") url.pathname = basePath;
  url.pathname = url.pathname.replace(/\/$/, "");
  return url;
}

function pass(recording: Recording, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const cors = corsHeaders(incoming);
  if (incoming.method === "OPTIONS" && Object.keys(cors).length > 0)
    return void outgoing.writeHead(204, cors).end();
  const { method = "GET", url = "/" } = incoming;
  const sent = new TimedText(recording.mostBytes, performance.now());
  const passing = { recording, incoming, outgoing, address: addressOf(method, url), sent };
  const asked = ask(recording.upstream, incoming);
  incoming.on("data", (chunk: Buffer) => sent.add(chunk, performance.now()));
  incoming.pipe(asked);
  outgoing.once("close", () => asked.destroy());
  asked.on("error", (error) => {
    if (outgoing.headersSent || outgoing.destroyed) return;
    recording.onLine(`${method} ${url}: the gateway does not answer (${error.message})`);
    refuse(outgoing, 503, `The gateway at ${recording.upstream.origin} does not answer.`, cors);
  });
  asked.once("response", (reply) => passReply(passing, reply, cors));
}

/** Asks the gateway for the same, in a form that can be read on the way. */
function ask(upstream: URL, { method, url = "/", headers }: IncomingMessage): ClientRequest {
  const isApi = url.startsWith(`${basePath}/`);
  const path = isApi ? upstream.pathname + url.slice(basePath.length) : url;
  const { host: _host, "accept-encoding": _encoding, connection: _connection, ...own } = headers;
  const send = upstream.protocol === "https:" ? askHttps : askHttp;
  return send(new URL(path, upstream.origin), { method, headers: own });
}

function passReply(passing: Passing, reply: IncomingMessage, cors: Record<string, string>): void {
  const { outgoing, recording } = passing;
  const got = new TimedText(recording.mostBytes, performance.now());
  const { connection: _connection, "transfer-encoding": _encoding, ...headers } = reply.headers;
  outgoing.writeHead(reply.statusCode ?? 502, withCors(headers, cors));
  outgoing.flushHeaders();
  reply.on("data", (chunk: Buffer) => {
    // What comes after the caller has left reaches no reader, and is not part of the exchange.
    if (outgoing.destroyed) return;
    got.add(chunk, performance.now());
    if (outgoing.write(chunk)) return;
    // A slow reader slows the gateway, as without the recorder.
    reply.pause();
    outgoing.once("drain", () => reply.resume());
  });
  let isKept = false;
  const keep = (ended: "whole" | "cut" | "left"): void => {
    if (isKept) return;
    isKept = true;
    keepExchange(passing, reply, got, ended);
  };
  reply.once("end", () => {
    // Kept before the caller sees the end, so that a folder that is read then is complete.
    keep("whole");
    outgoing.end();
  });
  outgoing.once("close", () => keep("left"));
  reply.on("error", () => {
    keep(outgoing.destroyed ? "left" : "cut");
    outgoing.destroy();
  });
}

function keepExchange(
  { recording, incoming, address, sent }: Passing,
  reply: IncomingMessage,
  got: TimedText,
  ended: "whole" | "cut" | "left",
): void {
  if (address === null) return;
  const { judge, secrets, writer, onLine } = recording;
  const { method = "GET", url = "/" } = incoming;
  const seen = {
    address,
    request: { headers: headersOf(incoming), text: sent.isWhole ? sent.text : null },
    reply: {
      status: reply.statusCode ?? 0,
      headers: headersOf(reply),
      text: got.isWhole ? got.text : null,
    },
    isWhole: ended === "whole",
  };
  const broken = ended === "cut" ? ["reply: the gateway broke off."] : [];
  const violations = [...judge(seen), ...broken];
  const ending = { waitsMs: got.waitsMs, ended, violations };
  const exchange = recordExchange(method, seen, ending, secrets);
  try {
    const name = writer.write(exchange);
    onLine(`${method} ${secrets.inText(url)} ${seen.reply.status} -> ${name}`);
  } catch (error) {
    onLine(`The exchange is not kept: ${error instanceof Error ? error.message : error}`);
  }
  for (const violation of exchange.violations ?? []) onLine(`  ! ${violation}`);
}
