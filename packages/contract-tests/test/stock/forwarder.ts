import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { maxHeaderSize } from "../targets/max-header-size.ts";

export interface Forwarded {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface Forwarder extends AsyncDisposable {
  readonly url: string;
}

/** Sends each request to the address that `choose` names, and reports the reply. Bodies are passed on whole. */
export async function startForwarder(
  choose: (request: Forwarded) => string,
  report: (request: Forwarded, reply: { status: number; mediaType: string; text: string }) => void,
): Promise<Forwarder> {
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request: Forwarded = {
      method: incoming.method ?? "GET",
      target: incoming.url ?? "/",
      headers: new Headers(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: await buffer(incoming),
    };
    for (const name of ["host", "connection", "content-length", "transfer-encoding"])
      request.headers.delete(name);
    const reply = await fetch(choose(request), {
      method: request.method,
      headers: request.headers,
      redirect: "manual",
      ...(request.body.length > 0 && { body: new Uint8Array(request.body) }),
    });
    const text = await reply.text();
    const mediaType = reply.headers.get("content-type")?.split(";")[0] ?? "";
    report(request, { status: reply.status, mediaType, text });
    for (const [name, value] of reply.headers)
      if (!/^(content-(length|encoding)|transfer-encoding|connection)$/.test(name))
        outgoing.setHeader(name, value);
    outgoing.writeHead(reply.status).end(text);
  };
  const server = createServer({ maxHeaderSize }, (incoming, outgoing) => {
    pass(incoming, outgoing).catch((error: unknown) => outgoing.destroy(new Error(String(error))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
