import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Sent {
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ClaudeUpstream extends AsyncDisposable {
  readonly url: string;
  /** What it was sent, in order. */
  readonly sent: readonly Sent[];
}

/** What a message of the upstream cost: 42 tokens of input, of which 5 are fresh. */
const usage = { input_tokens: 5, cache_read_input_tokens: 30, cache_creation_input_tokens: 7 };

/** An upstream that speaks Anthropic's wire, and answers each request with these blocks. */
export async function startClaudeUpstream(
  blocks: readonly Readonly<Record<string, unknown>>[],
  end: Readonly<Record<string, unknown>> = { stop_reason: "end_turn" },
  used: object = {},
): Promise<ClaudeUpstream> {
  const sent: Sent[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    sent.push({ headers: request.headers, body });
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of eventsOf(blocks, end, used))
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function eventsOf(
  blocks: readonly Readonly<Record<string, unknown>>[],
  delta: object,
  used: object,
) {
  const head = { id: "msg_1", type: "message", role: "assistant", model: "claude", content: [] };
  const message = { ...head, stop_reason: null, usage: { ...usage, output_tokens: 1 } };
  return [
    { type: "message_start", message },
    ...blocks.flatMap((block, index) => [
      { type: "content_block_start", index, content_block: emptied(block) },
      ...deltasOf(block).map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta, usage: { output_tokens: 9, ...used } },
    { type: "message_stop" },
  ];
}

function emptied(block: Readonly<Record<string, unknown>>) {
  switch (block["type"]) {
    case "text":
      return { ...block, text: "", ...(block["citations"] !== undefined && { citations: [] }) };
    case "thinking":
      return { ...block, thinking: "", signature: "" };
    case "tool_use":
    case "server_tool_use":
      return { ...block, input: {} };
    default:
      return block;
  }
}

function deltasOf(block: Readonly<Record<string, unknown>>): object[] {
  switch (block["type"]) {
    case "text":
      return [
        ...(Array.isArray(block["citations"]) ? block["citations"] : []).map(
          (citation: unknown) => ({ type: "citations_delta", citation }),
        ),
        { type: "text_delta", text: block["text"] },
      ];
    case "thinking":
      return [
        { type: "thinking_delta", thinking: block["thinking"] },
        { type: "signature_delta", signature: block["signature"] },
      ];
    case "tool_use":
    case "server_tool_use":
      return [{ type: "input_json_delta", partial_json: JSON.stringify(block["input"]) }];
    default:
      return [];
  }
}
