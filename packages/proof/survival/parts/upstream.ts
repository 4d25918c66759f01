import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Fault, faults, findMarker, isUpstreamName, type JournalEntry } from "./journal.ts";

export interface Behaviour {
  /** How many of its answers are faults: 0 to 1. */
  readonly faultShare: number;
  readonly faults: readonly Fault[];
  /** Between two words of a stream. */
  readonly paceMs: number;
  readonly words: number;
}

export interface JournalingUpstream extends AsyncDisposable {
  readonly url: string;
  readonly journal: readonly JournalEntry[];
  behave(change: Partial<Behaviour>): void;
}

interface UpstreamRequest {
  readonly input?: readonly string[];
  readonly messages?: readonly { readonly content: unknown }[];
  readonly stream?: boolean;
}

const dimensions = 8;

/**
 * Two upstreams in OpenAI's dialect on one real socket, /north and /south, which write down every call with the
 * tokens that they counted. What they count is never more than the gateway holds for.
 */
export async function startUpstream(): Promise<JournalingUpstream> {
  const journal: JournalEntry[] = [];
  let behaviour: Behaviour = { faultShare: 0, faults, paceMs: 0, words: 40 };
  const server = createServer((request, response) => {
    response.on("error", () => {});
    readText(request)
      .then((text) => {
        const asked: UpstreamRequest = JSON.parse(text);
        const entry = toEntry(request.url ?? "", asked, behaviour);
        if (entry === null) return void response.writeHead(404).end();
        journal.push(entry);
        return answer(entry, asked, response, behaviour);
      })
      .catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    journal,
    behave(change) {
      behaviour = { ...behaviour, ...change };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** Counts almost as much as the gateway holds for, so that a hold that is missing shows. */
function toEntry(url: string, asked: UpstreamRequest, behaviour: Behaviour): JournalEntry | null {
  const [, upstream = null, operation] = url.split("/");
  const text = String(asked.input?.[0] ?? asked.messages?.at(-1)?.content);
  const marker = findMarker(text);
  if (!isUpstreamName(upstream) || marker === null) return null;
  const isFaulty = Math.random() < behaviour.faultShare;
  const fault = behaviour.faults[Math.floor(Math.random() * behaviour.faults.length)] ?? null;
  return {
    marker,
    upstream,
    inputTokens: text.length - (marker.charCodeAt(marker.length - 1) % 8),
    outputTokens: operation === "embeddings" ? 0 : behaviour.words,
    fault: isFaulty ? fault : null,
  };
}

async function answer(
  entry: JournalEntry,
  asked: UpstreamRequest,
  response: ServerResponse,
  { paceMs }: Behaviour,
): Promise<void> {
  if (entry.fault !== null) return misbehave(entry.fault, entry, asked, response);
  if (asked.input !== undefined) return sendJson(response, 200, vectors(entry, asked.input));
  if (asked.stream !== true) return sendJson(response, 200, plainAnswer(entry));
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const frame of frames(entry)) {
    if (response.destroyed) return;
    response.write(frame);
    if (paceMs > 0) await sleep(paceMs);
  }
  response.end();
}

const statuses: Readonly<Partial<Record<Fault, number>>> = {
  tooMany: 429,
  broken: 500,
  overloaded: 529,
};

function misbehave(
  fault: Fault,
  entry: JournalEntry,
  asked: UpstreamRequest,
  response: ServerResponse,
) {
  const status = statuses[fault];
  if (status !== undefined)
    return sendJson(response, status, { error: { message: "Not now.", code: status } });
  const { socket } = response;
  if (fault === "refuse") return void socket?.destroy();
  if (fault === "reset") return void resetSocket(socket);
  if (fault === "garbage") return sendJson(response, 200, { data: "<html>", choices: 7 });
  response.writeHead(200, {
    "content-type": asked.stream === true ? "text/event-stream" : "application/json",
  });
  // A stall ends when the gateway has had enough.
  if (fault === "stall") return void response.flushHeaders();
  const pieces =
    asked.stream === true ? frames(entry).slice(0, 5) : ['{"object":"list","data":[{"index":0,'];
  response.write(pieces.join(""), () => resetSocket(socket));
}

function resetSocket(socket: Socket | null): void {
  socket?.resetAndDestroy();
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

function vectors({ inputTokens }: JournalEntry, input: readonly string[]) {
  const embedding = Array.from({ length: dimensions }, (_, at) => at / 8);
  const data = input.map((_, index) => ({ object: "embedding", index, embedding }));
  return { object: "list", data, usage: { prompt_tokens: inputTokens, total_tokens: inputTokens } };
}

function usageOf({ inputTokens, outputTokens }: JournalEntry) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

function plainAnswer(entry: JournalEntry) {
  const message = { role: "assistant", content: "word ".repeat(entry.outputTokens) };
  return {
    id: "c",
    object: "chat.completion",
    usage: usageOf(entry),
    choices: [
      {
        index: 0,
        message,
        finish_reason: "stop",
      },
    ],
  };
}

function frames(entry: JournalEntry): readonly string[] {
  const chunk = (fields: object) =>
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", ...fields })}\n\n`;
  const choice = (delta: object, finish_reason: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason }] });
  return [
    choice({ role: "assistant", content: "" }),
    ...Array.from({ length: entry.outputTokens }, () => choice({ content: "word " })),
    choice({}, "stop"),
    chunk({ choices: [], usage: usageOf(entry) }),
    "data: [DONE]\n\n",
  ];
}
