import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface ReceivedWebhook {
  readonly id: string;
  readonly isSigned: boolean;
  readonly body: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

export interface WebhookReceiver extends AsyncDisposable {
  readonly settings: { readonly url: string; readonly secret: string };
  /** All requests in order, refused ones too. */
  readonly received: readonly ReceivedWebhook[];
}

const secret = "0123456789abcdef";

/** A real receiver on this machine, which checks signatures as https://www.standardwebhooks.com has it. */
export async function startWebhookReceiver(
  statusOf: (count: number) => number = () => 204,
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const {
      "webhook-id": id,
      "webhook-timestamp": at,
      "webhook-signature": given,
    } = request.headers;
    const signature = createHmac("sha256", secret).update(`${id}.${at}.${body}`).digest("base64");
    received.push({
      id: String(id),
      isSigned: given === `v1,${signature}`,
      body: JSON.parse(body),
    });
    response.writeHead(statusOf(received.length)).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    settings: { url: `http://127.0.0.1:${port}/alerts`, secret },
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
