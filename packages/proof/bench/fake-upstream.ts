import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { embeddingEndpoints, streamedDeltas } from "./workloads.ts";

/** Answers in OpenAI's dialect and in Anthropic's at once, with bytes that were made beforehand, so that it is never what is measured. */

interface UpstreamRequest {
  readonly model?: string;
  readonly input?: readonly string[];
  readonly stream?: boolean;
  readonly encoding_format?: string;
}

const prepared = new Map<string, Buffer>();

function embeddingsReply(count: number, dimensions: number, base64: boolean): Buffer {
  const key = `${count} ${dimensions} ${base64}`;
  const known = prepared.get(key);
  if (known) return known;
  const data = Array.from({ length: count }, (_, index) => {
    const values = Float32Array.from({ length: dimensions }, (_value, at) =>
      Math.sin(index * 7919 + at * 104_729),
    );
    const embedding = base64
      ? Buffer.from(values.buffer).toString("base64")
      : [...values].map((value) => Number(value.toPrecision(9)));
    return { object: "embedding", index, embedding };
  });
  const usage = { prompt_tokens: count * 8, total_tokens: count * 8 };
  const reply = Buffer.from(JSON.stringify({ object: "list", data, model: "m", usage }));
  prepared.set(key, reply);
  return reply;
}

const words = Array.from({ length: streamedDeltas }, (_, index) => ` word${index}`);
const usage = {
  prompt_tokens: 14,
  completion_tokens: streamedDeltas,
  total_tokens: 14 + streamedDeltas,
};
const common = { id: "chatcmpl-1", created: 1_795_250_400, model: "text" };

const plainReply = Buffer.from(
  JSON.stringify({
    ...common,
    object: "chat.completion",
    choices: [
      { index: 0, message: { role: "assistant", content: words.join("") }, finish_reason: "stop" },
    ],
    usage,
  }),
);

const messageReply = Buffer.from(
  JSON.stringify({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude",
    content: [{ type: "text", text: words.join("") }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 14, output_tokens: streamedDeltas },
  }),
);

function chunk(delta: unknown, finish: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ ...common, object: "chat.completion.chunk", choices })}\n\n`;
}

const frames = [
  chunk({ role: "assistant", content: "" }, null),
  ...words.map((word) => chunk({ content: word }, null)),
  chunk({}, "stop"),
  `data: ${JSON.stringify({ ...common, object: "chat.completion.chunk", choices: [], usage })}\n\n`,
  "data: [DONE]\n\n",
];

function answer(
  path: string,
  asked: UpstreamRequest,
  paceMs: number,
  response: ServerResponse,
): void {
  if (path.endsWith("/embeddings")) {
    const [name = "", dimensions = "8"] = asked.model?.split("/").at(-1)?.split("-") ?? [];
    // As servers that know decimals alone answer, whatever they are asked for.
    const base64 = asked.encoding_format === "base64" && name !== "decimals";
    const reply = embeddingsReply(asked.input?.length ?? 1, Number(dimensions), base64);
    response.writeHead(200, { "content-type": "application/json", "content-length": reply.length });
    response.end(reply);
  } else if (asked.stream) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    writeFrames(response, paceMs);
  } else {
    const reply = path.endsWith("/messages") ? messageReply : plainReply;
    response.writeHead(200, { "content-type": "application/json", "content-length": reply.length });
    response.end(reply);
  }
}

/** One write a frame, each in a turn of its own as models send them; with a pace, so many milliseconds apart. */
function writeFrames(response: ServerResponse, paceMs: number): void {
  let next = 0;
  const writeNext = (): void => {
    const frame = frames[next];
    next += 1;
    if (frame === undefined) response.end();
    else if (!response.destroyed) {
      response.write(frame);
      if (paceMs === 0) setImmediate(writeNext);
      else setTimeout(writeNext, paceMs);
    }
  };
  writeNext();
}

/** As a provider lists its models for a credential that it knows; this one is of no account. */
const refusedCredential = "sk-refused";

function list(credential: string | undefined, response: ServerResponse): void {
  const isRefused = credential?.startsWith(`Bearer ${refusedCredential}`) === true;
  const ids = ["text", ...embeddingEndpoints.map(({ upstreamModel }) => upstreamModel)];
  const reply = isRefused
    ? { error: { message: "Incorrect API key provided.", code: "invalid_api_key" } }
    : { object: "list", data: ids.map((id) => ({ id, object: "model" })) };
  response.writeHead(isRefused ? 401 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(reply));
}

const paceMs = Number(process.argv[2] ?? 0);
const delayMs = Number(process.argv[3] ?? 0);

const server = createServer((request, response) => {
  if (request.method === "GET") return list(request.headers.authorization, response);
  const chunks: Buffer[] = [];
  request.on("data", (part: Buffer) => chunks.push(part));
  request.on("end", () => {
    const asked: UpstreamRequest = JSON.parse(Buffer.concat(chunks).toString());
    const reply = (): void => answer(request.url ?? "", asked, paceMs, response);
    if (delayMs > 0) setTimeout(reply, delayMs);
    else reply();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
