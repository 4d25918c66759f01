import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { verifyWebhook } from "@portico/client";
import { type FakeUpstream, fakeUpstream } from "../wire/fake-upstream.ts";

export interface Judged {
  readonly type: string;
  readonly data: {
    readonly texts: readonly {
      readonly of: string;
      readonly name?: string;
      readonly text: string;
    }[];
    readonly context?: string;
    readonly is_last: boolean;
    readonly unread: number;
    readonly key_id: number;
    readonly model: string;
  };
}

/** Its answer as JSON; undefined where it has answered by itself, or never does. */
export type Hook = (judged: Judged, response: ServerResponse) => unknown;

/** A vendor and a guardrail, as the test at hand wants them. */
export class Play implements AsyncDisposable {
  readonly judged: Judged[] = [];
  hook: Hook = allow;
  /** The vendor's text: as a stream, in these pieces; at null it waits until it is let go on. */
  pieces: readonly (string | null)[] = [];
  call: { readonly name: string; readonly arguments: readonly string[] } | null = null;
  goOn = Promise.withResolvers<void>();
  #vendor: FakeUpstream | null = null;
  /** What is not signed is answered with 401, which is no judgement. */
  readonly #server = createServer(async (request, response) => {
    const body = await text(request);
    try {
      const notice = await verifyWebhook({ body, headers: request.headers, secret });
      const one = { type: notice.type, data: notice.data } as unknown as Judged;
      this.judged.push(one);
      const answer = await this.hook(one, response);
      if (answer !== undefined) response.end(JSON.stringify(answer));
    } catch {
      response.writeHead(401).end();
    }
  });

  get vendor(): FakeUpstream {
    if (this.#vendor === null) throw new Error("It has not begun.");
    return this.#vendor;
  }

  async begin(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.#vendor = await fakeUpstream(async (response, { body }) => {
      if (JSON.parse(body).stream === true) await this.#stream(response);
      else this.#answer(response);
    });
  }

  again(): void {
    this.judged.length = 0;
    this.vendor.asked.length = 0;
    this.hook = allow;
    this.pieces = ["Hello ", "there."];
    this.call = null;
    this.goOn = Promise.withResolvers();
  }

  configurationWith(options: string): string {
    const { port } = this.#server.address() as AddressInfo;
    return `
providers: { up: { kind: openai-compatible, base_url: "${this.vendor.url}", api_key: k } }
models:
  - id: acme/m
    kind: text
    context_length: 10000
    endpoints: [{ provider: up, upstream_model: m, price: { input: "1", output: "1" } }]
guardrails:
  privacy: { url: "http://127.0.0.1:${port}/", secret: ${secret}, ${options} }
`;
  }

  #answer(response: ServerResponse): void {
    const { name, arguments: pieces = [] } = this.call ?? {};
    const tool = { id: "call_1", type: "function", function: { name, arguments: pieces.join("") } };
    const message = {
      role: "assistant",
      content: this.pieces.join(""),
      ...(name !== undefined && { tool_calls: [tool] }),
    };
    const choice = { index: 0, message, finish_reason: this.#end };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ id: "c", choices: [choice], usage }));
  }

  async #stream(response: ServerResponse): Promise<void> {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (choices: readonly object[]) =>
      response.write(
        `data: ${JSON.stringify({ id: "c", choices, ...(choices[0] ? {} : { usage }) })}\n\n`,
      );
    const say = (delta: object, finish: string | null = null) =>
      send([{ index: 0, delta, finish_reason: finish }]);
    for (const content of this.pieces)
      if (content === null) await this.goOn.promise;
      else say({ content });
    const { name, arguments: all = [] } = this.call ?? {};
    if (name !== undefined)
      say({
        tool_calls: [
          { index: 0, id: "call_1", type: "function", function: { name, arguments: "" } },
        ],
      });
    for (const piece of all) say({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
    say({}, this.#end);
    send([]);
    response.end("data: [DONE]\n\n");
  }

  get #end(): string {
    return this.call === null ? "stop" : "tool_calls";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#vendor?.[Symbol.asyncDispose]();
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const secret = "0123456789abcdef";
const usage = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 };

function allow(): object {
  return { action: "allow" };
}

/** The text of a stream's events. */
export function shownIn(stream: string): string {
  const pieces = stream.matchAll(/"(?:delta|content|text)":"([^"]*)"/g);
  return [...pieces].map(([, piece]) => piece).join("");
}
