import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it arrived. */
export interface Recorded {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the reply that the service behind gave. */
  readonly status: number;
}

export interface Recorder extends AsyncDisposable {
  /** The service's base address, under a name by which its requests are told apart. */
  baseUrl(name: string): string;
  requestsOf(name: string): readonly Recorded[];
}

/** Stands in front of a service, hands everything on, and keeps what it was asked. */
export async function startRecorder(service: string): Promise<Recorder> {
  const kept = new Map<string, Recorded[]>();
  const server = createServer(async (request, reply) => {
    const [, name = "", target = ""] = /^\/([^/]+)\/api\/v1(.*)$/.exec(request.url ?? "") ?? [];
    const body = await bodyOf(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([key, value]) => [key, String(value)]),
    );
    const { host: _, connection: __, "content-length": ___, ...onward } = headers;
    const method = request.method ?? "GET";
    const answer = await fetch(service + target, {
      method,
      headers: onward,
      ...(body === "" ? {} : { body }),
    });
    kept.set(name, [
      ...(kept.get(name) ?? []),
      { method, target, headers, body, status: answer.status },
    ]);
    reply.writeHead(answer.status, {
      "content-type": answer.headers.get("content-type") ?? "text/plain",
    });
    reply.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = portOf(address);
  return {
    baseUrl: (name) => `http://127.0.0.1:${port}/${name}/api/v1`,
    requestsOf: (name) => kept.get(name) ?? [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === "string") throw new Error("The recorder has no port.");
  return address.port;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
